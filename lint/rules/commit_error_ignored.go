package rules

import (
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/link"
)

// CommitErrorIgnored is a commit whose outcome nobody looks at.
var CommitErrorIgnored = evctl.Rule{
	ID:       "lint/commit-error-ignored",
	Severity: evctl.Error,
	Doc: `A transaction is committed and the error of the commit goes nowhere.

A commit fails when the connection is gone, when a deferred constraint does not hold, when the database gives up a conflict. Whoever drops the
error reports success for state that was never stored, and goes on to publish, acknowledge or answer on the strength of it.

Return the error of the commit. In a deferred function, assign it to a named result.`,
}

func checkCommitErrorIgnored(p *link.Program, report func(evctl.Finding, link.Confidence)) {
	for _, f := range p.Funcs {
		for _, s := range f.Sites {
			commit := droppedCommit(s)
			if commit == nil {
				continue
			}
			finding := f.About(CommitErrorIgnored.At(s.Pos, "%s commits (%s) and drops the error", f.Name, commit.Path()), commit)
			finding.Path = commit.Sink
			finding.Remedy = "return the error of the commit; in a deferred function assign it to a named result"
			report(finding, commit.Confidence)
		}
	}
}

// droppedCommit returns the commit of a site that drops its error. What also
// begins the transaction has an error of its own to tell, about all of it.
func droppedCommit(s *link.Site) *link.Effect {
	if !s.Dropped || slices.ContainsFunc(s.Effects, func(e *link.Effect) bool { return e.Kind == catalog.Begin }) || onlyReads(s.In) {
		return nil
	}
	for _, e := range s.Effects {
		if e.Kind == catalog.Commit && e.Arg < 0 {
			return e
		}
	}
	return nil
}

// onlyReads reports whether a function reads and changes nothing: its commit
// only ends the transaction.
func onlyReads(f *link.Func) bool {
	reads := false
	for _, s := range f.Sites {
		if lastingEffect(s) != nil {
			return false
		}
		reads = reads || has(s, catalog.Read)
	}
	return reads
}

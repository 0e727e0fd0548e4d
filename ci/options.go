package ci

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/internal/diskcache"
	"github.com/evctl/evctl/internal/suggest"
	"github.com/evctl/evctl/internal/yamldoc"
)

// Options say what to check. The zero value judges what the work tree of the
// current directory's repository changes against its base branch.
type Options struct {
	Dir        string         // where to look for the configuration; empty means the current directory
	ConfigFile string         // instead of the one looked up
	Config     *config.Config // instead of one that is read

	Against string // the git ref to compare with; =REF means exactly it, REF the merge-base with it
	Staged  bool   // judge the index; never uses the network
	Offline bool   // leave the remote registry out
	All     bool   // judge every subject, not only those that changed
	Changed bool   // of [Lint]: judge only what changed, as Run does without All

	Only, Skip    []string // families or rules
	New           bool     // hide findings that the old side has too
	WriteBaseline bool     // write or shrink the baseline; judges everything
	WholeEvents   bool     // show witnesses in their envelope

	Cache *diskcache.Cache // of verdicts; nil means that all are worked out
	Build string           // names the program to the cache: another build, another name

	Now  time.Time // empty means now
	Tool string    // evctl and its version, for the report
}

// A UsageError is a mistake of the caller, with the way out.
type UsageError struct {
	Err  error
	Hint string
}

func (e *UsageError) Error() string { return e.Err.Error() }

// Unwrap returns the error itself.
func (e *UsageError) Unwrap() error { return e.Err }

// Hints returns the ways out.
func (e *UsageError) Hints() []string {
	if e.Hint == "" {
		return nil
	}
	return []string{e.Hint}
}

// The exit codes of a run.
const (
	ExitClean    = 0 // it looked, and nothing fails
	ExitFindings = 1
	ExitUsage    = 2 // a flag, the configuration, nothing to look at
	ExitNotRun   = 3 // the gate did not run
)

// ExitCode returns what a run ends with. An error other than a caller's mistake
// means that nothing was judged.
func ExitCode(r report.Report, err error, failOn config.FailOn) int {
	var usage *UsageError
	var text *yamldoc.Error
	switch {
	case err == nil:
		if slices.ContainsFunc(r.Findings, func(f evctl.Finding) bool { return !f.Waived() && failOn.Fails(f.Severity) }) {
			return ExitFindings
		}
		return ExitClean
	case errors.As(err, &usage), errors.As(err, &text), errors.Is(err, config.ErrNothing):
		return ExitUsage
	}
	return ExitNotRun
}

// selection is what --only and --skip leave.
type selection struct {
	only, skip []string // families and rule ids
}

// newSelection resolves names of families, rules and their aliases.
func newSelection(o Options, rules []evctl.Rule) (selection, error) {
	var s selection
	var err error
	if s.only, err = resolveNames("--only", o.Only, rules); err != nil {
		return s, err
	}
	if s.skip, err = resolveNames("--skip", o.Skip, rules); err != nil {
		return s, err
	}
	if !slices.ContainsFunc(rules, func(r evctl.Rule) bool { return s.rule(r.ID) }) {
		return s, &UsageError{errors.New("--only and --skip leave nothing to look at"), "leave one of them out"}
	}
	return s, nil
}

func resolveNames(flag string, names []string, rules []evctl.Rule) ([]string, error) {
	var ids []string
	for _, name := range names {
		id, known := name, Families()
		for _, rule := range rules {
			known = append(append(known, rule.ID), rule.Aliases...)
			if slices.Contains(rule.Aliases, name) {
				id = rule.ID
			}
		}
		if !slices.Contains(known, name) {
			return nil, &UsageError{fmt.Errorf("%s: unknown family or rule %q%s", flag, name, suggest.Hint(name, known)),
				"families are " + strings.Join(Families(), ", ") + "; evctl explain lists the rules"}
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// rule reports whether the findings of a rule are wanted.
func (s selection) rule(id string) bool {
	family, _, _ := strings.Cut(id, "/")
	wanted := len(s.only) == 0 || slices.Contains(s.only, id) || slices.Contains(s.only, family)
	return wanted && !slices.Contains(s.skip, id) && !slices.Contains(s.skip, family)
}

// family reports whether a family has rules that are wanted.
func (s selection) family(name string) bool {
	wanted := len(s.only) == 0 || slices.ContainsFunc(s.only, func(id string) bool {
		family, _, _ := strings.Cut(id, "/")
		return family == name
	})
	return wanted && !slices.Contains(s.skip, name)
}

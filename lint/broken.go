package lint

import (
	"path"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/link"
	"github.com/evctl/evctl/lint/load"
	"github.com/evctl/evctl/lint/rules"
)

// addBroken adds a finding for each package that does not type-check, unless it
// is for want of a library that is reported there already.
func (o Options) addBroken(found []evctl.Finding, packages []load.Broken) []evctl.Finding {
	for _, b := range packages {
		f := o.broken(b)
		if !slices.ContainsFunc(found, func(g evctl.Finding) bool { return g.Rule == f.Rule && g.Position == f.Position }) {
			found = append(found, f)
		}
	}
	evctl.SortFindings(found)
	return found
}

// broken reports a package that does not type-check, at its first error. It is a
// warning, since the compiler refuses it anyway; but that nothing was found in
// what was left out says nothing.
func (o Options) broken(b load.Broken) evctl.Finding {
	at, message := b.At()
	p := evctl.Position{File: o.relative(at.Filename), Line: at.Line, Column: at.Column}
	if at.Filename == "" {
		p = evctl.Position{File: path.Join(o.relative(o.Dir), "go.mod")}
	}
	how := "was analysed in part"
	if b.Whole {
		how = "was not analysed"
	}
	message, _, _ = strings.Cut(message, "\n")
	f := rules.Incomplete.At(p, "%s does not type-check and %s: %s", b.Path, how, message)
	f.Severity, f.Confidence = evctl.Warning, link.High.String()
	f.Subject, f.Remedy = b.Path, "mend the code; if imports are missing, run go mod download"
	return f
}

package rules

import (
	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/effects"
	"github.com/evctl/evctl/lint/link"
)

// UnusedIgnore is a directive that ignores nothing.
var UnusedIgnore = evctl.Rule{
	ID:       "lint/unused-ignore",
	Severity: evctl.Warning,
	Doc: `A directive names an exception for a finding that is not there.

` + "`//evctl:ignore RULE EX-2026-014`" + ` stands on the line of the finding, on the line above, or in the comment of the function, and says which
exception of ` + "`evctl.exceptions.yaml`" + ` waives it. Once the code is mended, or the rule is spelt wrong, it hides nothing today and whatever comes
tomorrow.

Delete it, or name the rule and the exception.`,
}

func checkUnusedIgnore(p *link.Program, report func(evctl.Finding, link.Confidence)) {
	if len(p.Ignores) == 0 {
		return
	}
	var found []evctl.Finding
	all := All()
	for i, check := range Checks() {
		if all[i].ID != UnusedIgnore.ID {
			check(p, func(f evctl.Finding, _ link.Confidence) { found = append(found, f) })
		}
	}
	for _, i := range p.Ignores {
		if i.Exception != "" && used(i, found) {
			continue
		}
		f := UnusedIgnore.At(i.Pos, "//evctl:ignore %s finds nothing to ignore here", i.Rule)
		if i.Exception == "" {
			f.Message = "//evctl:ignore names no exception: want //evctl:ignore RULE EX-…"
		}
		f.Path, f.Key = i.Rule, i.Exception
		f.Remedy = "delete the directive, or name the rule and the exception"
		report(f, link.High)
	}
}

func used(i effects.Ignore, found []evctl.Finding) bool {
	for _, f := range found {
		if Ignored(i, f) {
			return true
		}
	}
	return false
}

// Ignored reports whether a directive speaks of a finding.
func Ignored(i effects.Ignore, f evctl.Finding) bool {
	return i.Rule == f.Rule && i.Pos.File == f.Position.File && i.Pos.Line <= f.Position.Line && f.Position.Line <= i.Last
}

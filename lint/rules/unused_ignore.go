package rules

import (
	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/link"
)

// UnusedIgnore is a directive that ignores nothing.
var UnusedIgnore = evctl.Rule{
	ID:       "lint/unused-ignore",
	Severity: evctl.Warning,
	Doc: `A directive names an exception for a finding that is not there.

` + "`//evctl:ignore RULE EX-2026-014`" + ` stands on the line of the finding, on the line above, or in the comment of the function, and says which
exception of ` + "`evctl.exceptions.yaml`" + ` waives it. Once the code is mended it hides nothing today and whatever comes tomorrow.

Delete it.`,
}

// checkUnusedIgnore must come after all other checks, whose findings use
// directives up.
func checkUnusedIgnore(p *link.Program, report func(evctl.Finding, link.Confidence)) {
	for _, d := range p.Directives {
		rule, exception := d.Ignores()
		if message, _ := fault(d); rule == "" || message != "" || d.Used {
			continue
		}
		f := UnusedIgnore.At(d.Pos, "//evctl:ignore %s finds nothing to ignore here", rule)
		f.Path, f.Key = rule, exception
		f.Remedy = "delete the directive"
		report(f, link.High)
	}
}

package rules

import (
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/exceptions"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/contracts/verdict"
)

// Exc002 asks for decisions in time.
var Exc002 = evctl.Rule{
	ID:       "rfc/exc-002",
	Severity: evctl.Warning,
	Aliases:  []string{"EXC-002"},
	Doc: `An exception waited for its decision for more than five business days.

A team that gets no answer ships anyway. The platform group promises an answer in five business days, by the calendar that
` + "`org.calendar`" + ` names (Monday to Friday if it names none), so that filing an exception is faster than going around it.

Decide, with ` + "`evctl exceptions decide`" + `. An exception that is still undecided is reported by exception/overdue, and this rule points
there; one that was decided late stays a warning for as long as it is listed.

- Clause: EXC-002, MUST, seed 000 §11: "decision within 5 business days"
- Inputs: exceptions, calendar
- Confidence: exact`,
}

func checkExc002(s *service.Service, v *verdict.Sheet) {
	if len(s.Waivers()) == 0 {
		v.NotApplicable(s.Position("spec", "waivers"), "it has no waivers")
	}
	for i, id := range s.Waivers() {
		v.On(id, false)
		row, filed := s.Org.Exception(id)
		switch {
		case !filed:
			v.NotApplicable(s.Position("spec", "waivers", i), "it is not filed in full, which is what EXC-001 is about")
		case !row.Overdue():
			v.Pass(row.Position, "%d business days", row.Took)
		case row.Decision == exceptions.Pending:
			v.Fail(row.Position, "%s is undecided after %d business days, want 5 at most", id, row.Took).View("exception/overdue")
		default:
			v.Fail(row.Position, "%s was decided on %s, %d business days after it was filed, want 5 at most", id, row.DecidedAt.Format(time.DateOnly), row.Took)
		}
	}
}

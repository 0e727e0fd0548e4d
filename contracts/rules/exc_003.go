package rules

import (
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/exceptions"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/contracts/verdict"
)

// Exc003 asks that exceptions end.
var Exc003 = evctl.Rule{
	ID:       "rfc/exc-003",
	Severity: evctl.Error,
	Aliases:  []string{"EXC-003"},
	Doc: `An exception has no end, ends later than the second quarter after its decision, or is over.

An exception buys time. One without an end is a change of the standard that nobody decided, and one that is over and still relied on
is a failure that somebody got used to.

End it with the second calendar quarter after its decision, or earlier; file a new one that renews it if more time is needed. The rules of
exceptions report what is wrong, and this one points there.

- Clause: EXC-003, MUST, seed 000 §11: "expiry ≤ 2 quarters"
- Inputs: exceptions
- Confidence: exact`,
}

func checkExc003(s *service.Service, v *verdict.Sheet) {
	if len(s.Waivers()) == 0 {
		v.NotApplicable(s.Position("spec", "waivers"), "it has no waivers")
	}
	for i, id := range s.Waivers() {
		v.On(id, false)
		row, filed := s.Org.Exception(id)
		about, wrong := s.Org.AboutException(id, "exception/too-long", "exception/expired", "exception/stretched")
		if f, invalid := s.Org.AboutException(id, "exception/invalid"); invalid && f.Path == "/expires_at" {
			about, wrong = f, true
		}
		switch {
		case wrong:
			v.Fail(about.Position, "%s", about.Message).View(about.Rule)
		case !filed:
			v.NotApplicable(s.Position("spec", "waivers", i), "it is not filed in full, which is what EXC-001 is about")
		case row.State != string(exceptions.Approved):
			v.NotApplicable(row.Position, "it is %s and waives nothing", row.State)
		default:
			v.Pass(row.Position, "until %s", row.ExpiresAt.Format(time.DateOnly))
		}
	}
}

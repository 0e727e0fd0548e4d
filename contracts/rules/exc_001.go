package rules

import (
	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/contracts/verdict"
)

// Exc001 asks that waivers are filed.
var Exc001 = evctl.Rule{
	ID:       "rfc/exc-001",
	Severity: evctl.Error,
	Aliases:  []string{"EXC-001"},
	Doc: `A contract relies on a waiver that nobody filed, or that the wrong person approved.

A deviation that only its author knows is debt without a creditor. Filed, it has an owner, a reason, somebody else who decided, and an
end.

List in ` + "`waivers`" + ` the ids of entries of the exceptions file. ` + "`evctl exceptions add`" + ` files one. Where an entry is there and something is
wrong with it, the rules of exceptions report that, and this one points there.

- Clause: EXC-001, MUST, seed 000 §11: "Filed with the API platform group"
- Inputs: contract, exceptions
- Confidence: exact`,
}

func checkExc001(s *service.Service, v *verdict.Sheet) {
	if len(s.Waivers()) == 0 {
		v.NotApplicable(s.Position("spec", "waivers"), "it has no waivers")
	}
	for i, id := range s.Waivers() {
		v.On(id, false)
		at := s.Position("spec", "waivers", i)
		row, filed := s.Org.Exception(id)
		about, wrong := s.Org.AboutException(id, "exception/invalid", "exception/self-approved", "exception/unapproved-approver")
		switch {
		case wrong && about.Path != "/expires_at": // of which EXC-003 speaks
			v.Fail(about.Position, "%s", about.Message).View(about.Rule)
		case wrong:
			v.Pass(about.Position, "it is filed")
		case filed:
			v.Pass(row.Position, "filed by %s, %s", row.Owner, row.State)
		default:
			v.Fail(at, "waiver %s is not in the exceptions file, want it filed there", id)
		}
	}
}

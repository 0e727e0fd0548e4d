package rules

import (
	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/contracts/verdict"
)

// Key005 asks how long to wait.
var Key005 = evctl.Rule{
	ID:       "rfc/key-005",
	Severity: evctl.Error,
	Aliases:  []string{"KEY-005"},
	Doc: `The answer 409 to a key in use does not say when to come back.

Whoever gets 409 is told to ask again, and without a time everybody asks again at once: the retries pile up on the row that is
already locked.

Declare the header Retry-After on the response 409 (seconds, or a date).

- Clause: KEY-005, MUST, seed 000 Phase 2: "same key still in progress (Retry-After: 1)"
- Inputs: OpenAPI
- Confidence: exact for what is documented; a probe shows what is sent`,
}

func checkKey005(s *service.Service, v *verdict.Sheet) {
	for e := range verdict.Keyed(v, s) {
		switch response, ok := e.Response("409"); {
		case !ok:
			v.NotApplicable(e.Position, "it documents no 409, which is what KEY-004 is about")
		case response.HasHeader("Retry-After"):
			v.Pass(response.Position, "409 has Retry-After")
		default:
			v.Fail(response.Position, "409 has no header Retry-After, want one")
		}
	}
}

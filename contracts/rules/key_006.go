package rules

import (
	"strconv"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/contracts/verdict"
)

// Key006 asks for one answer to an expired key.
var Key006 = evctl.Rule{
	ID:       "rfc/key-006",
	Severity: evctl.Error,
	Aliases:  []string{"KEY-006"},
	Doc: `The answer to an expired key is missing, stands on two statuses, or is not the one that the contract promises.

A key older than the retention must be refused, never run again: whether it was done nobody knows any more. The client has to see
that this is not an ordinary error, and on the same status everywhere.

Document the code ` + "`idempotency_key_expired`" + ` on exactly one of 422 and 410, the one that ` + "`idempotency.expiredStatus`" + ` of the contract
names (422 if it says nothing). Services of one repository that disagree get a warning.

- Clause: KEY-006, MUST, seed 000 Phase 2: "key older than retention (error: idempotency_key_expired)". The seed allows 410 and 422 in one
  place and returns 422 in another; one organisation uses one
- Inputs: OpenAPI, contract
- Confidence: exact`,
}

const expiredCode = "idempotency_key_expired"

func checkKey006(s *service.Service, v *verdict.Sheet) {
	others := map[int]string{} // by status
	for _, status := range []int{410, 422} {
		others[status] = elsewhere(s, status)
	}
	for e := range verdict.Keyed(v, s) {
		want := strconv.Itoa(e.Idempotency.ExpiredStatus)
		var on []string
		at := e.Position
		for _, r := range e.Responses {
			if r.Has(expiredCode) {
				on, at = append(on, r.Status), r.Position
			}
		}
		promise := s.Position("spec", "idempotency", "expiredStatus")
		switch other := others[e.Idempotency.ExpiredStatus]; {
		case len(on) == 0:
			v.Missing(e, e.Position, "%s %s documents no code %s, want it on %s", e.Method, e.Path, expiredCode, want)
		case len(on) > 1:
			v.Fail(at, "%s stands on %s, want it on %s alone", expiredCode, strings.Join(on, " and "), want)
		case on[0] != want:
			v.Fail(at, "%s stands on %s, the contract promises %s", expiredCode, on[0], want).Because(promise, "what the contract says of expired keys")
		case other != "":
			v.Warn(at, "expired keys get %s here and another status in %s, want one everywhere", want, other)
		default:
			v.Pass(at, "%s on %s", expiredCode, want)
		}
	}
}

// elsewhere names a service whose contract promises another status.
func elsewhere(s *service.Service, status int) string {
	for _, other := range s.Org.Fleet {
		if other.Spec.Idempotency.ExpiredStatus != status && len(other.Endpoints()) > 0 {
			return other.Metadata.Name
		}
	}
	return ""
}

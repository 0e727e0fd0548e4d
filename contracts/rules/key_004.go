package rules

import (
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/contracts/verdict"
)

// Key004 asks for answers that a client can tell apart.
var Key004 = evctl.Rule{
	ID:       "rfc/key-004",
	Severity: evctl.Error,
	Aliases:  []string{"KEY-004"},
	Doc: `The answers 400, 409 and 422 to a key are not all documented, or share a code.

A client does three different things about a malformed key, a request that is still running, and a key that was used for something
else: mend the call, wait, or stop. If the three look alike, every SDK guesses differently. The status is not enough, since 422 also
carries business errors; the code decides.

Document 400 with ` + "`idempotency_key_missing` or `idempotency_key_malformed`" + `, 409 with ` + "`idempotency_key_in_progress`" + `, and 422
with ` + "`idempotency_key_reused`" + `, as an enum, const or example of the body's ` + "`code`, `type` or `error`" + `. No such code may stand on two
statuses. The code for an expired key is KEY-006's.

- Clause: KEY-004, MUST, seed 000 Phase 2: "If those collapse into one generic error, every SDK handles them differently."
- Inputs: OpenAPI
- Confidence: exact. The seed names the code for reuse; the others are this tool's proposal`,
}

// answers are the codes of which each status must carry one.
var answers = []struct {
	status string
	codes  []string
}{
	{"400", []string{"idempotency_key_missing", "idempotency_key_malformed"}},
	{"409", []string{"idempotency_key_in_progress"}},
	{"422", []string{"idempotency_key_reused"}},
}

func checkKey004(s *service.Service, v *verdict.Sheet) {
	for e := range verdict.Keyed(v, s) {
		if wrong := answersOf(e); len(wrong) > 0 {
			v.Missing(e, e.Position, "%s %s: %s", e.Method, e.Path, strings.Join(wrong, "; "))
			continue
		}
		v.Pass(e.Position, "400, 409 and 422 have codes of their own")
	}
}

// maxComplaints bounds what is listed of one operation.
const maxComplaints = 8

// answersOf returns what is wrong with an operation's answers.
func answersOf(e service.Endpoint) (wrong []string) {
	for _, answer := range answers {
		response, ok := e.Response(answer.status)
		switch {
		case !ok:
			wrong = append(wrong, "no response "+answer.status+", want one with "+strings.Join(answer.codes, " or "))
		case !slices.ContainsFunc(answer.codes, response.Has):
			wrong = append(wrong, answer.status+" has no code "+strings.Join(answer.codes, " or "))
		}
		for _, code := range answer.codes {
			for _, other := range e.Responses {
				if other.Status != answer.status && other.Has(code) && len(wrong) < maxComplaints {
					wrong = append(wrong, other.Status+" has the code "+code+" of "+answer.status)
				}
			}
		}
	}
	return wrong
}

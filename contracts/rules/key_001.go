package rules

import (
	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/contracts/verdict"
)

// Key001 asks for the header that makes an operation safe to retry.
var Key001 = evctl.Rule{
	ID:       "rfc/key-001",
	Severity: evctl.Error,
	Aliases:  []string{"KEY-001"},
	Doc: `An operation that changes something takes no required Idempotency-Key header.

A client that gets no answer has one safe way to find out what happened: send the same request again and be recognised. Without
a key the second attempt is a second order, a second charge, a second replay of a dead letter. An optional key protects only
those who know about it.

Declare a header parameter Idempotency-Key with ` + "`required: true`" + ` on every POST and PATCH, and on a PUT or DELETE whose operation
says ` + "`sideEffects: external`" + `. Operations with ` + "`idempotency.mode: natural_key`" + ` have their key in the body; one that changes nothing
(a search by POST, say) may say ` + "`mode: none`" + `, unless it moves money or names effects.

- Clause: KEY-001, MUST, seed 000 §11: "Mutating endpoints MUST accept Idempotency-Key"
- Inputs: OpenAPI, contract
- Confidence: exact`,
}

func checkKey001(s *service.Service, v *verdict.Sheet) {
	for e := range verdict.Endpoints(v, s) {
		key, ok := e.Key()
		harmless := !e.Declared.MoneyMoving && len(e.Declared.Effects) == 0
		switch {
		case e.Idempotency.Mode == "natural_key":
			v.NotApplicable(e.Position, "its key is the natural key %s", e.Idempotency.Column)
		case e.Idempotency.Mode == "none" && harmless:
			v.NotApplicable(e.Position, "the contract says that it changes nothing")
		case ok && key.Required:
			v.Pass(key.Position, "the header is required")
		case ok:
			v.Fail(key.Position, "%s %s takes Idempotency-Key and does not require it, want required: true", e.Method, e.Path)
		default:
			v.Missing(e, e.Position, "%s %s takes no Idempotency-Key, want a required header", e.Method, e.Path)
		}
	}
}

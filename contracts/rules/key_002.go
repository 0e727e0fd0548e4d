package rules

import (
	"fmt"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/contracts/verdict"
	"github.com/evctl/evctl/internal/openapi"
)

// Key002 asks for the bounds of a key's length.
var Key002 = evctl.Rule{
	ID:       "rfc/key-002",
	Severity: evctl.Error,
	Aliases:  []string{"KEY-002"},
	Doc: `The published schema of the key accepts other lengths than 16 to 64 characters.

A key shorter than 16 characters collides by accident; one longer than 64 does not fit the column, or the next service on the
way. A limit that only the code knows is found by the client in production.

Give the parameter's schema ` + "`minLength` and `maxLength`" + `, or a pattern from ` + "`^` to `$`" + ` that bounds the length. With
` + "`key.format: opaque`" + ` it must accept all of 16 to 64; with ` + "`uuidv7`" + ` at least 36, and more where derived keys
(` + "`ROOT:step`" + `) arrive. The column that stores the key is not looked at: that needs the migrations.

- Clause: KEY-002, MUST, seed 000 §11 and Phase 2: "(required; 16–64 chars)"
- Inputs: OpenAPI, contract
- Confidence: exact`,
}

func checkKey002(s *service.Service, v *verdict.Sheet) {
	for e, key := range verdict.Keyed(v, s) {
		shortest, longest := key.Lengths()
		got := fmt.Sprintf("%d to %d characters", shortest, longest)
		switch longest {
		case openapi.Unbounded:
			got = fmt.Sprintf("%d characters or more", shortest)
		case shortest:
			got = fmt.Sprintf("%d characters", shortest)
		}
		switch format := e.Idempotency.Key.Format; {
		case shortest < 16 || longest > 64 || longest < shortest:
			v.Fail(key.Position, "the key's schema accepts %s, want 16 to 64", got)
		case format == "opaque" && (shortest > 16 || longest < 64):
			v.Fail(key.Position, "the key's schema accepts %s, want all of 16 to 64 for opaque keys", got)
		case format == "uuidv7" && (shortest > 36 || longest < 36):
			v.Fail(key.Position, "the key's schema accepts %s, want the 36 of a UUID among them", got)
		default:
			v.Pass(key.Position, "%s", got)
		}
	}
}

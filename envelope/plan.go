package envelope

import (
	"fmt"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/program"
)

// A Plan tells how payloads of a schema are judged by one half of the policy.
type Plan struct {
	Schema evctl.SchemaRef
	Half   string // writer or reader
	// Left are the parts of the schema that are not compiled: a library judges the
	// values there, which is slower and as correct.
	Left []program.Step
	// Err says why payloads are not looked at, or by whom else.
	Err error
}

// PlansOf tells how a Validator with these options judges payloads of the schema.
func PlansOf(schema *evctl.Schema, options Options) []Plan {
	plans := []Plan{{Schema: schema.SchemaRef, Half: "writer"}, {Schema: schema.SchemaRef, Half: "reader"}}
	c := compile(schema, options.semantics(schema.Subject))
	for i, p := range []*program.Program{c.writes, c.reads} {
		switch {
		case c.err != nil:
			plans[i].Err = fmt.Errorf("not compiled: %w", c.err)
		case p != nil:
			plans[i].Left = p.Plan()
		}
	}
	return plans
}

package ci

import (
	"context"
	"sync"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/impact"
	"github.com/evctl/evctl/compat/outline"
	"github.com/evctl/evctl/contracts"
)

// fields answers what schemas know of the fields that contracts read. Each
// schema is laid out once.
func fields(sem evctl.Semantics) func(context.Context, *evctl.Schema, string) contracts.Field {
	var mu sync.Mutex
	outlines := map[*evctl.Schema]*outline.Schema{}
	return func(ctx context.Context, s *evctl.Schema, field string) contracts.Field {
		mu.Lock()
		defer mu.Unlock()
		o, known := outlines[s]
		if !known {
			o = impact.Outline(ctx, s, sem)
			outlines[s] = o
		}
		if o == nil { // what is wrong with the schema is said elsewhere
			return contracts.Field{Known: true}
		}
		tokens := outline.Tokens(field)
		knowledge, _ := o.Field(tokens)
		return contracts.Field{Known: knowledge != outline.Absent, Beside: o.Beside(tokens)}
	}
}

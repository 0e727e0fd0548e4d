package link

import (
	"strings"

	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/effects"
)

// Role returns the argument that means role where an effect happens, in the
// words of the outermost function that leads to it.
func (p *Program) Role(e *Effect, role catalog.Role) effects.Value {
	var chain []*Effect
	for ; e != nil; e = e.Next {
		chain = append(chain, e)
	}
	last := len(chain) - 1
	v := p.handle(chain[last].Site, chain[last].Site.Roles[role])
	for i := last - 1; i >= 0; i-- {
		v = p.translate(v, chain[i].Site, Target{Func: chain[i+1].Site.In, Arg: chain[i].Arg})
	}
	return v
}

// Registered returns the functions that a site hands over to be called, such as
// the handlers of a route.
func (p *Program) Registered(s *Site) []*Func { return p.functions(s.Roles[catalog.Func], s.In) }

// CarriesKey reports whether a function takes a value of a type with a field
// for an idempotency key.
func (p *Program) CarriesKey(f *Func) bool {
	for _, param := range f.Params {
		if t := p.types[strings.TrimLeft(param.Type, "*")]; t != nil && t.Key {
			return true
		}
	}
	return false
}

// Handle returns where the receiver of a site comes from: what q.WithTx(tx)
// returned is tx.
func (p *Program) Handle(s *Site) effects.Value { return p.handle(s, s.Recv) }

package program

import (
	"cmp"
	"slices"

	"github.com/evctl/evctl/internal/jsonschema"
)

// A Step is a part of a schema that a program leaves to the libraries.
type Step struct {
	Document string // address of the text; empty for the schema itself
	Pointer  string // of the sub-schema in it
	Reason   string // the keyword, or what is unusual
}

// Plan lists what was not compiled, sorted; nothing if everything was.
func (p *Program) Plan() []Step { return slices.Clone(p.plan) }

func (k *compiler) planned(s slowPlace) {
	k.plan = append(k.plan, Step{k.tree.Document(s.place), s.place.Pointer(), s.reason})
}

func (k *compiler) steps() []Step {
	slices.SortFunc(k.plan, func(a, b Step) int {
		return cmp.Or(cmp.Compare(a.Document, b.Document), cmp.Compare(a.Pointer, b.Pointer), cmp.Compare(a.Reason, b.Reason))
	})
	return slices.Compact(k.plan)
}

type slowKey struct {
	place    *jsonschema.Place
	location *jsonschema.Location
	names    bool
}

// slow leaves values to a library. Names says that it also looks for names that
// a writer does not know.
func (k *compiler) slow(p *jsonschema.Place, l *jsonschema.Location, names bool) *slow {
	key := slowKey{p, l, names}
	if s := k.slows[key]; s != nil {
		return s
	}
	s := &slow{location: l, names: names && k.known != nil && k.half == Writer}
	k.slows[key] = s
	if l != nil && (k.half == Reader || s.names) {
		s.projection = k.known
	}
	validator, err := k.tree.Validator(p, k.half == Writer)
	if err != nil { // that of the whole schema is what everybody else says
		if _, k.err = k.tree.Validator(k.tree.Root(), k.half == Writer); k.err == nil {
			k.err = err
		}
	}
	s.validator = validator
	return s
}

package logic

import "github.com/evctl/evctl/compat/jsonschema/value"

// maxAssumed bounds the atoms that Certain tells cases by.
const maxAssumed = 4

// Certain reports whether all literals hold of a value whatever the atoms that
// nobody can judge come to: where each is true, and where it is false. It
// returns the number of statements looked at, too.
func (t *Table) Certain(lits []Lit, v *value.Value) (bool, int) {
	e := evaluation{table: t, assumed: map[judged]Truth{}}
	return e.certain(lits, v), e.steps
}

func (e *evaluation) certain(lits []Lit, v *value.Value) bool {
	e.known, e.open = nil, nil
	truth := Yes
	for _, l := range lits {
		truth = min(truth, e.eval(l, v))
	}
	if truth != Unknown {
		return truth == Yes
	}
	if e.open == nil || len(e.assumed) == maxAssumed {
		return false
	}
	open := *e.open
	defer delete(e.assumed, open)
	for _, truth := range []Truth{Yes, No} {
		e.assumed[open] = truth
		if !e.certain(lits, v) {
			return false
		}
	}
	return true
}

// opaque judges an atom that nobody can, as assumed.
func (e *evaluation) opaque(at judged) Truth {
	truth, ok := e.assumed[at]
	if !ok && e.open == nil {
		e.open = &at
	}
	if !ok {
		return Unknown
	}
	return truth
}

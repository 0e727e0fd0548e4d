package program

import "github.com/evctl/evctl/internal/jsondoc"

// kinds is a set of JSON types, one bit for each jsondoc.Kind.
type kinds uint8

const allKinds = 1<<(jsondoc.Object+1) - 1

func (k kinds) has(kind jsondoc.Kind) bool { return k>>kind&1 != 0 }

// A node is what a schema, or several at once, ask of a value: for each type
// what the machine checks in its one pass, and what is checked on the value's
// text afterwards.
type node struct {
	free      bool  // asks nothing
	kinds     kinds // allowed
	checked   kinds // those with checks
	noTrue    bool
	noFalse   bool
	text      *text
	number    *numeric
	array     *array
	object    *object
	checks    [jsondoc.Object + 1][]check
	refusedBy [jsondoc.Object + 1]string // the keyword, for types not allowed
}

// value reads the value at i, which lies that deep.
func (m *Machine) value(n *node, i, depth int) (end int) {
	if n.free {
		return m.Skip(i, depth)
	}
	if m.steps--; m.steps < 0 {
		return m.unsure(i)
	}
	kind := jsondoc.Number
	switch c := m.at(i); c {
	case '"':
		if n.text == nil {
			return m.fail(i, n.refusedBy[jsondoc.String])
		}
		if f := n.text.fixed; f != nil && f.at(m.text, i+1) {
			kind, end = jsondoc.String, i+f.size+2
		} else {
			kind, end = jsondoc.String, m.runText(n.text, i)
		}
	case '{':
		if n.object == nil {
			return m.fail(i, n.refusedBy[jsondoc.Object])
		}
		kind, end = jsondoc.Object, m.runObject(n.object, i, depth)
	case '[':
		if n.array == nil {
			return m.fail(i, n.refusedBy[jsondoc.Array])
		}
		kind, end = jsondoc.Array, m.runArray(n.array, i, depth)
	case 't', 'f', 'n':
		kind, end = m.word(n, c, i)
	default:
		if n.number == nil {
			return m.fail(i, n.refusedBy[jsondoc.Number])
		}
		end = m.runNumber(n.number, i)
	}
	if end >= 0 && n.checked.has(kind) {
		return m.check(n.checks[kind], i, end, depth)
	}
	return end
}

// word reads true, false or null.
func (m *Machine) word(n *node, c byte, i int) (jsondoc.Kind, int) {
	kind, word := jsondoc.Null, "null"
	switch c {
	case 't':
		kind, word = jsondoc.Bool, "true"
	case 'f':
		kind, word = jsondoc.Bool, "false"
	}
	if !n.kinds.has(kind) || c == 't' && n.noTrue || c == 'f' && n.noFalse {
		return kind, m.fail(i, n.refusedBy[kind])
	}
	return kind, m.literal(i, word)
}

package avro

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/evctl/evctl/internal/jsondoc"
)

// checkDefaults holds every field's default against its type, and takes away
// those that are no value of it.
func (p *parser) checkDefaults() {
	c := matcher{seen: map[match]bool{}}
	for _, d := range p.fields {
		n, a := d.field.Default, d.at.down("default")
		if n == nil {
			continue
		}
		if !c.matches(d.field.Type, n) {
			p.fault(a.errorf(n, "default of field %q: %s", d.field.Name, want(d.field.Type, n)))
			d.field.Default = nil
			continue
		}
		if t := d.field.Type; t.Kind == Union && !c.matches(t.Branches[0], n) {
			p.note(DefaultBranch, a.place(n), fmt.Sprintf(
				"the default of field %q is not of the union's first type %s: readers before Avro 1.12 refuse the schema",
				d.field.Name, t.Branches[0]))
		}
	}
}

// want says what a default should have been.
func want(t *Type, n *jsondoc.Node) string {
	if t.Kind == Enum {
		return fmt.Sprintf("found %s, want a symbol of enum %s: %s", Spell(n), t.Name, clip(strings.Join(t.Symbols, ", ")))
	}
	return fmt.Sprintf("found %s, want %s", Spell(n), t.Describe())
}

// Spell returns a value as JSON, cut to what a message holds.
func Spell(n *jsondoc.Node) string { return clip(string(n.Canonical())) }

func clip(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most-3], "") + "..."
}

// matcher remembers its answers: nested unions ask the same question often.
type matcher struct{ seen map[match]bool }

type match struct {
	t *Type
	n *jsondoc.Node
}

func (c *matcher) matches(t *Type, n *jsondoc.Node) bool {
	if t.Kind < Record {
		return matchesPrimitive(t.Kind, n)
	}
	key := match{t, n}
	ok, known := c.seen[key]
	if !known {
		ok = c.complex(t, n)
		c.seen[key] = ok
	}
	return ok
}

func (c *matcher) complex(t *Type, n *jsondoc.Node) bool {
	switch t.Kind {
	case Union:
		for _, b := range t.Branches {
			if c.matches(b, n) {
				return true
			}
		}
		return false
	case Enum:
		return n.Kind == jsondoc.String && t.Symbol(n.Text) >= 0
	case Fixed:
		b, ok := DefaultBytes(n)
		return ok && len(b) == t.Size
	case Array:
		return n.Kind == jsondoc.Array && c.all(t.Items, n.Items)
	case Map:
		values := make([]*jsondoc.Node, len(n.Members))
		for i, m := range n.Members {
			values[i] = m.Value
		}
		return n.Kind == jsondoc.Object && c.all(t.Items, values)
	}
	return n.Kind == jsondoc.Object && c.record(t, n)
}

func (c *matcher) all(t *Type, nodes []*jsondoc.Node) bool {
	for _, n := range nodes {
		if !c.matches(t, n) {
			return false
		}
	}
	return true
}

// record takes a member that is missing from the field's own default, which is
// checked where it stands.
func (c *matcher) record(t *Type, n *jsondoc.Node) bool {
	for _, f := range t.Fields {
		if value := n.Get(f.Name); value == nil && f.Default == nil || value != nil && !c.matches(f.Type, value) {
			return false
		}
	}
	return true
}

func matchesPrimitive(k Kind, n *jsondoc.Node) bool {
	switch k {
	case Null:
		return n.Kind == jsondoc.Null
	case Boolean:
		return n.Kind == jsondoc.Bool
	case Int, Long:
		i, err := strconv.ParseInt(n.Text, 10, 64)
		return n.Kind == jsondoc.Number && err == nil && (k == Long || i >= math.MinInt32 && i <= math.MaxInt32)
	case Float, Double:
		return n.Kind == jsondoc.Number || n.Kind == jsondoc.String && isSpecialFloat(n.Text)
	case Bytes:
		_, ok := DefaultBytes(n)
		return ok
	}
	return n.Kind == jsondoc.String
}

// isSpecialFloat names the values that JSON numbers lack, as Java writes them.
func isSpecialFloat(s string) bool { return s == "NaN" || s == "Infinity" || s == "-Infinity" }

// DefaultBytes decodes a default of bytes or fixed: a string of code points up
// to 255, a byte each.
func DefaultBytes(n *jsondoc.Node) ([]byte, bool) {
	if n.Kind != jsondoc.String {
		return nil, false
	}
	b := []byte{}
	for _, r := range n.Text {
		if r > 255 {
			return nil, false
		}
		b = append(b, byte(r))
	}
	return b, true
}

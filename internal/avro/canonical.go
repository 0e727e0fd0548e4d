package avro

import (
	"strconv"

	"github.com/evctl/evctl/internal/jsondoc"
)

// Canonical returns the parsing canonical form (Avro 1.12, "Transforming into
// Parsing Canonical Form"), which fingerprints are made of.
func (s *Schema) Canonical() []byte {
	c := canonical{declared: map[*Type]bool{}}
	c.write(s.Root)
	return c.text
}

// A canonical declares each named type where it comes first.
type canonical struct {
	text     []byte
	declared map[*Type]bool
}

func (c *canonical) add(text string) { c.text = append(c.text, text...) }

func (c *canonical) quote(text string) { c.text = jsondoc.AppendString(c.text, text) }

func (c *canonical) write(t *Type) {
	switch {
	case t.Kind == Union:
		c.add("[")
		for i, branch := range t.Branches {
			c.comma(i)
			c.write(branch)
		}
		c.add("]")
	case t.Kind == Array:
		c.add(`{"type":"array","items":`)
		c.write(t.Items)
		c.add("}")
	case t.Kind == Map:
		c.add(`{"type":"map","values":`)
		c.write(t.Items)
		c.add("}")
	case t.Name == "":
		c.quote(t.Kind.String())
	case c.declared[t]:
		c.quote(t.Name)
	default:
		c.declared[t] = true
		c.declare(t)
	}
}

func (c *canonical) declare(t *Type) {
	c.add(`{"name":`)
	c.quote(t.Name)
	c.add(`,"type":`)
	c.quote(t.Kind.String())
	switch t.Kind {
	case Fixed:
		c.add(`,"size":` + strconv.Itoa(t.Size))
	case Enum:
		c.add(`,"symbols":[`)
		for i, symbol := range t.Symbols {
			c.comma(i)
			c.quote(symbol)
		}
		c.add("]")
	case Record:
		c.add(`,"fields":[`)
		for i, f := range t.Fields {
			c.comma(i)
			c.add(`{"name":`)
			c.quote(f.Name)
			c.add(`,"type":`)
			c.write(f.Type)
			c.add("}")
		}
		c.add("]")
	}
	c.add("}")
}

func (c *canonical) comma(i int) {
	if i > 0 {
		c.add(",")
	}
}

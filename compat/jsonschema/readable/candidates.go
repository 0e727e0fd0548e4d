package readable

import (
	"slices"
	"strconv"

	"github.com/evctl/evctl/compat/jsonschema/reasons"
	"github.com/evctl/evctl/compat/jsonschema/value"
	"github.com/evctl/evctl/internal/jsondoc"
)

const (
	maxCandidates = 6
	maxSize       = 120 // of a candidate, in bytes
)

// candidates lists what the texts offer for a leaf: declared examples and
// defaults, the writer's before the reader's, the leaf's own before those of
// what it stands in; then samples of its format.
func (im *improver) candidates(v *value.Value, spot spot) []*value.Value {
	c := collector{original: v, fixed: pointer(spot.way) == im.At}
	for _, above := range [][]level{spot.writer, spot.reader} {
		for depth := len(spot.path); depth >= 0; depth-- {
			for _, declared := range above[depth].declared {
				c.offer(below(declared, spot.way[depth:]))
			}
		}
	}
	if v.Kind == jsondoc.String && len(c.list) < maxCandidates {
		c.samples(spot.writer[len(spot.path)].Location)
	}
	return c.list
}

type collector struct {
	original *value.Value
	fixed    bool // the value in question: another kind would be another question
	list     []*value.Value
}

// declared lists the examples and defaults at a location.
func declared(at reasons.Location) []*jsondoc.Node {
	if !at.Whole {
		return nil
	}
	var list []*jsondoc.Node
	sites := at.Sites()
	for _, keyword := range []string{"examples", "example", "default"} {
		for _, s := range sites {
			n := s.Node().Get(keyword)
			switch {
			case n == nil:
			case keyword == "examples" && n.Kind == jsondoc.Array:
				list = append(list, n.Items...)
			default:
				list = append(list, n)
			}
		}
	}
	return list
}

// below follows the way into a declared value; nil if it ends before.
func below(n *jsondoc.Node, way []string) *jsondoc.Node {
	for _, token := range way {
		if n == nil {
			return nil
		}
		switch n.Kind {
		case jsondoc.Object:
			n = n.Get(token)
		case jsondoc.Array:
			i, err := strconv.Atoi(token)
			if err != nil || i >= len(n.Items) {
				return nil
			}
			n = n.Items[i]
		default:
			return nil
		}
	}
	return n
}

func (c *collector) offer(n *jsondoc.Node) {
	if n == nil || n.Kind == jsondoc.Object || n.Kind == jsondoc.Array || n.End-n.Start > maxSize {
		return
	}
	if v, err := value.Of(n); err == nil {
		c.add(v)
	}
}

func (c *collector) add(v *value.Value) {
	same := func(o *value.Value) bool { return o.Key() == v.Key() }
	if c.fixed && v.Kind != c.original.Kind || same(c.original) || len(c.list) == maxCandidates || slices.ContainsFunc(c.list, same) {
		return
	}
	c.list = append(c.list, v)
}

// samples offers strings of the format that a location names; where it has a
// pattern of some length instead, strings that such patterns mostly mean.
func (c *collector) samples(at reasons.Location) {
	for _, s := range at.Sites() {
		n := s.Node()
		if format := n.Get("format"); format != nil && format.Kind == jsondoc.String {
			if text := sample(format.Text); text != "" {
				c.add(value.String(text))
			}
			continue
		}
		if n.Get("pattern") != nil && len(c.original.Text) >= shapely {
			for _, format := range []string{"uuid", "date-time", "date"} {
				c.add(value.String(sample(format)))
			}
		}
	}
}

// shapely is the length from which the shortest match of a pattern says that
// the pattern means a well-known shape, in bytes.
const shapely = 10

func sample(format string) string {
	switch format {
	case "date-time":
		return "2026-11-30T12:00:00Z"
	case "date":
		return "2026-11-30"
	case "time":
		return "12:00:00Z"
	case "duration":
		return "PT15M"
	case "uuid":
		return "0190d3a0-7b1c-7c3e-8a2b-0123456789ab"
	case "email", "idn-email":
		return "jo@example.com"
	case "hostname", "idn-hostname":
		return "example.com"
	case "ipv4":
		return "192.0.2.1"
	case "ipv6":
		return "2001:db8::1"
	case "uri", "iri", "uri-reference", "iri-reference", "url":
		return "https://example.com/1"
	}
	return ""
}

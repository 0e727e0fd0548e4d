package avro

import (
	"math"
	"slices"
	"strconv"

	"github.com/evctl/evctl/internal/jsondoc"
)

// logicalKinds says on which types the specification's logical types may stand.
// Decimal, duration and fixed uuids have conditions of their own.
func logicalKinds(name string) []Kind {
	switch name {
	case "decimal":
		return []Kind{Bytes, Fixed}
	case "big-decimal":
		return []Kind{Bytes}
	case "uuid":
		return []Kind{String, Fixed}
	case "date", "time-millis":
		return []Kind{Int}
	case "time-micros", "timestamp-millis", "timestamp-micros", "timestamp-nanos",
		"local-timestamp-millis", "local-timestamp-micros", "local-timestamp-nanos":
		return []Kind{Long}
	case "duration":
		return []Kind{Fixed}
	}
	return nil
}

// logical gives t the logical type that n declares, or notes why readers will
// ignore it. Logical types that the specification does not know are ignored in
// silence: they are somebody's own.
func (p *parser) logical(t *Type, n *jsondoc.Node, a at) {
	name := n.Get("logicalType")
	if name == nil || name.Kind != jsondoc.String {
		return
	}
	kinds := logicalKinds(name.Text)
	if kinds == nil {
		return
	}
	l := Logical{Name: name.Text}
	ok := slices.Contains(kinds, t.Kind)
	switch {
	case !ok:
	case l.Name == "decimal":
		l.Precision, l.Scale, ok = decimal(t, n)
	case l.Name == "duration":
		ok = t.Size == 12
	case l.Name == "uuid" && t.Kind == Fixed:
		ok = t.Size == 16
	}
	if ok {
		t.Logical = l
		return
	}
	here := a.down("logicalType")
	p.note(LogicalIgnored, here.place(name), "readers ignore logical type "+l.Name+" on this "+t.Kind.String())
}

func (p *parser) note(kind NoteKind, place Place, message string) {
	p.schema.Notes = append(p.schema.Notes, Note{Kind: kind, Place: place, Message: message})
}

// decimal reads precision (over 0, what fits a fixed's size) and scale (0 to
// precision, 0 if absent).
func decimal(t *Type, n *jsondoc.Node) (precision, scale int, ok bool) {
	precision, ok = integer(n.Get("precision"), 0)
	if !ok || precision < 1 || t.Kind == Fixed && !fits(precision, t.Size) {
		return 0, 0, false
	}
	scale, ok = integer(n.Get("scale"), 0)
	return precision, scale, ok && scale >= 0 && scale <= precision
}

func integer(n *jsondoc.Node, absent int) (int, bool) {
	if n == nil {
		return absent, true
	}
	i, err := strconv.Atoi(n.Text)
	return i, n.Kind == jsondoc.Number && err == nil
}

// fits reports whether size bytes hold every number of that many digits, by the
// specification's formula: digits are at most log10(2^(8*size-1) - 1).
func fits(precision, size int) bool {
	return precision <= int(float64(8*size-1)*math.Log10(2))
}

// Package impact holds the laws of who is hit: a schema of any language in which
// one field breaks, or goes, hits exactly the consumers whose reads meet it.
package impact

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat"
	"github.com/evctl/evctl/compat/impact"
)

// A node is a place in an event: an object with named fields, a list or a map
// of what is below, or a value.
type node struct {
	kind   string // object, list, map, value
	fields []*node
	name   string
	below  *node
	number int // in Protobuf, and in the names of types
}

func drawNode(t *rapid.T, depth int, count *int) *node {
	*count++
	n := &node{number: *count}
	kinds := []string{"value", "object", "list", "map"}
	if depth == 0 {
		kinds = kinds[:1]
	}
	n.kind = rapid.SampledFrom(kinds).Draw(t, "kind")
	switch n.kind {
	case "object":
		drawFields(t, n, depth-1, count)
	case "list", "map":
		*count++
		n.below = &node{kind: rapid.SampledFrom([]string{"value", "object"}).Draw(t, "below"), number: *count}
		if n.below.kind == "object" {
			drawFields(t, n.below, depth-1, count)
		}
	}
	return n
}

func drawFields(t *rapid.T, n *node, depth int, count *int) {
	for i := range rapid.IntRange(1, 3).Draw(t, "fields") {
		f := drawNode(t, max(depth, 0), count)
		f.name = string(rune('a' + i))
		n.fields = append(n.fields, f)
	}
}

// paths lists every place below the root, values with all tokens.
func paths(n *node, at []string, visit func(n *node, at []string)) {
	for _, f := range n.fields {
		path := append(slices.Clip(at), f.name)
		visit(f, path)
		paths(f, path, visit)
	}
	if n.below != nil {
		path := append(slices.Clip(at), "*")
		visit(n.below, path)
		paths(n.below, path, visit)
	}
}

// A language writes a tree as a schema. The broken value has another type; the
// gone field is left out, as it may be.
type language struct {
	format evctl.Format
	write  func(root, broken, gone *node) string
}

func languages() []language {
	return []language{{evctl.JSON, writeJSON}, {evctl.Avro, writeAvro}, {evctl.Protobuf, writeProtobuf}}
}

// writeJSON spells some sub-schemas by reference or in place. Choices are left
// out: a break in one is the choice's as a whole, so it may hit more than it must.
func writeJSON(root, broken, gone *node) string {
	var definitions []string
	var plain, write func(n *node) string
	write = func(n *node) string {
		text := plain(n)
		switch n.number % 6 {
		case 1:
			definitions = append(definitions, fmt.Sprintf(`"n%d": %s`, n.number, text))
			return fmt.Sprintf(`{"$ref": "#/$defs/n%d"}`, n.number)
		case 3:
			return `{"allOf": [` + text + "]}"
		}
		return text
	}
	plain = func(n *node) string {
		switch n.kind {
		case "object":
			var parts []string
			for _, f := range n.fields {
				if f != gone {
					parts = append(parts, fmt.Sprintf("%q: %s", f.name, write(f)))
				}
			}
			return `{"type": "object", "properties": {` + strings.Join(parts, ", ") + "}}"
		case "list":
			return `{"type": "array", "items": ` + write(n.below) + "}"
		case "map":
			return `{"type": "object", "additionalProperties": ` + write(n.below) + "}"
		}
		if n == broken {
			return `{"type": "boolean"}`
		}
		return fmt.Sprintf(`{"type": "string", "maxLength": %d}`, n.number) // no two alike, or a rename is probable
	}
	text := plain(root)
	return fmt.Sprintf(`{"$schema": "https://json-schema.org/draft/2020-12/schema", "allOf": [%s], "$defs": {%s}}`, text, strings.Join(definitions, ", "))
}

func writeAvro(root, broken, gone *node) string {
	var write func(n *node) string
	write = func(n *node) string {
		switch n.kind {
		case "object":
			var parts []string
			for _, f := range n.fields {
				if f != gone {
					parts = append(parts, fmt.Sprintf(`{"name": %q, "type": ["null", %s], "default": null}`, f.name, write(f)))
				}
			}
			return fmt.Sprintf(`{"type": "record", "name": "T%d", "fields": [%s]}`, n.number, strings.Join(parts, ", "))
		case "list":
			return `{"type": "array", "items": ` + write(n.below) + "}"
		case "map":
			return `{"type": "map", "values": ` + write(n.below) + "}"
		}
		if n == broken {
			return `"boolean"`
		}
		return `"string"`
	}
	return write(root)
}

func writeProtobuf(root, broken, gone *node) string {
	var text strings.Builder
	text.WriteString("syntax = \"proto3\";\npackage t;\n")
	var declare func(n *node)
	typeOf := func(n *node) string {
		switch {
		case n.kind == "object":
			return fmt.Sprintf("T%d", n.number)
		case n == broken:
			return "bool"
		}
		return "string"
	}
	declare = func(n *node) {
		if n.kind != "object" {
			return
		}
		fmt.Fprintf(&text, "message T%d {\n", n.number)
		for _, f := range n.fields {
			switch {
			case f == gone:
				fmt.Fprintf(&text, "  reserved %d; reserved %q;\n", f.number, f.name)
			case f.kind == "list":
				fmt.Fprintf(&text, "  repeated %s %s = %d;\n", typeOf(f.below), f.name, f.number)
			case f.kind == "map":
				fmt.Fprintf(&text, "  map<string, %s> %s = %d;\n", typeOf(f.below), f.name, f.number)
			default:
				fmt.Fprintf(&text, "  %s %s = %d;\n", typeOf(f), f.name, f.number)
			}
		}
		text.WriteString("}\n")
		for _, f := range n.fields {
			declare(f)
			if f.below != nil {
				declare(f.below)
			}
		}
	}
	declare(root)
	return text.String()
}

func schema(l language, version int, text string) *evctl.Schema {
	return &evctl.Schema{SchemaRef: evctl.SchemaRef{Subject: "s", Version: version}, Format: l.format, File: fmt.Sprint(version) + l.format.Ext(), Text: []byte(text)}
}

// judge compares two trees and returns which reads are hit by findings of a
// kind.
func judge(t *rapid.T, l language, old, new string, reads [][]string, counts func(f evctl.Finding) bool) []bool {
	var consumers []impact.Consumer
	for i, read := range reads {
		consumers = append(consumers, impact.Consumer{Name: fmt.Sprint(i), Versions: []int{1}, Reads: []string{"/" + strings.Join(read, "/")}})
	}
	change := evctl.Change{Old: []*evctl.Schema{schema(l, 1, old)}, New: schema(l, 2, new), Mode: evctl.FullAll}
	answer, err := compat.New().Decide(t.Context(), change)
	if err != nil || answer.Verdict == evctl.Invalid {
		t.Fatalf("%v %v\n%s\n%s", err, answer.Findings, old, new)
	}
	hit := make([]bool, len(reads))
	for _, f := range impact.Judge(t.Context(), change, answer.Findings, consumers) {
		for i := range reads {
			hit[i] = hit[i] || counts(f) && slices.Contains(f.Consumers, fmt.Sprint(i))
		}
	}
	return hit
}

// meets reports whether one of two reads is at or above the other.
func meets(a, b []string) bool {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] && a[i] != "*" && b[i] != "*" {
			return false
		}
	}
	return true
}

// spell writes each * of a read as some item or key, or leaves it.
func spell(t *rapid.T, root *node, path []string) []string {
	out := slices.Clone(path)
	n := root
	for i, token := range path {
		if token != "*" {
			n = n.fields[slices.IndexFunc(n.fields, func(f *node) bool { return f.name == token })]
			continue
		}
		if rapid.Bool().Draw(t, "spelt") {
			out[i] = map[string]string{"list": "3", "map": "key"}[n.kind]
		}
		n = n.below
	}
	return out
}

type place struct {
	*node
	path []string
}

func drawEvent(t *rapid.T) (root *node, all []place) {
	count := 0
	root = &node{kind: "object", number: 0}
	drawFields(t, root, 3, &count)
	paths(root, nil, func(n *node, at []string) { all = append(all, place{n, slices.Clone(at)}) })
	return root, all
}

func TestBreakHitsWhoMeetsIt(t *testing.T) {
	for _, l := range languages() {
		t.Run(string(l.format), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				root, all := drawEvent(t)
				values := slices.DeleteFunc(slices.Clone(all), func(p place) bool { return p.kind != "value" })
				broken := rapid.SampledFrom(values).Draw(t, "broken")
				var reads [][]string
				for _, p := range all {
					reads = append(reads, spell(t, root, p.path))
				}
				old, new := l.write(root, nil, nil), l.write(root, broken.node, nil)
				hit := judge(t, l, old, new, reads, func(f evctl.Finding) bool { return f.Severity == evctl.Error })
				for i, read := range reads {
					if want := meets(read, broken.path); hit[i] != want {
						t.Fatalf("%v breaks; who reads %v is hit: %t\n%s\n%s", broken.path, read, hit[i], old, new)
					}
				}
			})
		})
	}
}

func TestRemovalHitsWhoReadsIt(t *testing.T) {
	for _, l := range languages() {
		t.Run(string(l.format), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				root, all := drawEvent(t)
				named := slices.DeleteFunc(slices.Clone(all), func(p place) bool { return p.name == "" })
				gone := rapid.SampledFrom(named).Draw(t, "gone")
				if holder := parent(root, gone.node); len(holder.fields) == 1 {
					t.Skip("the schema would not say any more which names there are")
				}
				var reads [][]string
				for _, p := range all {
					reads = append(reads, spell(t, root, p.path))
				}
				old, new := l.write(root, nil, nil), l.write(root, nil, gone.node)
				hit := judge(t, l, old, new, reads, func(f evctl.Finding) bool { return f.Rule == "compat/read-field-removed" })
				for i, read := range reads {
					if want := meets(read, gone.path); hit[i] != want {
						t.Fatalf("%v goes; who reads %v is hit: %t\n%s\n%s", gone.path, read, hit[i], old, new)
					}
				}
			})
		})
	}
}

func parent(n, of *node) *node {
	for _, f := range n.fields {
		if f == of {
			return n
		}
		if p := parent(f, of); p != nil {
			return p
		}
		if f.below != nil {
			if p := parent(f.below, of); p != nil {
				return p
			}
		}
	}
	return nil
}

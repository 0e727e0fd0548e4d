package jsonschema

import "github.com/evctl/evctl/internal/jsondoc"

// Walk visits every schema of a document, the root first, in the order of the
// text; not what stands inside enum, const, examples or default.
func Walk(doc *jsondoc.Document, d Dialect, visit func(pointer string, schema *jsondoc.Node)) {
	walk("", doc.Root, d, visit)
}

func walk(pointer string, n *jsondoc.Node, d Dialect, visit func(string, *jsondoc.Node)) {
	visit(pointer, n)
	for _, sub := range subschemas(n, d) {
		walk(pointer+sub.pointer, sub.node, d, visit)
	}
}

// Any reports whether some schema of a document is as asked.
func Any(doc *jsondoc.Document, d Dialect, asked func(schema *jsondoc.Node) bool) bool {
	return anyBelow(doc.Root, d, asked)
}

func anyBelow(n *jsondoc.Node, d Dialect, asked func(*jsondoc.Node) bool) bool {
	if asked(n) {
		return true
	}
	for i := range n.Members {
		m := &n.Members[i]
		s := d.shapeOf(n, m.Name)
		switch {
		case s == 0:
		case m.Value.Kind == jsondoc.Bool || m.Value.Kind == jsondoc.Object && s&single != 0:
			if s&single != 0 && anyBelow(m.Value, d, asked) {
				return true
			}
		case m.Value.Kind == jsondoc.Array && s&list != 0:
			for _, item := range m.Value.Items {
				if isSchema(item) && anyBelow(item, d, asked) {
					return true
				}
			}
		case m.Value.Kind == jsondoc.Object && s&named != 0:
			for j := range m.Value.Members {
				if sub := m.Value.Members[j].Value; isSchema(sub) && anyBelow(sub, d, asked) {
					return true
				}
			}
		}
	}
	return false
}

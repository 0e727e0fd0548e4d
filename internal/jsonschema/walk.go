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

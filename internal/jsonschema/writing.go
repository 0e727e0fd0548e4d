package jsonschema

import "github.com/evctl/evctl/internal/jsondoc"

// A writing is JSON under way.
type writing struct{ text []byte }

// next separates what follows from an item or a member before it.
func (w *writing) next() {
	if last := w.text[len(w.text)-1]; last != '{' && last != '[' {
		w.text = append(w.text, ',')
	}
}

// member writes a name, behind which its value is due.
func (w *writing) member(name string) {
	w.next()
	w.text = append(jsondoc.AppendString(w.text, name), ':')
}

// copy writes a value as it stands.
func (w *writing) copy(doc *jsondoc.Document, n *jsondoc.Node) {
	w.text = append(w.text, doc.Text[n.Start:n.End]...)
}

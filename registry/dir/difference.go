package dir

import (
	"strconv"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// firstDifference returns where a changed text first says something else than
// the published one: a JSON pointer and its place, or the first line that
// differs.
func firstDifference(public, changed *evctl.Schema) (evctl.Position, string) {
	before, err := jsondoc.Parse(public.File, public.Text)
	after, otherErr := jsondoc.Parse(changed.File, changed.Text)
	if err != nil || otherErr != nil || changed.Format == evctl.Protobuf {
		return firstLine(public, changed), ""
	}
	pointer := differs(before.Root, after.Root)
	return after.PositionOf(pointer), pointer
}

// differs returns a pointer to the first difference of two values that are not
// the same; it leads to the parent of what is gone.
func differs(a, b *jsondoc.Node) string {
	if a.Kind != b.Kind {
		return ""
	}
	for _, m := range b.Members {
		if old := a.Get(m.Name); old == nil || !equal(old, m.Value) {
			return descend("/"+jsondoc.EscapePointer(m.Name), old, m.Value)
		}
	}
	for i, item := range b.Items {
		if i >= len(a.Items) || !equal(a.Items[i], item) {
			var old *jsondoc.Node
			if i < len(a.Items) {
				old = a.Items[i]
			}
			return descend("/"+strconv.Itoa(i), old, item)
		}
	}
	return ""
}

func descend(step string, a, b *jsondoc.Node) string {
	if a == nil {
		return step
	}
	return step + differs(a, b)
}

func equal(a, b *jsondoc.Node) bool { return string(a.Canonical()) == string(b.Canonical()) }

func firstLine(a, b *evctl.Schema) evctl.Position {
	at := 0
	for at < len(a.Text) && at < len(b.Text) && a.Text[at] == b.Text[at] {
		at++
	}
	doc := &jsondoc.Document{File: b.File, Text: b.Text}
	place := doc.Position(at, at)
	return evctl.Position{File: b.File, Line: place.Line, Column: 1}
}

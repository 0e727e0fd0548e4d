package jsondoc

import (
	"sort"
	"strconv"
)

// PointerTo returns the JSON pointer (RFC 6901) to a node of the document,
// which it looks for by its place in the text.
func (d *Document) PointerTo(n *Node) string {
	var pointer []byte
	for at := d.Root; at != n; {
		if at.Kind == Array {
			i := sort.Search(len(at.Items), func(i int) bool { return at.Items[i].End >= n.End })
			pointer = strconv.AppendInt(append(pointer, '/'), int64(i), 10)
			at = at.Items[i]
		} else {
			i := sort.Search(len(at.Members), func(i int) bool { return at.Members[i].Value.End >= n.End })
			pointer = append(append(pointer, '/'), EscapePointer(at.Members[i].Name)...)
			at = at.Members[i].Value
		}
	}
	return string(pointer)
}

package jsondoc

import (
	"strconv"
	"testing"
)

func TestPointerTo(t *testing.T) {
	doc, err := Parse("a.json", []byte(`{"":[1,[],{"a/b":{"~":null,"":[[true]]}},"x"],"b":{"c":{}}}`))
	if err != nil {
		t.Fatal(err)
	}
	nodes := 0
	var check func(pointer string, n *Node)
	check = func(pointer string, n *Node) {
		nodes++
		if got := doc.PointerTo(n); got != pointer {
			t.Errorf("got %q, want %q", got, pointer)
		}
		for i, item := range n.Items {
			check(pointer+"/"+strconv.Itoa(i), item)
		}
		for _, m := range n.Members {
			check(pointer+"/"+EscapePointer(m.Name), m.Value)
		}
	}
	check("", doc.Root)
	if nodes != 13 {
		t.Errorf("saw %d nodes, want 13", nodes)
	}
}

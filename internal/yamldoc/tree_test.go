package yamldoc

import (
	"strings"
	"testing"
)

const foreign = `# of another tool
base: &base {retries: 3, hosts: [a, b]}
one:
  <<: *base
  retries: 0
two: *base
text: |
  long
  lines
nothing: null
`

func TestNode(t *testing.T) {
	doc, err := Parse("x.yaml", []byte(foreign))
	if err != nil {
		t.Fatal(err)
	}
	root := doc.Root()
	for _, test := range []struct {
		path, text, place string
	}{
		{"base retries", "3", "x.yaml:2:14"},
		{"one retries", "0", "x.yaml:5:3"},
		{"one hosts", "", "x.yaml:2:26"},
		{"two retries", "3", "x.yaml:2:14"},
		{"text", "long\nlines\n", "x.yaml:7:1"},
		{"nothing", "", "x.yaml:10:1"},
		{"three retries", "", ""},
	} {
		node := root.Get(strings.Fields(test.path)...)
		if got := node.Text(); got != test.text {
			t.Errorf("%s: got %q, want %q", test.path, got, test.text)
		}
		if got := node.Position().String(); got != test.place || node.Exists() != (test.place != "") {
			t.Errorf("%s: got %q, want %q", test.path, got, test.place)
		}
	}
	hosts := root.Get("two", "hosts").Items()
	if len(hosts) != 2 || hosts[1].Text() != "b" || hosts[1].Position().String() != "x.yaml:2:37" {
		t.Errorf("hosts: got %v", hosts)
	}
	if root.Get("text").IsMapping() || !root.Get("two").IsMapping() || (Node{}).IsMapping() {
		t.Error("IsMapping mistakes a text for a mapping, or the other way round")
	}
}

func TestParseAll(t *testing.T) {
	docs, err := ParseAll("x.yaml", []byte("---\na: 1\n---\n# nothing\n---\nb: &b 2\nc: *b\n"))
	if err != nil || len(docs) != 2 {
		t.Fatalf("got %d documents, %v", len(docs), err)
	}
	if got := docs[1].Root().Get("c"); got.Text() != "2" || got.Position().String() != "x.yaml:7:1" {
		t.Errorf("got %q at %s", got.Text(), got.Position())
	}
	if _, err := ParseAll("x.yaml", []byte("a: 1\n---\nb: [")); err == nil || !strings.HasPrefix(err.Error(), "x.yaml:3:4: ") {
		t.Errorf("got %v", err)
	}
}

func TestExtensions(t *testing.T) {
	var s settings
	doc, err := Parse("x.yaml", []byte("owner: me\nx-team: {any: [thing]}\nregistry: {name: a, x-why: b}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Decode(&s); err == nil || !strings.Contains(err.Error(), `x.yaml:2:1: unknown key "x-team"`) {
		t.Errorf("got %v", err)
	}
	doc.Extensions = true
	if err := doc.Decode(&s); err != nil || s.Owner != "me" || s.Registry.Name != "a" {
		t.Errorf("got %+v, %v", s, err)
	}
	doc, _ = Parse("x.yaml", []byte("x-team: a\nownr: me\n"))
	doc.Extensions = true
	if err := doc.Decode(&s); err == nil || err.Error() != `x.yaml:2:1: unknown key "ownr": did you mean "owner"?` {
		t.Errorf("got %v", err)
	}
}

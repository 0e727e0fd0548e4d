package jsondoc

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestParseKeepsPositions(t *testing.T) {
	doc, err := Parse("a.json", []byte("{\r\n  \"a\\\"\": [1, 2.50],\n  \"b\": {\"c/d\": null}\n}\n"))
	if err != nil {
		t.Fatal(err)
	}
	for pointer, want := range map[string]string{
		"":         "a.json:1:1",
		`/a"/1`:    "a.json:2:14",
		"/b/c~1d":  "a.json:3:16",
		"/b/gone/": "a.json:3:8",
	} {
		if got := doc.PositionOf(pointer).String(); got != want {
			t.Errorf("PositionOf(%q) = %s, want %s", pointer, got, want)
		}
	}
	if key := doc.Key(doc.Root.Members[0]); string(doc.Text[key.Start:key.End]) != `"a\""` {
		t.Errorf("key spans %q", doc.Text[key.Start:key.End])
	}
}

func TestParseRefuses(t *testing.T) {
	deep := strings.Repeat("[", 10_000)
	for name, test := range map[string]struct{ text, want string }{
		"duplicate name":  {`{"a":1,"a":2}`, "a.json:1:8: duplicate"},
		"trailing text":   {"{}\n  x", "a.json:2:3: "},
		"trailing value":  {"{} {}", "a.json:1:4: found more text"},
		"truncated":       {`{"a":`, "a.json:1:6: "},
		"empty":           {"", "a.json:1:1: "},
		"byte order mark": {"\xef\xbb\xbf{}", "a.json:1:1: found a byte order mark"},
		"invalid UTF-8":   {"{\"a\":\"\xff\"}", "a.json:1:7: invalid UTF-8"},
		"NUL":             {"\x00", "a.json:1:1: invalid character"},
		"too deep":        {deep, "limit of 500"},
		"too large":       {strings.Repeat(" ", MaxBytes) + "1", "over the limit of 16777216"},
		"leading zero":    {"01", "a.json:1:2: "},
		"trailing comma":  {"[1,]", "a.json:1:3: "},
	} {
		_, err := Parse("a.json", []byte(test.text))
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", name, err, test.want)
		}
	}
}

func TestMembersOfLargeObjects(t *testing.T) {
	var text strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&text, `,"n%d":%d`, i, i)
	}
	doc, err := Parse("a.json", []byte("{"+text.String()[1:]+"}"))
	if err != nil {
		t.Fatal(err)
	}
	if got := doc.Root.Get("n999"); got == nil || got.Text != "999" || doc.Root.Get("n1000") != nil {
		t.Errorf("n999 is %v", got)
	}
	kept := *doc.Root // a copy with other members is searched as it is
	kept.Members = append([]Member{{Name: "new", Value: doc.Root}}, kept.Members[500:]...)
	if kept.Get("new") != doc.Root || kept.Get("n999").Text != "999" || kept.Get("n0") != nil {
		t.Error("the copy is searched by the index of the original")
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"a":[1,"\u00e9",null,true,{"b":1e400}]}`))
	f.Add([]byte("[\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, err := Parse("x", text)
		if err != nil {
			return
		}
		if !json.Valid(text) {
			t.Fatalf("accepted what encoding/json refuses: %q", text)
		}
		again, err := Parse("x", doc.Root.Canonical())
		if err != nil || string(again.Root.Canonical()) != string(doc.Root.Canonical()) {
			t.Fatalf("canonical form is not stable: %v", err)
		}
	})
}

func FuzzScan(f *testing.F) {
	for _, text := range []string{
		`{"a":[1,-0.5e+3,true,false,null,"x"],"b":{"":{}}}`, `"\u00e9\ud83d\ude00\\\"\/\b\f\n\r\t"`, `"\ud800"`, ` [ ] `,
		`{"a":1,"\u0061":2}`, `01`, `-`, `1.`, `[1,]`, `{"a":1,}`, `nul`, "\"\xff\"", "\"\x01\"", `[[[]]] x`, "\ufeff1",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		fast := scan(text)
		d := &Document{Text: text}
		slow, err := decode(d)
		switch {
		case fast != nil && err != nil:
			t.Fatalf("scanned %q, which is no JSON: %v", text, err)
		case fast == nil && err == nil:
			t.Fatalf("did not scan %q", text)
		case fast != nil:
			same(t, fast, slow)
			sameKeys(t, d, fast)
		}
	})
}

// same fails unless two trees are equal, with their places.
func same(t *testing.T, a, b *Node) {
	t.Helper()
	if a.Kind != b.Kind || a.Start != b.Start || a.End != b.End || a.Bool != b.Bool || a.Text != b.Text ||
		len(a.Items) != len(b.Items) || len(a.Members) != len(b.Members) {
		t.Fatalf("scanned %+v, decoded %+v", a, b)
	}
	for i := range a.Items {
		same(t, a.Items[i], b.Items[i])
	}
	for i, m := range a.Members {
		if m.Name != b.Members[i].Name {
			t.Fatalf("scanned the name %q, decoded %q", m.Name, b.Members[i].Name)
		}
		same(t, m.Value, b.Members[i].Value)
	}
}

// sameKeys fails unless each name stands where Key says.
func sameKeys(t *testing.T, d *Document, n *Node) {
	t.Helper()
	for _, item := range n.Items {
		sameKeys(t, d, item)
	}
	for _, m := range n.Members {
		key := d.Key(m)
		if name := scan(d.Text[key.Start:key.End]); name == nil || name.Text != m.Name {
			t.Fatalf("the key of %q spans %q", m.Name, d.Text[key.Start:key.End])
		}
		sameKeys(t, d, m.Value)
	}
}

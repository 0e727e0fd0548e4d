package compile

import (
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/logic"
)

// TestPropertyIsThatOfTheList asks for a property of a site before anything is
// listed, and holds it to the one that the list has.
func TestPropertyIsThatOfTheList(t *testing.T) {
	options := Options{Semantics: evctl.Semantics{Policy: evctl.Strict, Draft: "2020-12"}}
	memo := NewMemo(logic.NewTable())
	text := `{"$id":"urn:a","properties":{"o":{"properties":{"p":{"type":"string"},"q":{"properties":{"r":true}}},"required":["p"]}}}`
	for _, way := range [][]string{{"p"}, {"q", "r"}, {"q"}, {"p"}} {
		site := compiled(t, memo, text, options).Root.Parts()[0].Sub
		if sub, ok := site.Property("none"); ok {
			t.Errorf("got %s for a name that is no property", sub.Pointer())
		}
		got, want := site, site
		for _, name := range way {
			sub, ok := got.Property(name)
			if !ok {
				t.Fatalf("%v: %s is not told without a list", way, name)
			}
			got = sub
		}
		said := got.Lit
		for _, name := range way {
			want = listed(t, want, name)
		}
		if got != want || said != want.Lit {
			t.Errorf("%v: got %s, which says %d, want %s, which says %d", way, got.Pointer(), said, want.Pointer(), want.Lit)
		}
	}
}

func listed(t *testing.T, s *Site, name string) *Site {
	t.Helper()
	for _, part := range s.Parts() {
		if part.Keyword == "properties" && part.Name == name {
			return part.Sub
		}
	}
	t.Fatalf("%s lists no property %s", s.Pointer(), name)
	return nil
}

package compile

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/logic"
)

// versions have plain sub-schemas in common, at different places.
var versions = []string{
	`{"type":"object","properties":{"a":{"type":["string","null"],"enum":["x",null]},"b":{"items":{"minLength":1}}},"required":["a"]}`,
	`{"properties":{"b":{"items":{"minLength":1}},"c":{"$ref":"#/properties/b"},"d":{"allOf":[{"type":["string","null"],"enum":["x",null]}]}}}`,
	`{"$ref":"#/$defs/n","$defs":{"n":{"properties":{"n":{"$ref":"#/$defs/n"},"a":{"items":{"minLength":1}}},"unevaluatedProperties":false}}}`,
	`{"anyOf":[{"properties":{"k":{"not":{}},"l":{"oneOf":[true,{"properties":{"m":{}}}]}}},{"additionalProperties":{"minLength":1}}]}`,
	`{"not":{"anyOf":[{"properties":{"k":{"not":{}},"l":{"oneOf":[true,{"properties":{"m":{}}}]}}}]},"x-extensible-enum":["x"]}`,
}

// TestMemoKnowsWhatTextsSay compiles versions with a memo of all before, and
// holds that to what a memo of nothing makes of them.
func TestMemoKnowsWhatTextsSay(t *testing.T) {
	table := logic.NewTable()
	for _, policy := range []evctl.Policy{evctl.Strict, evctl.Lenient} {
		options := Options{Semantics: evctl.Semantics{Policy: policy, Draft: "2020-12"}}
		memo := NewMemo(table)
		for _, text := range slices.Concat(versions, versions) {
			got, want := compiled(t, memo, text, options), compiled(t, NewMemo(table), text, options)
			if got.Words != want.Words || got.Open != want.Open {
				t.Errorf("%s: got words %d and open %v, want %d and %v", text, got.Words, got.Open, want.Words, want.Open)
			}
			if got, want := outlineOf(got.Root), outlineOf(want.Root); got != want {
				t.Errorf("%s: got %s\nwant %s", text, got, want)
			}
		}
	}
}

func compiled(t *testing.T, memo *Memo, text string, options Options) *Schema {
	t.Helper()
	s := &evctl.Schema{File: "a.json", Text: []byte(text)}
	doc, err := Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	schema, err := memo.Compile(t.Context(), s, doc, options)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// outlineOf spells a site out with all below it.
func outlineOf(root *Site) string {
	var b strings.Builder
	seen := map[*Site]bool{}
	var write func(s *Site)
	write = func(s *Site) {
		fmt.Fprintf(&b, "\n%s = %d", s.Pointer(), s.Lit)
		if seen[s] {
			return
		}
		seen[s] = true
		for _, p := range s.Parts() {
			fmt.Fprintf(&b, "\n%s %s %s = %d", p.Keyword, p.Name, p.Pointer(), p.Lit)
			if p.Sub != nil {
				write(p.Sub)
			}
		}
	}
	write(root)
	return b.String()
}

// TestMemoCountsAgainstLimits holds a schema whose parts are known to the limits
// of one whose parts are not.
func TestMemoCountsAgainstLimits(t *testing.T) {
	memo := NewMemo(logic.NewTable())
	branch := `{"allOf":[` + strings.Repeat("{},", 99_999) + `{}]}`
	compiled(t, memo, branch, Options{})
	s := &evctl.Schema{File: "a.json", Text: []byte(`{"anyOf":[` + branch + "," + branch + "," + branch + `]}`)}
	doc, err := Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	_, err = memo.Compile(t.Context(), s, doc, Options{})
	if problem, ok := err.(*Problem); !ok || !problem.Limit {
		t.Errorf("got %v, want a limit", err)
	}
}

package jsonschema

import (
	"testing"

	"github.com/evctl/evctl"
)

// TestSharedNames says for which unions the shared name is what breaks.
func TestSharedNames(t *testing.T) {
	const (
		a      = `{"required":["k"],"properties":{"k":{"const":"a"}}}`
		an     = `{"required":["k"],"properties":{"k":{"const":"a"},"n":{"type":"integer"}}}`
		am     = `{"required":["k"],"properties":{"k":{"const":"a"},"m":{"type":"integer"}}}`
		as     = `{"required":["k"],"properties":{"k":{"const":"a"},"n":{"type":"string"}}}`
		b      = `{"required":["k"],"properties":{"k":{"const":"b"}}}`
		bn     = `{"required":["k"],"properties":{"k":{"const":"b"},"n":{"type":"integer"}}}`
		c      = `{"required":["k"],"properties":{"k":{"const":"c"}}}`
		closed = `,"additionalProperties":false}`
	)
	shut := func(branch string) string { return branch[:len(branch)-1] + closed }
	union := func(branches ...string) string {
		text := ""
		for _, branch := range branches {
			text += "," + branch
		}
		return `{"type":"object","oneOf":[` + text[1:] + `]}`
	}
	for name, test := range map[string]struct {
		old, new, want string // the rules and directions that are found
	}{
		"added to an open branch":      {union(a, bn), union(an, bn), "compat/union-name-shared BACKWARD"},
		"removed from an open branch":  {union(an, bn), union(a, bn), "compat/union-name-shared FORWARD"},
		"added to a closed branch":     {union(shut(a), shut(bn)), union(shut(an), shut(bn)), "compat/union-name-shared FORWARD"},
		"removed from a closed branch": {union(shut(an), shut(bn)), union(shut(a), shut(bn)), "compat/union-name-shared BACKWARD"},
		"a name that is new to all":    {union(a, b), union(am, b), ""},
		"added to all branches":        {union(a, b), union(an, bn), ""},
		"another type in one branch":   {union(an, bn), union(as, bn), "compat/union-narrowed BACKWARD, compat/union-widened FORWARD"},
		"a branch more":                {union(a, bn), union(a, bn, c), "compat/union-widened FORWARD"},
	} {
		j := compare(t, schemaOf(test.old), schemaOf(test.new), evctl.Semantics{})
		got := ""
		for _, f := range j.Findings {
			got += ", " + f.Rule + " " + string(f.Direction)
		}
		if got = got[min(2, len(got)):]; got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

// TestUnionMessages words what the branches of two unions are about.
func TestUnionMessages(t *testing.T) {
	for _, test := range []struct{ old, new, want string }{
		{`{"anyOf":[{"type":"string"},{"type":"null"}]}`, `{"anyOf":[{"type":"string"}]}`,
			"reader wants string (anyOf), writer may write string or null"},
		{`{"type":["string","number"]}`, `{"oneOf":[{"const":"a"},{"enum":["b","c",1]}]}`,
			`reader wants "a" or "b" and 2 other values (oneOf), writer has no oneOf`},
		{`{"oneOf":[{"type":"array","items":{"type":"string"}},{"type":"object","properties":{"k":{"const":"x"}}}]}`,
			`{"oneOf":[{"type":"array","items":{"type":"string"}},{"type":"object","required":["id"],"properties":{"id":{}}}]}`,
			`reader wants array of string or object with id (oneOf), writer may write array of string or object with k "x"`},
		{`{"anyOf":[{"$ref":"#/definitions/a"}],"definitions":{"a":{"type":"string"}}}`,
			`{"anyOf":[{"$ref":"#/definitions/a"}],"definitions":{"a":{"type":"string","maxLength":3}}}`,
			"reader wants a (anyOf), writer means other values by the same"},
		{`{"anyOf":[{"type":"string"},{"type":"string"},{"type":"null"},{"type":"boolean"},{"type":"array"},{"type":"object"},{"type":"number"}]}`,
			`{"anyOf":[{"pattern":"^a"}]}`,
			"reader wants string like ^a (anyOf), writer may write string or null or boolean or array or 2 more"},
	} {
		j, err := New().Compare(t.Context(), schemaOf(test.old), schemaOf(test.new), []evctl.Direction{evctl.Backward}, evctl.Semantics{})
		if err != nil || len(j.Findings) != 1 || j.Findings[0].Message != test.want {
			t.Errorf("%v: got %v, want %s", err, j.Findings, test.want)
		}
	}
}

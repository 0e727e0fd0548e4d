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

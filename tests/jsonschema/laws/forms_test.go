package laws_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/evctl/evctl"
	sides "github.com/evctl/evctl/compat/jsonschema/lenient"
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/value"
	"github.com/evctl/evctl/internal/jsondoc"
)

// rewrite applies f to every schema of a text, innermost first.
func rewrite(v any, f func(map[string]any) any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = rewrite(item, f)
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for keyword, value := range v {
			switch keyword {
			case "enum", "const", "default", "examples", "required", "dependentRequired", "type", "x-extensible-enum":
				out[keyword] = value
			case "properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions":
				members := map[string]any{}
				for name, member := range value.(map[string]any) {
					members[name] = rewrite(member, f)
				}
				out[keyword] = members
			default:
				out[keyword] = rewrite(value, f)
			}
		}
		return f(out)
	}
	return v
}

// reversed writes lists whose order means nothing the other way round.
func reversed(m map[string]any) any {
	for _, keyword := range []string{"allOf", "anyOf", "oneOf", "enum"} {
		if list, ok := m[keyword].([]any); ok {
			list = slices.Clone(list)
			slices.Reverse(list)
			m[keyword] = list
		}
	}
	if list, ok := m["required"].([]string); ok {
		list = slices.Clone(list)
		slices.Reverse(list)
		m["required"] = list
	}
	return m
}

// inAllOf wraps a schema in allOf. The keywords that look at those beside them
// stay with them.
func inAllOf(m map[string]any) any {
	for _, keyword := range []string{"$defs", "$schema"} {
		if _, ok := m[keyword]; ok {
			return m
		}
	}
	return map[string]any{"allOf": []any{m}}
}

// form is a way to write a schema otherwise.
type form struct {
	name  string
	apply func(any) any
}

// renamed gives the definitions other names.
func renamed(root any) any {
	text := strings.NewReplacer(`"#/$defs/d"`, `"#/$defs/e"`, `"#/$defs/tree"`, `"#/$defs/shrub"`, `"d":{"min`, `"e":{"min`, `"tree":{"prop`, `"shrub":{"prop`).Replace(string(marshal(root)))
	var again any
	if err := json.Unmarshal([]byte(text), &again); err != nil {
		panic(err)
	}
	return again
}

// inlined writes what a reference leads to in its place.
func inlined(root any) any {
	d := root.(map[string]any)["$defs"].(map[string]any)["d"]
	return rewrite(root, func(m map[string]any) any {
		if m["$ref"] != "#/$defs/d" {
			return m
		}
		delete(m, "$ref")
		if len(m) == 0 {
			return d
		}
		all, _ := m["allOf"].([]any)
		m["allOf"] = append(slices.Clone(all), d)
		return m
	})
}

var forms = []form{
	{"reversed", func(root any) any { return rewrite(root, reversed) }},
	{"wrapped in allOf", func(root any) any { return rewrite(root, inAllOf) }},
	{"renamed", renamed},
	{"inlined", inlined},
}

// TestFormsMeanTheSame writes a schema otherwise: both forms read each other,
// and stand alike to a third schema, under both policies.
func TestFormsMeanTheSame(t *testing.T) {
	for _, form := range forms {
		t.Run(form.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				s, other := root(t), written(t, root(t))
				a, b := written(t, s), written(t, form.apply(s))
				for _, sem := range []evctl.Semantics{strict, lenient} {
					mustRead(t, a, b, sem)
					mustRead(t, b, a, sem)
					for _, pair := range [][2]evctl.Judgement{
						{reads(t, other, a, sem), reads(t, other, b, sem)},
						{reads(t, a, other, sem), reads(t, b, other, sem)},
					} {
						if decided(pair[0], pair[1]) && pair[0].Verdict != pair[1].Verdict {
							fatalPair(t, "the form changes the verdict: "+string(pair[0].Verdict)+", "+string(pair[1].Verdict), a, b, string(other.Text))
						}
					}
				}
			})
		})
	}
}

// TestFullIsSymmetric swaps the versions.
func TestFullIsSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := written(t, root(t)), written(t, root(t))
		for _, sem := range []evctl.Semantics{strict, lenient} {
			var verdicts []evctl.Judgement
			for _, pair := range [][2]*evctl.Schema{{a, b}, {b, a}} {
				j, err := engine.Compare(context.Background(), pair[0], pair[1], []evctl.Direction{evctl.Backward, evctl.Forward}, sem)
				if err != nil {
					t.Fatal(err)
				}
				verdicts = append(verdicts, j)
			}
			if decided(verdicts...) && verdicts[0].Verdict != verdicts[1].Verdict {
				fatalPair(t, "the order of the versions changes the verdict", a, b, verdicts)
			}
		}
	})
}

// TestChains follows a chain of schemas each of which reads the one before.
func TestChains(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := root(t), root(t), root(t)
		narrow, middle, wide := written(t, with(a, "allOf", inner(a), inner(b))), written(t, a), written(t, with(a, "anyOf", inner(a), inner(c)))
		mustRead(t, narrow, middle, strict)
		mustRead(t, middle, wide, strict)
		mustRead(t, narrow, wide, strict)
	})
}

// TestLenientWitnesses holds the engine's own formulas to the witnesses that
// the validators confirmed: close(W) accepts them and view(R) rejects them.
func TestLenientWitnesses(t *testing.T) {
	witnesses := 0
	rapid.Check(t, func(t *rapid.T) {
		w, r := foldingRoot(t), foldingRoot(t)
		j := reads(t, w, r, lenient)
		for _, f := range j.Findings {
			if f.Witness == nil {
				continue
			}
			witnesses++
			doc, err := jsondoc.Parse("witness", f.Witness.Value)
			if err != nil {
				t.Fatal(err)
			}
			v, err := value.Of(doc.Root)
			if err != nil {
				t.Fatal(err)
			}
			table := logic.NewTable()
			reader := side(t, table, r)
			lens := sides.New(context.Background(), table, side(t, table, w), reader)
			if table.Eval(lens.Close(), v) == logic.No {
				fatalPair(t, "close(W) refuses the witness "+string(f.Witness.Value), w, r, f)
			}
			if table.Eval(lens.View(reader.Says, lens.Root()), v) == logic.Yes {
				fatalPair(t, "view(R) accepts the witness "+string(f.Witness.Value), w, r, f)
			}
		}
	})
	if witnesses == 0 {
		t.Error("no schemas drawn break under the lenient policy")
	}
}

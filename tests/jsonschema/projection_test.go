package jsonschema_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

var memberNames = []string{"a", "b", "c", "x-d"}

// schemas are JSON Schemas of draft 2020-12 that speak of objects, mostly.
func schemas(depth int) *rapid.Generator[any] {
	flat := []any{
		true, map[string]any{}, map[string]any{"type": "string"}, map[string]any{"type": "null"}, map[string]any{"type": "object"},
		map[string]any{"description": "anything"}, map[string]any{"required": []any{"a"}}, map[string]any{"properties": map[string]any{}},
		map[string]any{"additionalProperties": false}, map[string]any{"const": map[string]any{"a": map[string]any{"b": 1}}},
		map[string]any{"enum": []any{nil, map[string]any{"c": 1}}}, map[string]any{"minProperties": 1},
	}
	if depth == 0 {
		return rapid.SampledFrom(flat)
	}
	inner := schemas(depth - 1)
	several := rapid.SliceOfN(inner, 1, 3)
	return rapid.Custom(func(t *rapid.T) any {
		s := map[string]any{}
		for range rapid.IntRange(1, 3).Draw(t, "keywords") {
			switch keyword := rapid.SampledFrom([]string{"properties", "properties", "patternProperties", "additionalProperties", "allOf", "anyOf", "oneOf", "not", "if", "then", "items", "type"}).Draw(t, "keyword"); keyword {
			case "properties":
				s[keyword] = rapid.MapOfN(rapid.SampledFrom(memberNames), inner, 0, 3).Draw(t, keyword)
			case "patternProperties":
				s[keyword] = map[string]any{"^x-": inner.Draw(t, keyword)}
			case "allOf", "anyOf", "oneOf":
				s[keyword] = several.Draw(t, keyword)
			case "type":
				s[keyword] = rapid.SampledFrom([]any{"object", "array", []any{"object", "null"}}).Draw(t, keyword)
			default:
				s[keyword] = inner.Draw(t, keyword)
			}
		}
		return s
	})
}

func values(depth int) *rapid.Generator[any] {
	scalars := rapid.SampledFrom([]any{nil, 1, "s"})
	if depth == 0 {
		return scalars
	}
	inner := values(depth - 1)
	return rapid.Custom(func(t *rapid.T) any {
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0:
			return scalars.Draw(t, "scalar")
		case 1:
			return rapid.SliceOfN(inner, 0, 3).Draw(t, "array")
		}
		return rapid.MapOfN(rapid.SampledFrom(append(memberNames, "z")), inner, 0, 4).Draw(t, "object")
	})
}

func node(t *rapid.T, v any) *jsondoc.Node {
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsondoc.Parse("value", text)
	if err != nil {
		t.Fatal(err)
	}
	return doc.Root
}

func schema(t *rapid.T, v any) *evctl.Schema {
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return &evctl.Schema{Format: evctl.JSON, File: "s.json", Text: text}
}

var draft2020 = evctl.Semantics{Draft: "2020-12"}

func unknown(t *rapid.T, s any, value *jsondoc.Node) []string {
	p, err := jsonschema.NewProjection(schema(t, s), draft2020)
	if err != nil {
		t.Fatal(err)
	}
	names := p.Unknown(value)
	projected := p.Project(value)
	if (projected == value) != (len(names) == 0) || len(p.Unknown(projected)) > 0 {
		t.Fatalf("Project gives %s, Unknown %v", projected.Canonical(), names)
	}
	return names
}

// Ways of writing a schema down that say the same know the same names.
func TestProjectionIgnoresSpelling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, value := schemas(3).Draw(t, "schema"), node(t, values(3).Draw(t, "value"))
		want := unknown(t, s, value)
		for name, same := range map[string]any{
			"allOf":    map[string]any{"allOf": []any{s}},
			"anyOf":    map[string]any{"anyOf": []any{s, s}},
			"nullable": map[string]any{"oneOf": []any{map[string]any{"type": "null"}, s}},
			"ref":      map[string]any{"$ref": "#/$defs/s", "$defs": map[string]any{"s": s}},
			"noted":    map[string]any{"allOf": []any{map[string]any{"title": "t", "default": map[string]any{"q": 1}}, s}},
		} {
			if got := unknown(t, same, value); !slices.Equal(got, want) {
				t.Fatalf("%s: unknown %v, plain %v", name, got, want)
			}
		}
	})
}

// A schema knows no fewer names once another one stands beside it, unless one
// of them is free: then the other's names bind.
func TestProjectionKnowsTheUnion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, other, value := schemas(2).Draw(t, "schema"), schemas(2).Draw(t, "other"), node(t, values(1).Draw(t, "value"))
		mine, theirs := unknown(t, s, value), unknown(t, other, value)
		for _, name := range unknown(t, map[string]any{"allOf": []any{s, other}}, value) {
			if !slices.Contains(mine, name) && !slices.Contains(theirs, name) {
				t.Fatalf("both know %s apart, not together", name)
			}
		}
	})
}

// Verify accepts exactly what its three validations say.
func TestVerifyIsThreeValidations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, r, value := schemas(2).Draw(t, "writer"), schemas(2).Draw(t, "reader"), node(t, values(2).Draw(t, "value"))
		for _, policy := range []evctl.Policy{evctl.Strict, evctl.Lenient} {
			sem := evctl.Semantics{Draft: "2020-12", Policy: policy}
			seen := value
			witness := valid(t, w, sem, value)
			if policy == evctl.Lenient {
				p, err := jsonschema.NewProjection(schema(t, r), sem)
				if err != nil {
					t.Fatal(err)
				}
				seen = p.Project(value)
				witness = witness && len(unknown(t, w, value)) == 0
			}
			witness = witness && !valid(t, r, sem, seen)
			if _, err := jsonschema.Verify(schema(t, w), schema(t, r), sem, value.Canonical()); (err == nil) != witness {
				t.Fatalf("%s: %v, want a witness: %v", policy, err, witness)
			}
		}
	})
}

func valid(t *rapid.T, s any, sem evctl.Semantics, value *jsondoc.Node) bool {
	v, err := jsonschema.Compile(schema(t, s), sem)
	if err != nil {
		t.Fatal(err)
	}
	err = v.Validate(value)
	var invalid *jsonschema.ValidationError
	if err != nil && !errors.As(err, &invalid) {
		t.Fatal(err)
	}
	return err == nil
}

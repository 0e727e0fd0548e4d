package laws_test

import (
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/compile"
	sides "github.com/evctl/evctl/compat/jsonschema/lenient"
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/value"
	"github.com/evctl/evctl/internal/jsondoc"
	validators "github.com/evctl/evctl/internal/jsonschema"
)

// folding draws a schema around s that a compiler may simplify: a branch that
// decides nothing, a contradiction, a constant condition.
func folding(t *rapid.T, s any, depth int) map[string]any {
	other := schema(t, depth)
	switch rapid.IntRange(0, 11).Draw(t, "folding") {
	case 0:
		return map[string]any{"anyOf": []any{map[string]any{}, s}}
	case 1:
		return map[string]any{"oneOf": []any{s, true}}
	case 2:
		return map[string]any{"anyOf": []any{other, map[string]any{"allOf": []any{s, false}}}}
	case 3:
		return map[string]any{"anyOf": []any{other, map[string]any{"allOf": []any{s, typed("object"), typed("string")}}}}
	case 4:
		return map[string]any{"not": map[string]any{"allOf": []any{s, other, map[string]any{"not": s}}}}
	case 5:
		return map[string]any{"oneOf": []any{s, s, other}}
	case 6:
		return map[string]any{"if": rapid.Bool().Draw(t, "condition"), "then": s, "else": other}
	case 7:
		return map[string]any{"if": s}
	case 8:
		return map[string]any{"dependentSchemas": map[string]any{rapid.SampledFrom(names).Draw(t, "name"): rapid.SampledFrom([]any{true, false, s}).Draw(t, "needs")}}
	case 9:
		return map[string]any{"allOf": []any{map[string]any{"not": map[string]any{"not": s}}, map[string]any{"anyOf": []any{other, map[string]any{"not": other}}}}}
	case 10:
		return map[string]any{"not": map[string]any{"type": "object", "anyOf": []any{typed("string"), typed("string")}, "properties": map[string]any{"b": s}}}
	}
	return map[string]any{"anyOf": []any{other, map[string]any{"enum": []any{document(t, 1)}, "const": document(t, 2)}}}
}

func typed(name string) any { return map[string]any{"type": name} }

// foldingRoot draws a schema with foldings at the top and below names.
func foldingRoot(t *rapid.T) *evctl.Schema {
	s := root(t).(map[string]any)
	parts := []any{inner(s)}
	for range rapid.IntRange(0, 2).Draw(t, "foldings") {
		f := folding(t, schema(t, 1), 1)
		switch rapid.IntRange(0, 4).Draw(t, "below") {
		case 0:
			f = map[string]any{"properties": map[string]any{rapid.SampledFrom(names).Draw(t, "name"): f}}
		case 1:
			f = folding(t, f, 0)
		}
		parts = append(parts, f)
	}
	s["allOf"] = parts
	return written(t, s)
}

// event draws an object, or an array of objects, more often than not.
func event(t *rapid.T) any {
	object := rapid.MapOfN(rapid.SampledFrom(names), rapid.Custom(func(t *rapid.T) any { return document(t, 2) }), 0, 3)
	switch rapid.IntRange(0, 3).Draw(t, "event") {
	case 0:
		return document(t, 3)
	case 1:
		return rapid.SliceOfN(object, 0, 2).Draw(t, "objects")
	}
	return object.Draw(t, "object")
}

// A projected is a schema as the validators enforce it.
type projected struct {
	schema     *evctl.Schema
	validator  *validators.Validator
	projection *validators.Projection
}

func project(t *rapid.T, s *evctl.Schema) projected {
	v, err := validators.Compile(s, lenient)
	if err != nil {
		t.Fatal(err)
	}
	p, err := validators.NewProjection(s, lenient)
	if err != nil {
		t.Fatal(err)
	}
	return projected{s, v, p}
}

func (p projected) accepts(t *rapid.T, doc *jsondoc.Node) bool {
	err := p.validator.Validate(doc)
	var invalid *validators.ValidationError
	if err != nil && !errors.As(err, &invalid) {
		t.Fatal(err)
	}
	return err == nil
}

func side(t *rapid.T, table *logic.Table, s *evctl.Schema) sides.Side {
	doc, err := compile.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	c, err := compile.NewMemo(table).Compile(context.Background(), s, doc, compile.Options{Semantics: lenient})
	if err != nil {
		t.Fatal(err)
	}
	return sides.Side{Says: c.Root.Lit, Words: c.Words}
}

// TestLensIsTheProjection holds the formulas that the engine compares under
// the lenient policy to what validators enforce on raw texts: close(W) are the
// events of W that hold only names known to it, and view(R) judges them as R
// does once they are projected.
func TestLensIsTheProjection(t *testing.T) {
	written, viewed := 0, [2]int{}
	rapid.Check(t, func(t *rapid.T) {
		w, r := project(t, foldingRoot(t)), project(t, foldingRoot(t))
		table := logic.NewTable()
		lens := sides.New(context.Background(), table, side(t, table, w.schema), side(t, table, r.schema))
		closed := lens.Close()
		view := lens.View(side(t, table, r.schema).Says, lens.Root())
		for range 20 {
			text := marshal(event(t))
			doc, err := jsondoc.Parse("event", text)
			if err != nil {
				t.Fatal(err)
			}
			v, err := value.Of(doc.Root)
			if err != nil {
				t.Fatal(err)
			}
			writes := w.accepts(t, doc.Root) && len(w.projection.Unknown(doc.Root)) == 0
			if is := table.Eval(closed, v); is != logic.Unknown && is != logic.TruthOf(writes) {
				t.Fatalf("writer %s\nevent %s\nthe validator lets it out: %v; close(W) holds it: %v; unknown names %v", w.schema.Text, text, writes, is == logic.Yes, w.projection.Unknown(doc.Root))
			}
			if !writes {
				continue
			}
			written++
			reads := r.accepts(t, r.projection.Project(doc.Root))
			is := table.Eval(view, v)
			if is != logic.Unknown && is != logic.TruthOf(reads) {
				t.Fatalf("writer %s\nreader %s\nevent %s\nread as %s: %v; in view(R): %v", w.schema.Text, r.schema.Text, text, r.projection.Project(doc.Root).Canonical(), reads, is == logic.Yes)
			}
			viewed[(is+1)/2]++
		}
	})
	t.Logf("%d events written, %v in no view and in one", written, viewed)
	if viewed[0] == 0 || viewed[1] == 0 {
		t.Error("the generator is one-sided")
	}
}

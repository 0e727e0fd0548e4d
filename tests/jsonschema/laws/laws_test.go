package laws_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema"
	"github.com/evctl/evctl/internal/jsondoc"
	validators "github.com/evctl/evctl/internal/jsonschema"
	"github.com/evctl/evctl/tests/jsonschema/second"
)

var engine = jsonschema.New()

var (
	strict   = evctl.Semantics{Policy: evctl.Strict}
	lenient  = evctl.Semantics{Policy: evctl.Lenient}
	asserted = evctl.Semantics{Policy: evctl.Strict, AssertFormats: true}
)

// reads asks whether the reader reads all that the writer writes, and holds
// the answer to its promises.
func reads(t *rapid.T, writer, reader *evctl.Schema, sem evctl.Semantics) evctl.Judgement {
	j, err := engine.Compare(context.Background(), writer, reader, []evctl.Direction{evctl.Backward}, sem)
	if err != nil {
		t.Fatal(err)
	}
	if j.Verdict == evctl.Invalid {
		fatalPair(t, "invalid", writer, reader, j)
	}
	j.Findings = slices.DeleteFunc(j.Findings, func(f evctl.Finding) bool { return strings.HasPrefix(f.Rule, "schema/") })
	if (j.Verdict == evctl.Compatible) != (len(j.Findings) == 0) {
		fatalPair(t, "verdict and findings disagree", writer, reader, j)
	}
	for _, f := range j.Findings {
		if f.Witness != nil && sem == strict { // it knows no formats
			secondOpinion(t, writer, reader, f.Witness.Value)
		}
		if f.Key == "unproven" || f.Key == "unproven " {
			fatalPair(t, "a witness was refuted", writer, reader, j)
		}
		if f.Witness != nil && f.Witness.Unverified {
			fatalPair(t, "a witness was not verified", writer, reader, j)
		}
	}
	return j
}

// secondOpinion asks a validator of another author about a witness.
func secondOpinion(t *rapid.T, writer, reader *evctl.Schema, event []byte) {
	for _, side := range []struct {
		schema *evctl.Schema
		valid  bool
	}{{writer, true}, {reader, false}} {
		s, err := second.Compile(side.schema.Text, "7")
		if err != nil {
			continue // it cannot judge
		}
		if valid, err := s.Judge(event); err == nil && valid != side.valid {
			fatalPair(t, "a validator of another author contradicts the witness "+string(event), writer, reader, nil)
		}
	}
}

func mustRead(t *rapid.T, writer, reader *evctl.Schema, sem evctl.Semantics) {
	if j := reads(t, writer, reader, sem); j.Verdict == evctl.Incompatible {
		fatalPair(t, "must read", writer, reader, j)
	}
}

func TestReflexive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := root(t)
		again := with(s, "allOf", inner(s))
		mustRead(t, written(t, s), written(t, again), strict)
		mustRead(t, written(t, s), written(t, again), lenient)
		mustRead(t, version(s), version(again), asserted) // each draft has formats of its own
	})
}

func TestUnionReadsItsBranches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := root(t), root(t)
		union := with(a, "anyOf", inner(a), inner(b))
		mustRead(t, written(t, a), written(t, union), strict)
		mustRead(t, written(t, b), written(t, union), strict)
	})
}

func TestBranchesReadTheirIntersection(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := root(t), root(t)
		both := with(a, "allOf", inner(a), inner(b))
		mustRead(t, written(t, both), written(t, a), strict)
		mustRead(t, written(t, both), written(t, b), strict)
	})
}

// TestNegation holds a schema to its complement: what one allows the other
// refuses, so each reads only an empty writer.
func TestNegation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := root(t)
		s, never := written(t, a), version(false)
		not := written(t, map[string]any{"$defs": a.(map[string]any)["$defs"], "$schema": a.(map[string]any)["$schema"], "not": inner(a)})
		empty := reads(t, s, never, strict)
		disjoint := reads(t, s, not, strict)
		if decided(empty, disjoint) && empty.Verdict != disjoint.Verdict {
			fatalPair(t, "a schema lies within its complement though it is not empty, or the other way round", s, not, disjoint)
		}
	})
}

func decided(js ...evctl.Judgement) bool {
	for _, j := range js {
		if j.Verdict == evctl.Undecided {
			return false
		}
	}
	return true
}

func TestTransitive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := written(t, root(t)), written(t, root(t)), written(t, root(t))
		if reads(t, a, b, strict).Verdict == evctl.Compatible && reads(t, b, c, strict).Verdict == evctl.Compatible {
			mustRead(t, a, c, strict)
		}
	})
}

// TestWitnesses draws unrelated pairs: whatever the verdict, it must be one
// that the validators confirm, under both policies.
func TestWitnesses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := written(t, root(t)), written(t, root(t))
		if rapid.Bool().Draw(t, "folding") {
			a, b = foldingRoot(t), foldingRoot(t)
		}
		reads(t, a, b, strict)
		reads(t, a, b, lenient)
		reads(t, a, b, asserted)
	})
}

// TestDocumentsNeverContradict looks for an event that a compatible reader
// refuses.
func TestDocumentsNeverContradict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := root(t), root(t)
		writer, reader := written(t, with(a, "allOf", inner(a), inner(b))), written(t, b)
		if rapid.Bool().Draw(t, "unrelated") {
			writer = written(t, a)
		}
		if rapid.Bool().Draw(t, "folding") {
			writer, reader = foldingRoot(t), foldingRoot(t)
		}
		sem := rapid.SampledFrom([]evctl.Semantics{strict, lenient}).Draw(t, "policy")
		if reads(t, writer, reader, sem).Verdict != evctl.Compatible {
			return
		}
		verifier := validators.Verifier{Semantics: sem}
		var events [][]byte
		for range 20 {
			events = append(events, marshal(document(t, 3)))
		}
		verifier.Foresee(events)
		for _, event := range events {
			_, err := verifier.Verify(writer, reader, event)
			if err == nil {
				fatalPair(t, "the reader refuses "+string(event), writer, reader, nil)
			}
			if errors.Is(err, validators.ErrUnsupported) {
				fatalPair(t, "cannot verify", writer, reader, err)
			}
		}
	})
}

// TestFormDoesNotMatter rewrites a schema: another order of its members, and
// its references written out once, mean the same.
func TestFormDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := root(t), root(t)
		defs := maps.Clone(a.(map[string]any)["$defs"].(map[string]any))
		defs["whole"] = inner(b)
		plain, wrapped := written(t, b), written(t, map[string]any{
			"$schema": "https://json-schema.org/draft/2020-12/schema",
			"$defs":   defs,
			"allOf":   []any{map[string]any{"$ref": "#/$defs/whole"}, true},
			"anyOf":   []any{map[string]any{}, false},
		})
		writer := written(t, a)
		for _, sem := range []evctl.Semantics{strict, lenient} {
			one, two := reads(t, writer, plain, sem), reads(t, writer, wrapped, sem)
			if decided(one, two) && one.Verdict != two.Verdict {
				fatalPair(t, "the form of the reader changes the verdict", plain, wrapped, string(writer.Text))
			}
		}
	})
}

// FuzzCompare feeds texts of any kind: no panic, no run without end.
func FuzzCompare(f *testing.F) {
	f.Add([]byte(`{"type":"object","properties":{"a":{"$ref":"#"}}}`), []byte(`{"oneOf":[{"minimum":1},{"$ref":"#/oneOf/0"}]}`))
	f.Add([]byte(`{"$dynamicRef":"#x","$defs":{"x":{"$dynamicAnchor":"x"}}}`), []byte(`{"unevaluatedItems":false,"contains":{"const":1}}`))
	f.Fuzz(func(t *testing.T, old, new []byte) {
		if _, err := jsondoc.Parse("old", old); err != nil {
			return
		}
		a := &evctl.Schema{Format: evctl.JSON, File: "old.json", Text: old}
		b := &evctl.Schema{Format: evctl.JSON, File: "new.json", Text: new}
		both := []evctl.Direction{evctl.Backward, evctl.Forward}
		for _, sem := range []evctl.Semantics{strict, lenient} {
			if _, err := engine.Compare(context.Background(), a, b, both, sem); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := engine.Renames(context.Background(), a, b); err != nil {
			t.Fatal(err)
		}
	})
}

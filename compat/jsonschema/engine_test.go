package jsonschema

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evctl/evctl"
)

var both = []evctl.Direction{evctl.Backward, evctl.Forward}

func schemaOf(s string) *evctl.Schema {
	return &evctl.Schema{Format: evctl.JSON, File: "new.json", Text: []byte(s)}
}

func compare(t *testing.T, old, new *evctl.Schema, sem evctl.Semantics) evctl.Judgement {
	t.Helper()
	j, err := New().Compare(context.Background(), old, new, both, sem)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestInvalidSchemas(t *testing.T) {
	fine := schemaOf(`{"type":"string"}`)
	for name, test := range map[string]struct{ text, rule, at string }{
		"not JSON":             {`{"type":`, "parse/invalid-json", "new.json:1:9"},
		"duplicate names":      {`{"type":"string","type":"null"}`, "parse/invalid-json", "new.json:1:18"},
		"a number":             {`{"properties":{"a":1}}`, "parse/invalid-schema", "new.json:1:20"},
		"an unknown type":      {`{"type":"strnig"}`, "parse/invalid-schema", "new.json:1:9"},
		"a textual bound":      {`{"minimum":"5"}`, "parse/invalid-schema", "new.json:1:12"},
		"a negative count":     {`{"minItems":-1}`, "parse/invalid-schema", "new.json:1:13"},
		"a step of zero":       {`{"multipleOf":0}`, "parse/invalid-schema", "new.json:1:15"},
		"no branches":          {`{"anyOf":[]}`, "parse/invalid-schema", "new.json:1:10"},
		"a required number":    {`{"required":[1]}`, "parse/invalid-schema", "new.json:1:14"},
		"an enum that is none": {`{"enum":"a"}`, "parse/invalid-schema", "new.json:1:9"},
		"a numeric title":      {`{"properties":{"a":{"title":7}}}`, "parse/invalid-schema", "new.json:1:29"},
		"a type twice":         {`{"type":["string","string"]}`, "parse/invalid-schema", "new.json:1:9"},
		"an open class":        {`{"pattern":"[a"}`, "parse/invalid-schema", "new.json:1:12"},
		"an open class, 4":     {`{"$schema":"http://json-schema.org/draft-04/schema#","patternProperties":{"(a":{}}}`, "parse/invalid-schema", "new.json:1:80"},
		"misshapen $defs":      {`{"type":"string","definitions":[]}`, "parse/invalid-schema", "new.json:1:32"},
	} {
		j := compare(t, fine, schemaOf(test.text), evctl.Semantics{})
		if j.Verdict != evctl.Invalid || len(j.Findings) != 1 || j.Findings[0].Rule != test.rule || j.Findings[0].Position.String() != test.at {
			t.Errorf("%s: got %+v, want %s at %s", name, j, test.rule, test.at)
		}
	}
}

// What cannot be mistaken, and what is published, is read as it is.
func TestToleratedFaults(t *testing.T) {
	fine := `{"properties":{"a":{"type":"string"}}}`
	for name, pair := range map[string][2]string{
		"an empty enum":        {fine, `{"properties":{"a":{"type":"string"},"b":{"enum":[]}}}`},
		"a list with repeats":  {fine, `{"properties":{"a":{"type":"string"}},"dependencies":{"a":["b","b"]}}`},
		"a foreign pattern":    {fine, `{"properties":{"a":{"type":"string"},"b":{"not":{"pattern":"(?i)a"}}}}`},
		"required as in 3":     {fine, `{"properties":{"a":{"type":"string","required":true}}}`},
		"faulty but published": {`{"title":7,"properties":{"a":{"type":"string"}}}`, fine},
	} {
		if j := compare(t, schemaOf(pair[0]), schemaOf(pair[1]), evctl.Semantics{}); j.Verdict == evctl.Invalid {
			t.Errorf("%s: got %+v", name, j)
		}
	}
}

func TestWithoutQuestions(t *testing.T) {
	j, err := New().Compare(context.Background(), schemaOf(`{`), schemaOf(`{"type":"string"}`), nil, evctl.Semantics{})
	if err != nil || j.Verdict != evctl.Compatible || len(j.Findings) != 0 {
		t.Errorf("got %+v, %v: the old version is not looked at", j, err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var branches []string
	for i := range 400 {
		branches = append(branches, fmt.Sprintf(`{"properties":{"p%d":{"minimum":%d}},"required":["p%d"]}`, i%20, i, (i+1)%20))
	}
	hard := schemaOf(`{"type":"object","oneOf":[` + strings.Join(branches, ",") + `]}`)
	_, err := New().Compare(ctx, hard, schemaOf(`{"oneOf":[`+strings.Join(branches[1:], ",")+`]}`), both, evctl.Semantics{Policy: evctl.Strict})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want a cancelled context", err)
	}
}

// TestHostileSchemas holds time and memory for texts that are made to take
// them: whatever the verdict, it comes soon.
func TestHostileSchemas(t *testing.T) {
	var chain, wide, doubling strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&chain, `"d%d":{"allOf":[{"$ref":"#/definitions/d%d"},{"minLength":%d}]},`, i, i+1, i%7)
	}
	for i := range 30 {
		fmt.Fprintf(&doubling, `"d%d":{"properties":{"a":{"$ref":"#/definitions/d%d"},"b":{"$ref":"#/definitions/d%d"}}},`, i, i+1, i+1)
	}
	for i := range 60 {
		fmt.Fprintf(&wide, `{"not":{"properties":{"p%d":{"pattern":"(a|b)*%d(a|b){12}"}},"required":["p%d"]}},`, i, i%10, i)
	}
	for name, s := range map[string]string{
		"a long chain of references": `{"definitions":{` + chain.String() + `"d20000":{}},"$ref":"#/definitions/d0"}`,
		"a tree that doubles":        `{"definitions":{` + doubling.String() + `"d30":{"type":"string"}},"$ref":"#/definitions/d0"}`,
		"a ring in place":            `{"definitions":{"a":{"anyOf":[{"$ref":"#/definitions/b"}]},"b":{"not":{"$ref":"#/definitions/a"}}},"$ref":"#/definitions/a"}`,
		"deep nesting":               strings.Repeat(`{"items":`, 450) + `{}` + strings.Repeat(`}`, 450),
		"large automata":             `{"type":"object","anyOf":[` + strings.TrimSuffix(wide.String(), ",") + `]}`,
		"places without number":      crossing(5, 4, "-"),
		"a huge length":              `{"type":"string","minLength":999999999}`,
		"a huge exponent":            `{"minimum":1e400,"multipleOf":1e-400}`,
		"many items":                 `{"type":"array","minItems":100000,"uniqueItems":true,"items":{"type":"integer"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			compare(t, schemaOf(s), schemaOf(`{"type":"object","minProperties":1}`), evctl.Semantics{})
			compare(t, schemaOf(`{"type":"array"}`), schemaOf(s), evctl.Semantics{Policy: evctl.Strict})
			if d := time.Since(start); d > 20*time.Second {
				t.Errorf("took %v", d)
			}
		})
	}
}

// crossing nests patterns that a name may match or not, so that each level
// multiplies the places by two to the number of patterns.
func crossing(patterns, depth int, path string) string {
	if depth == 0 {
		return `{"properties":{"` + path + `":{"type":"string"}}}`
	}
	var parts []string
	for i := range patterns {
		letter := string(rune('a' + i))
		parts = append(parts, `"`+letter+`":`+crossing(patterns, depth-1, path+letter))
	}
	return `{"type":"object","properties":{"` + path + `":true},"patternProperties":{` + strings.Join(parts, ",") + `}}`
}

func TestConcurrentUse(t *testing.T) {
	engine := New()
	old := schemaOf(`{"type":"object","properties":{"a":{"type":"string"}}}`)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for n := range 20 {
				new := schemaOf(fmt.Sprintf(`{"type":"object","properties":{"a":{"type":"string","maxLength":%d}}}`, i+n))
				j, err := engine.Compare(context.Background(), old, new, both, evctl.Semantics{})
				if err != nil || j.Verdict != evctl.Incompatible {
					t.Errorf("got %+v, %v", j, err)
				}
			}
		})
	}
	wg.Wait()
}

func TestReferencesToOtherSubjects(t *testing.T) {
	money := func(amount string) *evctl.Schema {
		return &evctl.Schema{Format: evctl.JSON, File: "schemas/events/common.money/2.json",
			Text: []byte(`{"$defs":{"amount":{"type":` + amount + `}},"type":"object","properties":{"amount":{"$ref":"#/$defs/amount"}}}`)}
	}
	paid := func(ref, amount string) *evctl.Schema {
		s := schemaOf(`{"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{"total":{"$ref":"` + ref + `"}}}`)
		s.Refs = map[string]*evctl.Schema{"events/common.money@2": money(amount)}
		return s
	}
	for _, ref := range []string{"events/common.money@2", "events/common.money@2#/$defs/amount"} {
		if j := compare(t, paid(ref, `"integer"`), paid(ref, `"integer"`), evctl.Semantics{}); j.Verdict != evctl.Compatible {
			t.Errorf("%s: got %+v, want compatible", ref, j)
		}
		j := compare(t, paid(ref, `"integer"`), paid(ref, `"string"`), evctl.Semantics{})
		if j.Verdict != evctl.Incompatible || len(j.Findings) == 0 || j.Findings[0].Path != "/properties/total/$ref" {
			t.Errorf("%s: got %+v, want a break at the reference", ref, j)
		}
		for _, f := range j.Findings {
			if f.Witness == nil || f.Witness.Unverified {
				t.Errorf("%s: unverified witness %+v", ref, f.Witness)
			}
		}
	}
}

// BenchmarkHistory compares one new version with a hundred, as FULL_ALL does:
// each differs from the others in one property of forty.
func BenchmarkHistory(b *testing.B) {
	version := func(n int) *evctl.Schema {
		var props []string
		for i := range 40 {
			most := 10
			if i == n%40 {
				most += n
			}
			props = append(props, fmt.Sprintf(`"p%d":{"type":"object","properties":{"v":{"type":"string","maxLength":%d}}}`, i, most))
		}
		return schemaOf(`{"type":"object","properties":{` + strings.Join(props, ",") + `}}`)
	}
	var history []*evctl.Schema
	for n := range 100 {
		history = append(history, version(n+1))
	}
	engine, new := New(), version(1000)
	for _, policy := range []evctl.Policy{evctl.Strict, evctl.Lenient} {
		b.Run(string(policy), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				if _, err := engine.Compare(context.Background(), history[i%100], new, both, evctl.Semantics{Policy: policy}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

package jsonschema_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evctl/evctl"
	engine "github.com/evctl/evctl/compat/jsonschema"
)

// TestOrder compares the tricky schemas in two orders: an answer says the same,
// whatever an engine has compared before.
func TestOrder(t *testing.T) {
	var schemas []*evctl.Schema
	for _, text := range tricky {
		schemas = append(schemas, &evctl.Schema{Format: evctl.JSON, File: "s.json", Text: []byte(text)})
	}
	type pair struct{ writer, reader *evctl.Schema }
	var pairs []pair
	for _, w := range schemas {
		for _, r := range schemas {
			pairs = append(pairs, pair{w, r})
		}
	}
	for _, policy := range []evctl.Policy{evctl.Strict, evctl.Lenient} {
		compare := func(pairs []pair) map[pair]evctl.Judgement {
			e, answers := engine.New(), map[pair]evctl.Judgement{}
			for _, p := range pairs {
				answer, err := e.Compare(context.Background(), p.writer, p.reader, []evctl.Direction{evctl.Backward, evctl.Forward}, evctl.Semantics{Policy: policy, Draft: "2020-12"})
				if err != nil {
					t.Fatal(err)
				}
				answers[p] = answer
			}
			return answers
		}
		there := compare(pairs)
		slices.Reverse(pairs)
		back := compare(pairs)
		for _, p := range pairs {
			if diff := cmp.Diff(there[p], back[p]); diff != "" {
				t.Errorf("%s\nwriter %s\nreader %s\n%s", policy, p.writer.Text, p.reader.Text, diff)
			}
		}
	}
}

package jsonschema

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/evctl/evctl"
)

// TestContextEndsWideComparisons holds the engine to its context where a schema
// is too wide for the validators that confirm its events.
func TestContextEndsWideComparisons(t *testing.T) {
	var properties []string
	for i := range 20_000 {
		properties = append(properties, fmt.Sprintf(`"p%d":{"type":"string"}`, i))
	}
	old := `{"type":"object","properties":{` + strings.Join(properties, ",") + `}}`
	new := strings.Replace(old, `"string"`, `"integer"`, 1)
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	start := time.Now()
	_, err := New().Compare(ctx, schemaOf(old), schemaOf(new), both, evctl.Semantics{Draft: "2020-12", Policy: evctl.Strict})
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want a deadline that is over", err)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("took %v, want an end with the context", d)
	}
}

// TestEqualQuestionsHaveEqualAnswers asks which of several doubts is told: the
// order in which a schema comes into the table must not hang on chance.
func TestEqualQuestionsHaveEqualAnswers(t *testing.T) {
	old := schemaOf(`{"allOf":[{"$ref":"a.json"},{"$ref":"b.json"},{"$ref":"c.json"}]}`)
	new := schemaOf(`{"allOf":[{"$ref":"d.json"},{"$ref":"e.json"},{"$ref":"f.json"}]}`)
	var first string
	for i := range 20 {
		j, err := New().Compare(t.Context(), old, new, both, evctl.Semantics{Policy: evctl.Strict})
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprint(j)
		if i == 0 {
			first = got
		}
		if got != first {
			t.Fatalf("got %s, then %s", first, got)
		}
	}
}

package jsonschema

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	validator "github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/evctl/evctl"
)

// BenchmarkFullAll compares one new version with a thousand compiled ones, no
// two alike, each edited at one depth from 1 to 6. It reports what a pair costs,
// in both directions and with its reasons and witnesses, as a share of what it
// takes jsonschema v5 to compile the schema once.
func BenchmarkFullAll(b *testing.B) {
	for _, policy := range []evctl.Policy{evctl.Strict, evctl.Lenient} {
		for _, name := range slices.Sorted(maps.Keys(edits)) {
			b.Run(name+"/"+string(policy), func(b *testing.B) { fullAll(b, edits[name], evctl.Semantics{Policy: policy}) })
		}
	}
}

func fullAll(b *testing.B, edit func(int) string, sem evctl.Semantics) {
	var history []*evctl.Schema
	for n := range 1000 {
		history = append(history, edited(edit, n))
	}
	engine := New()
	engine.Keep(len(history) * len(history[0].Text))
	compare := func(old, new *evctl.Schema) {
		if _, err := engine.Compare(b.Context(), old, new, both, sem); err != nil {
			b.Fatal(err)
		}
	}
	for _, old := range history { // compiles them
		compare(old, old)
	}
	var compiling, comparing time.Duration
	compiled, pairs, next := 0, 0, len(history)
	for b.Loop() {
		new := edited(edit, next)
		next++
		compare(new, new)
		for i, old := range history {
			if i%50 == 0 { // both are measured under the same conditions
				start := time.Now()
				if _, err := validator.CompileString("schema.json", string(new.Text)); err != nil {
					b.Fatal(err)
				}
				compiling += time.Since(start)
				compiled++
			}
			start := time.Now()
			compare(old, new)
			comparing += time.Since(start)
			pairs++
		}
	}
	pair, compile := comparing/time.Duration(pairs), compiling/time.Duration(compiled)
	b.ReportMetric(float64(pair.Microseconds()), "us/pair")
	b.ReportMetric(float64(compile.Microseconds()), "us/v5-compile")
	b.ReportMetric(float64(compile)/float64(pair), "pairs/v5-compile")
}

// edits word one statement at a depth; the versions of each differ in n.
var edits = map[string]func(n int) string{
	"annotation": func(n int) string { return fmt.Sprintf(`"description":"version %d"`, n) },
	"optional":   func(n int) string { return fmt.Sprintf(`"properties":{"added%d":{"type":"string"}}`, n) },
	"bound":      func(n int) string { return fmt.Sprintf(`"properties":{"name":{"maxLength":%d}}`, 100+n) },
	"enum":       func(n int) string { return fmt.Sprintf(`"properties":{"state":{"enum":["new","paid","%d"]}}`, n) },
	"required":   func(n int) string { return fmt.Sprintf(`"required":["id","r%d"]`, n) },
}

// edited returns a schema of six levels with thirty properties each.
func edited(edit func(n int) string, n int) *evctl.Schema {
	var level func(depth int) string
	level = func(depth int) string {
		var props []string
		for i := range 30 {
			props = append(props, fmt.Sprintf(`"p%d_%d":{"type":["string","null"],"description":"what the %dth property means","maxLength":%d}`, depth, i, i, 10+i))
		}
		if depth < 6 {
			props = append(props, fmt.Sprintf(`"level%d":%s`, depth+1, level(depth+1)))
		}
		text := `{"type":"object","properties":{` + strings.Join(props, ",") + `},"required":["p` + fmt.Sprint(depth) + `_0"]`
		if depth == 1+n%6 {
			text += `,"allOf":[{` + edit(n) + `}]`
		}
		return text + "}"
	}
	return schemaOf(level(1))
}

package jsonschema

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/evctl/evctl"
)

// list joins what f writes for each number below n.
func list(n int, f func(i int) string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = f(i)
	}
	return strings.Join(parts, ",")
}

// TestBudget asks about pairs that are made to be hard. Each must be answered
// within the engine's own time, without anybody cancelling, and in bounded
// memory; what is not decided names the limit. The load of the machine may
// stretch what does not look at the clock.
func TestBudget(t *testing.T) {
	wide := func(of string) string {
		return `{"type":"object","properties":{` + list(4_000, func(i int) string { return fmt.Sprintf(`"p%d":{"type":"%s"}`, i, of) }) + `}}`
	}
	ladder := func(rungs int, leaf string) string { // in place
		return `{"$ref":"#/$defs/a0","$defs":{` + list(rungs, func(i int) string {
			return fmt.Sprintf(`"a%d":{"anyOf":[{"allOf":[{"$ref":"#/$defs/a%d"},{"required":["k%d"]}]},{"allOf":[{"$ref":"#/$defs/a%d"},{"properties":{"l%d":{"type":"string"}}}]}]}`, i, i+1, i, i+1, i)
		}) + fmt.Sprintf(`,"a%d":%s}}`, rungs, leaf)
	}
	stairs := func(steps int, leaf string) string { // through members
		return `{"$ref":"#/$defs/a0","$defs":{` + list(steps, func(i int) string {
			return fmt.Sprintf(`"a%d":{"anyOf":[{"properties":{"x":{"$ref":"#/$defs/a%d"}}},{"properties":{"y":{"$ref":"#/$defs/a%d"}}}]}`, i, i+1, i+1)
		}) + fmt.Sprintf(`,"a%d":{"type":"%s"}}}`, steps, leaf)
	}
	enum := func(n int) string {
		return `{"enum":[` + list(n, func(i int) string { return fmt.Sprintf(`{"v":%d,"w":["value %d"]}`, i, i) }) + `]}`
	}
	var nested func(depth int, leaf string) string
	nested = func(depth int, leaf string) string {
		if depth == 0 {
			return leaf
		}
		below := nested(depth-1, leaf)
		return fmt.Sprintf(`{"oneOf":[{"type":"object","properties":{"a":%s}},{"type":"object","properties":{"b":%s}},{"minProperties":%d}]}`, below, below, depth)
	}
	closed := func(n int) string {
		return `{"oneOf":[` + list(n, func(i int) string {
			return fmt.Sprintf(`{"type":"object","properties":{"k%d":{"type":"string"},"s":{"minimum":%d}},"additionalProperties":false}`, i, i)
		}) + `]}`
	}
	parity := func(n, of int) string { // of members, by exclusive choices
		return `{"type":"object","allOf":[` + list(n, func(i int) string {
			return fmt.Sprintf(`{"oneOf":[{"required":["a%d"]},{"required":["a%d"]},{"required":["a%d"]}]}`, i, (i+of)%n, (i*i+1)%n)
		}) + `]}`
	}
	for name, pair := range map[string][2]string{
		"wide":                {wide("string"), strings.Replace(wide("string"), `"p5":{"type":"string"`, `"p5":{"type":"integer"`, 1)},
		"wide, all different": {wide("string"), wide("integer")},
		"deep": {strings.Repeat(`{"properties":{"a":`, 120) + `{"type":"string"}` + strings.Repeat(`}}`, 120),
			strings.Repeat(`{"properties":{"a":`, 120) + `{"type":"integer"}` + strings.Repeat(`}}`, 120)},
		"a ladder":        {ladder(30, `{"type":"object"}`), ladder(30, `{"type":"object","required":["z"]}`)},
		"a longer ladder": {ladder(200, `{"type":"object"}`), ladder(201, `{"type":"object"}`)},
		"stairs":          {stairs(30, "string"), stairs(30, "integer")},
		"a huge enum":     {enum(5_000), enum(5_001)},
		"nested oneOf":    {nested(7, `{"type":"string"}`), nested(7, `{"type":"integer"}`)},
		"closed oneOf":    {closed(30), closed(31)},
		"parity":          {parity(30, 3), parity(30, 7)},
		"a huge pattern":  {`{"type":"string","pattern":"^(a|b|c|d){1,400}x(a|b){20}$"}`, `{"type":"string","pattern":"(a|b)*a(a|b){15}c"}`},
		"many patterns": {`{"type":"object","patternProperties":{` + list(30, func(i int) string { return fmt.Sprintf(`"^x%d":{"type":"string"}`, i) }) + `}}`,
			`{"type":"object","patternProperties":{` + list(30, func(i int) string { return fmt.Sprintf(`"x%d":{"type":"integer"}`, i) }) + `}}`},
		"a tuple": {`{"prefixItems":[` + list(600, func(i int) string { return fmt.Sprintf(`{"minimum":%d}`, i) }) + `]}`,
			`{"prefixItems":[` + list(600, func(i int) string { return fmt.Sprintf(`{"minimum":%d}`, i+1) }) + `]}`},
	} {
		for _, policy := range []evctl.Policy{evctl.Strict, evctl.Lenient} {
			t.Run(name+" "+string(policy), func(t *testing.T) { budget(t, pair, evctl.Semantics{Draft: "2020-12", Policy: policy}) })
		}
	}
}

func budget(t *testing.T, pair [2]string, sem evctl.Semantics) {
	const megabytes = 6_000 // allocated in all, not held
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	j, err := New().Compare(context.Background(), schemaOf(pair[0]), schemaOf(pair[1]), both, sem)
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if d := time.Since(start); d > 2*maxTime {
		t.Errorf("took %v, want %v at most", d, maxTime)
	}
	if got := (after.TotalAlloc - before.TotalAlloc) >> 20; got > megabytes {
		t.Errorf("allocated %d MB, want at most %d", got, megabytes)
	}
	for _, f := range j.Findings {
		if f.Rule != "compat/undecided" {
			continue
		}
		if f.Message == "" || f.Remedy == "" || f.Key == "" {
			t.Errorf("an undecided answer that says neither why nor what to do: %+v", f)
		}
	}
	t.Logf("%s in %v", j.Verdict, time.Since(start).Round(time.Millisecond))
}

// TestBudgetNamesTheChoice wants a search that runs out of steps to say where
// it was: at a choice of the schema.
func TestBudgetNamesTheChoice(t *testing.T) {
	pigeons := func(pigeons, holes int) string { // more than fit, and every proof of that is long
		var all []string
		for p := range pigeons {
			all = append(all, `{"anyOf":[`+list(holes, func(h int) string { return fmt.Sprintf(`{"required":["p%dh%d"]}`, p, h) })+`]}`)
			for q := range p {
				all = append(all, list(holes, func(h int) string { return fmt.Sprintf(`{"not":{"required":["p%dh%d","p%dh%d"]}}`, p, h, q, h) }))
			}
		}
		return `{"type":"object","allOf":[` + strings.Join(all, ",") + `]}`
	}
	j, err := New().Compare(context.Background(), schemaOf(pigeons(11, 10)), schemaOf(`{"type":"string"}`),
		[]evctl.Direction{evctl.Backward}, evctl.Semantics{Draft: "2020-12", Policy: evctl.Strict})
	if err != nil {
		t.Fatal(err)
	}
	if len(j.Findings) != 1 || j.Verdict != evctl.Undecided || !strings.HasPrefix(j.Findings[0].Key, "budget") || j.Findings[0].Path == "" {
		t.Errorf("got %v %+v, want a budget and a path", j.Verdict, j.Findings)
	}
}

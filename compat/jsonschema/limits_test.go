package jsonschema

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/evctl/evctl"
)

// within compares two texts, and looks for renames, within the limit.
func within(t *testing.T, limit time.Duration, old, new string, sem evctl.Semantics) evctl.Judgement {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	e, start := New(), time.Now()
	j, err := e.Compare(ctx, schemaOf(old), schemaOf(new), both, sem)
	if err != nil {
		t.Fatal(err)
	}
	e.Renames(schemaOf(old), schemaOf(new))
	if d := time.Since(start); d > limit {
		t.Errorf("took %v, want %v at most", d, limit)
	}
	return j
}

// chain is a schema whose paths double with each of n definitions: form spells
// one with the reference to the next one, twice.
func chain(n int, form string) string {
	var b strings.Builder
	b.WriteString(`{"$ref":"#/$defs/a0","$defs":{`)
	for i := range n {
		ref := fmt.Sprintf(`{"$ref":"#/$defs/a%d"}`, i+1)
		fmt.Fprintf(&b, `"a%d":%s,`, i, fmt.Sprintf(form, ref, ref))
	}
	fmt.Fprintf(&b, `"a%d":{"type":"string"}}}`, n)
	return b.String()
}

func TestPathsThatDouble(t *testing.T) {
	for name, form := range map[string]string{
		"in place": `{"allOf":[%s,%s]}`,
		"members":  `{"properties":{"x":%s,"y":%s}}`,
		"items":    `{"prefixItems":[%s,%s]}`,
	} {
		for _, policy := range []evctl.Policy{evctl.Strict, evctl.Lenient} {
			t.Run(name+" "+string(policy), func(t *testing.T) {
				old := strings.ReplaceAll(chain(60, form), `"string"`, `"integer"`)
				if name == "in place" {
					old = `{"type":"integer"}`
				}
				j := within(t, 20*time.Second, old, chain(60, form), evctl.Semantics{Draft: "2020-12", Policy: policy})
				told := false
				for _, f := range j.Findings {
					told = told || f.Rule == "compat/field-type-changed" && f.Path == "/$defs/a60/type"
				}
				if !told {
					t.Errorf("got %v, want the type that changed", j.Findings)
				}
			})
		}
	}
}

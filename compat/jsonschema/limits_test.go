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
	if _, err := e.Renames(ctx, schemaOf(old), schemaOf(new)); err != nil {
		t.Fatal(err)
	}
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

// What unevaluatedProperties counts as evaluated is looked up along the same
// doubling paths; branches that all differ are more than can be told apart.
func TestEvaluatedPathsThatDouble(t *testing.T) {
	for name, test := range map[string]struct {
		form string
		want evctl.Verdict
	}{
		"in place": {`{"allOf":[%s,%s]}`, evctl.Incompatible},
		"branches": {`{"anyOf":[{"allOf":[%s,{"minProperties":1}]},{"allOf":[%s,{"maxProperties":9}]}]}`, evctl.Undecided},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(chain(14, test.form), `{"type":"string"}`, `{"properties":{"x":{"type":"string"}}}`, 1)
			if name == "in place" {
				text = strings.Replace(chain(60, test.form), `{"type":"string"}`, `{"properties":{"x":{"type":"string"}}}`, 1)
			}
			old := `{"unevaluatedProperties":false,` + text[1:]
			wider := strings.Replace(old, `"x":{"type":"string"}`, `"x":{"type":"string"},"y":{}`, 1)
			j := within(t, 20*time.Second, old, wider, evctl.Semantics{Draft: "2020-12", Policy: evctl.Strict})
			if j.Verdict != test.want {
				t.Errorf("got %v %v, want %v", j.Verdict, j.Findings, test.want)
			}
		})
	}
}

// What is not worked out of one version cancels against nothing of another,
// also where both carry one $id: twelve branches are too many to tell apart.
func TestWhatIsTooMuchDoesNotCancel(t *testing.T) {
	branches := func(more string) string {
		var all []string
		for i := range maxBranches {
			all = append(all, fmt.Sprintf(`{"required":["k%d"],"properties":{"k%d":{"type":"string"}%s}}`, i, i, more))
		}
		return `{"$id":"https://example.com/s","type":"object","anyOf":[` + strings.Join(all, ",") + `],"unevaluatedProperties":false}`
	}
	sem := evctl.Semantics{Draft: "2020-12", Policy: evctl.Strict}
	if j := within(t, 20*time.Second, branches(""), branches(`,"y":{}`), sem); j.Verdict != evctl.Undecided {
		t.Errorf("got %v %v, want undecided", j.Verdict, j.Findings)
	}
	if j := within(t, 20*time.Second, branches(""), branches("")+" ", sem); j.Verdict == evctl.Incompatible {
		t.Errorf("a schema does not read itself: %v", j.Findings)
	}
}

// maxBranches is more than the engine tells apart.
const maxBranches = 12

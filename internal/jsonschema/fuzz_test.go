package jsonschema

import (
	"errors"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// FuzzSchema feeds schemas and values from outside: nothing panics, both
// libraries agree, and a projection keeps nothing that it does not know.
func FuzzSchema(f *testing.F) {
	for _, test := range projections {
		f.Add(test.schema, test.value)
	}
	for _, test := range violations {
		f.Add("{"+s2020+test.schema+"}", test.value)
	}
	f.Fuzz(func(t *testing.T, schema, value string) {
		doc, err := jsondoc.Parse("value", []byte(value))
		if err != nil {
			return
		}
		s := schemaOf(schema)
		v, err := Compile(s, evctl.Semantics{})
		if err != nil {
			return
		}
		agree(t, v, doc.Root)
		p, err := NewProjection(s, evctl.Semantics{})
		if err != nil {
			t.Fatalf("%s compiles, but: %v", schema, err)
		}
		projected := p.Project(doc.Root)
		if unknown := p.Unknown(projected); len(unknown) > 0 {
			t.Fatalf("%s: the projection of %s still has %s", schema, value, unknown[0])
		}
		if (projected == doc.Root) != (len(p.Unknown(doc.Root)) == 0) {
			t.Fatalf("%s: Project and Unknown disagree about %s", schema, value)
		}
	})
}

func agree(t *testing.T, v *Validator, value *jsondoc.Node) {
	t.Helper()
	err := v.Validate(value)
	var invalid *ValidationError
	if err != nil && !errors.As(err, &invalid) {
		return
	}
	other, compileErr := compileSecond(v.bundle, v.bundle.root.uri, (&normalizer{bundle: v.bundle, added: map[string]string{}}).texts())
	if compileErr != nil {
		return
	}
	failures, otherErr := other.validate(plainValue(value))
	if otherErr == nil && (err == nil) != (len(failures) == 0) {
		t.Fatalf("%s of %s: %T says %v, v6 %v", v.bundle.root.Text, value.Canonical(), v.library, err, failures)
	}
}

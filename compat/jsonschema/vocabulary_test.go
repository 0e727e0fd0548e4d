package jsonschema

import (
	"context"
	"testing"

	"github.com/evctl/evctl"
)

// TestVocabularies reads schemas by a metaschema that is neither draft's own.
func TestVocabularies(t *testing.T) {
	const (
		draft       = "https://json-schema.org/draft/2020-12/"
		applicators = `{"$schema":"` + draft + `schema","$vocabulary":{"` + draft + `vocab/core":true,"` + draft + `vocab/applicator":true}}`
		assertion   = `{"$schema":"` + draft + `schema","$vocabulary":{"` + draft + `vocab/core":true,"` + draft + `vocab/format-assertion":false}}`
		seventh     = `{"$schema":"http://json-schema.org/draft-07/schema#"}`
	)
	for _, c := range []struct {
		metaschema, schema string
		want               evctl.Verdict
	}{
		{applicators, `"minimum":10`, evctl.Compatible},
		{applicators, `"properties":{"a":{"type":"null"}},"required":["b"]`, evctl.Compatible},
		{applicators, `"properties":{"a":false}`, evctl.Incompatible},
		// The validators read an embedded resource by the metaschema around it.
		{applicators, `"$defs":{"a":{"$id":"a","$schema":"` + draft + `schema","type":"null"}},"properties":{"a":{"$ref":"a"}}`, evctl.Undecided},
		{applicators, `"unevaluatedProperties":false`, evctl.Compatible},
		{assertion, `"format":"ipv4"`, evctl.Incompatible},
		{assertion, `"$id":"https://example.com/named","format":"ipv4"`, evctl.Incompatible},
		{assertion, `"properties":{"a":false}`, evctl.Compatible},
		{seventh, `"$ref":"#/definitions/a","minimum":10,"definitions":{"a":true}`, evctl.Compatible},
	} {
		reader := schemaOf(`{"$schema":"https://example.com/meta",` + c.schema + `}`)
		reader.Refs = map[string]*evctl.Schema{"https://example.com/meta": {Format: evctl.JSON, File: "meta.json", Text: []byte(c.metaschema)}}
		got, err := New().Compare(context.Background(), schemaOf("{}"), reader, []evctl.Direction{evctl.Backward}, evctl.Semantics{Policy: evctl.Strict})
		if err != nil {
			t.Fatal(err)
		}
		if got.Verdict != c.want {
			t.Errorf("%s by %s: got %s, want %s", c.schema, c.metaschema, got.Verdict, c.want)
		}
		for _, f := range got.Findings {
			if f.Rule == "schema/unknown-dialect" || f.Witness != nil && f.Witness.Unverified {
				t.Errorf("%s by %s: %s %s", c.schema, c.metaschema, f.Rule, f.Message)
			}
		}
	}
}

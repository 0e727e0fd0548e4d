package jsonschema

import (
	"context"
	"testing"

	"github.com/evctl/evctl"
)

// TestAssertedFormats decides what samples and single strings can decide.
func TestAssertedFormats(t *testing.T) {
	const draft2020 = `{"$schema":"https://json-schema.org/draft/2020-12/schema",`
	const draft6 = `{"$schema":"http://json-schema.org/draft-06/schema#",`
	for _, c := range []struct {
		writer, reader string
		want           evctl.Verdict
	}{
		{`{"format":"date"}`, `{"format":"date"}`, evctl.Compatible},
		{`{"type":"string","format":"date"}`, `{"format":"date-time"}`, evctl.Incompatible},
		{`{"type":"string"}`, `{"format":"ipv4"}`, evctl.Incompatible},
		{`{"const":"ä.b"}`, `{"format":"idn-hostname"}`, evctl.Compatible},
		{`{"const":"ä.b"}`, `{"format":"hostname"}`, evctl.Incompatible},
		{`{"enum":["a@b.c","x"],"format":"email"}`, `{"const":"a@b.c"}`, evctl.Compatible},
		{`{"const":"(?i)a"}`, `{"format":"regex"}`, evctl.Incompatible},
		{draft6 + `"const":"ab--c"}`, draft6 + `"format":"hostname"}`, evctl.Compatible},
		{draft6 + `"type":"string","format":"hostname"}`, `{"format":"hostname"}`, evctl.Incompatible},
		{`{"type":"string"}`, `{"contentEncoding":"base64"}`, evctl.Incompatible},
		{`{"type":"string"}`, `{"contentEncoding":"base32"}`, evctl.Compatible},
		{`{"const":"e30="}`, `{"contentEncoding":"base64","contentMediaType":"application/json"}`, evctl.Compatible},
		{`{"const":"{"}`, `{"contentMediaType":"application/json"}`, evctl.Incompatible},
		{`{"const":"{"}`, `{"contentEncoding":"gzip","contentMediaType":"application/json"}`, evctl.Compatible},
		{`{"const":"{"}`, draft6 + `"contentMediaType":"application/json"}`, evctl.Compatible},
		{draft2020 + `"contentMediaType":"application/json","contentSchema":{"type":"null"}}`, draft2020 + `"contentMediaType":"application/json","contentSchema":{"type":"null"}}`, evctl.Compatible},
		{draft2020 + `"contentMediaType":"application/json"}`, draft2020 + `"contentMediaType":"application/json","contentSchema":{"type":"null"}}`, evctl.Undecided},
		{`{"type":"string","format":"uri"}`, `{"format":"iri"}`, evctl.Undecided},
		{`{"type":"string","maxLength":0}`, `{"format":"uri-reference"}`, evctl.Compatible},
		{`{"type":"string","pattern":"^[1-4]?$"}`, `{"format":"uri-reference"}`, evctl.Compatible},
		{`{"type":"string","pattern":"^[1-4%]$"}`, `{"format":"uri-reference"}`, evctl.Incompatible},
	} {
		got, err := New().Compare(context.Background(), schemaOf(c.writer), schemaOf(c.reader), []evctl.Direction{evctl.Backward}, evctl.Semantics{Policy: evctl.Strict, AssertFormats: true})
		if err != nil {
			t.Fatal(err)
		}
		if got.Verdict != c.want {
			t.Errorf("%s, then %s: got %s, want %s", c.writer, c.reader, got.Verdict, c.want)
		}
	}
}

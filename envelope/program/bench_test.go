package program

import (
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

const benchSchema = `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","additionalProperties":false,
"required":["event_id","event_type","schema_version","schema_ref","aggregate_type","aggregate_id","aggregate_version","writer_epoch","origin_region","occurred_at","producer","correlation_id","payload"],
"properties":{
"event_id":{"type":"string","pattern":"^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-7[0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$"},
"event_type":{"type":"string","pattern":"^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)+$"},
"schema_version":{"type":"integer","minimum":1},
"schema_ref":{"type":"string","pattern":"^[^/@]+/[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)+@[1-9][0-9]*$"},
"aggregate_type":{"type":"string","minLength":1,"maxLength":64},
"aggregate_id":{"type":"string","minLength":1},
"aggregate_version":{"type":"integer","minimum":1},
"writer_epoch":{"type":"integer","minimum":1},
"origin_region":{"type":"string","minLength":1},
"occurred_at":{"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$"},
"producer":{"type":"string","minLength":1},
"correlation_id":{"type":"string"},
"traceparent":{"type":"string","pattern":"^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$"},
"payload":{"type":"object","additionalProperties":false,"required":["entry_id","account_id","amount_minor","currency"],"properties":{
 "entry_id":{"type":"string","pattern":"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"},
 "account_id":{"type":"string","minLength":1,"maxLength":40},
 "amount_minor":{"type":"integer","minimum":-1000000000000,"maximum":1000000000000},
 "currency":{"enum":["EUR","USD","GBP","CHF","JPY"]},
 "direction":{"enum":["debit","credit"]},
 "lines":{"type":"array","maxItems":10,"items":{"type":"object","required":["sku","qty"],"properties":{"sku":{"type":"string"},"qty":{"type":"integer","minimum":1}}}}
}}}}`

const benchEvent = `{"event_id":"01938c22-10aa-7c43-9b1e-0242ac120002","event_type":"ledger.entry_posted","schema_version":3,"schema_ref":"events/ledger.entry_posted@3","aggregate_type":"ledger_account","aggregate_id":"acc_93481","aggregate_version":41,"writer_epoch":2,"origin_region":"eu-west-1","occurred_at":"2026-03-01T09:30:00.125Z","producer":"ledger-service","correlation_id":"req_8a7f6c5e","traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01","payload":{"entry_id":"8c2f0a44-1f2b-4c3d-9a7e-1b2c3d4e5f60","account_id":"acc_93481","amount_minor":-125000,"currency":"EUR","direction":"debit"}}`

func benchContract() *evctl.Schema {
	return &evctl.Schema{Format: evctl.JSON, File: "s.json", Text: []byte(benchSchema)}
}

func BenchmarkProgram(b *testing.B) {
	p, err := Compile(benchContract(), evctl.Semantics{}, Writer)
	if err != nil || len(p.Plan()) > 0 {
		b.Fatal(err, p.Plan())
	}
	event := []byte(benchEvent)
	b.SetBytes(int64(len(event)))
	b.ReportAllocs()
	for b.Loop() {
		if err := p.Validate(event); err != nil {
			b.Fatal(err.(*Fault))
		}
	}
}

func BenchmarkSkip(b *testing.B) {
	event := []byte(benchEvent)
	b.SetBytes(int64(len(event)))
	for b.Loop() {
		m := Get(event)
		if m.Skip(0, 0) < 0 {
			b.Fatal()
		}
		m.Free()
	}
}

func BenchmarkLibrary(b *testing.B) {
	v, err := jsonschema.Compile(benchContract(), evctl.Semantics{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		doc, _ := jsondoc.Parse("", []byte(benchEvent))
		if err := v.Validate(doc.Root); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	for b.Loop() {
		if _, err := Compile(benchContract(), evctl.Semantics{}, Writer); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLibraryCompile(b *testing.B) {
	for b.Loop() {
		if _, err := jsonschema.CompileWriter(benchContract(), evctl.Semantics{}); err != nil {
			b.Fatal(err)
		}
	}
}

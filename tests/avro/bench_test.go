package avro

import (
	"context"
	"testing"

	hamba "github.com/hamba/avro/v2"

	"github.com/evctl/evctl"
	engine "github.com/evctl/evctl/compat/avro"
)

const benchOld = `{"type": "record", "name": "Order", "namespace": "shop", "fields": [
	{"name": "id", "type": "string"},
	{"name": "lines", "type": {"type": "array", "items": {"type": "record", "name": "Line", "fields": [
		{"name": "sku", "type": "string"}, {"name": "count", "type": "int"},
		{"name": "price", "type": {"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}}]}}},
	{"name": "status", "type": {"type": "enum", "name": "Status", "symbols": ["OPEN", "PAID"]}},
	{"name": "note", "type": ["null", "string"], "default": null},
	{"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}}]}`

const benchNew = `{"type": "record", "name": "Order", "namespace": "shop", "fields": [
	{"name": "id", "type": "string"},
	{"name": "lines", "type": {"type": "array", "items": {"type": "record", "name": "Line", "fields": [
		{"name": "sku", "type": "string"}, {"name": "count", "type": "long"},
		{"name": "price", "type": {"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}}]}}},
	{"name": "status", "type": {"type": "enum", "name": "Status", "symbols": ["OPEN", "PAID", "LATE"]}},
	{"name": "note", "type": ["null", "string"], "default": null},
	{"name": "channel", "type": ["null", "string"], "default": null},
	{"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}}]}`

// BenchmarkPair asks one question about two texts: of us, for all reasons and
// their events, and of hamba's checker, for yes or no.
func BenchmarkPair(b *testing.B) {
	b.Run("evctl", func(b *testing.B) {
		old, new := schema("old.avsc", benchOld), schema("new.avsc", benchNew)
		for b.Loop() {
			j, err := engine.New().Compare(context.Background(), old, new, []evctl.Direction{evctl.Backward}, evctl.Semantics{})
			if err != nil || j.Verdict != evctl.Compatible {
				b.Fatal(j, err)
			}
		}
	})
	b.Run("hamba", func(b *testing.B) {
		for b.Loop() {
			w, err := hamba.ParseWithCache(benchOld, "", &hamba.SchemaCache{})
			if err != nil {
				b.Fatal(err)
			}
			r, err := hamba.ParseWithCache(benchNew, "", &hamba.SchemaCache{})
			if err != nil {
				b.Fatal(err)
			}
			if err := hamba.NewSchemaCompatibility().Compatible(r, w); err != nil {
				b.Fatal(err)
			}
		}
	})
}

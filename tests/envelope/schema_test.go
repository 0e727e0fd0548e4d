package envelope

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
)

// published compiles the JSON Schema of a version with jsonschema v6, formats
// asserted.
func published(t *testing.T, version int) *jsonschema.Schema {
	text, err := envelope.Schema(version)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("envelope.json", doc); err != nil {
		t.Fatal(err)
	}
	return c.MustCompile("envelope.json")
}

// values are what a mutation may write into each field: right ones, wrong ones
// and those that are nearly right.
var values = map[string][]string{
	"event_id": {`"01938c22-10aa-7c43-9b1e-0242ac120002"`, `"01938C22-10AA-7C43-9B1E-0242AC120002"`, `"01938c22-10aa-4c43-9b1e-0242ac120002"`,
		`"01938c22-10aa-7c43-cb1e-0242ac120002"`, `"00000000-0000-0000-0000-000000000000"`, `"ffffffff-ffff-ffff-ffff-ffffffffffff"`, `"01938c2210aa7c439b1e0242ac120002"`,
		`"01938c22-10aa-7c43-9b1e-0242ac12000"`, `"01938c22-10aa-7c43-9b1e-0242ac12000g"`, `"urn:uuid:01938c22-10aa-7c43-9b1e-0242ac120002"`, `1`},
	"event_type":        {`"order.paid"`, `"a.b.c_1"`, `"order"`, `"Order.paid"`, `"order..paid"`, `".paid"`, `"order.1"`, `"order.paid\n"`, `"örder.paid"`, `null`},
	"schema_version":    {`1`, `9223372036854775807`, `9223372036854775808`, `0`, `-1`, `"1"`, `1.5`, `null`},
	"schema_ref":        {`"events/order.paid@1"`, `"order.paid@1"`, `"events/order.paid"`, `"events/order.paid@01"`, `"events/order.paid@0"`, `"/order.paid@1"`, `"events/@1"`, `7`, `null`},
	"aggregate_type":    {`"order"`, `""`, `"\u0000"`, `[]`},
	"aggregate_id":      {`"o_1"`, `""`, `1001`, `null`},
	"aggregate_version": {`1`, `58`, `0`, `true`, `1e400`, `-0`},
	"writer_epoch":      {`1`, `2`, `0`, `null`, `"1"`},
	"origin_region":     {`"eu-west-1"`, `""`, `1`, `null`},
	"occurred_at": {`"2026-03-01T09:30:00.125Z"`, `"2028-02-29T23:59:59.999Z"`, `"2026-02-29T09:30:00.125Z"`, `"2026-04-31T09:30:00.125Z"`, `"2026-13-01T09:30:00.125Z"`, `"2026-03-01T24:00:00.000Z"`, `"2026-03-01T09:60:00.000Z"`,
		`"2026-06-30T23:59:60.000Z"`, `"2026-03-01T09:30:00Z"`, `"2026-03-01T09:30:00.1250Z"`, `"2026-03-01T09:30:00.125+00:00"`, `"2026-03-01t09:30:00.125z"`, `"2026-03-01 09:30:00.125Z"`, `"2026-03-01T09:30:00.125Z\n"`, `"٢026-03-01T09:30:00.125Z"`, `1`},
	"producer":       {`"order-service"`, `""`, `{}`},
	"correlation_id": {`"r"`, `""`, `null`},
	"traceparent": {`"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"`, `"00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01"`, `"00-00000000000000000000000000000000-b7ad6b7169203331-01"`,
		`"ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"`, `"fe-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"`, `"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-"`,
		`"01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-\n"`, `"01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01x"`, `"00-0AF7651916CD43DD8448EB211C80319C-B7AD6B7169203331-01"`, `""`, `null`},
	"payload": {`{}`, `{"a":1}`, `"AAEC"`, `[]`, `null`},
	"tenant":  {`1`},
}

var order = []string{"event_id", "event_type", "schema_version", "schema_ref", "aggregate_type", "aggregate_id", "aggregate_version", "writer_epoch",
	"origin_region", "occurred_at", "producer", "correlation_id", "traceparent", "payload", "tenant"}

// event draws an event of a version with up to three mutations.
func event(t *rapid.T) string {
	fields := map[string]string{}
	for _, name := range order[:len(order)-1] {
		fields[name] = values[name][0]
	}
	if rapid.IntRange(1, 2).Draw(t, "version") == 1 {
		for _, name := range []string{"schema_ref", "writer_epoch", "origin_region", "traceparent"} {
			delete(fields, name)
		}
	}
	for range rapid.IntRange(0, 3).Draw(t, "mutations") {
		name := rapid.SampledFrom(order).Draw(t, "field")
		if rapid.Bool().Draw(t, "drop") {
			delete(fields, name)
			continue
		}
		fields[name] = rapid.SampledFrom(values[name]).Draw(t, "value")
	}
	var members []string
	for _, name := range order {
		if value, ok := fields[name]; ok {
			members = append(members, fmt.Sprintf("%q:%s", name, value))
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

// beyondSchema is the fault that JSON Schema cannot express: two fields that
// disagree.
func beyondSchema(f evctl.Finding) bool {
	return f.Rule == "envelope/schema-ref-agrees" && strings.HasPrefix(f.Message, "schema_ref names")
}

func TestChecksAgreeWithThePublishedSchemas(t *testing.T) {
	schemas := map[int]*jsonschema.Schema{1: published(t, 1), 2: published(t, 2)}
	checker := envelope.NewChecker(nil, envelope.Options{})
	valid, invalid := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := event(t)
		findings, err := checker.Check(context.Background(), "event", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		wrong := false
		for _, f := range findings {
			wrong = wrong || f.Severity == evctl.Error && !beyondSchema(f)
		}
		instance, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		version := 1
		var members map[string]json.RawMessage
		if err := json.Unmarshal([]byte(text), &members); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"schema_ref", "writer_epoch", "origin_region"} {
			if _, ok := members[name]; ok {
				version = 2
			}
		}
		err = schemas[version].Validate(instance)
		if (err != nil) != wrong {
			t.Errorf("%s\nfindings: %v\nschema of version %d: %v", text, findings, version, err)
		}
		if wrong {
			invalid++
		} else {
			valid++
		}
	})
	t.Logf("%d valid, %d invalid", valid, invalid)
	if valid == 0 || invalid == 0 {
		t.Error("the generator is one-sided")
	}
}

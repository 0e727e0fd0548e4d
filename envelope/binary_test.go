package envelope_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
)

const (
	weighed = `{"type": "record", "name": "Weighed", "fields": [{"name": "grams", "type": "long"},
		{"name": "scale", "type": {"type": "enum", "name": "Scale", "symbols": ["BELT", "HAND"]}}]}`
	moved = `syntax = "proto3"; message Moved { string depot = 1; }`
)

func binarySource(t testing.TB) evctl.Source {
	return source(t, map[string][]byte{"schemas/events/parcel.weighed/1.avsc": []byte(weighed), "schemas/events/parcel.moved/1.proto": []byte(moved)})
}

// binaryEvent writes an event whose payload stands last, and one where it comes
// before what tells its contract.
func binaryEvent(subject, payload string) (last, first []byte) {
	rest := strings.ReplaceAll(`"event_id":"01938c1f-5a20-7d11-8c3e-000000000000","event_type":"SUBJECT","schema_version":1,"schema_ref":"events/SUBJECT@1",`+
		`"aggregate_type":"parcel","aggregate_id":"p","aggregate_version":1,"writer_epoch":1,"origin_region":"eu","occurred_at":"2026-03-01T09:30:00.125Z",`+
		`"producer":"p","correlation_id":"r"`, "SUBJECT", "parcel."+subject)
	return fmt.Appendf(nil, `{%s,"payload":%s}`, rest, payload), fmt.Appendf(nil, `{"payload":%s,%s}`, payload, rest)
}

var binaryPayloads = []struct {
	subject, payload string
	valid            bool
}{
	{"weighed", `"4BIC"`, true},
	{"weighed", `"4BI\u0043"`, true},
	{"weighed", `"AAAAACrgEgI="`, true},                  // Confluent
	{"weighed", `"AQ8eLTxLWml4h5altMPS4fDgEgI="`, true},  // Confluent with a GUID
	{"weighed", `"AwAPHi08S1ppeIeWpbTD0uHw4BIC"`, true},  // Glue
	{"weighed", `"AwEPHi08S1ppeIeWpbTD0uHw4BIC"`, false}, // Glue, packed in no known way
	{"weighed", `"wwFZVdu2c30iC+ASAg=="`, true},          // single object
	{"weighed", `"wwFZVNu2c30iC+ASAg=="`, false},         // of another schema
	{"weighed", `"4BIE"`, false},                         // no such symbol
	{"weighed", `"4BICAA=="`, false},                     // more than the datum
	{"weighed", `"4BIC "`, false},                        // base64 with a space
	{"weighed", `"4B\nIC"`, false},                       // which decoders pass over
	{"weighed", `"?"`, false},                            //
	{"weighed", `""`, false},                             //
	{"weighed", `{"grams":1}`, false},                    //
	{"weighed", `null`, false},                           //
	{"moved", `"CgFC"`, true},                            //
	{"moved", `""`, true},                                // nothing is set
	{"moved", `"AAAAACoACgFC"`, true},                    // Confluent, the first message
	{"moved", `"AAAAACoCAgoBQg=="`, false},               // the second
	{"moved", `"CgU="`, false},                           // ends within the field
	{"moved", `"CgH/"`, false},                           // not UTF-8
	{"moved", `"wwFZVdu2c30iCwoBQg=="`, false},           // no Avro
}

// A Validator reads payloads in Avro and Protobuf as a Checker does.
func TestPassJudgesBytesAsTheCheckerDoes(t *testing.T) {
	schemas := binarySource(t)
	for _, role := range []envelope.Role{envelope.Writer(), envelope.Reader(evctl.SchemaRef{})} {
		options := envelope.Options{Role: role}
		v, err := envelope.NewValidator(context.Background(), schemas, options, "parcel.weighed", "parcel.moved")
		if err != nil {
			t.Fatal(err)
		}
		s := side{role.String(), v, envelope.NewChecker(schemas, options), role}
		for _, test := range binaryPayloads {
			last, first := binaryEvent(test.subject, test.payload)
			if s.agree(t, last) != test.valid || s.agree(t, first) != test.valid {
				t.Errorf("%s: %s %s: want valid %v", role, test.subject, test.payload, test.valid)
			}
		}
	}
}

func TestValidBytesTakeNoMemory(t *testing.T) {
	v, err := envelope.NewValidator(context.Background(), binarySource(t), envelope.Options{}, "parcel.weighed", "parcel.moved")
	if err != nil {
		t.Fatal(err)
	}
	for subject, payload := range map[string]string{"weighed": `"4BIC"`, "moved": `"CgFC"`} {
		event, _ := binaryEvent(subject, payload)
		if n := testing.AllocsPerRun(100, func() {
			if err := v.Validate(event); err != nil {
				t.Fatal(err)
			}
		}); n > 0 {
			t.Errorf("%s: %v allocations, want none", subject, n)
		}
	}
}

// A numbered source knows the ids that a registry gave.
type numbered struct{ evctl.Source }

func (s numbered) Versions(ctx context.Context, subject string) ([]*evctl.Schema, error) {
	versions, err := s.Source.Versions(ctx, subject)
	for i, v := range versions {
		own := *v
		own.ID, own.GUID = 42, "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0"
		versions[i] = &own
	}
	return versions, err
}

func TestHeadersNameTheSchemaThatTheEventNames(t *testing.T) {
	v, err := envelope.NewValidator(context.Background(), numbered{binarySource(t)}, envelope.Options{}, "parcel.weighed", "parcel.moved")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ subject, payload, want string }{
		{"weighed", `"AAAAACrgEgI="`, ""},
		{"weighed", `"AQ8eLTxLWml4h5altMPS4fDgEgI="`, ""},
		{"moved", `"AAAAACoACgFC"`, ""},
		{"weighed", `"AAAAACvgEgI="`, "the Confluent prefix is of schema id 43, want schema id 42"},
		{"moved", `"AAAAACsACgFC"`, "the Confluent prefix is of schema id 43, want schema id 42"},
		{"weighed", `"AQAAAAAAAAAAAAAAAAAAAADgEgI="`, "the Confluent GUID header is of schema GUID 00000000-0000-0000-0000-000000000000, want schema GUID 0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0"},
	} {
		event, _ := binaryEvent(test.subject, test.payload)
		err := v.Validate(event)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s %s: %v, want %q", test.subject, test.payload, err, test.want)
		}
	}
}

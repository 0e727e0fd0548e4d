package envelope_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/rules"
)

func embeddedSource(t testing.TB) *envelope.Files {
	schemas, err := fs.Sub(embedded, "testdata/schemas")
	if err != nil {
		t.Fatal(err)
	}
	source, err := envelope.FromFS(schemas)
	if err != nil {
		t.Fatal(err)
	}
	return source
}

func validator(t testing.TB, options envelope.Options, subjects ...string) *envelope.Validator {
	v, err := envelope.NewValidator(context.Background(), embeddedSource(t), options, subjects...)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// orderPaid returns an event of version 1 whose schema is order.paid@version.
func orderPaid(version, payload string) []byte {
	return []byte(`{"event_id":"01938c22-10aa-7c43-9b1e-0242ac120002","event_type":"order.paid","schema_version":` + version +
		`,"aggregate_type":"order","aggregate_id":"o_1","aggregate_version":1,"occurred_at":"2026-03-01T09:30:00.125Z",` +
		`"producer":"order-service","correlation_id":"req_1","payload":` + payload + `}`)
}

func reader(version int) envelope.Role {
	return envelope.Reader(evctl.SchemaRef{Registry: "events", Subject: "order.paid", Version: version})
}

// Version 2 of order.paid renames a required field of version 1: incompatible.
// The witness of that is an event that its producer may write, and that the
// consumer of the other version cannot read.
func TestWitnessPassesTheWriterAndFailsTheReader(t *testing.T) {
	v := validator(t, envelope.Options{})
	witness := orderPaid("2", `{"order":"o_1","total_minor":7}`)
	if err := v.Validate(witness); err != nil {
		t.Errorf("writer of version 2: %v", err)
	}
	if err := v.ValidateAs(reader(2), witness); err != nil {
		t.Errorf("reader of version 2: %v", err)
	}
	err := v.ValidateAs(reader(1), witness)
	var invalid *envelope.InvalidError
	if !errors.As(err, &invalid) {
		t.Fatalf("reader of version 1: got %v, want an InvalidError", err)
	}
	if f := invalid.Findings()[0]; f.Rule != rules.PayloadValid.ID || !strings.Contains(f.Message, "events/order.paid@1") {
		t.Errorf("reader of version 1: got %+v", f)
	}
}

func TestRolesDivideThePolicy(t *testing.T) {
	unlisted := orderPaid("1", `{"order":"o_1","amount_minor":7,"channel":"phone"}`)
	unknown := orderPaid("1", `{"order":"o_1","amount_minor":7,"gift":true}`)
	future := orderPaid("9", `{"order":"o_1","amount_minor":7,"gift":true}`)
	misfit := orderPaid("1", `{"order":"1","amount_minor":7}`)
	newest := envelope.Reader(evctl.SchemaRef{Subject: "order.paid"})
	other := envelope.Reader(evctl.SchemaRef{Subject: "order.shipped"})
	lenient, strict := validator(t, envelope.Options{}), validator(t, envelope.Options{Semantics: evctl.Semantics{Policy: evctl.Strict}})
	own := validator(t, envelope.Options{Policies: map[string]evctl.Policy{"order.paid": evctl.Strict}})
	for _, test := range []struct {
		name      string
		validator *envelope.Validator
		role      envelope.Role
		event     []byte
		want      string // the rule broken
	}{
		{"a producer keeps to the list", lenient, envelope.Writer(), unlisted, "envelope/payload-valid"},
		{"a consumer does not mind", lenient, reader(1), unlisted, ""},
		{"a producer writes what it declares", lenient, envelope.Writer(), unknown, "envelope/payload-unknown-field"},
		{"a consumer drops the rest", lenient, reader(1), unknown, ""},
		{"strict takes open schemas at their word", strict, envelope.Writer(), unknown, ""},
		{"a subject may have its own policy", own, envelope.Writer(), unknown, ""},
		{"a producer needs a published version", lenient, envelope.Writer(), future, "envelope/schema-known"},
		{"a consumer reads versions to come", lenient, reader(1), future, ""},
		{"the event's own version is needed without a ref", lenient, envelope.Reader(evctl.SchemaRef{}), future, "envelope/schema-known"},
		{"the newest version reads", lenient, newest, orderPaid("1", `{"order":"o_1","total_minor":7}`), ""},
		{"a consumer of another type", lenient, other, unknown, "envelope/schema-known"},
		{"references are followed", lenient, envelope.Writer(), misfit, "envelope/payload-valid"},
		{"an unpublished reader", lenient, reader(9), unknown, "envelope/schema-known"},
		{"no JSON", lenient, envelope.Writer(), []byte("\xef\xbb\xbf{}"), "envelope/event-json"},
	} {
		got := ""
		var invalid *envelope.InvalidError
		if err := test.validator.ValidateAs(test.role, test.event); errors.As(err, &invalid) && len(invalid.Findings()) == 1 {
			got = invalid.Findings()[0].Rule
		} else if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestConfiguredSeverities(t *testing.T) {
	old := strings.Replace(string(orderPaid("2", `{"order":"o_1","total_minor":7}`)), "-7c43-", "-4c43-", 1)
	if err := validator(t, envelope.Options{}).Validate([]byte(old)); err != nil {
		t.Errorf("a warning stops the event: %v", err)
	}
	raised := envelope.Options{Rules: map[string]evctl.Severity{rules.EventIDV7.ID: evctl.Error}}
	if err := validator(t, raised).Validate([]byte(old)); err == nil {
		t.Error("the raised warning is lost")
	}
}

// manyFaults is a payload of n names that no schema knows, all of a wrong type.
func manyFaults(n int) []byte {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"k%d":0`, i)
	}
	return orderPaid("1", "{"+b.String()[1:]+"}")
}

func TestManyFaultsTakeLinearMemory(t *testing.T) {
	files := map[string][]byte{"schemas/events/order.paid/1.json": []byte(`{"patternProperties":{"^k":{"type":"string"}},"properties":{"a":{}}}`)}
	v, err := envelope.NewValidator(context.Background(), source(t, files), envelope.Options{})
	if err != nil {
		t.Fatal(err)
	}
	allocated := func(n int) uint64 {
		var before, after runtime.MemStats
		event := manyFaults(n)
		runtime.ReadMemStats(&before)
		var invalid *envelope.InvalidError
		if err := v.Validate(event); !errors.As(err, &invalid) || len(invalid.Findings()) != 1001 {
			t.Fatalf("got %.200v", err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	allocated(2_000) // what is compiled when the first fault is worded
	if small, large := allocated(2_000), allocated(16_000); large > 16*small {
		t.Errorf("8 times the faults take %d bytes, not about 8 times %d", large, small)
	}
}

// counting is a source that counts what it is asked, and cannot list.
type counting struct {
	evctl.Source
	calls int
}

func (c *counting) Get(ctx context.Context, ref evctl.SchemaRef) (*evctl.Schema, error) {
	c.calls++
	return c.Source.Get(ctx, ref)
}

func (c *counting) Versions(ctx context.Context, subject string) ([]*evctl.Schema, error) {
	c.calls++
	return c.Source.Versions(ctx, subject)
}

func TestNothingIsFetchedAfterStart(t *testing.T) {
	files, err := envelope.FromFS(fstest.MapFS{"events/order.paid/1.json": {Data: []byte(`{"properties":{"a":{}}}`)}})
	if err != nil {
		t.Fatal(err)
	}
	source := &counting{Source: files}
	ctx := context.Background()
	if _, err := envelope.NewValidator(ctx, source, envelope.Options{}); err == nil || !strings.Contains(err.Error(), "cannot list") {
		t.Errorf("without subjects: %v", err)
	}
	if _, err := envelope.NewValidator(ctx, source, envelope.Options{}, "order.lost"); !errors.Is(err, evctl.ErrNotFound) {
		t.Errorf("unknown subject: %v", err)
	}
	v, err := envelope.NewValidator(ctx, source, envelope.Options{}, "order.paid")
	if err != nil {
		t.Fatal(err)
	}
	before := source.calls
	for _, version := range []string{"1", "2"} {
		v.Validate(orderPaid(version, `{"a":1}`))
	}
	if source.calls != before {
		t.Errorf("%d calls after start", source.calls-before)
	}
}

func TestConcurrentUse(t *testing.T) {
	v := validator(t, envelope.Options{})
	good, bad := orderPaid("1", `{"order":"o_1","amount_minor":7}`), orderPaid("1", `{"order":"o_1"}`)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 50 {
				if err := v.Validate(good); err != nil {
					t.Error(err)
				}
				if v.ValidateAs(reader(1), bad) == nil {
					t.Error("accepted")
				}
			}
		})
	}
	group.Wait()
}

// What a producer compiles with this package, beside the standard library.
func TestImportClosure(t *testing.T) {
	allowed := regexp.MustCompile(`^(github\.com/evctl/evctl(/envelope(/.*)?|/internal/(ascii|guid|jsondoc|jsonschema|metaschema|stringformat|avro|protobuf)|/third_party/protobuf)?` +
		`|github\.com/go-json-experiment/json/.*|github\.com/santhosh-tekuri/jsonschema/.*|github\.com/dlclark/regexp2(/syntax)?` +
		`|github\.com/hamba/avro/.*|github\.com/(json-iterator/go|modern-go/.*|go-viper/mapstructure/.*)` + // which hamba needs
		`|github\.com/bufbuild/protocompile(/.*)?|google\.golang\.org/protobuf/.*|golang\.org/x/sync/semaphore` +
		`|golang\.org/x/text/.*)$`) // x/text words the errors of jsonschema v6
	refused := regexp.MustCompile(`^(database/sql|net/http|os/exec|go/(ast|parser|types|build))(/|$)`)
	out, err := exec.Command("go", "list", "-deps", "-f", "{{.Standard}} {{.ImportPath}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		standard, path, _ := strings.Cut(strings.TrimSpace(line), " ")
		if standard == "true" && refused.MatchString(path) || standard == "false" && !allowed.MatchString(path) {
			t.Errorf("a producer compiles %s", path)
		}
	}
}

package dir

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/avro"
	"github.com/evctl/evctl/internal/jsonschema"
	"github.com/evctl/evctl/internal/protobuf"
)

// files makes a file system of names and texts.
func files(pairs ...string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		fsys[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return fsys
}

var events = Layout{Name: "events", Dir: "schemas"}

func open(t *testing.T, fsys fstest.MapFS, layout Layout) *Registry {
	t.Helper()
	r, err := Open(fsys, layout)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// show lists the versions of a subject as "ref file refs…".
func show(t *testing.T, r *Registry, subject string) []string {
	t.Helper()
	versions, err := r.Versions(t.Context(), subject)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, v := range versions {
		line := fmt.Sprint(v.SchemaRef, " ", v.File)
		if v.Retired {
			line += " retired"
		}
		for _, key := range slices.Sorted(maps.Keys(v.Refs)) {
			line += fmt.Sprintf(" %s=%s", key, v.Refs[key].File)
		}
		lines = append(lines, line)
	}
	return lines
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s\n got %.2000q\nwant %q", what, got, want)
	}
}

func TestEmbeddedLayout(t *testing.T) {
	r := open(t, files(
		"schemas/events/order.paid/1.json", "{}",
		"schemas/events/order.paid/2.json", "{}",
		"schemas/events/order.paid/10.json", "{}",
		"schemas/events/order.paid/subject.yaml", "owner: '@orders'\nmode: BACKWARD\ndeprecated: replaced by order.settled\nreaders: closed\npolicy: strict\nmessage: a.B\nretired:\n- {versions: [1], reason: r, evidence: e}\n",
		"schemas/events/.hidden/1.json", "{}",
		"schemas/events/README.md", "",
		"schemas/commands/ship/1.json", "{}",
	), events)
	same(t, "subjects", r.Subjects(), []string{"order.paid"})
	same(t, "versions", show(t, r, "order.paid"), []string{
		"events/order.paid@1 schemas/events/order.paid/1.json retired",
		"events/order.paid@2 schemas/events/order.paid/2.json",
		"events/order.paid@10 schemas/events/order.paid/10.json",
	})
	s := r.Settings("order.paid")
	if s.Owner != "@orders" || *s.Mode != (evctl.Mode{Backward: true}) || s.Deprecated != "replaced by order.settled" || !s.Closed || s.Policy != evctl.Strict || s.Message != "a.B" {
		t.Errorf("got %+v", s)
	}
	if got := r.SettingsPosition("order.paid", "readers").String(); got != "schemas/events/order.paid/subject.yaml:4:1" {
		t.Errorf("readers stands at %s", got)
	}
	for file, want := range map[string]string{
		"schemas/events/order.paid/subject.yaml": "order.paid", "schemas/events/gone/1.json": "gone", "schemas/commands/ship/1.json": "", "x.json": "",
	} {
		if got, _ := r.SubjectOf(file); got != want {
			t.Errorf("%s belongs to %q, want %q", file, got, want)
		}
	}
}

func TestGet(t *testing.T) {
	r := open(t, files("schemas/events/order.paid/1.json", "1", "schemas/events/order.paid/2.json", "2"), events)
	for ref, want := range map[evctl.SchemaRef]string{
		{Subject: "order.paid", Version: 1}:                     "1",
		{Registry: "events", Subject: "order.paid", Version: 2}: "2",
		{Subject: "order.paid"}:                                 "2",
	} {
		if s, err := r.Get(t.Context(), ref); err != nil || string(s.Text) != want {
			t.Errorf("%s: got %v, %v", ref, s, err)
		}
	}
	for _, ref := range []evctl.SchemaRef{{Subject: "order.paid", Version: 3}, {Subject: "order"}, {Registry: "commands", Subject: "order.paid"}} {
		if _, err := r.Get(t.Context(), ref); !errors.Is(err, evctl.ErrNotFound) {
			t.Errorf("%s: got %v, want ErrNotFound", ref, err)
		}
	}
	if versions, err := r.Versions(t.Context(), "order"); versions != nil || err != nil {
		t.Errorf("got %v, %v, want nothing", versions, err)
	}
}

func TestEmptyRegistry(t *testing.T) {
	for _, layout := range []Layout{events, {}, {Patterns: []Pattern{{Path: "nowhere/{subject}.json"}}}} {
		r := open(t, files(), layout)
		findings, err := r.Findings(t.Context())
		if len(r.Subjects()) != 0 || len(findings) != 0 || err != nil {
			t.Errorf("%+v: got %v, %v, %v", layout, r.Subjects(), findings, err)
		}
	}
}

func TestPatterns(t *testing.T) {
	fsys := files(
		"events/order.paid.avsc", "1", "events/deep/er/order.sent.avsc", "1",
		"api/v1/ship.proto", "1", "api/v2/ship.proto", "1", "api/vx/ship.proto", "1",
		"svc/a/x/one.json", "1", "svc/b/x/two.json", "1", "svc/b/y/two.json", "1",
		"node_modules/events/z.avsc", "1", ".git/z.avsc", "1", "events/notes.txt", "1",
		"single.json", "1", "schemas/events/order.lost/1.avsc", "1",
	)
	r := open(t, fsys, Layout{Name: "events", Dir: "schemas", Patterns: []Pattern{
		{Path: "events/order.paid.avsc", Subject: "paid"},
		{Path: "**/events/**/{subject}.avsc", Subject: "{subject}-value"},
		{Path: "api/v{version}/{name}.proto", Subject: "api.{name}", Message: "a.Ship"},
		{Path: "svc/{svc}/[xz]/{subject}.{json,avsc}", Subject: "{svc}.{subject}"},
		{Path: "single.json", Subject: "one/of/a.kind"},
	}})
	same(t, "subjects", r.Subjects(), []string{"a.one", "api.ship", "b.two", "one/of/a.kind", "order.lost", "order.sent-value", "paid"})
	same(t, "api.ship", show(t, r, "api.ship"), []string{"events/api.ship@1 api/v1/ship.proto", "events/api.ship@2 api/v2/ship.proto"})
	same(t, "paid", show(t, r, "paid"), []string{"events/paid@1 events/order.paid.avsc"})
	if v, _ := r.Versions(t.Context(), "api.ship"); v[0].Message != "a.Ship" || v[0].Format != evctl.Protobuf {
		t.Errorf("got %+v", v[0])
	}
	if got, ok := r.SubjectOf("events/new/order.new.avsc"); !ok || got != "order.new-value" {
		t.Errorf("got %q, %v", got, ok)
	}
}

func TestPatternErrors(t *testing.T) {
	for path, want := range map[string]string{
		"a/[": "is no glob", "{subject}/{subject}.json": "holds {subject} twice", "a.json": "has no {subject}",
	} {
		if _, err := Open(files(), Layout{Patterns: []Pattern{{Path: path}}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", path, err, want)
		}
	}
}

func TestReferences(t *testing.T) {
	r := open(t, files(
		"schemas/events/order.paid/1.json", `{"properties":{"a":{"$ref":"events/money@1"},"b":{"$ref":"../order.sent/1.json#/$defs/x"},"c":{"$ref":"https://x.org/zone#"}}}`,
		"schemas/events/money/1.json", `{"$ref":"../shared/unit.json"}`,
		"schemas/events/money/2.json", `{}`,
		"schemas/events/shared/unit.json", `{"$ref":"../order.paid/1.json"}`,
		"schemas/events/order.sent/1.json", `{"$defs":{"x":{"$ref":"#/$defs/y"},"y":{}}}`,
		"schemas/events/zone/1.json", `{"$id":"https://x.org/zone"}`,
		"schemas/events/ship.left/1.avsc", `{"type":"record","name":"Left","namespace":"s","fields":[{"name":"at","type":["null","s.Point"]}]}`,
		"schemas/events/point/1.avsc", `{"type":"record","name":"s.Point","fields":[{"name":"unit","type":"Unit"}]}`,
		"schemas/events/units/1.avsc", `["null",{"type":"enum","name":"Unit","namespace":"s","symbols":["M"]}]`,
		"schemas/events/paid/1.proto", `syntax="proto3"; import "money/1.proto"; message P {}`,
		"schemas/events/money.pb/1.proto", `syntax="proto3";`,
		"schemas/events/common/a.proto", `syntax="proto3"; import "common/b.proto"; import "google/protobuf/any.proto";`,
		"schemas/events/common/b.proto", `syntax="proto3"; import "events/common/a.proto";`,
		"schemas/events/settled/1.proto", `syntax="proto3"; import "common/a.proto";`,
	), events)
	same(t, "json", show(t, r, "order.paid"), []string{"events/order.paid@1 schemas/events/order.paid/1.json" +
		" evctl:///schemas/events/order.sent/1.json=schemas/events/order.sent/1.json" +
		" evctl:///schemas/events/shared/unit.json=schemas/events/shared/unit.json" +
		" events/money@1=schemas/events/money/1.json" +
		" https://x.org/zone=schemas/events/zone/1.json"})
	same(t, "avro", show(t, r, "ship.left"), []string{"events/ship.left@1 schemas/events/ship.left/1.avsc" +
		" s.Point=schemas/events/point/1.avsc s.Unit=schemas/events/units/1.avsc"})
	same(t, "protobuf", show(t, r, "settled"), []string{"events/settled@1 schemas/events/settled/1.proto" +
		" common/a.proto=schemas/events/common/a.proto common/b.proto=schemas/events/common/b.proto" +
		" events/common/a.proto=schemas/events/common/a.proto"})
	findings, err := r.Findings(t.Context())
	if err != nil || len(findings) != 1 || !strings.Contains(findings[0].Message, "money/1.proto") {
		t.Errorf("got %v, %v, want one finding about money/1.proto", findings, err)
	}
	if findings, err := r.Findings(t.Context(), "shared"); len(findings) > 0 || err != nil {
		t.Errorf("got %v, %v, want none about a document that versions refer to", findings, err)
	}
	names, err := r.Dependents(t.Context(), "schemas/events/shared/unit.json", "schemas/events/common/b.proto")
	if err != nil {
		t.Fatal(err)
	}
	same(t, "dependents", names, []string{"money", "order.paid", "settled"})
	compiles(t, r, "order.paid", "ship.left", "money")
}

// compiles shows that the parsers find every reference.
func compiles(t *testing.T, r *Registry, subjects ...string) {
	t.Helper()
	for _, name := range subjects {
		versions, err := r.Versions(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range versions {
			switch v.Format {
			case evctl.JSON:
				_, err = jsonschema.Compile(v, evctl.Semantics{})
			case evctl.Avro:
				_, err = avro.Parse(v)
			case evctl.Protobuf:
				_, err = protobuf.Compile(t.Context(), v)
			}
			if err != nil {
				t.Errorf("%s: %v", v.SchemaRef, err)
			}
		}
	}
}

func TestReferencesAreBounded(t *testing.T) {
	fsys := files()
	for i := range maxRefs + 50 {
		fsys[fmt.Sprintf("schemas/events/chain/shared/%d.json", i)] = &fstest.MapFile{Data: fmt.Appendf(nil, `{"$ref":"%d.json"}`, i+1)}
	}
	fsys["schemas/events/chain/1.json"] = &fstest.MapFile{Data: []byte(`{"$ref":"shared/0.json"}`)}
	r := open(t, fsys, events)
	v, err := r.Get(t.Context(), evctl.SchemaRef{Subject: "chain"})
	if err != nil || len(v.Refs) != maxRefs {
		t.Fatalf("got %d references, %v", len(v.Refs), err)
	}
	findings, err := r.Findings(t.Context())
	if err != nil || len(findings) != 1 || !strings.Contains(findings[0].Message, "the limit of 1000") {
		t.Errorf("got %v, %v, want a finding that names the limit", findings, err)
	}
}

func TestLargeFile(t *testing.T) {
	r := open(t, files("schemas/events/a/1.json", strings.Repeat(" ", maxBytes+1)), events)
	findings, err := r.Findings(t.Context())
	if err != nil || len(findings) != 1 || findings[0].Rule != "registry/unreadable-file" || !strings.Contains(findings[0].Message, "over the limit") {
		t.Errorf("got %v, %v", findings, err)
	}
}

func TestConcurrentUse(t *testing.T) {
	r := open(t, files("schemas/events/a/1.json", `{"$ref":"events/b@1"}`, "schemas/events/b/1.json", `{}`), events)
	done := make(chan error)
	for range 8 {
		go func() {
			_, err := r.Get(context.Background(), evctl.SchemaRef{Subject: "a"})
			_ = r.Settings("b")
			done <- err
		}()
	}
	for range 8 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func TestPaths(t *testing.T) {
	for _, test := range []struct {
		layout Layout
		want   []string
	}{
		{events, []string{"evctl.lock", "schemas"}},
		{inPlace, []string{"evctl.lock", "events", "proto", "proto/events"}},
		{Layout{Patterns: []Pattern{{Path: "**/{subject}.avsc"}}}, []string{"."}},
	} {
		same(t, "paths", test.layout.Paths(), test.want)
	}
}

func TestManyBrokenReferences(t *testing.T) {
	text := `{"anyOf":[` + strings.TrimSuffix(strings.Repeat(`{"$ref":"gone.json"},`, 10_000), ",") + `]}`
	r := open(t, files("schemas/events/a/1.json", text, "schemas/events/b/1.proto", strings.Repeat("import \"gone.proto\";\n", 10_000)), events)
	findings, err := r.Findings(t.Context())
	if err != nil || len(findings) != maxFindings+1 {
		t.Errorf("got %d findings, %v, want %d", len(findings), err, maxFindings+1)
	}
}

// Documents below a declared root are found by name and by path, from files
// edited in place too.
func TestReferencesBelowARoot(t *testing.T) {
	r := open(t, files(
		"avro/events/paid.avsc", `{"type":"record","name":"Paid","fields":[{"name":"m","type":"shop.Money"}]}`,
		"avro/types/money.avsc", `{"type":"record","name":"shop.Money","fields":[]}`,
		"avro/types/node_modules/money.avsc", `{"type":"record","name":"shop.Money","fields":[]}`,
		"json/events/sent.json", `{"anyOf":[{"$ref":"https://x.org/unit"},{"$ref":"/json/types/zone.json"},{"$ref":"evctl:///json/types/rate.json#"},{"$ref":"../types/a%20b.json"}]}`,
		"json/types/unit.json", `{"$id":"https://x.org/unit"}`,
		"json/types/zone.json", `{}`,
		"json/types/rate.json", `{}`,
		"json/types/a b.json", `{}`,
	), Layout{Patterns: []Pattern{{Path: "avro/events/{subject}.avsc", Root: "avro"}, {Path: "json/events/{subject}.json", Root: "json"}}})
	same(t, "avro", show(t, r, "paid"), []string{"paid@1 avro/events/paid.avsc shop.Money=avro/types/money.avsc"})
	same(t, "json", show(t, r, "sent"), []string{"sent@1 json/events/sent.json" +
		" evctl:///json/types/a%20b.json=json/types/a b.json" +
		" evctl:///json/types/rate.json=json/types/rate.json" +
		" evctl:///json/types/zone.json=json/types/zone.json" +
		" https://x.org/unit=json/types/unit.json"})
	compiles(t, r, "paid", "sent")
	if findings, err := r.Findings(t.Context()); len(findings) > 0 || err != nil {
		t.Errorf("got %v, %v", findings, err)
	}
}

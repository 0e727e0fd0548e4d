package envelope

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
)

// schema draws a schema over three names, two levels deep.
func schema(t *rapid.T, depth int) map[string]any {
	s := map[string]any{}
	if rapid.Bool().Draw(t, "typed") {
		s["type"] = rapid.SampledFrom([]any{"object", "integer", "string", []any{"object", "null"}}).Draw(t, "type")
	}
	if depth == 0 {
		return s
	}
	properties := map[string]any{}
	for _, name := range []string{"a", "b", "c"} {
		if rapid.Bool().Draw(t, name) {
			properties[name] = schema(t, depth-1)
		}
	}
	if len(properties) > 0 {
		s["properties"] = properties
	}
	if rapid.IntRange(0, 3).Draw(t, "required") == 0 {
		s["required"] = []any{rapid.SampledFrom([]string{"a", "b"}).Draw(t, "name")}
	}
	switch rapid.IntRange(0, 8).Draw(t, "more") {
	case 0:
		s["additionalProperties"] = false
	case 1:
		s["additionalProperties"] = schema(t, 0)
	case 2:
		s["anyOf"] = []any{branch(t), branch(t)}
	case 3:
		s["not"] = branch(t)
	case 4:
		s["maxProperties"] = 1
	case 5:
		s["oneOf"] = []any{branch(t), branch(t), branch(t)}
	case 6:
		s["if"] = branch(t)
	}
	return s
}

// branch draws a schema that mentions a name, or none. It may well accept or
// refuse everything, and so decide nothing where it stands.
func branch(t *rapid.T) any {
	switch rapid.IntRange(0, 7).Draw(t, "fold") {
	case 0:
		return rapid.Bool().Draw(t, "constant")
	case 1:
		return map[string]any{"anyOf": []any{map[string]any{}, plain(t)}}
	case 2:
		return map[string]any{"allOf": []any{plain(t), map[string]any{"type": "integer"}}}
	case 3:
		return map[string]any{"not": map[string]any{"not": plain(t)}}
	}
	return plain(t)
}

func plain(t *rapid.T) map[string]any {
	s := map[string]any{"type": rapid.SampledFrom([]string{"object", "string"}).Draw(t, "branch")}
	switch name := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "name"); rapid.IntRange(0, 2).Draw(t, "names") {
	case 0:
		s["required"] = []any{name}
	case 1:
		s["properties"] = map[string]any{name: map[string]any{"type": "integer"}}
	}
	return s
}

func value(t *rapid.T, depth int) any {
	if depth == 0 {
		return rapid.SampledFrom([]any{1, "x", nil, true}).Draw(t, "leaf")
	}
	members := map[string]any{}
	for _, name := range []string{"a", "b", "c", "d"} {
		if rapid.Bool().Draw(t, name) {
			members[name] = value(t, rapid.IntRange(0, depth-1).Draw(t, "depth"))
		}
	}
	return members
}

var semantics = evctl.Semantics{Policy: evctl.Lenient, Draft: "2020-12"}

// carried loads the schemas that a program carries with it.
func carried(t rapid.TB, fsys fs.FS) (*envelope.Validator, *envelope.Files) {
	files, err := envelope.FromFS(fsys)
	if err != nil {
		t.Fatal(err)
	}
	v, err := envelope.NewValidator(context.Background(), files, envelope.Options{Semantics: semantics})
	if err != nil {
		t.Fatal(err)
	}
	return v, files
}

func orderPaid(version int, payload []byte) []byte {
	return fmt.Appendf(nil, `{"event_id":"01938c22-10aa-7c43-9b1e-0242ac120002","event_type":"order.paid","schema_version":%d,"aggregate_type":"order","aggregate_id":"o",`+
		`"aggregate_version":1,"occurred_at":"2026-03-01T09:30:00.125Z","producer":"p","correlation_id":"c","payload":%s}`, version, payload)
}

func readerOf(version int) envelope.Role {
	return envelope.Reader(evctl.SchemaRef{Subject: "order.paid", Version: version})
}

func marshal(t rapid.TB, v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// What a producer may write, a consumer of the same version can read, and a
// strict reader accepts it too.
func TestWritersAreReadByTheirOwnVersion(t *testing.T) {
	written, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text, payload := marshal(t, schema(t, 2)), marshal(t, value(t, 2))
		event := orderPaid(1, payload)
		lenient, files := carried(t, fstest.MapFS{"events/order.paid/1.json": {Data: text}})
		if lenient.Validate(event) != nil {
			refused++
			return
		}
		written++
		if err := lenient.ValidateAs(readerOf(1), event); err != nil {
			t.Errorf("schema %s\nthe reader refuses %s: %v", text, payload, err)
		}
		strict, err := envelope.NewValidator(context.Background(), files, envelope.Options{Semantics: evctl.Semantics{Policy: evctl.Strict, Draft: "2020-12"}})
		if err != nil {
			t.Fatal(err)
		}
		if err := strict.ValidateAs(readerOf(1), event); err != nil {
			t.Errorf("schema %s\nthe strict reader refuses %s: %v", text, payload, err)
		}
	})
	t.Logf("%d written, %d refused", written, refused)
	if written == 0 || refused == 0 {
		t.Error("the generator is one-sided")
	}
}

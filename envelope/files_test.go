package envelope_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
)

func TestFromFS(t *testing.T) {
	fsys := fstest.MapFS{}
	for name, text := range map[string]string{
		"events/a.b/1.json":      `{"$ref":"../types/id.json"}`,
		"events/a.b/2.json":      `{"$ref":"https://example.org/common.json#/x"}`,
		"events/a.b/10.json":     `{`,
		"events/a.b/01.json":     `{}`,
		"events/a.b/draft.json":  `{}`,
		"events/a.b/c/1.json":    `{}`,
		"events/c.d/1.avsc":      `"string"`,
		"events/types/id.json":   `{"$ref":"name.json#/y"}`,
		"events/types/name.json": `{"$ref":"id.json"}`,
		"events/com.mon/1.json":  `{"$id":"https://example.org/common.json"}`,
		"events/e.f/1.json":      `{"$id":"https://example.com/e","allOf":[{"$ref":"a.b@2"},{"$ref":"../types/id.json"},{"$ref":"#"},{"$ref":"lost.json"}]}`,
		"other/a.b/3.json":       `{}`,
		"README.md":              `not a schema`,
	} {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	files, err := envelope.FromFS(fsys)
	if err != nil {
		t.Fatal(err)
	}
	if got := files.Subjects(); !slices.Equal(got, []string{"a.b", "c.d", "com.mon", "e.f"}) {
		t.Errorf("subjects are %q", got)
	}
	ctx := context.Background()
	for text, want := range map[string]string{
		"events/a.b@1": "events/types/id.json events/types/name.json",
		"events/a.b@2": "events/com.mon/1.json",
		"events/c.d@1": "",
		"events/e.f@1": "events/a.b/2.json events/com.mon/1.json events/types/id.json events/types/name.json",
	} {
		ref, err := evctl.ParseSchemaRef(text)
		if err != nil {
			t.Fatal(err)
		}
		schema, err := files.Get(ctx, ref)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var refs []string
		for _, key := range slices.Sorted(maps.Keys(schema.Refs)) {
			refs = append(refs, schema.Refs[key].File)
		}
		slices.Sort(refs)
		if got := strings.Join(refs, " "); got != want {
			t.Errorf("%s refers to %q, want %q", text, got, want)
		}
	}
	for ref, want := range map[evctl.SchemaRef]int{
		{Subject: "a.b"}: 10, {Registry: "events", Subject: "a.b"}: 10, {Registry: "other", Subject: "a.b"}: 3, {Subject: "a.b", Version: 3}: 3,
		{Registry: "events", Subject: "a.b", Version: 3}: 0, {Subject: "types"}: 0,
	} {
		schema, err := files.Get(ctx, ref)
		if want == 0 && !errors.Is(err, evctl.ErrNotFound) || want > 0 && (err != nil || schema.Version != want) {
			t.Errorf("%s: got %v, %v, want version %d", ref, schema, err, want)
		}
	}
	if versions, err := files.Versions(ctx, "lost"); err != nil || len(versions) > 0 {
		t.Errorf("an unknown subject has %v, %v", versions, err)
	}
}

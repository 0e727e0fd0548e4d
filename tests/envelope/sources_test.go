package envelope

import (
	"context"
	"maps"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/registry/dir"
)

// What a program carries with it means what the registry means: the same
// versions, each with the same references.
func TestFilesAreTheRegistry(t *testing.T) {
	fsys := fstest.MapFS{}
	for name, text := range map[string]string{
		"events/order.paid/1.json":       `{"properties":{"id":{"$ref":"../types/id.json"},"name":{"$ref":"#/$defs/n"}},"$defs":{"n":{}}}`,
		"events/order.paid/2.json":       `{"$id":"https://example.org/order.paid/2","$ref":"https://example.org/parcel/1#/x"}`,
		"events/order.paid/10.json":      `{"$ref":"events/order.paid@1"}`,
		"events/order.shipped/1.json":    `{"allOf":[{"$ref":"order.paid@2"},{"$ref":"../order.paid/10.json"}]}`,
		"events/parcel.weighed/1.avsc":   `{"type":"record","name":"W","fields":[]}`,
		"events/parcel.weighed/notes.md": `not a schema`,
		"events/parcel.sent/1.json":      `{"$id":"https://example.org/parcel/1"}`,
		"events/parcel.lost/1.json":      `{"$id":"https://example.org/parcel/lost"}`,
		"events/parcel.lost/2.json":      `{"$id":"https://example.org/parcel/lost"}`,
		"events/parcel.found/1.json":     `{"anyOf":[{"$ref":"https://example.org/parcel/lost"},{"$ref":"https://example.org/money.json"}]}`,
		"events/types/id.json":           `{"$ref":"../money.json"}`,
		"events/money.json":              `{"$id":"https://example.org/money.json","$ref":"https://json-schema.org/draft/2020-12/schema"}`,
	} {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	files, err := envelope.FromFS(fsys)
	if err != nil {
		t.Fatal(err)
	}
	registry, err := dir.Open(fsys, dir.Layout{Name: "events", Dir: "."})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(registry.Subjects(), files.Subjects()); diff != "" {
		t.Errorf("subjects: %s", diff)
	}
	ctx := context.Background()
	for _, subject := range registry.Subjects() {
		want, err := registry.Versions(ctx, subject)
		if err != nil {
			t.Fatal(err)
		}
		got, err := files.Versions(ctx, subject)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(shape(want), shape(got)); diff != "" {
			t.Errorf("%s: %s", subject, diff)
		}
	}
	if _, err := envelope.NewValidator(ctx, registry, envelope.Options{}); err != nil {
		t.Errorf("the registry as a source: %v", err)
	}
}

// shape lists the versions with the files they refer to, by key.
func shape(versions []*evctl.Schema) []map[string]string {
	var shapes []map[string]string
	for _, v := range versions {
		s := map[string]string{"version": v.String(), "file": v.File, "format": string(v.Format)}
		for _, key := range slices.Sorted(maps.Keys(v.Refs)) {
			s["ref "+key] = v.Refs[key].File
		}
		shapes = append(shapes, s)
	}
	return shapes
}

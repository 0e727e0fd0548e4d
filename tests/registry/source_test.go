// Package registry_test holds the sources of versions against one contract,
// and against peers: an in-memory registry of another author, and properties
// of canonical forms.
package registry_test

import (
	"errors"
	"testing"
	"testing/fstest"

	"github.com/twmb/franz-go/pkg/sr"
	"github.com/twmb/franz-go/pkg/sr/srfake"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsonschema"
	"github.com/evctl/evctl/registry"
	"github.com/evctl/evctl/registry/confluent"
	"github.com/evctl/evctl/registry/dir"
)

const (
	money   = `{"type":"object","properties":{"units":{"type":"integer"}},"required":["units"]}`
	paid1   = `{"type":"object","properties":{"id":{"type":"string"},"total":{"$ref":"events/money@1"}}}`
	paid2   = `{"type":"object","properties":{"id":{"type":"string"},"note":{"type":"string"},"total":{"$ref":"events/money@1"}}}`
	strange = `a/b ü`
)

func directory(t *testing.T) evctl.Source {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range map[string]string{"money/1.json": money, "order.paid/1.json": paid1, "order.paid/2.json": paid2} {
		fsys["schemas/events/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	r, err := dir.Open(fsys, dir.Layout{Name: "events", Dir: "schemas"})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// remote registers the same schemas with another author's registry.
func remote(t *testing.T) *confluent.Registry {
	t.Helper()
	fake := srfake.New()
	t.Cleanup(fake.Close)
	client, err := sr.NewClient(sr.URLs(fake.URL()))
	if err != nil {
		t.Fatal(err)
	}
	reference := []sr.SchemaReference{{Name: "events/money@1", Subject: "money", Version: 1}}
	for _, s := range []struct {
		subject, text string
		references    []sr.SchemaReference
	}{{"money", money, nil}, {"order.paid", paid1, reference}, {"order.paid", paid2, reference}, {strange, money, nil}} {
		if _, err := client.CreateSchema(t.Context(), s.subject, sr.Schema{Schema: s.text, Type: sr.TypeJSON, References: s.references}); err != nil {
			t.Fatal(err)
		}
	}
	r, err := confluent.Open(confluent.Config{URLs: []string{fake.URL()}, Name: "events"})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSources(t *testing.T) {
	t.Run("directory", func(t *testing.T) { contract(t, directory(t)) })
	t.Run("remote", func(t *testing.T) { contract(t, remote(t)) })
	t.Run("joined", func(t *testing.T) { contract(t, registry.Join(directory(t), remote(t))) })
}

// contract is what evctl.Source promises.
func contract(t *testing.T, source evctl.Source) {
	versions, err := source.Versions(t.Context(), "order.paid")
	if err != nil || len(versions) != 2 || versions[0].Version != 1 || versions[1].Version != 2 {
		t.Fatalf("got %v, %v, want versions 1 and 2", versions, err)
	}
	for _, v := range versions {
		if v.Registry != "events" || v.Subject != "order.paid" || v.Format != evctl.JSON || v.Refs["events/money@1"] == nil {
			t.Errorf("got %+v", v)
		}
	}
	for version, want := range map[int]int{0: 2, 1: 1, 2: 2} {
		s, err := source.Get(t.Context(), evctl.SchemaRef{Registry: "events", Subject: "order.paid", Version: version})
		if err != nil || s.Version != want {
			t.Errorf("version %d: got %v, %v, want %d", version, s, err, want)
		}
	}
	for _, ref := range []evctl.SchemaRef{
		{Subject: "order.paid", Version: 3}, {Subject: "order.lost"}, {Subject: ".."}, {Registry: "commands", Subject: "order.paid", Version: 1},
	} {
		if _, err := source.Get(t.Context(), ref); !errors.Is(err, evctl.ErrNotFound) {
			t.Errorf("%s: got %v, want ErrNotFound", ref, err)
		}
	}
	if unknown, err := source.Versions(t.Context(), "order.lost"); err != nil || len(unknown) != 0 {
		t.Errorf("unknown subject: got %v, %v, want nothing", unknown, err)
	}
	for _, v := range versions {
		if _, err := jsonschema.Compile(v, evctl.Semantics{}); err != nil {
			t.Errorf("%s: %v, want that its references resolve", v.SchemaRef, err)
		}
	}
}

func TestSourcesAgree(t *testing.T) {
	joined := registry.Join(directory(t), remote(t))
	for _, subject := range []string{"order.paid", "money", strange} {
		if findings, err := joined.Drift(t.Context(), subject); err != nil || len(findings) > 0 {
			t.Errorf("%s: got %v, %v, want no drift", subject, findings, err)
		}
	}
	if versions, err := joined.Versions(t.Context(), strange); err != nil || len(versions) != 1 {
		t.Errorf("%s: got %v, %v", strange, versions, err)
	}
}

package envelope_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope"
)

// What was published stays: a source that lost it is refused.
func TestRefreshLosesNothing(t *testing.T) {
	source := func(files ...string) *envelope.Files {
		fsys := fstest.MapFS{}
		for _, file := range files {
			fsys[file] = &fstest.MapFile{Data: []byte(`{"type":"object"}`)}
		}
		s, err := envelope.FromFS(fsys)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	v, err := envelope.NewValidator(t.Context(), source("events/order.paid/1.json", "events/order.paid/2.json"), envelope.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, less := range []*envelope.Files{source("events/order.paid/1.json"), source("events/order.lost/1.json"), source()} {
		if err := v.Refresh(t.Context(), less); err == nil || !strings.HasPrefix(err.Error(), "refresh contracts: ") {
			t.Errorf("refreshed from %v: %v", less.Subjects(), err)
		}
	}
	if err := v.Refresh(t.Context(), source("events/order.paid/1.json", "events/order.paid/2.json", "events/order.paid/3.json")); err != nil {
		t.Error(err)
	}
	if err := v.Validate(orderPaid("3", "{}")); err != nil {
		t.Errorf("version 3 came: %v", err)
	}
}

// A schema changes with what it refers to.
func TestRefreshFollowsReferences(t *testing.T) {
	source := func(kind string) *envelope.Files {
		s, err := envelope.FromFS(fstest.MapFS{
			"events/order.paid/1.json": {Data: []byte(`{"properties":{"total":{"$ref":"../types/total.json"}}}`)},
			"events/types/total.json":  {Data: []byte(`{"type":"` + kind + `"}`)},
		})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	v, err := envelope.NewValidator(t.Context(), source("string"), envelope.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		kind  string
		valid bool
	}{{"string", false}, {"integer", true}, {"integer", true}, {"string", false}} {
		if err := v.Refresh(t.Context(), source(test.kind)); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := v.Validate(orderPaid("1", `{"total":7}`)); (err == nil) != test.valid {
				t.Errorf("an integer where %s is wanted: %v", test.kind, err)
			}
		}
	}
}

func BenchmarkRefresh(b *testing.B) {
	v, source := validator(b, envelope.Options{}), embeddedSource(b)
	b.Run("unchanged", func(b *testing.B) {
		for b.Loop() {
			if err := v.Refresh(b.Context(), source); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("new", func(b *testing.B) {
		for b.Loop() {
			validator(b, envelope.Options{})
		}
	})
}

func TestRefreshEvery(t *testing.T) {
	dir := t.TempDir()
	publish := func(version string) {
		file := filepath.Join(dir, "events", "order.paid", version+".json")
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte("{}"), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	publish("1")
	synctest.Test(t, func(t *testing.T) {
		down := errors.New("the registry is down")
		var opened, failures int
		open := func(context.Context) (evctl.Source, error) {
			if opened++; opened == 1 {
				return nil, down
			}
			return envelope.FromFS(os.DirFS(dir))
		}
		source, err := envelope.FromFS(os.DirFS(dir))
		if err != nil {
			t.Fatal(err)
		}
		v, err := envelope.NewValidator(t.Context(), source, envelope.Options{})
		if err != nil {
			t.Fatal(err)
		}
		publish("2")
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan bool)
		go func() {
			v.RefreshEvery(ctx, time.Minute, open, func(err error) {
				if failures++; !errors.Is(err, down) {
					t.Error(err)
				}
			})
			close(ended)
		}()
		time.Sleep(90 * time.Second)
		synctest.Wait()
		if err := v.Validate(orderPaid("2", "{}")); !errors.Is(err, evctl.ErrNotFound) || failures != 1 {
			t.Errorf("after the first interval: %v, %d failures", err, failures)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if err := v.Validate(orderPaid("2", "{}")); err != nil || failures != 1 {
			t.Errorf("after the second: %v, %d failures", err, failures)
		}
		stop()
		<-ended
	})
}

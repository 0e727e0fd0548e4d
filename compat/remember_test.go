package compat

import (
	"reflect"
	"testing"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/diskcache"
)

func TestRememberedAnswersAreTheSame(t *testing.T) {
	schema := func(file, text string) *evctl.Schema {
		return &evctl.Schema{Format: evctl.JSON, File: file, Text: []byte(text)}
	}
	change := evctl.Change{
		Old:  []*evctl.Schema{schema("old.json", `{"properties":{"a":{"type":"string"}}}`)},
		New:  schema("new.json", `{"properties":{"a":{"type":"integer"}}}`),
		Mode: evctl.Mode{Backward: true, Forward: true},
	}
	dir := t.TempDir()
	decide := func(tool string) evctl.Judgement {
		j, err := New().Remember(diskcache.Open(dir, 1<<20), tool).Decide(t.Context(), change)
		if err != nil {
			t.Fatal(err)
		}
		return j
	}
	first := decide("one")
	if first.Verdict != evctl.Incompatible {
		t.Fatalf("got %s", first.Verdict)
	}
	if first.Cached {
		t.Error("the first answer was worked out, and says cached")
	}
	first.Cached = true
	d := New().Remember(diskcache.Open(dir, 1<<20), "one")
	if known, ok := d.recall(d.question(change, change.Old, change.Mode.Directions())); !ok || !reflect.DeepEqual(known, first) {
		t.Errorf("remembered %+v, want %+v", known, first)
	}
	if again := decide("one"); !reflect.DeepEqual(again, first) {
		t.Errorf("again: got %+v, want %+v", again, first)
	}
	for name, other := range map[string]func(evctl.Change) evctl.Change{
		"text": func(c evctl.Change) evctl.Change {
			c.New = schema("new.json", `{"properties":{"a":{"type":"null"}}}`)
			return c
		},
		"file":   func(c evctl.Change) evctl.Change { c.New = schema("b.json", string(c.New.Text)); return c },
		"policy": func(c evctl.Change) evctl.Change { c.Semantics.Policy = evctl.Strict; return c },
		"mode":   func(c evctl.Change) evctl.Change { c.Mode = evctl.Mode{Backward: true}; return c },
	} {
		c := other(change)
		if _, ok := d.recall(d.question(c, c.Old, c.Mode.Directions())); ok {
			t.Errorf("another %s has the same answer", name)
		}
	}
	d.tool = "two"
	if _, ok := d.recall(d.question(change, change.Old, change.Mode.Directions())); ok {
		t.Error("another build has the same answer")
	}
}

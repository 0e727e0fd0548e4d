package report

import (
	"bytes"
	"testing"
	"testing/fstest"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/consumers"
	"github.com/evctl/evctl/compat"
)

const contract = `apiVersion: evctl/v1
kind: Service
metadata: {name: billing, owner: "@billing"}
spec:
  consumes:
  - {topic: t, group: g, events: {s: [1]}, reads: [/a], replays: true, replayWindow: 90d}
  - {topic: u, events: {s: [1]}}
`

// A table with every field filled is what the published schema describes.
func TestConsumersHaveTheirSchema(t *testing.T) {
	cfg, files := config.Default(), fstest.MapFS{"contract.yaml": {Data: []byte(contract)}}
	declared, err := consumers.Read(t.Context(), consumers.Sources{Config: cfg, Files: files, Guess: true})
	if err != nil {
		t.Fatal(err)
	}
	past, err := consumers.ReadPast(cfg, files, declared)
	if err != nil {
		t.Fatal(err)
	}
	old := &evctl.Schema{SchemaRef: evctl.SchemaRef{Subject: "s", Version: 1}, Format: evctl.JSON, Text: []byte(`{"properties": {"a": {"type": "string"}}}`)}
	new := &evctl.Schema{SchemaRef: evctl.SchemaRef{Subject: "s", Version: 2}, Format: evctl.JSON, Text: []byte(`{"properties": {"a": {"type": "integer"}}}`)}
	change := evctl.Change{Old: []*evctl.Schema{old}, New: new, Mode: evctl.FullAll}
	answer, err := compat.New().Decide(t.Context(), change)
	if err != nil {
		t.Fatal(err)
	}
	table := consumers.NewTable("s", declared.Of("s"), past)
	table.Propose(t.Context(), "2.json", change, answer.Findings)
	schema := compile(t, consumers.Schema)
	for _, one := range []*consumers.Table{table, consumers.NewTable("", nil, past)} {
		var text bytes.Buffer
		if err := consumers.JSON(&text, one); err != nil {
			t.Fatal(err)
		}
		if err := validate(schema, text.Bytes()); err != nil {
			t.Errorf("%v\n%s", err, text.String())
		}
	}
	if len(table.Findings) == 0 || table.Rows[0].Effect != consumers.Breaks {
		t.Errorf("got %+v", table)
	}
}

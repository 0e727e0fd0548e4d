package changelog

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/compat"
	"github.com/evctl/evctl/internal/ruletest"
)

// Each archive holds an old and a new schema and, in want, the changelog.
func TestBetween(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, file := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { show(t, file) })
	}
}

func show(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	old, new := schema(archive.Files[0]), schema(archive.Files[1])
	mode := evctl.Mode{Backward: true, Forward: true}
	judgement, err := compat.New().Decide(t.Context(), evctl.Change{Old: []*evctl.Schema{old}, New: new, Mode: mode})
	if err != nil {
		t.Fatal(err)
	}
	c := report.Changelog{}
	changes, elsewhere, err := Between(t.Context(), old, new, judgement.Findings)
	if err != nil {
		t.Fatal(err)
	}
	c.Changes = changes
	for _, f := range elsewhere {
		c.Elsewhere = append(c.Elsewhere, report.Identify(f))
	}
	var got bytes.Buffer
	if err := report.TextChangelog(&got, &c, report.Style{Quiet: true}); err != nil {
		t.Fatal(err)
	}
	if ruletest.Update() {
		archive.Files = append(archive.Files[:2], txtar.File{Name: "want", Data: got.Bytes()})
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if len(archive.Files) < 3 || got.String() != string(archive.Files[2].Data) {
		t.Errorf("got\n%s", got.String())
	}
}

func schema(f txtar.File) *evctl.Schema {
	format, _ := evctl.FormatOf(f.Name)
	return &evctl.Schema{SchemaRef: evctl.SchemaRef{Subject: "s", Version: 1}, Format: format, File: f.Name, Text: f.Data}
}

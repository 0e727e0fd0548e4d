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

// Each archive holds an old and a new schema and the changelog as text and as
// Markdown.
func TestCompare(t *testing.T) {
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
	c, _, err := Compare(t.Context(), compat.New(), old, new, evctl.Semantics{})
	if err != nil {
		t.Fatal(err)
	}
	c.Old, c.New = archive.Files[0].Name, archive.Files[1].Name
	for _, look := range [][2]string{{"want", "text"}, {"want.md", "markdown"}} {
		var got bytes.Buffer
		if err := report.WriteChangelog(&got, c, look[1], report.Style{}); err != nil {
			t.Fatal(err)
		}
		ruletest.Compare(t, archive, look[0], got.String())
	}
	if ruletest.Update() {
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func schema(f txtar.File) *evctl.Schema {
	format, _ := evctl.FormatOf(f.Name)
	return &evctl.Schema{SchemaRef: evctl.SchemaRef{Subject: "s", Version: 1}, Format: format, File: f.Name, Text: f.Data}
}

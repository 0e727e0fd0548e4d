package report

import (
	"bytes"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/changelog"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/compat"
)

// TestChangelogMeetsItsSchema validates the changelog of every example.
func TestChangelogMeetsItsSchema(t *testing.T) {
	schema := compile(t, []byte(report.ChangelogSchema))
	files, err := filepath.Glob("../../ci/changelog/testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var sides []*evctl.Schema
		for _, f := range archive.Files[:2] {
			format, _ := evctl.FormatOf(f.Name)
			sides = append(sides, &evctl.Schema{Format: format, File: f.Name, Text: f.Data})
		}
		c, _, err := changelog.Compare(t.Context(), compat.New(), sides[0], sides[1], evctl.Semantics{})
		if err != nil {
			t.Fatal(err)
		}
		c.Tool = "evctl"
		var text bytes.Buffer
		if err := report.WriteChangelog(&text, c, "json", report.Style{}); err != nil {
			t.Fatal(err)
		}
		if err := validate(schema, text.Bytes()); err != nil {
			t.Errorf("%s: %v", filepath.Base(file), err)
		}
		if validate(schema, bytes.Replace(text.Bytes(), []byte(`"kind": "`), []byte(`"kind": "un`), 1)) == nil {
			t.Errorf("%s: the schema takes any kind of change", filepath.Base(file))
		}
	}
}

package dashboard

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/evctl/evctl/ci/webpage"
	"github.com/evctl/evctl/internal/ruletest"
)

// Each archive holds a dashboard as JSON and what each writer makes of it. Of
// the page, style and script are left out.
func TestLooks(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	own := webpage.New(pageCSS, pageJS)
	for _, file := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			d := readArchive(t, archive)
			for _, f := range formats() {
				var got bytes.Buffer
				if err := f.write(&got, &d); err != nil {
					t.Fatal(err)
				}
				ruletest.Compare(t, archive, f.name, strings.NewReplacer(string(own.Style), "…", pageJS, "…", attribute(own.StyleHash), "…", attribute(own.ScriptHash), "…").Replace(got.String()))
			}
			if ruletest.Update() {
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// attribute is how html/template writes base64.
func attribute(digest string) string { return strings.ReplaceAll(digest, "+", "&#43;") }

func readArchive(t *testing.T, archive *txtar.Archive) Dashboard {
	for _, f := range archive.Files {
		if f.Name != "dashboard.json" {
			continue
		}
		var d Dashboard
		if err := json.Unmarshal(f.Data, &d); err != nil {
			t.Fatalf("dashboard.json: %v", err)
		}
		return Join(d.Tool, d.Day, d)
	}
	t.Fatal("the archive has no dashboard.json")
	return Dashboard{}
}

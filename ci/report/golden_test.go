package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/ruletest"
)

// The looks that each archive shows a report in; a look is a file of that name.
var looks = []struct {
	name  string
	write Writer
	style Style
}{
	{"text", Text, Style{}},
	{"text terminal", Text, Style{Color: true, Links: true, Details: true, Exceptions: true, Elapsed: 1234 * time.Millisecond}},
	{"text verbose", Text, Style{Details: true, Verbose: true, Pointers: true}},
	{"text quiet", Text, Style{Quiet: true}},
	{"json", JSON, Style{}},
	{"github", GitHub, Style{}},
	{"markdown", Markdown, Style{Exceptions: true, Blob: "https://github.com/acme/shop/blob/1f0c/"}},
	{"sarif", SARIF, Style{}},
	{"junit", JUnit, Style{}},
	{"gitlab", GitLab, Style{}},
	{"rdjson", RDJSON, Style{}},
}

// Each archive holds a report as JSON, sources, and how the report looks.
func TestLooks(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, file := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			r, source := readArchive(t, archive)
			for _, look := range looks {
				style := look.style
				style.Source = source
				style.Rules = testRules
				var got bytes.Buffer
				if err := look.write(&got, &r, style); err != nil {
					t.Fatal(err)
				}
				ruletest.Compare(t, archive, look.name, visible(got.String()))
			}
			if ruletest.Update() {
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

var testRules = []evctl.Rule{{
	ID: "compat/field-removed", Severity: evctl.Error,
	Doc: "A field that readers require is gone.\n\nOld readers **stop**.",
}}

// visible writes escape characters as \e, and the end of the text as \z if
// it is not the end of a line.
func visible(text string) string {
	text = strings.ReplaceAll(text, "\x1b", `\e`)
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\\z\n"
	}
	return text
}

func readArchive(t *testing.T, archive *txtar.Archive) (Report, func(string) ([]byte, error)) {
	files := map[string][]byte{}
	for _, f := range archive.Files {
		files[f.Name] = f.Data
	}
	var r Report
	dec := json.NewDecoder(bytes.NewReader(files["report.json"]))
	if err := dec.Decode(&r); err != nil {
		t.Fatalf("report.json: %v", err)
	}
	r.Summarize()
	return r, func(file string) ([]byte, error) {
		text, ok := files[file]
		if !ok {
			return nil, fmt.Errorf("%s: %w", file, fs.ErrNotExist)
		}
		return text, nil
	}
}

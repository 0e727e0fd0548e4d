package lint_test

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/ruletest"
	"github.com/evctl/evctl/lint"
	"github.com/evctl/evctl/lint/link"
	"github.com/evctl/evctl/lint/rules"
)

// Each archive is a Go module; the libraries that it calls stand in third_party
// with the signatures that matter.
func TestRules(t *testing.T) {
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("GOWORK", "off")
	ruletest.Run(t, "rules/testdata", rules.All(), func(t *testing.T, files map[string][]byte) []evctl.Finding {
		dir := t.TempDir()
		for name, text := range files {
			name = filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		r, err := lint.Run(context.Background(), lint.Options{Root: dir, Confidence: link.Low, NoCache: true})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Broken) > 0 && len(r.Missing) == 0 {
			t.Errorf("the archive does not type-check: %v %v", r.Broken, r.Missing)
		}
		return r.Findings
	})
}

// Each rule about code is shown by three cases of what it reports, and by three
// of what it does not.
func TestArchivesShowBothSides(t *testing.T) {
	for _, rule := range rules.All() {
		name := strings.TrimPrefix(rule.ID, "lint/")
		switch name {
		case "incomplete", "unused-ignore", "bad-directive": // not about what functions do
			continue
		}
		files, err := filepath.Glob("rules/testdata/" + name + "*.txtar")
		if err != nil {
			t.Fatal(err)
		}
		reported, silent := 0, 0
		for _, file := range files {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			lines := findingLines(archive, rule.ID)
			for _, f := range archive.Files {
				if !strings.HasSuffix(f.Name, ".go") || strings.HasPrefix(f.Name, "third_party/") {
					continue
				}
				for _, span := range functions(t, f) {
					if slices.ContainsFunc(lines[f.Name], func(line int) bool { return span[0] <= line && line <= span[1] }) {
						reported++
					} else {
						silent++
					}
				}
			}
		}
		if reported < 3 || silent < 3 {
			t.Errorf("%s: %d functions with a finding and %d without, want 3 of each", rule.ID, reported, silent)
		}
	}
}

// findingLines returns the lines that an archive wants findings of a rule on, by file.
func findingLines(archive *txtar.Archive, rule string) map[string][]int {
	out := map[string][]int{}
	for _, f := range archive.Files {
		if f.Name != "want" {
			continue
		}
		for text := range strings.Lines(string(f.Data)) {
			if parts := strings.SplitN(text, ":", 3); len(parts) == 3 && strings.HasSuffix(strings.TrimSpace(text), "["+rule+"]") {
				line, _ := strconv.Atoi(parts[1])
				out[parts[0]] = append(out[parts[0]], line)
			}
		}
	}
	return out
}

// functions returns the first and the last line of each function of a file.
func functions(t *testing.T, f txtar.File) [][2]int {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, f.Name, f.Data, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var out [][2]int
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			out = append(out, [2]int{fset.Position(fn.Pos()).Line, fset.Position(fn.End()).Line})
		}
	}
	return out
}

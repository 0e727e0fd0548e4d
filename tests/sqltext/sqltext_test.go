package sqltext_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/evctl/evctl/internal/sqltext"
)

// literals returns the texts of a Go file that may be SQL: PostgreSQL decides.
func literals(t *testing.T, name string, src []byte) []string {
	file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
	if err != nil {
		t.Logf("%s: %v", name, err)
		return nil
	}
	var out []string
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil && strings.ContainsAny(text, " \n") {
				out = append(out, text)
			}
		}
		return true
	})
	return out
}

// compare reports where Read and PostgreSQL differ. It returns whether
// PostgreSQL took the text.
func compare(t *testing.T, text string) bool {
	t.Helper()
	want, ok := parse(text)
	if ok {
		if diff := difference(text, want); diff != "" {
			t.Error(diff)
		}
	}
	return ok
}

// difference says where Read differs from what PostgreSQL says, or "".
func difference(text string, want sqltext.Statement) string {
	got := sqltext.Read(text)
	if want.Verb != sqltext.Select && !want.Verb.Writes() { // what else it names is nobody's concern
		got.Table, want.Table = "", ""
	}
	if got == want {
		return ""
	}
	return fmt.Sprintf("%s\n\tgot %+v, PostgreSQL says %+v", text, got, want)
}

func TestArchives(t *testing.T) {
	names, err := filepath.Glob("../../lint/*/testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	taken := 0
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if !strings.HasSuffix(f.Name, ".go") {
				continue
			}
			for _, text := range literals(t, f.Name, f.Data) {
				if compare(t, text) {
					taken++
				}
			}
		}
	}
	if taken < 100 {
		t.Errorf("PostgreSQL took %d texts of %d archives, want 100", taken, len(names))
	}
}

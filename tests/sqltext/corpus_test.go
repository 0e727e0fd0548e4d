//go:build corpus

package sqltext_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCorpus compares on all string literals of the labelled repositories, which
// tests/lint/fetch.sh gets, that PostgreSQL takes for SQL.
func TestCorpus(t *testing.T) {
	root := os.Getenv("EVCTL_LINT_CORPUS")
	if root == "" {
		root = "/tmp/lintcorpus"
	}
	if _, err := os.Stat(root); err != nil {
		t.Skipf("no labelled repositories: tests/lint/fetch.sh gets them, EVCTL_LINT_CORPUS says where they are: %v", err)
	}
	seen := map[string]bool{}
	taken := 0
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") {
			return err
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for _, text := range literals(t, name, src) {
			if !seen[text] && len(text) < 100_000 {
				seen[text] = true
				if compare(t, text) {
					taken++
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("PostgreSQL took %d of %d literals", taken, len(seen))
}

package lint_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

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

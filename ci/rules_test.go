package ci

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/evctl/evctl/internal/rulepage"
	"github.com/evctl/evctl/internal/ruletest"
)

var declaredID = regexp.MustCompile(`\bID:\s+"([a-z]+/[a-z0-9-]+)"`)

// Every folder with a generated list of rules is part of Rules.
func TestRulesForgetsNoFolder(t *testing.T) {
	known := map[string]bool{}
	for _, rule := range Rules() {
		if known[rule.ID] {
			t.Errorf("%s is there twice", rule.ID)
		}
		known[rule.ID] = true
		if !slices.Contains(Families(), rule.Family()) {
			t.Errorf("%s belongs to no family", rule.ID)
		}
	}
	root := os.DirFS("..")
	lists, err := filepath.Glob("../*/*/zz_rules.go")
	if err != nil || len(lists) == 0 {
		t.Fatalf("found no lists: %v", err)
	}
	err = fs.WalkDir(root, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || path.Base(file) != "zz_rules.go" {
			return err
		}
		declared := 0
		sources, err := fs.Glob(root, path.Join(path.Dir(file), "*.go"))
		for _, source := range sources {
			text, err := fs.ReadFile(root, source)
			if err != nil {
				return err
			}
			for _, m := range declaredID.FindAllSubmatch(text, -1) {
				declared++
				if !known[string(m[1])] {
					t.Errorf("%s declares %s, which Rules does not list", source, m[1])
				}
			}
		}
		if declared == 0 {
			t.Errorf("%s: found no rules beside it", file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

const pages = "../docs/rules"

// The pages in docs/rules are the rules' own text; go test -update writes them.
func TestRulePages(t *testing.T) {
	want := map[string]string{}
	for _, rule := range Rules() {
		want[rulepage.File(rule)] = rulepage.Render(rule)
	}
	got := map[string]string{}
	err := filepath.WalkDir(pages, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(file)
		rel, _ := filepath.Rel(pages, file) // file is below pages
		got[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if ruletest.Update() {
		writePages(t, got, want)
		return
	}
	for file, text := range want {
		switch have, ok := got[file]; {
		case !ok:
			t.Errorf("%s/%s is missing: run make docs", pages, file)
		case have != text:
			t.Errorf("%s/%s is stale: run make docs", pages, file)
		}
	}
	for file := range got {
		if _, ok := want[file]; !ok {
			t.Errorf("%s/%s belongs to no rule: run make docs", pages, file)
		}
	}
}

func writePages(t *testing.T, got, want map[string]string) {
	for file := range got {
		if _, ok := want[file]; !ok {
			if err := os.Remove(filepath.Join(pages, file)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for file, text := range want {
		target := filepath.Join(pages, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(target, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

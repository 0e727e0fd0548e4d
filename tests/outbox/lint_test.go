package outbox

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const repo = "../.."

// copied returns a module that holds the example and what it imports.
func copied(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, part := range []string{"envelope", "internal", "third_party", "examples/outbox"} {
		if err := os.CopyFS(filepath.Join(dir, part), os.DirFS(filepath.Join(repo, part))); err != nil {
			t.Fatal(err)
		}
	}
	root, err := filepath.Glob(repo + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(root, repo+"/go.mod", repo+"/go.sum") {
		put(t, file, filepath.Join(dir, filepath.Base(file)))
	}
	return dir
}

func put(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestLintKnowsTheModelFromItsBreaches(t *testing.T) {
	dir := copied(t)
	evctl := filepath.Join(dir, "evctl")
	build := exec.Command("go", "build", "-o", evctl, "./cmd/evctl")
	build.Dir = repo
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build evctl: %v\n%s", err, out)
	}
	lint := func() (found []string) {
		cmd := exec.Command(evctl, "lint", "--format", "json", "./examples/...")
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "EVCTL_CACHE="+filepath.Join(dir, "cache"))
		var said bytes.Buffer
		cmd.Stderr = &said
		out, _ := cmd.Output() // fails where it finds something
		var report struct {
			Families []struct{ Name, State string }
			Findings []struct{ Rule string }
		}
		if err := json.Unmarshal(out, &report); err != nil {
			t.Fatalf("%v\n%s%s", err, out, &said)
		}
		for _, f := range report.Families {
			if f.Name == "lint" && f.State != "looked-at" {
				t.Errorf("lint is %s", f.State)
			}
		}
		for _, f := range report.Findings {
			found = append(found, f.Rule)
		}
		return found
	}
	if found := lint(); len(found) > 0 {
		t.Errorf("the example breaks %v", found)
	}
	put(t, "testdata/broken.go", filepath.Join(dir, "examples/outbox/orders/broken.go"))
	if diff := cmp.Diff([]string{"lint/dual-write", "lint/outbox-wrong-handle"}, lint()); diff != "" {
		t.Errorf("breaches: %s", diff)
	}
}

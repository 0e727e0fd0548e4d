package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// docs/commands.md is what evctl says of itself.
func TestReferenceIsFresh(t *testing.T) {
	got, err := exec.Command(filepath.Join(bin, "evctl"), "reference").Output()
	if err != nil {
		t.Fatal(err)
	}
	const page = "../../docs/commands.md"
	if *update {
		if err := os.WriteFile(page, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(page)
	if err != nil || string(want) != string(got) {
		t.Errorf("%s is stale (%v): go test ./cli -update", page, err)
	}
}

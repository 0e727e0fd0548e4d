// Package demo plays the pull requests of examples/ the way make demo does, so
// that neither the examples nor the README's first command can rot.
package demo

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestDemoPassesOnePullRequestAndStopsTheOther(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "evctl")
	if out, err := exec.Command("go", "build", "-C", "../..", "-o", binary, "./cmd/evctl").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	out, err := exec.Command("sh", "../../examples/demo.sh", binary).CombinedOutput()
	text := string(out)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, want := range []string{
		"exit 0", "exit 1",
		"schemas/events/ledger.entry_posted/4.json", "[compat/probable-rename]", // an optional field renamed
		"[compat/enum-value-added]",    // an enum grown
		`"customer_id"`,                // a required field renamed
		"[registry/version-immutable]", // a published version edited
		"breaks", "event", "hits    billing", "no declared consumer", "evctl init", "evctl check",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the demo does not show %q:\n%s", want, text)
		}
	}
}

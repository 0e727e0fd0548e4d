//go:build corpus

package lint_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// benched are modules of different size below the checkouts, beside this
// repository; EVCTL_LINT_ONLY, parts of names joined by commas, picks others.
const benched = "sklinkert+go-ddd,thangchung+go-coffeeshop,absmach+supermq,openmeterio+openmeter"

// TestCorpusBench sets evctl lint against go vet and staticcheck in one run: cold
// with the build cache warm, warm, and with one file touched. It asserts nothing:
// the machine decides.
func TestCorpusBench(t *testing.T) {
	checkouts := os.Getenv("EVCTL_LINT_CORPUS")
	if checkouts == "" {
		checkouts = "/tmp/lintcorpus"
	}
	only := os.Getenv("EVCTL_LINT_ONLY")
	if only == "" {
		only = benched
	}
	bin := build(t)
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	modules := []string{repository}
	for name := range strings.SplitSeq(only, ",") {
		found, _ := filepath.Glob(filepath.Join(checkouts, "*"+name+"*", "go.mod"))
		for _, file := range found {
			modules = append(modules, filepath.Dir(file))
		}
	}
	for _, module := range modules {
		cold, err := lint(bin, module, ".", []string{"XDG_CACHE_HOME=" + t.TempDir(), "GOCACHE=" + goCache(t)})
		if err != nil {
			t.Errorf("%s: %v", module, err)
			continue
		}
		t.Logf("%s %v", filepath.Base(module), cold.Counts)
		t.Logf("    %-24s %s", "evctl lint, cold", cold.cost)
		comparePeers(t, bin, module, cold)
	}
}

// staticcheck returns the staticcheck of this repository's tools, or of PATH.
func staticcheck() (string, error) {
	cmd := exec.Command("go", "tool", "-n", "staticcheck")
	cmd.Dir = "../tools"
	if out, err := cmd.Output(); err == nil {
		return strings.TrimSpace(string(out)), nil
	}
	return exec.LookPath("staticcheck")
}

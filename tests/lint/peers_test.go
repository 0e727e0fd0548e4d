//go:build corpus

package lint_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// goCache returns the build cache of the go command, which a cold run of evctl
// keeps.
var goCacheOnce = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "env", "GOCACHE").Output()
	return strings.TrimSpace(string(out)), err
})

func goCache(t *testing.T) string {
	dir, err := goCacheOnce()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// comparePeers sets a cold run of evctl lint against go vet and, where it is
// installed, staticcheck: results cold, the build cache warm.
func comparePeers(t *testing.T, bin, module string, cold lintRun) {
	if _, _, stderr, err := run(module, nil, "go", "build", "./..."); err != nil {
		t.Logf("    go build: %v %s", err, stderr)
		return
	}
	compare := func(name string, c cost) {
		t.Logf("    %-24s %s   %.1f times the CPU of evctl lint", name, c, float64(c.CPU)/float64(cold.CPU))
	}
	// The flag's value enters the key of vet's results, and changes nothing.
	vet := []string{"vet", fmt.Sprintf("-printf.funcs=none%d", time.Now().UnixNano()), "./..."}
	for _, name := range []string{"go vet, cold", "go vet, warm"} {
		if c, _, _, err := run(module, nil, "go", vet...); err == nil {
			compare(name, c)
		}
	}
	if checker, err := staticcheck(); err == nil {
		if c, _, _, err := run(module, []string{"STATICCHECK_CACHE=" + t.TempDir()}, checker, "./..."); err == nil {
			compare("staticcheck, cold", c)
		}
	}
	compareWarm(t, bin, module, compare)
}

// compareWarm runs evctl lint again, unchanged and with one file touched.
func compareWarm(t *testing.T, bin, module string, compare func(string, cost)) {
	env := []string{"XDG_CACHE_HOME=" + t.TempDir(), "GOCACHE=" + goCache(t)}
	if _, err := lint(bin, module, ".", env); err != nil {
		t.Error(err)
		return
	}
	if r, err := lint(bin, module, ".", env); err == nil {
		compare("evctl lint, warm", r.cost)
	}
	file := firstGoFile(module)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Errorf("no Go file to touch in %s: %v", module, err)
		return
	}
	defer os.WriteFile(file, text, 0o644)
	if err := os.WriteFile(file, append(text, "\nfunc _() {}\n"...), 0o644); err != nil {
		t.Error(err)
		return
	}
	if r, err := lint(bin, module, ".", env); err == nil {
		compare("evctl lint, one touched", r.cost)
	}
}

// firstGoFile returns a file of a package that the module builds.
func firstGoFile(module string) string {
	cmd := exec.Command("go", "list", "-e", "-f", `{{if and .GoFiles (eq .Name "main" | not)}}{{.Dir}}/{{index .GoFiles 0}}{{end}}`, "./...")
	cmd.Dir = module
	out, _ := cmd.Output()
	file, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return filepath.FromSlash(file)
}

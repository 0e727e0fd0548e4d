// Package vettool runs evctl as `go vet -vettool` does.
package vettool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// bin is evctl.
var bin string

func TestMain(m *testing.M) { os.Exit(buildAndRun(m)) }

func buildAndRun(m *testing.M) int {
	dir, err := os.MkdirTemp("", "evctl-vettool-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	bin = filepath.Join(dir, "evctl")
	build := exec.Command("go", "build", "-o", bin, "./cmd/evctl")
	build.Dir = "../.."
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build evctl: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// module writes the archive into a folder of its own.
func module(t *testing.T) string {
	archive, err := txtar.ParseFile("testdata/shop.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, file := range archive.Files {
		write(t, filepath.Join(dir, file.Name), file.Data)
	}
	return dir
}

func write(t *testing.T, name string, text []byte) {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// vet returns what go vet prints on its streams, and its exit code.
func vet(t *testing.T, dir string, args ...string) (stdout, stderr string, code int) {
	cmd := exec.Command("go", append([]string{"vet"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "CGO_ENABLED=0")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run() // the exit code says it
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// findings takes the lines that hold one.
func findings(stderr string) []string {
	var out []string
	for line := range strings.Lines(stderr) {
		if !strings.HasPrefix(line, "#") {
			out = append(out, strings.TrimSpace(line))
		}
	}
	return out
}

// The publish is two packages away, the write one; the package between them is
// a finding itself and hides nothing. Test files are not judged.
func TestVetReportsWhatImportsShow(t *testing.T) {
	dir := module(t)
	want := []struct{ at, rule string }{
		{"checkout/checkout.go:19:18: Checkout.Pay writes payments", "[lint/dual-write]"},
		{"orders/orders.go:19:15: Service.Place writes orders", "[lint/dual-write]"},
	}
	for range 2 { // the second time, the go command answers for us
		stdout, stderr, code := vet(t, dir, "-vettool="+bin, "./...")
		got := findings(stderr)
		if code != 1 || stdout != "" || len(got) != len(want) {
			t.Fatalf("exit %d, stdout %q, stderr\n%s", code, stdout, stderr)
		}
		for _, w := range want {
			if !strings.Contains(stderr, w.at) || !strings.Contains(stderr, w.rule) {
				t.Errorf("no %q in\n%s", w.at, stderr)
			}
		}
	}
}

func TestVetPassesCleanPackages(t *testing.T) {
	dir := module(t)
	if stdout, stderr, code := vet(t, dir, "-vettool="+bin, "./rabbit", "./reader"); code != 0 || stdout+stderr != "" {
		t.Errorf("exit %d: %s%s", code, stdout, stderr)
	}
}

// What nobody below a package puts into an interface is seen by evctl lint
// alone: the guide says so.
func TestVetDoesNotSeeWhoImports(t *testing.T) {
	dir := module(t)
	if _, stderr, code := vet(t, dir, "-vettool="+bin, "./wired/..."); code != 0 {
		t.Errorf("exit %d: %s", code, stderr)
	}
	lint := exec.Command(bin, "lint", "./wired/...")
	lint.Dir = dir
	lint.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "XDG_CACHE_HOME="+t.TempDir())
	if out, _ := lint.CombinedOutput(); !bytes.Contains(out, []byte("wired/wired.go:21:16")) {
		t.Errorf("evctl lint does not see it either:\n%s", out)
	}
}

func TestVetPrintsJSON(t *testing.T) {
	dir := module(t)
	stdout, stderr, code := vet(t, dir, "-json", "-vettool="+bin, "./orders")
	var tree map[string]map[string][]struct{ Posn, Message string }
	if err := json.Unmarshal([]byte(stdout), &tree); err != nil || code != 0 {
		t.Fatalf("exit %d, %v: %s%s", code, err, stdout, stderr)
	}
	found := tree["shop.example/orders"]["lint/dual-write"]
	if len(found) != 1 || !strings.HasSuffix(found[0].Posn, "orders.go:19:15") {
		t.Errorf("got %v", tree)
	}
}

// A rule's flag leaves the others out, or the rule itself.
func TestVetTakesAFlagForEachRule(t *testing.T) {
	dir := module(t)
	for _, c := range []struct {
		flag string
		want int
	}{{"-dual-write", 1}, {"-dual-write=false", 0}, {"-commit-error-ignored", 0}, {"-commit-error-ignored=false", 1}} {
		if stdout, stderr, code := vet(t, dir, "-vettool="+bin, c.flag, "./orders"); code != c.want {
			t.Errorf("%s: exit %d: %s%s", c.flag, code, stdout, stderr)
		}
	}
	if _, stderr, code := vet(t, dir, "-vettool="+bin, "-dual-writes", "./orders"); code == 0 || !strings.Contains(stderr, "dual-writes") {
		t.Errorf("a flag of no rule: exit %d: %s", code, stderr)
	}
}

// What is not of the work tree has no facts, and none of its files is opened.
func TestForeignUnitIsNotParsed(t *testing.T) {
	dir := t.TempDir()
	for name, of := range map[string]string{"library": `"ModulePath": "bus.example", "ModuleVersion": "v1.0.0"`, "standard": `"ModulePath": ""`} {
		unit, facts := filepath.Join(dir, name+".cfg"), filepath.Join(dir, name+".vetx")
		write(t, unit, fmt.Appendf(nil, `{"ImportPath": "bus.example", %s, "GoFiles": ["/nowhere/bus.go"], "VetxOnly": true, "VetxOutput": %q}`, of, facts))
		if out, err := exec.Command(bin, unit).CombinedOutput(); err != nil {
			t.Errorf("%s: %v %s", name, err, out)
		}
		if text, err := os.ReadFile(facts); err != nil || len(text) != 0 {
			t.Errorf("%s: facts %q, %v", name, text, err)
		}
	}
}

// A package that does not type-check is an error, not a pass.
func TestVetFailsOnBrokenCode(t *testing.T) {
	dir := module(t)
	write(t, filepath.Join(dir, "rabbit/bad.go"), []byte("package rabbit\n\nvar x int = \"text\"\n"))
	if _, stderr, code := vet(t, dir, "-vettool="+bin, "./rabbit"); code == 0 || !strings.Contains(stderr, "bad.go:3:13") {
		t.Errorf("exit %d: %s", code, stderr)
	}
}

// The go command keeps results by this line.
func TestVersionIsTheContent(t *testing.T) {
	version := func(name string) string {
		out, err := exec.Command(name, "-V=full").Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	text, err := os.ReadFile(bin)
	if err != nil {
		t.Fatal(err)
	}
	before, other := version(bin), filepath.Join(t.TempDir(), "evctl")
	if err := os.WriteFile(other, append(text, 0), 0o755); err != nil {
		t.Fatal(err)
	}
	if f := strings.Fields(before); len(f) != 3 || f[0] != "evctl" || f[1] != "version" {
		t.Errorf("got %q", before)
	}
	if before == version(other) {
		t.Error("another program has the same version")
	}
}

func TestBadUnitIsAnError(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "bad.cfg"), []byte("{"))
	for _, name := range []string{"bad.cfg", "gone.cfg"} {
		cmd := exec.Command(bin, filepath.Join(dir, name))
		if out, err := cmd.CombinedOutput(); err == nil || !bytes.Contains(out, []byte(name)) {
			t.Errorf("%s: %v %s", name, err, out)
		}
	}
}

// Package startup measures what evctl costs before it does anything. The bare
// program does nothing but link what evctl links: it imports the same packages
// of others.
package startup

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/evctl/evctl"

// The programs under test.
var evctl, bare string

func TestMain(m *testing.M) {
	flag.Parse()
	dir, err := os.MkdirTemp("", "evctl-startup-")
	if err == nil {
		evctl, bare = filepath.Join(dir, "evctl"), filepath.Join(dir, "bare")
		err = build(dir)
	}
	code := 1
	if err == nil {
		code = m.Run()
	} else {
		fmt.Fprintln(os.Stderr, err)
	}
	os.RemoveAll(dir)
	os.Exit(code)
}

func build(dir string) error {
	if _, err := inModule("build", "-o", evctl, "./cmd/evctl"); err != nil {
		return err
	}
	imports, err := inModule("list", "-deps", "-f", `{{with .Module}}{{if .Main}}{{join $.Imports "\n"}}{{end}}{{end}}`, "./cmd/evctl")
	if err != nil {
		return err
	}
	source := filepath.Join(dir, "main.go")
	if err := os.WriteFile(source, program(strings.Fields(imports)), 0o600); err != nil {
		return err
	}
	_, err = inModule("build", "-o", bare, source)
	return err
}

// inModule runs go in evctl's own module, for the versions that it requires.
func inModule(args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = "../.."
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0") // as it is released
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, &stderr)
	}
	return string(out), nil
}

// program is the source of the bare program, given all that evctl imports.
func program(imports []string) []byte {
	slices.Sort(imports)
	var b bytes.Buffer
	fmt.Fprintln(&b, "package main")
	for _, path := range slices.Compact(imports) {
		host, _, _ := strings.Cut(path, "/")
		if strings.Contains(host, ".") && path != module && !strings.HasPrefix(path, module+"/") {
			fmt.Fprintf(&b, "import _ %q\n", path)
		}
	}
	fmt.Fprintln(&b, "func main() {}")
	return b.Bytes()
}

// A package is traced if it runs code before main, be it only to build a map.
func TestNoPackageInitialises(t *testing.T) {
	cmd := exec.Command(evctl, "version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace strings.Builder
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(trace.String(), "init runtime ") {
		t.Fatalf("no trace of what initialises:\n%s", trace.String())
	}
	for line := range strings.Lines(trace.String()) {
		fields := strings.Fields(line)
		if len(fields) < 2 || fields[0] != "init" {
			continue
		}
		if name := fields[1]; name == "main" || name == module || strings.HasPrefix(name, module+"/") {
			t.Errorf("it initialises at start: %s", line)
		}
	}
}

// Package cli runs the evctl binary as its users do: one script in testdata for
// each behaviour, with streams, exit codes and files compared.
package cli

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the output that scripts compare with")

// bin is the directory of the evctl binary under test.
var bin string

func TestMain(m *testing.M) {
	os.Exit(buildAndRun(m))
}

func buildAndRun(m *testing.M) int {
	flag.Parse()
	dir, err := os.MkdirTemp("", "evctl-cli-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "evctl"), "./cmd/evctl")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build evctl: %v\n%s", err, out)
		return 1
	}
	bin = dir
	return m.Run()
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata",
		UpdateScripts: *update,
		Setup:         setup,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":     exits,
			"repeat":    repeat,
			"registry":  registry,
			"serve":     serve,
			"escapes":   escapes,
			"keep":      keep,
			"container": container,
		},
	})
}

// setup shields a script from the environment of whoever runs the tests.
func setup(env *testscript.Env) error {
	env.Setenv("BIN", bin)
	env.Setenv("PATH", bin+string(os.PathListSeparator)+env.Getenv("PATH"))
	env.Setenv("EVCTL_CACHE", "off")
	env.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	env.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
	env.Setenv("GIT_CONFIG_COUNT", "1")
	env.Setenv("GIT_CONFIG_KEY_0", "init.defaultBranch")
	env.Setenv("GIT_CONFIG_VALUE_0", "main")
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		env.Setenv("GIT_"+who+"_NAME", "Test")
		env.Setenv("GIT_"+who+"_EMAIL", "test@example.com")
		env.Setenv("GIT_"+who+"_DATE", "2026-11-01T12:00:00Z")
	}
	return nil
}

// exits CODE PROGRAM ARGS… runs a program that must end with the code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGS…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("%s exited %d, want %d", args[1], got, want)
	}
}

// keep NAME FILE sets a variable to what a file, or stdout, holds.
func keep(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: keep NAME FILE")
	}
	ts.Setenv(args[0], strings.TrimSpace(ts.ReadFile(args[1])))
}

// escapes FILE… fails if a file, or stdout or stderr, holds no escape
// character; negated, if one does.
func escapes(ts *testscript.TestScript, neg bool, args []string) {
	for _, file := range args {
		found := false
		for _, b := range []byte(ts.ReadFile(file)) {
			found = found || b == 0x1b
		}
		if found == neg {
			ts.Fatalf("%s: escape characters: %t", file, found)
		}
	}
}

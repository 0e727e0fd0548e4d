//go:build corpus

package lint_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A finding is what the report's JSON says of one.
type finding struct {
	Rule, Subject, Message, Confidence string
	Location                           struct {
		File string
		Line int
	}
}

func (f finding) String() string {
	return fmt.Sprintf("%s:%d %s (%s) %s", f.Location.File, f.Location.Line, f.Rule, f.Confidence, f.Message)
}

// A lintRun is one run of evctl lint on a module.
type lintRun struct {
	cost
	Findings []finding
	Counts   map[string]int // of the family lint
	Note     string
}

// A cost is what a process and its children used.
type cost struct {
	Wall, CPU time.Duration
	Peak      int64 // bytes, of the largest of them
	Exit      int
}

func (c cost) String() string {
	return fmt.Sprintf("%5.1fs wall %5.1fs CPU %5d MB", c.Wall.Seconds(), c.CPU.Seconds(), c.Peak>>20)
}

// build returns the evctl to measure: $EVCTL_BIN, or that of this repository.
func build(t *testing.T) string {
	if bin := os.Getenv("EVCTL_BIN"); bin != "" {
		return bin
	}
	bin := filepath.Join(t.TempDir(), "evctl")
	cmd := exec.Command("go", "build", "-o", bin, "./cmd/evctl")
	cmd.Dir = "../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build evctl: %v\n%s", err, out)
	}
	return bin
}

// limit is how long a command may take.
const limit = 5 * time.Minute

// run runs a command in a folder and says what it cost. It is an error if the
// command could not run; its exit code is not.
func run(dir string, env []string, name string, args ...string) (cost, []byte, []byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	err := cmd.Run()
	c := cost{Wall: time.Since(start)}
	if ctx.Err() != nil {
		return c, nil, nil, fmt.Errorf("%s took more than %s", filepath.Base(name), limit)
	}
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return c, nil, nil, err
	}
	c.CPU, c.Exit = cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime(), cmd.ProcessState.ExitCode()
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.Peak = usage.Maxrss << 10 // Linux counts kilobytes
	}
	return c, stdout.Bytes(), stderr.Bytes(), nil
}

// lint runs evctl lint on a module of a checkout; the findings' files are then
// relative to the checkout.
func lint(bin, root, module string, env []string) (lintRun, error) {
	dir := filepath.Join(root, module)
	c, stdout, stderr, err := run(dir, env, bin, "lint", "--format", "json", "--fail-on", "never", "--min-confidence", "low", "./...")
	if err != nil {
		return lintRun{}, err
	}
	var report struct {
		Families []struct {
			Name, Note string
			Counts     map[string]int
		}
		Findings []finding
	}
	if err := json.Unmarshal(stdout, &report); err != nil {
		return lintRun{}, fmt.Errorf("exit %d, no report: %s", c.Exit, strings.TrimSpace(string(stderr)))
	}
	r := lintRun{cost: c}
	for _, f := range report.Families {
		if f.Name == "lint" {
			r.Counts, r.Note = f.Counts, f.Note
		}
	}
	for _, f := range report.Findings {
		if _, err := os.Stat(filepath.Join(dir, f.Location.File)); err == nil {
			f.Location.File = filepath.ToSlash(filepath.Join(module, f.Location.File))
		}
		if strings.HasPrefix(f.Rule, "lint/") {
			r.Findings = append(r.Findings, f)
		}
	}
	return r, nil
}

package startup

import (
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evctl/evctl/internal/gittest"
)

// largeRepository is how many files a large repository has.
const largeRepository = 50_000

// Benchmark runs the bare program and evctl in turns, and reports the median of
// how many times longer evctl takes.
func Benchmark(b *testing.B) {
	s := gittest.New(b)
	s.Repo("empty")
	s.Git("empty", "commit", "-q", "--allow-empty", "-m", "nothing yet")
	service(s, "service")
	service(s, "large")
	enlarge(s, "large")
	for _, bench := range []struct {
		name, repo, args string
		exit             int
	}{
		{"version", "empty", "version", 0},
		{"check/nothing to check", "empty", "check", 2},
		{"check/no schema changed", "service", "check", 0},
		{"hook/no schema staged", "service", "check --staged", 0},
		{"hook/large repository", "large", "check --staged", 0},
	} {
		dir, args := s.Path(bench.repo), strings.Fields(bench.args)
		b.Run(bench.name, func(b *testing.B) {
			var ratios []float64
			for b.Loop() {
				least := run(b, dir, 0, bare)
				ratios = append(ratios, float64(run(b, dir, bench.exit, evctl, args...))/float64(least))
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "x-bare")
			b.ReportMetric(0, "ns/op") // of both together
		})
	}
}

func run(b *testing.B, dir string, exit int, name string, args ...string) time.Duration {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	start := time.Now()
	err := cmd.Run()
	elapsed := time.Since(start)
	if failed := new(exec.ExitError); err != nil && !errors.As(err, &failed) || cmd.ProcessState.ExitCode() != exit {
		b.Fatalf("%s: %v, want exit code %d", cmd, err, exit)
	}
	return elapsed
}

// service makes a repository with schemas, on a branch that changes none.
func service(s gittest.Sandbox, repo string) {
	s.Repo(repo)
	s.Commit(repo,
		"evctl.yaml", "version: 1\nregistry: {name: events, dir: schemas}\n",
		"schemas/events/order.paid/1.json", `{"type": "object", "properties": {"id": {"type": "string"}}}`,
		"README.md", "1")
	s.Git(repo, "checkout", "-q", "-b", "docs")
	s.Commit(repo, "README.md", "2")
	s.Write(repo, "README.md", "3")
	s.Git(repo, "add", "README.md")
}

// enlarge adds files to the base branch, and leaves them out of the work tree,
// which a hook does not read.
func enlarge(s gittest.Sandbox, repo string) {
	blob := s.Git(repo, "hash-object", "-w", "README.md")
	var list strings.Builder
	for i := range largeRepository {
		fmt.Fprintf(&list, "100644 %s\tsrc/%d/%d.txt\n", blob, i/100, i)
	}
	cmd := exec.Command("git", "update-index", "--index-info")
	cmd.Dir, cmd.Stdin = s.Path(repo), strings.NewReader(list.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		s.Fatalf("%s: %v\n%s", cmd, err, out)
	}
	s.Git(repo, "commit", "-q", "-m", "large")
	s.Git(repo, "branch", "-q", "-f", "main")
	s.Write(repo, "README.md", "4")
	s.Git(repo, "add", "README.md")
}

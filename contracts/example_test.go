package contracts_test

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts"
	"github.com/evctl/evctl/contracts/exceptions"
	"github.com/evctl/evctl/contracts/rules"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/contracts/verdict"
)

// subjects stands for the registry: the folders of schemas/events.
type subjects struct{ fsys fs.FS }

func (s subjects) Get(context.Context, evctl.SchemaRef) (*evctl.Schema, error) {
	return nil, evctl.ErrNotFound
}

func (s subjects) Versions(_ context.Context, subject string) ([]*evctl.Schema, error) {
	files, err := fs.Glob(s.fsys, "schemas/events/"+subject+"/*.json")
	var out []*evctl.Schema
	for i, file := range files {
		out = append(out, &evctl.Schema{SchemaRef: evctl.SchemaRef{Subject: subject, Version: i + 1}, File: file, Retired: strings.Contains(file, "retired")})
	}
	return out, err
}

// analysis stands for the analysis of Go code: it calls every file that writes
// messages a dual write.
func analysis(t *testing.T, fsys fs.FS) *service.Lint {
	out := &service.Lint{Folders: []string{"."}}
	files, err := fs.Glob(fsys, "*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := fs.ReadFile(fsys, file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte("WriteMessages(")) {
			out.Findings = append(out.Findings, evctl.Finding{Rule: "lint/dual-write", Severity: evctl.Error, Message: "the database and the broker are written apart",
				Position: evctl.Position{File: file, Line: 1, Column: 1}})
		}
	}
	return out
}

// options are those of examples/orders/evctl.yaml.
func options(t *testing.T, fsys fs.FS, now time.Time) contracts.Options {
	text, err := fs.ReadFile(fsys, "evctl.exceptions.yaml")
	if err != nil {
		t.Fatal(err)
	}
	file, err := exceptions.Parse("evctl.exceptions.yaml", text, func(name string) (string, bool) { return name, true })
	if err != nil {
		t.Fatal(err)
	}
	return contracts.Options{
		Globs: []string{"**/contract.yaml"}, Topics: "platform/topics.yaml", Now: now,
		Exceptions: file, Waivers: exceptions.Run{Now: now, Base: file, Approvers: []string{"@platform"}},
		Source: subjects{fsys}, Mode: modeOf(t, fsys), Lint: analysis(t, fsys),
	}
}

// modeOf reads the one override that an example may have.
func modeOf(t *testing.T, fsys fs.FS) func(string) evctl.Mode {
	text, err := fs.ReadFile(fsys, "evctl.yaml")
	if err != nil {
		t.Fatal(err)
	}
	mode := evctl.FullAll
	if _, rest, ok := strings.Cut(string(text), "\ncompatibility: "); ok {
		word, _, _ := strings.Cut(rest, "\n")
		if mode, err = evctl.ParseMode(word); err != nil {
			t.Fatal(err)
		}
	}
	return func(string) evctl.Mode { return mode }
}

var today = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func check(t *testing.T, fsys fs.FS) contracts.Result {
	result, err := contracts.Check(t.Context(), fsys, options(t, fsys, today))
	if err != nil {
		t.Fatal(err)
	}
	return result
}

const orders = "../examples/orders"

// Every rule passes on examples/orders, and none stays silent.
func TestExamplePasses(t *testing.T) {
	result := check(t, os.DirFS(orders))
	passed := map[string]bool{}
	for _, s := range result.Services {
		for _, v := range s.Verdicts {
			passed[v.Rule] = passed[v.Rule] || v.Outcome == verdict.Pass
			if v.Outcome != verdict.Pass {
				t.Errorf("%s %s: %s: %s at %s", v.Clause, v.Item, v.Outcome, v.Message, v.Position)
			}
		}
	}
	for _, rule := range rules.All() {
		if !passed[rule.ID] {
			t.Errorf("%s has no verdict that passes", rule.ID)
		}
	}
	for _, f := range result.Findings() {
		t.Errorf("%s: %s [%s]", f.Position, f.Message, f.Rule)
	}
}

// Each patch of examples/broken makes exactly the rule fail that it is named
// after, and leaves every other verdict as good as it was. There is one for
// every rule.
func TestBrokenExamplesFailOneRule(t *testing.T) {
	patches, err := filepath.Glob("../examples/broken/*.patch")
	if err != nil {
		t.Fatal(err)
	}
	broken := map[string]bool{}
	for _, patch := range patches {
		name, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(patch), ".patch"), ",")
		broken["rfc/"+name] = true
		t.Run(filepath.Base(patch), func(t *testing.T) {
			result := check(t, patched(t, patch))
			var failed, other []string
			for _, v := range result.Services[0].Verdicts {
				switch v.Outcome {
				case verdict.Fail:
					failed = append(failed, v.Rule)
				case verdict.Pass, verdict.NotApplicable:
				default:
					other = append(other, string(v.Outcome)+" "+v.Rule+": "+v.Message)
				}
			}
			if got := slices.Compact(failed); !slices.Equal(got, []string{"rfc/" + name}) {
				t.Errorf("failed: %v", got)
			}
			if len(other)+len(result.Invalid)+len(result.Services[0].Faults) > 0 {
				t.Errorf("beside it: %v %v %v", other, result.Invalid, result.Services[0].Faults)
			}
		})
	}
	for _, rule := range rules.All() {
		if !broken[rule.ID] {
			t.Errorf("no patch breaks %s", rule.ID)
		}
	}
}

// patched is examples/orders with a patch applied by git.
func patched(t *testing.T, patch string) fs.FS {
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "examples/orders"), os.DirFS(orders)); err != nil {
		t.Fatal(err)
	}
	file, err := filepath.Abs(patch)
	if err != nil {
		t.Fatal(err)
	}
	apply := exec.CommandContext(t.Context(), "git", "apply", file)
	apply.Dir = dir
	apply.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	if out, err := apply.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v\n%s", err, out)
	}
	return os.DirFS(filepath.Join(dir, "examples/orders"))
}

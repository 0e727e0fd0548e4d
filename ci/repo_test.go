package ci

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/report"
)

// now is the time of every run in a test.
var now = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// repo is a git repository in a temporary folder.
type repo struct {
	t    *testing.T
	root string
}

func newRepo(t *testing.T) *repo {
	for _, name := range []string{"GITHUB_BASE_REF", "GITHUB_EVENT_PATH", "GITHUB_WORKSPACE", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME"} {
		t.Setenv(name, "")
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		t.Setenv("GIT_"+who+"_NAME", "Test")
		t.Setenv("GIT_"+who+"_EMAIL", "test@example.com")
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := &repo{t, root}
	r.git("init", "-q", "-b", "main")
	return r
}

func (r *repo) git(args ...string) {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.root
	if out, err := cmd.CombinedOutput(); err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// write writes files, name and text in turn; an empty text removes the file.
func (r *repo) write(files ...string) *repo {
	r.t.Helper()
	for i := 0; i < len(files); i += 2 {
		file := filepath.Join(r.root, filepath.FromSlash(files[i]))
		if files[i+1] == "" {
			if err := os.Remove(file); err != nil {
				r.t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			r.t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(files[i+1]), 0o644); err != nil {
			r.t.Fatal(err)
		}
	}
	return r
}

func (r *repo) commit(files ...string) *repo {
	r.t.Helper()
	r.write(files...)
	r.git("add", "-A")
	r.git("commit", "-q", "--allow-empty", "-m", "change")
	return r
}

func (r *repo) branch(name string) *repo {
	r.git("checkout", "-q", "-b", name)
	return r
}

// run checks the repository.
func (r *repo) run(change ...func(*Options)) (report.Report, error) {
	o := Options{Dir: r.root, Now: now, Tool: "evctl test"}
	for _, set := range change {
		set(&o)
	}
	return Run(context.Background(), o)
}

// must checks the repository, which must be possible.
func (r *repo) must(change ...func(*Options)) report.Report {
	r.t.Helper()
	out, err := r.run(change...)
	if err != nil {
		r.t.Fatal(err)
	}
	return out
}

func staged(o *Options)        { o.Staged = true }
func all(o *Options)           { o.All = true }
func newOnly(o *Options)       { o.New = true }
func writeBaseline(o *Options) { o.WriteBaseline = true }

func only(names ...string) func(*Options) { return func(o *Options) { o.Only = names } }
func skip(names ...string) func(*Options) { return func(o *Options) { o.Skip = names } }
func against(ref string) func(*Options)   { return func(o *Options) { o.Against = ref } }
func at(when time.Time) func(*Options)    { return func(o *Options) { o.Now = when } }
func code(r report.Report, err error) int { return ExitCode(r, err, config.Default().FailOn) }
func names(r report.Report) (out []string) {
	for _, f := range r.Findings {
		out = append(out, f.Rule)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// family returns what the report says of a family.
func family(t *testing.T, r report.Report, name string) report.Family {
	for _, f := range r.Families {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("no family %s", name)
	return report.Family{}
}

// Versions of one subject, in Avro.
const (
	paid = `{"type": "record", "name": "OrderPaid", "fields": [
  {"name": "order_id", "type": "string"},
  {"name": "total", "type": "long"},
  {"name": "note", "type": ["null", "string"], "default": null}]}`
	wider = `{"type": "record", "name": "OrderPaid", "fields": [
  {"name": "order_id", "type": "string"},
  {"name": "total", "type": "long"},
  {"name": "note", "type": ["null", "string"], "default": null},
  {"name": "coupon", "type": ["null", "string"], "default": null}]}`
	// total, which has no default, is now called amount
	renamedRequired = `{"type": "record", "name": "OrderPaid", "fields": [
  {"name": "order_id", "type": "string"},
  {"name": "amount", "type": "long"},
  {"name": "note", "type": ["null", "string"], "default": null}]}`
	// note, which has one, is now called remark
	renamedOptional = `{"type": "record", "name": "OrderPaid", "fields": [
  {"name": "order_id", "type": "string"},
  {"name": "total", "type": "long"},
  {"name": "remark", "type": ["null", "string"], "default": null}]}`

	v1 = "schemas/events/order.paid/1.avsc"
	v2 = "schemas/events/order.paid/2.avsc"
	v3 = "schemas/events/order.paid/3.avsc"
	v4 = "schemas/events/order.paid/4.avsc"
)

// The same subject in JSON Schema.
const (
	paidJSON  = `{"type":"object","properties":{"order_id":{"type":"string"},"total":{"type":"integer"}},"required":["order_id","total"]}`
	widerJSON = `{"type":"object","properties":{"order_id":{"type":"string"},"total":{"type":"integer"},"coupon":{"type":"string"}},"required":["order_id","total"]}`

	v1JSON = "schemas/events/order.paid/1.json"
	v2JSON = "schemas/events/order.paid/2.json"
)

const settings = "version: 1\nregistry: {name: events, dir: schemas}\n"

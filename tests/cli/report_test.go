package cli

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A real run over the pull request that breaks the examples writes a report
// that its published schema describes, and a log that the schema of OASIS does.
func TestRealReportsAreValid(t *testing.T) {
	repo := breakingPullRequest(t)
	published := evctl(t, repo, 0, "schema", "report")
	sarif, err := os.ReadFile("../../third_party/sarif/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	validate(t, published, evctl(t, repo, 1, "check", "-f", "json"))
	validate(t, sarif, evctl(t, repo, 1, "check", "-f", "sarif"))
	validate(t, published, evctl(t, repo, 1, "compat", "order.paid@2", "order.paid@3", "-f", "json"))
	validate(t, published, evctl(t, repo, 0, "validate", "events/orders.ndjson", "-f", "json"))
}

func TestRunsDoNotDiffer(t *testing.T) {
	repo := breakingPullRequest(t)
	for _, format := range []string{"json", "sarif", "github"} {
		first := evctl(t, repo, 1, "check", "-f", format)
		for range 3 {
			if again := evctl(t, repo, 1, "check", "-f", format); !bytes.Equal(first, again) {
				t.Errorf("%s differs from run to run", format)
			}
		}
	}
}

// breakingPullRequest is a repository with the examples published, and the
// pull request that breaks them checked out.
func breakingPullRequest(t *testing.T) string {
	repo := t.TempDir()
	git := func(args ...string) {
		cmd := exec.Command("git", append([]string{"-c", "user.name=Test", "-c", "user.email=test@example.com"}, args...)...)
		cmd.Dir = repo
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("init", "-q", "-b", "main")
	for _, dir := range []string{"schemas", "events"} {
		if err := os.CopyFS(filepath.Join(repo, dir), os.DirFS("../../examples/"+dir)); err != nil {
			t.Fatal(err)
		}
	}
	git("add", "-A")
	git("commit", "-q", "-m", "published")
	git("checkout", "-q", "-b", "pr")
	change := os.DirFS("../../examples/pull-requests/breaks")
	over := t.TempDir()
	if err := os.CopyFS(over, change); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("cp", "-R", over+"/.", repo).CombinedOutput(); err != nil { // over what exists, as os.CopyFS will not
		t.Fatalf("%v\n%s", err, out)
	}
	return repo
}

// evctl runs the binary, which must end with the code, and returns its output.
func evctl(t *testing.T, dir string, code int, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(filepath.Join(bin, "evctl"), args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if got := cmd.ProcessState.ExitCode(); got != code {
		t.Fatalf("evctl %v exited %d, want %d\n%s", args, got, code, stderr.Bytes())
	}
	return out
}

func validate(t *testing.T, schema, instance []byte) {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("mem:///schema", document); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("mem:///schema")
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(instance))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(value); err != nil {
		t.Error(err)
	}
}

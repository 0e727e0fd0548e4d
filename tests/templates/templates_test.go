// Package templates exercises the files of ci/templates as far as a machine
// without GitHub and GitLab can: the scripts run against real git repositories,
// the YAML is parsed and its shape checked.
package templates

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/evctl/evctl/ci/templates"
)

const action = "../../ci/templates/action/"

func run(t *testing.T, dir string, env []string, name string, args ...string) (string, error) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), append([]string{
		"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_TERMINAL_PROMPT=0",
		"GIT_AUTHOR_NAME=t", "GIT_AUTHOR_EMAIL=t@example.com", "GIT_COMMITTER_NAME=t", "GIT_COMMITTER_EMAIL=t@example.com",
		"GIT_ALLOW_PROTOCOL=file",
	}, env...)...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := run(t, dir, nil, "git", args...)
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(out)
}

// origin makes a repository whose branch topic left main `ago` commits before
// both tips.
func origin(t *testing.T, ago int) string {
	dir := t.TempDir()
	git(t, dir, "init", "-q", "-b", "main")
	git(t, dir, "commit", "-q", "--allow-empty", "-m", "root")
	git(t, dir, "branch", "topic")
	for _, branch := range []string{"main", "topic"} {
		git(t, dir, "checkout", "-q", branch)
		for range ago {
			git(t, dir, "commit", "-q", "--allow-empty", "-m", branch)
		}
	}
	return dir
}

func TestFetchBaseDeepensAShallowClone(t *testing.T) {
	script, err := filepath.Abs(action + "fetch-base.sh")
	if err != nil {
		t.Fatal(err)
	}
	for _, ago := range []int{1, 60} {
		clone := filepath.Join(t.TempDir(), "clone")
		git(t, t.TempDir(), "clone", "-q", "--depth=1", "--branch=topic", "file://"+origin(t, ago), clone)
		if out, err := run(t, clone, nil, "git", "merge-base", "HEAD", "origin/main"); err == nil {
			t.Fatalf("the clone already knows the merge-base %s: the test shows nothing", out)
		}
		if out, err := run(t, clone, nil, "sh", script, "main"); err != nil {
			t.Fatalf("%d commits ago: %v\n%s", ago, err, out)
		}
		if got := git(t, clone, "log", "-1", "--format=%s", git(t, clone, "merge-base", "HEAD", "origin/main")); got != "root" {
			t.Errorf("%d commits ago: the merge-base is %q, want root", ago, got)
		}
	}
}

func TestFetchBaseSaysWhenThereIsNoCommonHistory(t *testing.T) {
	script, _ := filepath.Abs(action + "fetch-base.sh")
	from := origin(t, 1)
	git(t, from, "checkout", "-q", "--orphan", "lonely")
	git(t, from, "commit", "-q", "--allow-empty", "-m", "lonely")
	clone := filepath.Join(t.TempDir(), "clone")
	git(t, t.TempDir(), "clone", "-q", "--depth=1", "--branch=lonely", "file://"+from, clone)
	out, err := run(t, clone, nil, "sh", script, "main")
	if err == nil || !strings.Contains(out, "share no history") {
		t.Errorf("got %v\n%s", err, out)
	}
}

func TestCheckScriptPassesArguments(t *testing.T) {
	dir := t.TempDir()
	evctl := filepath.Join(dir, "evctl")
	if err := os.WriteFile(evctl, []byte("#!/bin/sh\necho \"$@\"\nexit 7\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	script, _ := filepath.Abs(action + "check.sh")
	output := filepath.Join(dir, "output")
	for want, env := range map[string][]string{
		"check --all\n": {"FORK=", "SARIF=", "GITHUB_OUTPUT="},
		"evctl: a pull request from a fork has no secrets: comparing with git only\ncheck -f text -f github -f sarif=/x.sarif --offline --all\n": {"FORK=true", "SARIF=/x.sarif", "GITHUB_OUTPUT=" + output},
	} {
		out, err := run(t, dir, env, "sh", script, evctl, "--all")
		if out != want {
			t.Errorf("got %q, want %q", out, want)
		}
		if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 7 {
			t.Errorf("the exit code of evctl is lost: %v", err)
		}
	}
	if text, _ := os.ReadFile(output); string(text) != "sarif=/x.sarif\n" {
		t.Errorf("GITHUB_OUTPUT holds %q", text)
	}
}

func TestReportScriptWritesEverything(t *testing.T) {
	dir := t.TempDir()
	evctl := filepath.Join(dir, "evctl")
	// It writes a file for each -f FORMAT=FILE and cannot judge something.
	fake := "#!/bin/sh\nfor arg; do case $arg in *=*) echo \"${arg%%=*}\" >\"${arg#*=}\";; esac; done\nexit 3\n"
	if err := os.WriteFile(evctl, []byte(fake), 0o755); err != nil {
		t.Fatal(err)
	}
	script, _ := filepath.Abs(action + "report.sh")
	out := filepath.Join(dir, "a folder", "board")
	summary := filepath.Join(dir, "summary")
	said, err := run(t, dir, []string{"GITHUB_STEP_SUMMARY=" + summary}, "sh", script, evctl, out, "--offline")
	if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 3 {
		t.Errorf("the exit code of evctl is lost: %v\n%s", err, said)
	}
	for name, want := range map[string]string{"index.html": "html", "dashboard.json": "json", "evctl.prom": "openmetrics", "dashboard.md": "markdown"} {
		if text, _ := os.ReadFile(filepath.Join(out, name)); string(text) != want+"\n" {
			t.Errorf("%s holds %q, want what %s is", name, text, want)
		}
	}
	if text, _ := os.ReadFile(summary); string(text) != "markdown\n" {
		t.Errorf("the summary holds %q", text)
	}
}

// What publishes the dashboard asks first, and no other job may.
func TestPagesAreAskedFor(t *testing.T) {
	var workflow struct {
		Permissions map[string]string
		Jobs        map[string]struct {
			If          string
			Permissions map[string]string
		}
	}
	if err := yaml.Unmarshal([]byte(templates.Nightly("v1")), &workflow); err != nil {
		t.Fatal(err)
	}
	for name, job := range workflow.Jobs {
		if publishes := job.Permissions["pages"] != ""; publishes != (name == "publish") || publishes && !strings.Contains(job.If, "vars.EVCTL_PAGES == 'true'") {
			t.Errorf("job %s: if %q, permissions %v", name, job.If, job.Permissions)
		}
	}
	if len(workflow.Permissions) != 1 || workflow.Permissions["contents"] != "read" || len(workflow.Jobs) != 3 {
		t.Errorf("got %+v", workflow)
	}
	var gitlab struct {
		Pages struct {
			Pages bool
			Rules []struct{ If string }
		} `yaml:"evctl-pages"`
	}
	if err := yaml.Unmarshal([]byte(templates.GitLab("v1")), &gitlab); err != nil {
		t.Fatal(err)
	}
	if p := gitlab.Pages; !p.Pages || len(p.Rules) != 1 || !strings.Contains(p.Rules[0].If, `$EVCTL_PAGES == "true"`) {
		t.Errorf("got %+v", p)
	}
}

// A merge request shows findings in GitLab's own widgets, above all those that
// fail the job.
func TestGitLabReadsTheReports(t *testing.T) {
	var pipeline struct {
		Evctl struct {
			Script    []string
			Artifacts struct {
				When    string
				Reports map[string]string
			}
		}
	}
	if err := yaml.Unmarshal([]byte(templates.GitLab("v1")), &pipeline); err != nil {
		t.Fatal(err)
	}
	job := pipeline.Evctl
	reports := job.Artifacts.Reports
	if job.Artifacts.When != "always" || len(job.Script) != 1 || len(reports) != 2 {
		t.Fatalf("got %+v", job)
	}
	for format, report := range map[string]string{"junit": "junit", "gitlab": "codequality"} {
		if reports[report] == "" || !strings.Contains(job.Script[0], " -f "+format+"="+reports[report]) {
			t.Errorf("%s: %q does not write %q", report, job.Script[0], reports[report])
		}
	}
	if !strings.Contains(job.Script[0], " -f text ") {
		t.Errorf("%q leaves nothing in the job's log", job.Script[0])
	}
}

func TestTemplatesAreYAML(t *testing.T) {
	const ref = "v1.2.3"
	for name, text := range map[string]string{
		"workflow": templates.Workflow(ref), "nightly": templates.Nightly(ref), "gitlab": templates.GitLab(ref),
	} {
		var tree map[string]any
		if err := yaml.UnmarshalWithOptions([]byte(text), &tree, yaml.Strict()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !strings.Contains(text, "@"+ref) || strings.Contains(text, "EVCTL_REF") {
			t.Errorf("%s does not pin %s:\n%s", name, ref, text)
		}
	}
}

// TestActionUsesWhatIsThere holds action.yml to the scripts beside it: every
// script it names exists, every step is a `uses` or a `run` with a shell.
func TestActionUsesWhatIsThere(t *testing.T) {
	text, err := os.ReadFile(action + "action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var tree struct {
		Runs struct {
			Using string
			Steps []struct{ Uses, Run, Shell string }
		}
	}
	if err := yaml.Unmarshal(text, &tree); err != nil {
		t.Fatal(err)
	}
	if tree.Runs.Using != "composite" || len(tree.Runs.Steps) == 0 {
		t.Fatalf("not a composite action: %+v", tree)
	}
	scripts := 0
	for i, step := range tree.Runs.Steps {
		if (step.Uses == "") == (step.Run == "") || step.Run != "" && step.Shell == "" {
			t.Errorf("step %d is neither a use nor a run with a shell: %+v", i, step)
		}
		for word := range strings.FieldsSeq(step.Run) {
			name, ok := strings.CutPrefix(strings.Trim(word, `"`), "$GITHUB_ACTION_PATH/")
			if !ok || !strings.HasSuffix(name, ".sh") {
				continue
			}
			scripts++
			if _, err := os.Stat(action + name); err != nil {
				t.Errorf("step %d: %v", i, err)
			}
		}
	}
	if scripts != 3 {
		t.Errorf("found %d scripts in the action, want 3", scripts)
	}
}

func TestPreCommitHooksAreWellFormed(t *testing.T) {
	text, err := os.ReadFile("../../.pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var hooks []struct{ ID, Entry, Language string }
	if err := yaml.Unmarshal(text, &hooks); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"evctl": "golang", "evctl-system": "system"}
	for _, hook := range hooks {
		if want[hook.ID] != hook.Language || hook.Entry != "evctl check --staged" {
			t.Errorf("unexpected hook %+v", hook)
		}
		delete(want, hook.ID)
	}
	if len(want) > 0 {
		t.Errorf("missing hooks: %v", want)
	}
}

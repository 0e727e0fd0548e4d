package git

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// sandbox is a folder with repositories of its own and no other configuration.
type sandbox struct {
	*testing.T
	dir string
}

func newSandbox(t *testing.T) sandbox {
	for _, entry := range os.Environ() {
		if name, _, _ := strings.Cut(entry, "="); strings.HasPrefix(name, "GIT") || strings.HasPrefix(name, "CI_") {
			t.Setenv(name, "")
			os.Unsetenv(name)
		}
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"HOME": dir, "XDG_CONFIG_HOME": dir, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CEILING_DIRECTORIES": filepath.Dir(dir),
		"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "c", "GIT_COMMITTER_EMAIL": "c@example.org",
		"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "protocol.file.allow", "GIT_CONFIG_VALUE_0": "always",
	} {
		t.Setenv(name, value)
	}
	return sandbox{t, dir}
}

// git runs a command in a repository of the sandbox and returns its output.
func (s sandbox) git(repo string, args ...string) string {
	s.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = filepath.Join(s.dir, repo)
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// repo makes a repository on branch main.
func (s sandbox) repo(name string) {
	s.Helper()
	if err := os.MkdirAll(filepath.Join(s.dir, name), 0o755); err != nil {
		s.Fatal(err)
	}
	s.git(name, "init", "-q", "-b", "main")
}

// write writes files (name, text, name, text …) into a repository.
func (s sandbox) write(repo string, files ...string) {
	s.Helper()
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(s.dir, repo, files[i])
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			s.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[i+1]), 0o644); err != nil {
			s.Fatal(err)
		}
	}
}

// commit writes files, commits everything and returns the commit.
func (s sandbox) commit(repo string, files ...string) string {
	s.Helper()
	s.write(repo, files...)
	s.git(repo, "add", "-A")
	s.git(repo, "commit", "-q", "--allow-empty", "-m", "change")
	return s.git(repo, "rev-parse", "HEAD")
}

func (s sandbox) open(repo string, options ...Option) *Repo {
	s.Helper()
	r, err := Open(s.Context(), filepath.Join(s.dir, repo), options...)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { r.Close() })
	return r
}

// wantError fails unless err is an *Error about what is missing, with a hint
// that contains the text.
func (s sandbox) wantError(err error, missing Missing, hint string) {
	s.Helper()
	var own *Error
	if !errors.As(err, &own) {
		s.Fatalf("got %v, want an *Error about %s", err, missing)
	}
	if own.Missing != missing || !strings.Contains(own.Hint, hint) {
		s.Errorf("got %s: %v; want %s with the hint %q", own.Missing, own, missing, hint)
	}
	if strings.Contains(own.Error(), "\n") {
		s.Errorf("%q is longer than a line", own.Error())
	}
}

func must[T any](value T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func TestOpen(t *testing.T) {
	s := newSandbox(t)
	s.repo("a")
	s.commit("a", "x/y/file", "1")
	s.git("a", "worktree", "add", "-q", "../tree", "-b", "side")
	s.git("a", "clone", "-q", "--bare", ".", "../bare.git")
	s.repo("outer")
	s.git("outer", "submodule", "--quiet", "add", "../a", "sub")
	for dir, want := range map[string]string{
		"a": "a", "a/x/y": "a", "tree": "tree", "bare.git": "bare.git", "outer/sub": "outer/sub", "outer/sub/x": "outer/sub",
	} {
		r := s.open(dir)
		if want = filepath.Join(s.dir, want); r.Root() != want {
			t.Errorf("%s: root is %s, want %s", dir, r.Root(), want)
		}
		if r.IsBare() != (dir == "bare.git") || r.IsShallow() {
			t.Errorf("%s: bare %v, shallow %v", dir, r.IsBare(), r.IsShallow())
		}
		head := must(r.Head(s.Context()))(t)
		tree := must(r.Tree(s.Context(), head))(t)
		if text, err := tree.ReadFile("x/y/file"); err != nil || string(text) != "1" {
			t.Errorf("%s: read %q, %v", dir, text, err)
		}
	}
}

func TestOpenErrors(t *testing.T) {
	s := newSandbox(t)
	s.write("plain", "file", "")
	_, err := Open(s.Context(), filepath.Join(s.dir, "plain"))
	s.wantError(err, Repository, "git init")

	s.repo("a")
	_, err = Open(s.Context(), filepath.Join(s.dir, "a/.git/refs"))
	s.wantError(err, Worktree, "cd")

	if _, err = Open(s.Context(), filepath.Join(s.dir, "nowhere")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, want that the directory does not exist", err)
	}

	t.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
	_, err = Open(s.Context(), filepath.Join(s.dir, "a"))
	s.wantError(err, Ownership, "git config --global --add safe.directory '"+filepath.Join(s.dir, "a")+"'")
	os.Unsetenv("GIT_TEST_ASSUME_DIFFERENT_OWNER")

	ctx, cancel := context.WithCancel(s.Context())
	cancel()
	if _, err = Open(ctx, filepath.Join(s.dir, "a")); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the context's error", err)
	}

	t.Setenv("PATH", s.dir)
	_, err = Open(s.Context(), filepath.Join(s.dir, "a"))
	s.wantError(err, Git, "install git")
}

func TestNoCommits(t *testing.T) {
	s := newSandbox(t)
	s.repo("a")
	r := s.open("a")
	_, err := r.Head(s.Context())
	s.wantError(err, Commits, "git commit")
	_, err = r.BaseRef(s.Context())
	s.wantError(err, Commits, "git commit")
	s.write("a", "new", "1")
	changes := must(r.Changed(s.Context(), "", false))(t)
	if len(changes) != 1 || changes[0] != (Change{Added, "new", ""}) {
		t.Errorf("got %v", changes)
	}
}

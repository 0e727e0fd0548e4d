package git

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evctl/evctl/internal/gittest"
)

type sandbox struct{ gittest.Sandbox }

func newSandbox(t *testing.T) sandbox { return sandbox{gittest.New(t)} }

func (s sandbox) open(repo string, options ...Option) *Repo {
	s.Helper()
	r, err := Open(s.Context(), filepath.Join(s.Dir, repo), options...)
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
	s.Repo("a")
	s.Commit("a", "x/y/file", "1")
	s.Git("a", "worktree", "add", "-q", "../tree", "-b", "side")
	s.Git("a", "clone", "-q", "--bare", ".", "../bare.git")
	s.Repo("outer")
	s.Git("outer", "submodule", "--quiet", "add", "../a", "sub")
	for dir, want := range map[string]string{
		"a": "a", "a/x/y": "a", "tree": "tree", "bare.git": "bare.git", "outer/sub": "outer/sub", "outer/sub/x": "outer/sub",
	} {
		r := s.open(dir)
		if want = filepath.Join(s.Dir, want); r.Root() != want {
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
	s.Write("plain", "file", "")
	_, err := Open(s.Context(), filepath.Join(s.Dir, "plain"))
	s.wantError(err, Repository, "git init")

	s.Repo("a")
	_, err = Open(s.Context(), filepath.Join(s.Dir, "a/.git/refs"))
	s.wantError(err, Worktree, "cd")

	if _, err = Open(s.Context(), filepath.Join(s.Dir, "nowhere")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, want that the directory does not exist", err)
	}

	t.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
	_, err = Open(s.Context(), filepath.Join(s.Dir, "a"))
	s.wantError(err, Ownership, "git config --global --add safe.directory '"+filepath.Join(s.Dir, "a")+"'")
	os.Unsetenv("GIT_TEST_ASSUME_DIFFERENT_OWNER")

	ctx, cancel := context.WithCancel(s.Context())
	cancel()
	if _, err = Open(ctx, filepath.Join(s.Dir, "a")); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the context's error", err)
	}

	t.Setenv("PATH", s.Dir)
	_, err = Open(s.Context(), filepath.Join(s.Dir, "a"))
	s.wantError(err, Git, "install git")
}

func TestNoCommits(t *testing.T) {
	s := newSandbox(t)
	s.Repo("a")
	r := s.open("a")
	_, err := r.Head(s.Context())
	s.wantError(err, Commits, "git commit")
	_, err = r.BaseRef(s.Context())
	s.wantError(err, Commits, "git commit")
	s.Write("a", "new", "1")
	changes := must(r.Changed(s.Context(), "", false))(t)
	if len(changes) != 1 || changes[0] != (Change{Added, "new", ""}) {
		t.Errorf("got %v", changes)
	}
}

func TestSHA256(t *testing.T) {
	s := newSandbox(t)
	s.Repo("a")
	if err := os.RemoveAll(s.Path("a", ".git")); err != nil {
		t.Fatal(err)
	}
	s.Git("a", "init", "-q", "-b", "main", "--object-format=sha256")
	s.Commit("a", "file", "1")
	r := s.open("a")
	tree := must(r.Tree(s.Context(), "HEAD"))(t)
	if text, err := tree.ReadFile("file"); err != nil || string(text) != "1" {
		t.Errorf("got %q, %v", text, err)
	}
	if changes := must(r.Changed(s.Context(), "", true))(t); len(changes) != 1 {
		t.Errorf("got %v against the empty tree", changes)
	}
}

// Package gittest makes real git repositories for tests: call [New], then
// Repo, Commit and Git. The user's configuration and the variables of a CI job
// or a hook do not reach them. Tests only.
package gittest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A Sandbox is a folder with repositories. Names of repositories are paths
// below Dir.
type Sandbox struct {
	testing.TB
	Dir string
}

// New makes an empty sandbox and sets the environment of the test, which must
// not be parallel.
func New(t testing.TB) Sandbox {
	t.Helper()
	for _, entry := range os.Environ() {
		name, value, _ := strings.Cut(entry, "=")
		if strings.HasPrefix(name, "GIT") || strings.HasPrefix(name, "CI_") {
			t.Setenv(name, value) // restores it after the test
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
	return Sandbox{t, dir}
}

// Path returns the absolute path of a repository or a file in it.
func (s Sandbox) Path(elements ...string) string {
	return filepath.Join(append([]string{s.Dir}, elements...)...)
}

// Git runs git in a repository and returns its output without the newline.
func (s Sandbox) Git(repo string, args ...string) string {
	s.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = s.Path(repo)
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// Repo makes a repository on branch main.
func (s Sandbox) Repo(name string) {
	s.Helper()
	if err := os.MkdirAll(s.Path(name), 0o755); err != nil {
		s.Fatal(err)
	}
	s.Git(name, "init", "-q", "-b", "main")
}

// Write writes files (name, text, name, text …) into a repository.
func (s Sandbox) Write(repo string, files ...string) {
	s.Helper()
	for i := 0; i < len(files); i += 2 {
		path := s.Path(repo, files[i])
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			s.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[i+1]), 0o644); err != nil {
			s.Fatal(err)
		}
	}
}

// Commit writes files, commits everything and returns the commit.
func (s Sandbox) Commit(repo string, files ...string) string {
	s.Helper()
	s.Write(repo, files...)
	s.Git(repo, "add", "-A")
	s.Git(repo, "commit", "-q", "--allow-empty", "-m", "change")
	return s.Git(repo, "rev-parse", "HEAD")
}

package git

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// Missing names what a repository lacks.
type Missing string

// What may be missing.
const (
	Git        Missing = "git"        // the program
	Repository Missing = "repository" // the directory is in none
	Ownership  Missing = "ownership"  // another user's repository
	Worktree   Missing = "worktree"   // bare, or inside .git
	Commits    Missing = "commits"    // nothing was committed yet
	BaseBranch Missing = "base"       // no branch to compare with
	Ref        Missing = "ref"        // a name that leads to no commit
	History    Missing = "history"    // cut off by a shallow clone
	Ancestor   Missing = "ancestor"   // two histories share no commit
	Object     Missing = "object"     // an object of a commit
	Merge      Missing = "merge"      // conflicts in the index are not resolved
)

// An Error says what a question to git needs and the repository lacks.
type Error struct {
	Missing Missing
	Message string // one line
	Hint    string // the command or setting that mends it; may be empty
}

func (e *Error) Error() string {
	if e.Hint == "" {
		return e.Message
	}
	return e.Message + " (try: " + e.Hint + ")"
}

// openError explains why rev-parse did not find a repository.
func openError(dir string, err error) error {
	said := stderrOf(err)
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return &Error{Git, "git is not installed, or not in PATH", "install git 2.25 or newer"}
	case strings.Contains(said, "dubious ownership"):
		return &Error{Ownership, "git does not trust " + dir + ", which belongs to another user", "git config --global --add safe.directory '" + unsafeDirectory(said, dir) + "'"}
	case strings.Contains(said, "not a git repository"):
		return &Error{Repository, dir + " is not in a git repository", "git init"}
	}
	return failure("open "+dir, err)
}

// unsafeDirectory returns the path in git's own advice on dubious ownership.
func unsafeDirectory(said, dir string) string {
	_, rest, ok := strings.Cut(said, "dubious ownership in repository at '")
	if path, _, closed := strings.Cut(rest, "'"); ok && closed {
		return path
	}
	return dir
}

// failure words an error that has no mend of its own.
func failure(what string, err error) error {
	said := stderrOf(err)
	if said == "" {
		return fmt.Errorf("git: %s: %w", what, err)
	}
	first, _, _ := strings.Cut(strings.TrimSpace(said), "\n")
	return fmt.Errorf("git: %s: %s", what, strings.TrimPrefix(first, "fatal: "))
}

func stderrOf(err error) string {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return string(exit.Stderr)
	}
	return ""
}

// exitCode returns git's exit code, or -1 if it did not run to its end.
func exitCode(err error) int {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return -1
}

package git

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// run runs git and returns its output. An error is an *exec.ExitError with
// what git said, or tells why git did not start.
func (r *Repo) run(ctx context.Context, args ...string) ([]byte, error) {
	cmd := r.command(ctx, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &exit):
		exit.Stderr = stderr.Bytes()
	}
	return out, err
}

// line runs git and returns its output without the newline.
func (r *Repo) line(ctx context.Context, args ...string) (string, error) {
	out, err := r.run(ctx, args...)
	return strings.TrimRight(string(out), "\r\n"), err
}

func (r *Repo) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", slices.Concat(fixed, args)...)
	cmd.Dir, cmd.Env = r.root, r.env
	return cmd
}

// fixed are options that keep the user's settings from changing what git
// prints, or from running programs.
var fixed = []string{"--no-pager", "--literal-pathspecs",
	"-c", "core.quotepath=false", "-c", "core.fsmonitor=false", "-c", "color.ui=false", "-c", "diff.relative=false",
	"-c", "log.showSignature=false", "-c", "log.showRoot=true", "-c", "log.follow=false", "-c", "log.diffMerges=separate"}

// locals are the variables that bind git to one repository. A hook has them
// set for the repository that runs it, which need not be the one to read.
var locals = []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY",
	"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_SHALLOW_FILE", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE",
	"GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS", "GIT_EXTERNAL_DIFF", "GIT_DIFF_OPTS"}

func environment() []string {
	env := slices.DeleteFunc(os.Environ(), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.Contains(locals, name)
	})
	return append(env, "LC_ALL=C", "LANGUAGE=", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0")
}

// ownEnvironment keeps what a hook was told about this very repository: the
// index of a partial commit, and the quarantine of a push being received.
func (r *Repo) ownEnvironment() []string {
	var env []string
	keep := func(name string) bool {
		path := os.Getenv(name)
		if path == "" {
			return false
		}
		if !filepath.IsAbs(path) {
			path = filepath.Join(r.root, path)
		}
		if !within(path, r.gitDir) && !within(path, r.commonDir) {
			return false
		}
		env = append(env, name+"="+path)
		return true
	}
	keep("GIT_INDEX_FILE")
	if keep("GIT_OBJECT_DIRECTORY") {
		env = append(env, "GIT_ALTERNATE_OBJECT_DIRECTORIES="+os.Getenv("GIT_ALTERNATE_OBJECT_DIRECTORIES"))
	}
	return env
}

// within reports whether path lies in dir, which is free of symbolic links.
func within(path, dir string) bool {
	if parent, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		path = filepath.Join(parent, filepath.Base(path))
	}
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

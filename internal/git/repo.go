// Package git reads a repository by running git: trees and the index as file
// systems, what changed since a commit, the history of one file, and which
// branch a change is to be compared with.
//
// Call [Open], then [Repo.BaseRef], [Repo.MergeBase], [Repo.Tree] and
// [Repo.Changed]; end with [Repo.Close]. It works in worktrees, submodules,
// bare repositories, partial and shallow clones; where something is missing,
// the error is an [*Error] with the command that brings it. It checks nothing
// out, writes nothing, asks for no password, and contacts a remote only where
// git itself must, for objects that a partial clone left behind.
package git

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// A Repo is an open repository. It is safe for concurrent use.
type Repo struct {
	ctx       context.Context // ends the reader of objects
	root      string          // absolute; of the work tree, or the git directory of a bare repository
	gitDir    string
	commonDir string // where worktrees share objects and refs
	env       []string
	bare      bool
	shallow   bool
	commits   sync.Map // from a ref to its commit: a run sees one state of each
	logs      sync.Map // from logged to []step: what ReadHistories has read

	mu       sync.Mutex
	objects  *objects // nil until the first is read
	worktree *os.Root
	closed   bool
}

// Open finds the repository that dir lies in. An offline repository never
// contacts a remote, not even for objects missing from a partial clone. The
// context bounds the life of the repository, not only of the call.
func Open(ctx context.Context, dir string, options ...Option) (*Repo, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	r := &Repo{ctx: ctx, root: dir, env: environment()}
	for _, option := range options {
		option(r)
	}
	out, err := r.run(ctx, "rev-parse", "--is-bare-repository", "--is-inside-work-tree",
		"--is-shallow-repository", "--absolute-git-dir", "--git-common-dir", "--show-cdup", "--revs-only", "HEAD^{commit}")
	if err != nil {
		return nil, openError(dir, err)
	}
	lines := strings.Split(string(out)+"\n", "\n")
	if len(lines) < 7 {
		return nil, &Error{Missing: Git, Message: "git answered rev-parse in a way that is not understood", Hint: "update git: 2.25 or newer is needed"}
	}
	r.bare, r.shallow = lines[0] == "true", lines[2] == "true"
	r.gitDir, r.commonDir = filepath.FromSlash(lines[3]), filepath.FromSlash(lines[4])
	if !filepath.IsAbs(r.commonDir) {
		r.commonDir = filepath.Join(dir, r.commonDir)
	}
	head := lines[5]
	switch {
	case lines[1] == "true":
		r.root, head = filepath.Join(dir, lines[5]), lines[6]
	case r.bare:
		r.root = r.gitDir
	default:
		return nil, &Error{Missing: Worktree, Message: dir + " is inside a .git directory", Hint: "cd to the work tree"}
	}
	if head != "" {
		r.remember("HEAD", head)
	}
	r.env = append(r.env, r.ownEnvironment()...)
	return r, nil
}

// An Option changes how a repository is read.
type Option func(*Repo)

// Offline forbids every contact with a remote.
func Offline(r *Repo) {
	r.env = append(r.env, "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none")
}

// Root returns the absolute path of the work tree's top folder, or of a bare
// repository. Every path that this package returns is relative to it, with
// slashes.
func (r *Repo) Root() string { return r.root }

// IsShallow reports whether the clone has only part of the history.
func (r *Repo) IsShallow() bool { return r.shallow }

// IsBare reports whether there is no work tree.
func (r *Repo) IsBare() bool { return r.bare }

// Worktree returns the files as they are on disk, ignored ones included.
// Symbolic links that lead out of the repository cannot be opened.
func (r *Repo) Worktree() (fs.FS, error) {
	if r.bare {
		return nil, &Error{Missing: Worktree, Message: r.root + " is a bare repository", Hint: "git worktree add DIR"}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.worktree == nil {
		root, err := os.OpenRoot(r.root)
		if err != nil {
			return nil, err
		}
		r.worktree = root
	}
	return r.worktree.FS(), nil
}

// Close ends the process that reads objects. File systems of the repository
// cannot be read afterwards.
func (r *Repo) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	if r.worktree != nil {
		r.worktree.Close()
	}
	if r.objects == nil {
		return nil
	}
	return r.objects.close()
}

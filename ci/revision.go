package ci

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/internal/git"
	"github.com/evctl/evctl/registry/dir"
)

// inRevision splits the name that git gives to a file of a revision, such as
// HEAD~2:schemas/order.json; ok is false for a file of that very name.
func inRevision(workDir, name string) (revision, file string, ok bool) {
	revision, file, ok = strings.Cut(name, ":")
	if !ok || revision == "" || filepath.VolumeName(name) != "" {
		return "", "", false
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(workDir, name)
	}
	_, err := os.Stat(name)
	return revision, file, err != nil
}

// resolveRevision reads a file as a revision has it, with what it refers to
// there. As for git, its path starts at the top of the repository, or at workDir
// if it begins with ./ or ../.
func resolveRevision(ctx context.Context, cfg *config.Config, workDir, revision, name string) (schema *evctl.Schema, err error) {
	repo, err := git.Open(ctx, workDir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, repo.Close()) }()
	tree, err := repo.Tree(ctx, revision)
	if err != nil {
		return nil, &UsageError{Err: err, Hint: "want REVISION:PATH as git names it"}
	}
	file, err := inRepository(repo.Root(), workDir, name)
	if err != nil {
		return nil, err
	}
	if info, err := fs.Stat(tree, file); err != nil || !info.Mode().IsRegular() {
		return nil, &UsageError{fmt.Errorf("read %s:%s: %w", revision, name, cause(err)), "git ls-tree -r --name-only " + revision + " lists files"}
	}
	if cfg != nil {
		registry, err := dir.Open(tree, layoutOf(cfg))
		if err != nil {
			return nil, &UsageError{Err: err, Hint: "evctl config verify"}
		}
		if known, err := versionIn(ctx, cfg, registry, file); known != nil || err != nil {
			return known, err
		}
	}
	return loose(ctx, tree, file, revision+":"+name)
}

// inRepository returns a path as trees have it.
func inRepository(root, workDir, name string) (string, error) {
	if !strings.HasPrefix(name, "./") && !strings.HasPrefix(name, "../") {
		return path.Clean(name), nil
	}
	from, err := filepath.Abs(workDir)
	if err == nil {
		from, err = filepath.EvalSymlinks(from)
	}
	if err != nil {
		return "", err
	}
	rel, err := filepath.Rel(root, filepath.Join(from, filepath.FromSlash(name)))
	if err != nil || !filepath.IsLocal(rel) {
		return "", &UsageError{Err: fmt.Errorf("%s is outside the repository", name)}
	}
	return filepath.ToSlash(rel), nil
}

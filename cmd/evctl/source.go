package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/internal/git"
)

// locate tells a style where the files of a repository are: their text for
// excerpts, from the index if that was judged, and their names as seen from
// where the run started.
func (a *app) locate(style *report.Style, conf *config.Config, staged bool) {
	if conf == nil {
		style.Source = func(file string) ([]byte, error) { return os.ReadFile(a.path(file)) }
		return
	}
	style.Source = func(file string) ([]byte, error) {
		if !filepath.IsLocal(filepath.FromSlash(file)) {
			return nil, fmt.Errorf("%s: %w", file, fs.ErrNotExist)
		}
		if staged {
			return readStaged(conf.Root, file)
		}
		return os.ReadFile(filepath.Join(conf.Root, filepath.FromSlash(file)))
	}
	from, err := filepath.Abs(a.workDir())
	if err == nil {
		from, err = filepath.EvalSymlinks(from)
	}
	if err != nil {
		return // names stay relative to the root
	}
	style.Path = func(file string) string {
		rel, err := filepath.Rel(from, filepath.Join(conf.Root, filepath.FromSlash(file)))
		if err != nil {
			return file
		}
		return filepath.ToSlash(rel)
	}
}

func readStaged(root, file string) ([]byte, error) {
	ctx := context.Background()
	repo, err := git.Open(ctx, root, git.Offline)
	if err != nil {
		return nil, err
	}
	defer repo.Close()
	index, err := repo.Index(ctx)
	if err != nil {
		return nil, err
	}
	return fs.ReadFile(index, file)
}

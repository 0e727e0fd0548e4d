package ci

import (
	"context"
	"errors"
	"os"

	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/internal/git"
	"github.com/evctl/evctl/registry/dir"
)

// OpenRegistry opens the configured registry as the work tree holds it; files
// edited in place have the versions of HEAD's history too. Close must be called
// when the registry is no longer read.
func OpenRegistry(ctx context.Context, cfg *config.Config) (r *dir.Registry, close func() error, err error) {
	layout := layoutOf(cfg)
	if layout.Dir == "" && len(layout.Patterns) == 0 {
		return nil, nil, &UsageError{errors.New("no registry is configured"), "name it in evctl.yaml"}
	}
	if r, err = dir.Open(os.DirFS(cfg.Root), layout); err != nil {
		return nil, nil, &UsageError{err, "evctl config verify"}
	}
	if len(layout.Patterns) == 0 {
		return r, func() error { return nil }, nil
	}
	published, close, err := openPublished(ctx, cfg)
	if err != nil {
		return nil, nil, err
	}
	r.Continue(published)
	return r, close, nil
}

// openPublished opens what HEAD publishes; nothing before the first commit.
func openPublished(ctx context.Context, cfg *config.Config) (*dir.Registry, func() error, error) {
	repo, err := git.Open(ctx, cfg.Root)
	if err != nil {
		return nil, nil, err
	}
	head, err := repo.Head(ctx)
	var missing *git.Error
	if errors.As(err, &missing) && missing.Missing == git.Commits {
		head, err = "", nil
	}
	if err != nil {
		return nil, nil, errors.Join(err, repo.Close())
	}
	published, err := dir.Published(ctx, repo, head, layoutOf(cfg))
	if err != nil {
		return nil, nil, errors.Join(err, repo.Close())
	}
	return published, repo.Close, nil
}

// Freeze writes evctl.lock, the versions of files edited in place as HEAD has
// them, and returns how many there are.
func Freeze(ctx context.Context, cfg *config.Config) (n int, err error) {
	published, close, err := openPublished(ctx, cfg)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, close()) }()
	return dir.Freeze(ctx, cfg.Root, published)
}

// Layout is where the configuration says that schemas are.
func Layout(cfg *config.Config) dir.Layout { return layoutOf(cfg) }

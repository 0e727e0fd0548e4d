package git

import (
	"context"
	"path/filepath"
)

// HooksDir returns the absolute folder that git runs hooks from; the setting
// core.hooksPath counts. It need not exist.
func (r *Repo) HooksDir(ctx context.Context) (string, error) {
	dir, err := r.line(ctx, "rev-parse", "--git-path", "hooks")
	if err != nil {
		return "", failure("find the folder of hooks", err)
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(r.root, dir)
	}
	return dir, nil
}

// Origin returns the address of the remote origin, or "" if there is none.
func (r *Repo) Origin(ctx context.Context) string {
	url, err := r.line(ctx, "config", "--get", "remote.origin.url")
	if err != nil {
		return ""
	}
	return url
}

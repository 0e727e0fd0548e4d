package git

import (
	"context"
	"fmt"
	"strings"
)

// Head returns the commit that is checked out.
func (r *Repo) Head(ctx context.Context) (string, error) {
	commit, ok, err := r.lookup(ctx, "HEAD")
	if err == nil && !ok {
		err = &Error{Commits, "the repository has no commits", "git commit"}
	}
	return commit, err
}

// Resolve returns the commit that a ref, a tag or an abbreviated id names.
func (r *Repo) Resolve(ctx context.Context, ref string) (string, error) {
	commit, ok, err := r.lookup(ctx, ref)
	if err == nil && !ok {
		err = &Error{Ref, fmt.Sprintf("%q names no commit in this clone", ref), fetchHint(ref)}
	}
	return commit, err
}

// lookup resolves a name whose absence is no error.
func (r *Repo) lookup(ctx context.Context, ref string) (string, bool, error) {
	if ref == "" || strings.HasPrefix(ref, "-") {
		return "", false, nil
	}
	if commit, ok := r.commits.Load(ref); ok {
		return commit.(string), true, nil
	}
	commit, err := r.line(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	switch {
	case err == nil:
		r.remember(ref, commit)
		return commit, true, nil
	case exitCode(err) > 0:
		return "", false, nil
	}
	return "", false, failure("resolve "+ref, err)
}

// remember saves asking git for the commit of a ref, or of its own id, again.
func (r *Repo) remember(ref, commit string) {
	r.commits.Store(ref, commit)
	r.commits.Store(commit, commit)
}

// MergeBase returns the best common ancestor of HEAD and ref.
func (r *Repo) MergeBase(ctx context.Context, ref string) (string, error) {
	head, err := r.Head(ctx)
	if err != nil {
		return "", err
	}
	other, err := r.Resolve(ctx, ref)
	if err != nil {
		return "", err
	}
	commit, err := r.line(ctx, "merge-base", head, other)
	switch {
	case err == nil:
		r.remember(commit, commit)
		return commit, nil
	case exitCode(err) != 1:
		return "", failure("find the merge-base with "+ref, err)
	case r.shallow:
		return "", &Error{History, "the shallow clone does not reach back to where HEAD and " + ref + " part", deepenHint(ref)}
	}
	return "", &Error{Ancestor, "HEAD and " + ref + " share no history", ""}
}

// fetchHint tells how to get a ref that the clone does not have.
func fetchHint(ref string) string {
	if branch, ok := strings.CutPrefix(ref, "origin/"); ok {
		return fmt.Sprintf("git fetch --depth=200 origin +refs/heads/%s:refs/remotes/origin/%s, or fetch-depth: 0 in actions/checkout", branch, branch)
	}
	return "git fetch origin " + ref
}

// deepenHint tells how to lengthen the history of a shallow clone.
func deepenHint(ref string) string {
	fetch := "git fetch --deepen=200 origin"
	if branch, ok := strings.CutPrefix(ref, "origin/"); ok {
		fetch += " " + branch
	}
	return fetch + ", or fetch-depth: 0 in actions/checkout"
}

package ci

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/internal/git"
	"github.com/evctl/evctl/registry/dir"
)

// scope is what a run compares with what.
type scope struct {
	repo      *git.Repo
	layout    dir.Layout
	ref       string // what the change is compared with, as one would type it
	tip       string // the commit whose versions are published; empty if nothing is
	since     string // the commit from which something counts as changed
	published fs.FS  // the files at tip
	ancestor  fs.FS  // the files at since
	current   fs.FS  // the files as they would be after the merge
	changed   map[string]bool
}

// openScope finds the two sides of a run. The repository must be closed.
func openScope(ctx context.Context, cfg *config.Config, o Options) (*scope, error) {
	var options []git.Option
	if o.Staged || o.Offline {
		options = append(options, git.Offline)
	}
	repo, err := git.Open(ctx, cfg.Root, options...)
	if err != nil {
		return nil, err
	}
	s := &scope{repo: repo, layout: layoutOf(cfg), changed: map[string]bool{}}
	if err := s.find(ctx, o); err != nil {
		return nil, errors.Join(err, repo.Close())
	}
	return s, nil
}

func (s *scope) find(ctx context.Context, o Options) error {
	if err := s.findBase(ctx, o); err != nil {
		return err
	}
	var published *git.Tree
	var ours fs.FS
	var changes []git.Change
	var errs [3]error
	var work sync.WaitGroup // each asks git something that takes long in a large repository
	work.Go(func() { published, errs[0] = s.repo.Tree(ctx, s.tip) })
	work.Go(func() { ours, errs[1] = s.ours(ctx, o.Staged) })
	work.Go(func() { changes, errs[2] = s.repo.Changed(ctx, s.since, o.Staged) })
	work.Wait()
	if err := cmp.Or(errs[:]...); err != nil {
		return err
	}
	for _, c := range changes {
		s.changed[c.Path] = true
		if c.Old != "" {
			s.changed[c.Old] = true
		}
	}
	s.published, s.ancestor, s.current = published, published, ours
	if s.since == s.tip {
		return nil
	}
	ancestor, err := s.repo.Tree(ctx, s.since)
	if err != nil {
		return err
	}
	s.ancestor = ancestor
	s.current, err = merge(ours, published, ancestor, changes)
	return err
}

// lookBack finds the schemas of a repository that a change leaves without one,
// where nobody says where they are.
func (s *scope) lookBack(cfg *config.Config) error {
	if cfg.HasPlaces() {
		return nil
	}
	if err := cfg.Fill(s.ancestor); err != nil {
		return err
	}
	if s.layout = layoutOf(cfg); cfg.File != "" || cfg.HasPlaces() {
		return nil
	}
	_, err := config.Discover(cfg.Root, s.current)
	return err
}

// findBase sets ref, tip and since.
func (s *scope) findBase(ctx context.Context, o Options) (err error) {
	if ref, exact := strings.CutPrefix(o.Against, "="); ref != "" {
		s.ref = ref
		if s.tip, err = s.repo.Resolve(ctx, ref); err != nil {
			return err
		}
		if s.since = s.tip; !exact {
			s.since, err = s.repo.MergeBase(ctx, s.tip)
		}
		return err
	}
	base, err := s.repo.BaseRef(ctx)
	var missing *git.Error
	if o.Staged && errors.As(err, &missing) && missing.Missing == git.Commits {
		return nil // nothing is published before the first commit
	}
	if err != nil {
		return err
	}
	s.ref, s.tip = base.Ref, base.Commit
	if base.OnIt {
		return s.onBase(ctx, o.Staged)
	}
	s.since, err = s.repo.MergeBase(ctx, base.Commit)
	return err
}

// onBase compares the base branch with its first parent or, where something is
// staged or a subject's files are not committed yet, with its last commit.
func (s *scope) onBase(ctx context.Context, staged bool) error {
	head, err := s.repo.Head(ctx)
	if err != nil {
		return err
	}
	dirty := staged
	if !staged {
		if dirty, err = s.edited(ctx, head); err != nil {
			return err
		}
	}
	if dirty {
		s.ref, s.tip = "HEAD", head
	}
	s.since = s.tip
	return nil
}

// edited reports whether the work tree changes a schema of some subject. Other
// JSON files, such as an earlier step's report, must not hide the last commit.
func (s *scope) edited(ctx context.Context, head string) (bool, error) {
	changes, err := s.repo.Changed(ctx, head, false)
	if err != nil {
		return false, err
	}
	changes = slices.DeleteFunc(changes, func(c git.Change) bool {
		_, schema := evctl.FormatOf(c.Path)
		return !schema
	})
	if len(changes) == 0 {
		return false, nil
	}
	files, err := s.ours(ctx, false)
	if err != nil {
		return false, err
	}
	registry, err := dir.Open(files, s.layout)
	if err != nil {
		return false, &UsageError{err, "evctl config verify"}
	}
	nowhere := s.layout.Dir == "" && len(s.layout.Patterns) == 0
	return slices.ContainsFunc(changes, func(c git.Change) bool {
		_, ok := registry.SubjectOf(c.Path)
		if nowhere { // whoever removes the last schema removes what tells where schemas are
			_, err := fs.Stat(files, c.Path)
			ok = errors.Is(err, fs.ErrNotExist)
		}
		return ok
	}), nil
}

func (s *scope) ours(ctx context.Context, staged bool) (fs.FS, error) {
	switch {
	case staged:
		return s.repo.Index(ctx)
	case s.repo.IsBare():
		return s.repo.Tree(ctx, "HEAD")
	}
	return s.repo.Worktree()
}

func (s *scope) against(cfg *config.Config) report.Against {
	a := report.Against{Kind: "git", Name: s.ref, Commit: s.tip, MergeBase: s.since,
		Mode: cfg.Compatibility.String(), Policy: string(cfg.Semantics.Policy)}
	if s.tip == "" {
		a.Kind, a.Name = "none", ""
	}
	return a
}

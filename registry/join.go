package registry

import (
	"context"
	"errors"
	"slices"

	"github.com/evctl/evctl"
)

// Joined is what git and a remote registry publish together.
type Joined struct{ git, remote evctl.Source }

var _ evctl.Source = (*Joined)(nil)

// Join returns the union of two sources. Where both have a version, git's copy
// is taken: it has positions. Versions that only one has count as published.
func Join(git, remote evctl.Source) *Joined { return &Joined{git, remote} }

// Versions returns the versions of either source, ascending.
func (j *Joined) Versions(ctx context.Context, subject string) ([]*evctl.Schema, error) {
	versions, err := j.git.Versions(ctx, subject)
	if err != nil {
		return nil, err
	}
	remote, err := j.remote.Versions(ctx, subject)
	if err != nil {
		return nil, err
	}
	versions = slices.Clone(versions)
	for _, v := range remote {
		if find(versions, v.Version) == nil {
			versions = append(versions, v)
		}
	}
	slices.SortFunc(versions, func(a, b *evctl.Schema) int { return a.Version - b.Version })
	return versions, nil
}

// Get returns one version; see evctl.Source.
func (j *Joined) Get(ctx context.Context, ref evctl.SchemaRef) (*evctl.Schema, error) {
	if ref.Version != 0 {
		s, err := j.git.Get(ctx, ref)
		if !errors.Is(err, evctl.ErrNotFound) {
			return s, err
		}
		return j.remote.Get(ctx, ref)
	}
	s, err := j.git.Get(ctx, ref)
	if err != nil && !errors.Is(err, evctl.ErrNotFound) {
		return nil, err
	}
	other, remoteErr := j.remote.Get(ctx, ref)
	switch {
	case remoteErr != nil && (s == nil || !errors.Is(remoteErr, evctl.ErrNotFound)):
		return nil, remoteErr
	case s == nil || other != nil && other.Version > s.Version:
		return other, nil
	}
	return s, nil
}

func find(versions []*evctl.Schema, version int) *evctl.Schema {
	for _, v := range versions {
		if v.Version == version {
			return v
		}
	}
	return nil
}

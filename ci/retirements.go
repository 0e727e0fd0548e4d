package ci

import (
	"context"
	"slices"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/consumers"
	"github.com/evctl/evctl/registry/dir"
)

// retirements judges the versions that the subjects looked at take out of the
// comparison, by what contracts and the organisation say of their events.
func (r *run) retirements(ctx context.Context, s *sides) ([]evctl.Finding, error) {
	var found []evctl.Finding
	var past *consumers.Past
	for _, name := range s.looksAt() {
		settings := s.current.Settings(name)
		if !slices.ContainsFunc(settings.Retired, func(e dir.Retirement) bool { return e.Exception == "" }) {
			continue
		}
		declared, err := r.readers(ctx, s)
		if err != nil {
			return nil, err
		}
		if past == nil {
			if past, err = consumers.ReadPast(r.config, s.files, declared); err != nil {
				return nil, err
			}
		}
		published, err := r.publishedAt(ctx, s, name)
		if err != nil {
			return nil, err
		}
		life := life(name, settings.Topic, declared, past)
		life.Now, life.Succeeded = r.options.Now, succession(published)
		found = append(found, dir.Retirements(name, settings, life)...)
	}
	return found, nil
}

// life is what contracts say of a subject's readers and publishers.
func life(name, topic string, declared *consumers.Declared, past *consumers.Past) dir.Life {
	var out dir.Life
	for _, c := range declared.Of(name) {
		out.Readers = append(out.Readers, dir.Party{Name: c.Service, Versions: c.Versions, Position: c.Position})
	}
	for _, c := range declared.Contracts {
		for i, p := range c.Spec.Publishes {
			if at := slices.Index(p.Events, name); at >= 0 {
				out.Publishers = append(out.Publishers, dir.Party{Name: c.Metadata.Name, Position: c.Position("spec", "publishes", i, "events", at)})
			}
		}
	}
	if unknown := declared.Unknown(); unknown != "" {
		out.Claims = append(out.Claims, dir.Claim{Who: "the consumers", Why: unknown})
	}
	for _, claim := range past.Claims(name, topic) {
		out.Claims = append(out.Claims, dir.Claim{Who: claim.Who, For: claim.For.Duration, Text: claim.For.String(), Why: claim.Why, Position: claim.Position})
	}
	return out
}

// publishedAt returns when each published version of a subject came to the base
// branch.
func (r *run) publishedAt(ctx context.Context, s *sides, name string) (map[int]time.Time, error) {
	out := map[int]time.Time{}
	if s.git == nil || r.scope.tip == "" {
		return out, nil
	}
	versions, err := s.git.Versions(ctx, name)
	if err != nil {
		return nil, err
	}
	for _, v := range versions {
		history, err := r.scope.repo.FirstParentHistory(ctx, r.scope.tip, v.File, "")
		if err != nil {
			return nil, err
		}
		if len(history) > 0 {
			out[v.Version] = history[0].Time
		}
	}
	return out, nil
}

// succession tells when the next version after one was published.
func succession(published map[int]time.Time) func(int) (time.Time, bool) {
	return func(version int) (time.Time, bool) {
		next := 0
		for v := range published {
			if v > version && (next == 0 || v < next) {
				next = v
			}
		}
		return published[next], next > 0
	}
}

package dir

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/git"
	"github.com/evctl/evctl/registry"
)

// history is where files edited in place have their versions.
type history struct {
	repo   *git.Repo
	commit string
}

// loadInPlace returns the versions of a file that is edited in place.
func (r *Registry) loadInPlace(ctx context.Context, s *subject) ([]*evctl.Schema, error) {
	file := s.files[0]
	if r.history != nil {
		return r.loadHistory(ctx, s, file)
	}
	text, err := r.readFile(file)
	if err != nil {
		s.report(unreadable(file, err))
		return []*evctl.Schema{}, nil
	}
	current := r.schema(s, 0, file, text)
	current.Version = r.lock.number(current)
	if r.before == nil {
		return []*evctl.Schema{current}, nil
	}
	return r.continued(ctx, s, current)
}

func (r *Registry) loadHistory(ctx context.Context, s *subject, file string) ([]*evctl.Schema, error) {
	h := r.history
	revisions, err := h.repo.FirstParentHistory(ctx, h.commit, file, s.pattern.Since)
	if err != nil {
		revisions = r.lock.revisions(s.name)
		if !isIncomplete(err) || len(revisions) == 0 {
			return nil, fmt.Errorf("versions of %s: %w", s.name, err)
		}
	}
	var versions []*evctl.Schema
	commits, forms := map[*evctl.Schema]string{}, map[string]bool{}
	for _, revision := range revisions {
		text, missing := h.repo.Blob(revision.Blob)
		if missing != nil { // the lack of history, if there is one, says more
			return nil, fmt.Errorf("versions of %s: %w", s.name, cmp.Or(err, missing))
		}
		version := r.schema(s, len(versions)+1, revision.Path, text)
		if form := digest(version); !forms[form] {
			forms[form] = true
			versions = append(versions, version)
			commits[version] = revision.Commit
		}
	}
	s.commits = commits
	return versions, nil
}

// ReadHistories reads ahead, with one run of git in place of one a subject,
// where the versions of many subjects stand in history. What goes wrong is said
// when a subject is read.
func (r *Registry) ReadHistories(ctx context.Context, subjects []string) {
	const few = 4
	if r.history == nil || len(subjects) <= few {
		return
	}
	files := map[string][]string{} // by the ref from which versions count
	for _, name := range subjects {
		if s := r.subjects[name]; s != nil && s.inPlace() {
			files[s.pattern.Since] = append(files[s.pattern.Since], s.files[0])
		}
	}
	for since, paths := range files {
		_ = r.history.repo.ReadHistories(ctx, r.history.commit, paths, since)
	}
}

// isIncomplete reports whether git lacks history that evctl.lock may replace.
func isIncomplete(err error) bool {
	var lacks *git.Error
	return errors.As(err, &lacks) && (lacks.Missing == git.History || lacks.Missing == git.Ref)
}

// Continue numbers files edited in place after what is published: the same
// form is the same version, another form the next one. Their published
// versions become versions of this registry too, when a subject is read. Call
// it once, before that.
func (r *Registry) Continue(published *Registry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.before = published
}

// continued joins the published versions of a file with what it says now.
func (r *Registry) continued(ctx context.Context, s *subject, current *evctl.Schema) ([]*evctl.Schema, error) {
	before, err := r.before.Versions(ctx, s.name)
	if err != nil || len(before) == 0 {
		return []*evctl.Schema{current}, err
	}
	s.inherited = before
	at := slices.IndexFunc(before, func(v *evctl.Schema) bool { return registry.Same(v, current) })
	if at < 0 {
		current.Version = before[len(before)-1].Version + 1
		return append(slices.Clone(before), current), nil
	}
	current.Version = before[at].Version
	versions := slices.Clone(before)
	versions[at] = current
	return versions, nil
}

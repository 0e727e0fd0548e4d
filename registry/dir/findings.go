package dir

import (
	"context"
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/registry/rules"
)

// Findings returns what is wrong with the files of the registry: names,
// numbers, settings, references. With subjects, only theirs.
func (r *Registry) Findings(ctx context.Context, names ...string) ([]evctl.Finding, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := len(names) == 0
	if all {
		names = r.Subjects()
	}
	var findings []evctl.Finding
	for _, name := range names {
		s, err := r.whole(ctx, name)
		if err != nil {
			return nil, err
		}
		for _, f := range s.findings {
			f.Subject = name
			findings = append(findings, f)
		}
	}
	for _, f := range r.problems {
		if !all && !slices.Contains(names, f.Subject) {
			continue
		}
		shared, err := r.isShared(ctx, f)
		if err != nil {
			return nil, err
		}
		if !shared {
			findings = append(findings, f)
		}
	}
	evctl.SortFindings(findings)
	return slices.CompactFunc(findings, func(a, b evctl.Finding) bool { return a.ID() == b.ID() && a.Position == b.Position }), nil
}

// whole returns a subject, read and resolved; an empty one if it is not known.
func (r *Registry) whole(ctx context.Context, name string) (*subject, error) {
	s := r.subjects[name]
	if s == nil {
		return &subject{}, nil
	}
	if err := r.load(ctx, s); err != nil {
		return nil, err
	}
	r.resolve(ctx, s)
	return s, nil
}

// isShared reports whether a file without a number is a document that some
// version refers to: then it needs none.
func (r *Registry) isShared(ctx context.Context, f evctl.Finding) (bool, error) {
	if f.Rule != rules.StrayFile.ID {
		return false, nil
	}
	for _, name := range r.Subjects() {
		s, err := r.whole(ctx, name)
		if err != nil {
			return false, err
		}
		if slices.ContainsFunc(s.versions, func(v *evctl.Schema) bool { return refersTo(v, []string{f.Position.File}) }) {
			return true, nil
		}
	}
	return false, nil
}

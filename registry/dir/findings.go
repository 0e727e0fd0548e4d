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
	referred := map[string]bool{}
	for _, name := range names {
		s := r.subjects[name]
		if s == nil {
			continue
		}
		if err := r.load(ctx, s); err != nil {
			return nil, err
		}
		r.resolve(ctx, s)
		for _, v := range s.versions {
			for _, ref := range v.Refs {
				referred[ref.File] = true
			}
		}
		for _, f := range s.findings {
			f.Subject = name
			findings = append(findings, f)
		}
	}
	for _, f := range r.problems {
		// a document that schemas refer to needs no number
		shared := f.Rule == rules.StrayFile.ID && referred[f.Position.File]
		if (all || slices.Contains(names, f.Subject)) && !shared {
			findings = append(findings, f)
		}
	}
	evctl.SortFindings(findings)
	return slices.CompactFunc(findings, func(a, b evctl.Finding) bool { return a.ID() == b.ID() && a.Position == b.Position }), nil
}

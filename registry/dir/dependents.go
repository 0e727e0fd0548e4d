package dir

import (
	"context"
	"slices"

	"github.com/evctl/evctl"
)

// Dependents returns the subjects, sorted, of which some version refers to one
// of the files, also through others: a change of the files changes what their
// events mean, though their own text stays.
func (r *Registry) Dependents(ctx context.Context, files ...string) ([]string, error) {
	if len(files) == 0 {
		return nil, nil
	}
	var names []string
	for _, name := range r.Subjects() {
		versions, err := r.Versions(ctx, name)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(versions, func(v *evctl.Schema) bool { return refersTo(v, files) }) {
			names = append(names, name)
		}
	}
	return names, nil
}

func refersTo(s *evctl.Schema, files []string) bool {
	for _, ref := range s.Refs {
		if slices.Contains(files, ref.File) {
			return true
		}
	}
	return false
}

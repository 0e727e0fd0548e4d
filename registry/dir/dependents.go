package dir

import (
	"context"
	"slices"
)

// Dependents returns the subjects, sorted, whose newest version refers to one
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
		if len(versions) == 0 {
			continue
		}
		for _, ref := range versions[len(versions)-1].Refs {
			if slices.Contains(files, ref.File) {
				names = append(names, name)
				break
			}
		}
	}
	return names, nil
}

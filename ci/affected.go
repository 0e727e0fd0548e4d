package ci

import (
	"context"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/registry"
	"github.com/evctl/evctl/registry/dir"
)

// affected returns the subjects that the change touches, sorted: through their
// own files, and through shared files that they refer to. Versions of the
// embedded registry are not shared in this sense, since they never change. If
// the change moves the registry, it touches all.
func (r *run) affected(ctx context.Context, s *sides) ([]string, error) {
	names := map[string]bool{}
	var shared []string
	for file := range r.scope.changed {
		_, schema := evctl.FormatOf(file)
		for _, side := range []*dir.Registry{s.base, s.current} {
			if name, ok := side.SubjectOf(file); ok && (schema || path.Base(file) == "subject.yaml") {
				names[name] = true
			}
		}
		if schema && !r.isVersion(file) && r.nearSchemas(file) && r.saysMore(file) {
			shared = append(shared, file)
		}
	}
	if err := r.addDependents(ctx, s, shared, names); err != nil {
		return nil, err
	}
	if r.moved() {
		for _, name := range append(s.base.Subjects(), s.current.Subjects()...) {
			names[name] = true
		}
	}
	subjects := slices.Sorted(maps.Keys(names))
	s.git.ReadHistories(ctx, subjects)
	return subjects, nil
}

// moved reports whether the change configures other places for schemas. Places
// that nobody configured follow the files.
func (r *run) moved() bool {
	return r.base != nil && r.base.File+r.config.File != "" && !reflect.DeepEqual(layoutOf(r.base), layoutOf(r.config))
}

// saysMore reports whether a changed file says something else than before:
// comments and spaces alone concern nobody who refers to it.
func (r *run) saysMore(file string) bool {
	before, err := fs.ReadFile(r.scope.ancestor, file)
	after, err2 := fs.ReadFile(r.scope.current, file)
	format, _ := evctl.FormatOf(file)
	return err != nil || err2 != nil ||
		!registry.Same(&evctl.Schema{Format: format, Text: before}, &evctl.Schema{Format: format, Text: after})
}

// addDependents adds the subjects that refer to shared files, before the change
// or after it. Histories do not matter for this, so none is read. Imports of
// Protobuf are paths: whoever lost one through the change still names it, so
// that the old side need not be asked.
func (r *run) addDependents(ctx context.Context, s *sides, shared []string, names map[string]bool) error {
	if len(shared) == 0 {
		return nil
	}
	current, err := dir.Open(r.scope.current, layoutOf(r.config))
	if err != nil {
		return err
	}
	byName := slices.DeleteFunc(slices.Clone(shared), func(file string) bool { return path.Ext(file) == evctl.Protobuf.Ext() })
	for _, asked := range []struct {
		side  *dir.Registry
		files []string
	}{{s.base, byName}, {current, shared}} {
		dependents, err := asked.side.Dependents(ctx, asked.files...)
		if err != nil {
			return err
		}
		for _, name := range dependents {
			names[name] = true
		}
	}
	return nil
}

// isVersion reports whether a file is a version in the embedded registry.
func (r *run) isVersion(file string) bool {
	root := path.Join(r.config.Registry.Dir, r.config.Registry.Name) + "/"
	_, err := strconv.Atoi(strings.TrimSuffix(path.Base(file), path.Ext(file)))
	return r.config.Registry.Dir != "" && strings.HasPrefix(file, root) && err == nil
}

// nearSchemas reports whether a file lies where schemas may refer to: in the
// registry's folder, or below the root of a layout.
func (r *run) nearSchemas(file string) bool {
	roots := []string{r.config.Registry.Dir}
	for _, l := range r.config.Schemas {
		base, _ := doublestar.SplitPattern(l.Path)
		roots = append(roots, base, l.Root)
	}
	return slices.ContainsFunc(roots, func(root string) bool {
		return root == "." || root != "" && strings.HasPrefix(file, root+"/")
	})
}

package dir

import (
	"context"
	"maps"
	"path"
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/protobuf"
)

// Dependents returns the subjects, sorted, of which some version refers to one
// of the files, also through others: a change of the files changes what their
// events mean, though their own text stays. A .proto file need not exist.
func (r *Registry) Dependents(ctx context.Context, files ...string) ([]string, error) {
	names := map[string]bool{}
	protos := slices.DeleteFunc(slices.Clone(files), func(file string) bool { return !isProto(file) })
	if len(protos) > 0 {
		r.protoDependents(protos, names)
	}
	if len(protos) < len(files) {
		if err := r.otherDependents(ctx, files, names); err != nil {
			return nil, err
		}
	}
	return slices.Sorted(maps.Keys(names)), nil
}

func isProto(file string) bool {
	format, _ := evctl.FormatOf(file)
	return format == evctl.Protobuf
}

// otherDependents resolves every subject, since references of JSON Schema and
// Avro may go by names.
func (r *Registry) otherDependents(ctx context.Context, files []string, names map[string]bool) error {
	for name, s := range r.subjects {
		if isProto(s.anyFile()) {
			continue
		}
		versions, err := r.Versions(ctx, name)
		if err != nil {
			return err
		}
		names[name] = names[name] || slices.ContainsFunc(versions, func(v *evctl.Schema) bool { return refersTo(v, files) })
		if !names[name] {
			delete(names, name)
		}
	}
	return nil
}

func refersTo(s *evctl.Schema, files []string) bool {
	for _, ref := range s.Refs {
		if slices.Contains(files, ref.File) {
			return true
		}
	}
	return false
}

// protoDependents follows import statements backwards. Which root a path counts
// from depends on the subject, so each is tried: a subject too many does no
// harm.
func (r *Registry) protoDependents(files []string, names map[string]bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	importers := r.importers()
	seen := map[string]bool{}
	for len(files) > 0 {
		file := files[len(files)-1]
		files = files[:len(files)-1]
		for _, importer := range importers[file] {
			if seen[importer] {
				continue
			}
			seen[importer] = true
			files = append(files, importer)
			if name, ok := r.files[importer]; ok {
				names[name] = true
			}
		}
	}
}

// importers maps each .proto file to those that import it, among the subjects'
// files and all that these import. Texts are read and not kept.
func (r *Registry) importers() map[string][]string {
	roots := r.protoRoots()
	importers := map[string][]string{}
	seen := map[string]bool{}
	var open []string
	for file := range r.files {
		if isProto(file) {
			open = append(open, file)
			seen[file] = true
		}
	}
	for len(open) > 0 {
		file := open[len(open)-1]
		open = open[:len(open)-1]
		text, err := r.readFile(file)
		if err != nil {
			continue
		}
		for _, name := range protobuf.Imports(text) {
			for _, root := range roots {
				target := path.Join(root, name)
				importers[target] = append(importers[target], file)
				if !seen[target] {
					seen[target] = true
					open = append(open, target)
				}
			}
		}
	}
	return importers
}

// protoRoots lists the folders that import paths may count from.
func (r *Registry) protoRoots() []string {
	var roots []string
	for _, m := range r.matchers {
		if m.Root != "" {
			roots = append(roots, path.Clean(m.Root))
		} else {
			roots = append(roots, m.base())
		}
	}
	if r.layout.Dir != "" {
		roots = append(roots, r.layout.root(), path.Clean(r.layout.Dir))
	}
	slices.Sort(roots)
	return slices.Compact(roots)
}

package protobuf

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/evctl/evctl"
)

// A loader finds the files of one schema and has each compiled after those that
// it imports.
type loader struct {
	compiler *Compiler
	schema   *evctl.Schema
	root     string           // the schema's own name for the compiler
	units    map[string]*unit // by import path
	path     []string         // from the root to the file that is being loaded
	bytes    int
}

func newLoader(c *Compiler, s *evctl.Schema) *loader {
	l := &loader{compiler: c, schema: s, root: s.File, units: map[string]*unit{}}
	if _, taken := s.Refs[l.root]; taken || l.root == "" {
		l.root += "#schema" // no import path of ours
	}
	return l
}

// load compiles a file of the schema and what it imports. What is wrong with
// the texts stands in the units; the error is that the schema is too large, or
// that ctx ended.
func (l *loader) load(ctx context.Context, name string, o optionSet) (*unit, error) {
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	text := l.source(name).Text
	if l.bytes += len(text); l.bytes > MaxBytes || len(l.units)+len(l.path) >= MaxFiles {
		return nil, atFault(l.schema, "the schema and its imports are over the limit of %d bytes or %d files", MaxBytes, MaxFiles)
	}
	l.path = append(l.path, name)
	defer func() { l.path = l.path[:len(l.path)-1] }()
	own, paths := l.compiler.scan(text)
	job := job{name: name, options: o, nothing: l.compiler.nothing}
	key := fmt.Appendf(nil, "%q %x", name, own)
	for _, path := range paths {
		dep, err := l.dependency(ctx, path)
		if err != nil {
			return nil, err
		}
		job.imports = append(job.imports, dep)
		key = fmt.Appendf(key, " %q %q", path, dep.refusal)
		if dep.unit != nil {
			key = fmt.Appendf(key, " %x", dep.unit.digest)
		}
	}
	u := l.compiler.unit(l.compiler.digest(key), o, len(text))
	u.done.Do(func() {
		job.tree = l.compiler.tree(name, text, own)
		u.compile(job)
	})
	l.units[name] = u
	return u, nil
}

// A dependency is an import: a unit, or why there is none.
type dependency struct {
	path    string
	unit    *unit
	refusal string
	missing bool // the refusal is that nothing has this path
}

func (l *loader) dependency(ctx context.Context, path string) (dependency, error) {
	if at := slices.Index(l.path, path); at >= 0 {
		cycle := `"` + strings.Join(append(slices.Clone(l.path[at:]), path), `" -> "`) + `"`
		return dependency{path: path, refusal: "cycle found in imports: " + cycle}, nil
	}
	if u := l.units[path]; u != nil {
		return dependency{path: path, unit: u}, nil
	}
	if l.source(path) == nil {
		if u := l.compiler.standard(path); u != nil {
			l.units[path] = u
			return dependency{path: path, unit: u}, nil
		}
		return dependency{path: path, missing: true,
			refusal: fmt.Sprintf("import %q is neither in the registry nor one of the bundled files (google/protobuf, google/type, confluent)", path)}, nil
	}
	u, err := l.load(ctx, path, standardOptions)
	return dependency{path: path, unit: u}, err
}

// source returns the text of a file: the schema's own, one of its references, or
// a bundled one; nil if there is none.
func (l *loader) source(name string) *evctl.Schema {
	if name == l.root {
		return l.schema
	}
	if s := l.schema.Refs[name]; s != nil {
		return s
	}
	return bundled(name)
}

// files maps the paths of our texts to their files, for positions.
func (l *loader) files() map[string]string {
	files := map[string]string{l.root: l.schema.File}
	for name, s := range l.schema.Refs {
		if files[name] = s.File; s.File == "" {
			files[name] = name
		}
	}
	return files
}

// problems returns all that is wrong with the files loaded, or nil.
func (l *loader) problems() error {
	files := l.files()
	var list []Problem
	for name, u := range l.units {
		for _, p := range u.problems {
			if p.Position.File = files[name]; p.Position.File == "" && name != l.root {
				p.Position.File = name // a bundled file
			}
			list = append(list, p)
		}
	}
	return syntaxError(list)
}

// besides compiles the documents that the schema holds and does not import, as
// far as they fit together with it. No problem of theirs is the schema's.
func (l *loader) besides(ctx context.Context) []*unit {
	var units []*unit
	for _, name := range slices.Sorted(maps.Keys(l.schema.Refs)) {
		if l.units[name] != nil {
			continue
		}
		if u, err := l.load(ctx, name, standardOptions); err == nil && u.file != nil {
			units = append(units, u)
		}
	}
	return units
}

package envelope

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

// maxSchemaBytes bounds one schema file.
const maxSchemaBytes = jsondoc.MaxBytes

// Files is a source read from the embedded layout once, for programs that carry
// their schemas with them.
type Files struct {
	subjects  map[string][]*evctl.Schema // ascending
	documents map[string]*evctl.Schema   // by address of the file
	ids       map[string][]*evctl.Schema // versions by their absolute $id, which may be ambiguous
	options   Options                    // of a bundle
}

// Options are those that a bundle was packed with, so that a producer judges its
// events as the check of its schemas does; the zero value of other files.
func (s *Files) Options() Options { return s.options }

// FromFS reads all schemas below fsys, which holds registry/subject/1.json and
// so on: an embed.FS, or os.DirFS of the schemas folder. A program that embeds
// the folder passes what fs.Sub makes of it. References resolve to files of
// fsys by path, and to versions by schema ref or $id. It reads no subject.yaml: a policy that one sets
// must be repeated in Options.Policies.
func FromFS(fsys fs.FS) (*Files, error) {
	s := &Files{subjects: map[string][]*evctl.Schema{}, documents: map[string]*evctl.Schema{}, ids: map[string][]*evctl.Schema{}}
	err := fs.WalkDir(fsys, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return s.add(fsys, file)
	})
	if err != nil {
		return nil, fmt.Errorf("read schemas: %w", err)
	}
	for _, versions := range s.subjects {
		slices.SortFunc(versions, func(a, b *evctl.Schema) int { return a.Version - b.Version })
		for _, schema := range versions {
			s.resolve(schema)
		}
	}
	return s, nil
}

// add reads a file if it is a schema or a document that one may refer to.
func (s *Files) add(fsys fs.FS, file string) error {
	format, ok := evctl.FormatOf(file)
	if !ok {
		return nil
	}
	info, err := fs.Stat(fsys, file)
	if err == nil && info.Size() > maxSchemaBytes {
		err = fmt.Errorf("%s: %d bytes are over the limit of %d for one schema", file, info.Size(), maxSchemaBytes)
	}
	if err != nil {
		return err
	}
	text, err := fs.ReadFile(fsys, file)
	if err != nil {
		return err
	}
	schema := &evctl.Schema{SchemaRef: refOf(file), Format: format, File: file, Text: text}
	s.documents[schema.BaseURI()] = schema
	if schema.Version > 0 {
		s.subjects[schema.Subject] = append(s.subjects[schema.Subject], schema)
		s.identify(schema)
	}
	return nil
}

// refOf reads registry/subject/version.ext; other paths have version 0.
func refOf(file string) evctl.SchemaRef {
	parts := strings.Split(strings.TrimSuffix(file, path.Ext(file)), "/")
	if len(parts) != 3 {
		return evctl.SchemaRef{}
	}
	version, err := strconv.Atoi(parts[2])
	if err != nil || version < 1 || strconv.Itoa(version) != parts[2] {
		return evctl.SchemaRef{}
	}
	return evctl.SchemaRef{Registry: parts[0], Subject: parts[1], Version: version}
}

// identify notes the $id (in draft 4: id) of a version.
func (s *Files) identify(schema *evctl.Schema) {
	doc, err := jsondoc.Parse(schema.File, schema.Text)
	if err != nil || schema.Format != evctl.JSON {
		return // compiling it says so
	}
	for _, keyword := range []string{"$id", "id"} {
		if id := doc.Root.Get(keyword); id != nil && strings.Contains(id.Text, ":") {
			uri, _, _ := strings.Cut(id.Text, "#")
			s.ids[uri] = append(s.ids[uri], schema)
			return
		}
	}
}

// resolve gathers the documents that the schema refers to, also through others,
// by the keys that registry/dir gives them: a schema ref as written, of
// everything else the absolute URI.
func (s *Files) resolve(schema *evctl.Schema) {
	if schema.Format != evctl.JSON {
		return
	}
	schema.Refs = map[string]*evctl.Schema{}
	type visit struct {
		document *evctl.Schema
		base     string
	}
	for todo := []visit{{schema, schema.BaseURI()}}; len(todo) > 0; todo = todo[1:] {
		from := todo[0]
		doc, err := jsondoc.Parse(from.document.File, from.document.Text)
		if err != nil {
			continue // compiling it says so
		}
		for _, ref := range jsonschema.Refs(doc, from.base) {
			key, target := s.target(from.document, ref)
			if target == nil || key == schema.BaseURI() || schema.Refs[key] != nil {
				continue
			}
			schema.Refs[key] = target
			base := key
			if !strings.Contains(key, ":") {
				base = target.BaseURI()
			}
			todo = append(todo, visit{target, base})
		}
	}
}

// target finds what a reference means: a version by its $id or its schema ref,
// or a file by its path from the one that refers. It returns nil if that is
// nothing, or ambiguous.
func (s *Files) target(from *evctl.Schema, ref jsonschema.Ref) (key string, target *evctl.Schema) {
	switch found := s.ids[ref.URI]; {
	case len(found) == 1:
		return ref.URI, found[0]
	case len(found) > 1:
		return ref.URI, nil
	}
	raw, _, _ := strings.Cut(ref.Raw, "#")
	if named, err := evctl.ParseSchemaRef(raw); err == nil {
		if named.Registry == "" {
			named.Registry = from.Registry
		}
		if target, err := s.Get(context.Background(), named); err == nil {
			return raw, target
		}
	}
	if target := s.documents[ref.URI]; target != nil {
		return ref.URI, target
	}
	file := path.Join(path.Dir(from.File), raw)
	return ref.URI, s.documents[(&evctl.Schema{File: file}).BaseURI()]
}

// Subjects lists all subjects, sorted.
func (s *Files) Subjects() []string { return slices.Sorted(maps.Keys(s.subjects)) }

// Versions implements evctl.Source.
func (s *Files) Versions(_ context.Context, subject string) ([]*evctl.Schema, error) {
	return s.subjects[subject], nil
}

// Get implements evctl.Source.
func (s *Files) Get(_ context.Context, ref evctl.SchemaRef) (*evctl.Schema, error) {
	for _, schema := range slices.Backward(s.subjects[ref.Subject]) {
		if (ref.Version == 0 || ref.Version == schema.Version) && (ref.Registry == "" || ref.Registry == schema.Registry) {
			return schema, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", ref, evctl.ErrNotFound)
}

var _ evctl.Source = (*Files)(nil)

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
	documents map[string]*evctl.Schema   // by address: the file's and $id
}

// FromFS reads all schemas below fsys, which holds registry/subject/1.json and
// so on: an embed.FS, or os.DirFS of the schemas folder. A program that embeds
// the folder passes what fs.Sub makes of it. References resolve to files of
// fsys by path or by $id. It reads no subject.yaml: a policy that one sets
// must be repeated in Options.Policies.
func FromFS(fsys fs.FS) (*Files, error) {
	s := &Files{subjects: map[string][]*evctl.Schema{}, documents: map[string]*evctl.Schema{}}
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
	s.address(schema)
	if schema.Version > 0 {
		s.subjects[schema.Subject] = append(s.subjects[schema.Subject], schema)
	}
	return nil
}

// refOf reads registry/subject/version.ext; other paths have version 0.
func refOf(file string) evctl.SchemaRef {
	registry, rest, _ := strings.Cut(path.Dir(file), "/")
	name := strings.TrimSuffix(path.Base(file), path.Ext(file))
	version, err := strconv.Atoi(name)
	if err != nil || version < 1 || strconv.Itoa(version) != name || rest == "" {
		return evctl.SchemaRef{}
	}
	return evctl.SchemaRef{Registry: registry, Subject: rest, Version: version}
}

func (s *Files) address(schema *evctl.Schema) {
	s.documents[schema.BaseURI()] = schema
	if doc, err := jsondoc.Parse(schema.File, schema.Text); err == nil && schema.Format == evctl.JSON {
		for _, keyword := range []string{"$id", "id"} {
			if id := doc.Root.Get(keyword); id != nil && id.Kind == jsondoc.String {
				uri, _, _ := strings.Cut(id.Text, "#")
				s.documents[uri] = schema
			}
		}
	}
}

// resolve gathers the documents that the schema refers to, also through others.
func (s *Files) resolve(schema *evctl.Schema) {
	if schema.Format != evctl.JSON {
		return
	}
	schema.Refs = map[string]*evctl.Schema{}
	for todo := []*evctl.Schema{schema}; len(todo) > 0; todo = todo[1:] {
		doc, err := jsondoc.Parse(todo[0].File, todo[0].Text)
		if err != nil {
			continue // compiling it says so
		}
		for _, ref := range jsonschema.Refs(doc, todo[0].BaseURI()) {
			if target := s.documents[ref.URI]; target != nil && schema.Refs[ref.URI] == nil {
				schema.Refs[ref.URI] = target
				todo = append(todo, target)
			}
		}
	}
}

// Subjects lists all subjects, sorted.
func (s *Files) Subjects(context.Context) ([]string, error) {
	return slices.Sorted(maps.Keys(s.subjects)), nil
}

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

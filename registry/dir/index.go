package dir

import (
	"context"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// index is what references may lead to, by name. A name that several documents
// carry is ambiguous, and an error where it is used.
type index struct {
	ids   map[string][]*evctl.Schema // JSON Schema: absolute $id without fragment
	names map[string][]*evctl.Schema // Avro: full name of a declared type
}

// indexed reads every schema once, at the first reference that needs a name.
func (r *Registry) indexed(ctx context.Context) *index {
	if r.index != nil {
		return r.index
	}
	x := &index{ids: map[string][]*evctl.Schema{}, names: map[string][]*evctl.Schema{}}
	r.index = x
	for _, name := range r.Subjects() {
		s := r.subjects[name]
		if r.load(ctx, s) != nil || len(s.versions) == 0 {
			continue
		}
		versions := s.versions
		if s.inPlace() {
			versions = versions[len(versions)-1:]
		}
		for _, v := range versions {
			x.add(v)
		}
	}
	r.indexRoots(x)
	return x
}

func (x *index) add(s *evctl.Schema) {
	if s.Format == evctl.Protobuf {
		return
	}
	doc, err := jsondoc.Parse(s.File, s.Text)
	if err != nil {
		return
	}
	if s.Format == evctl.Avro {
		x.declared(s, doc.Root, "")
		return
	}
	for _, keyword := range []string{"$id", "id"} {
		if id := doc.Root.Get(keyword); id != nil && strings.Contains(id.Text, ":") {
			uri, _, _ := strings.Cut(id.Text, "#")
			x.ids[uri] = append(x.ids[uri], s)
			return
		}
	}
}

// declared notes the named types of an Avro schema, nested ones too.
func (x *index) declared(s *evctl.Schema, n *jsondoc.Node, namespace string) {
	for _, item := range n.Items {
		x.declared(s, item, namespace)
	}
	if name, typ := n.Get("name"), n.Get("type"); name != nil && typ != nil && slices.Contains([]string{"record", "error", "enum", "fixed"}, typ.Text) {
		if space := n.Get("namespace"); space != nil {
			namespace = space.Text
		}
		full := name.Text
		if at := strings.LastIndexByte(full, '.'); at >= 0 {
			namespace = full[:at]
		} else if namespace != "" {
			full = namespace + "." + full
		}
		if found := x.names[full]; len(found) == 0 || found[len(found)-1] != s {
			x.names[full] = append(found, s)
		}
	}
	for _, member := range []string{"type", "items", "values", "fields"} {
		if inner := n.Get(member); inner != nil {
			x.declared(s, inner, namespace)
		}
	}
}

// indexRoots adds the documents below declared roots that are no subject.
func (r *Registry) indexRoots(x *index) {
	for _, m := range r.matchers {
		if m.Root == "" {
			continue
		}
		walkFiles(r.fsys, m.Root, func(file string) {
			format, ok := evctl.FormatOf(file)
			if !ok || r.files[file] != "" || format == evctl.Protobuf {
				return
			}
			if text, err := r.readFile(file); err == nil {
				x.add(&evctl.Schema{Format: format, File: file, Text: text})
			}
		})
	}
}

// walkFiles visits the regular files below a folder; folders that cannot be
// read hold no documents.
func walkFiles(fsys fs.FS, root string, visit func(file string)) {
	_ = fs.WalkDir(fsys, path.Clean(root), func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fs.SkipDir
		case entry.IsDir() && slices.Contains(skipped, entry.Name()):
			return fs.SkipDir
		case entry.Type().IsRegular():
			visit(file)
		}
		return nil
	})
}

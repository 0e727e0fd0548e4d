package dir

import (
	"fmt"
	"net/url"
	"path"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

// json follows $ref from document to document. The key of a schema ref is the
// ref as written, of everything else its absolute URI; relative references in
// a document count from its own place.
func (c *closure) json() {
	type visit struct {
		document *evctl.Schema
		base     string
	}
	root := c.schema.BaseURI()
	for queue := []visit{{c.schema, root}}; len(queue) > 0; queue = queue[1:] {
		from := queue[0]
		doc, err := jsondoc.Parse(from.document.File, from.document.Text)
		if err != nil {
			continue // the engines say so
		}
		for _, ref := range jsonschema.Refs(doc, from.base) {
			key, target, err := c.jsonTarget(from.document, ref)
			if err != nil {
				c.unresolved(from.document, doc.PositionOf(ref.Pointer), ref.Pointer, ref.Raw, err)
				continue
			}
			base := target.BaseURI()
			if u, err := url.Parse(key); err == nil && u.IsAbs() {
				base = key
			}
			if key == root {
				continue
			}
			if document, isNew := c.add(key, target); isNew {
				queue = append(queue, visit{document, base})
			}
		}
	}
}

// jsonTarget finds what a reference means, and the key for it: the $id of a
// registered document, a schema ref, or a path from the document that holds it.
func (c *closure) jsonTarget(from *evctl.Schema, ref jsonschema.Ref) (string, *evctl.Schema, error) {
	raw, _, _ := strings.Cut(ref.Raw, "#")
	if target, err := c.bySchemaRef(raw); target != nil || err != nil {
		return raw, target, err
	}
	if target, err := c.byID(ref.URI); target != nil || err != nil {
		return ref.URI, target, err
	}
	target, err := c.byPath(from, raw)
	return ref.URI, target, err
}

func (c *closure) byPath(from *evctl.Schema, raw string) (*evctl.Schema, error) {
	u, err := url.Parse(raw)
	switch {
	case err != nil:
		return nil, fmt.Errorf("is no URI reference")
	case u.Scheme == "evctl" && u.Host == "":
		return c.file(strings.TrimPrefix(u.Path, "/"))
	case u.Scheme == "file":
		return nil, errOutside
	case u.IsAbs() || u.Host != "":
		return nil, fmt.Errorf("no document in the registry has this $id, and nothing is fetched")
	case strings.HasPrefix(u.Path, "/"):
		return c.file(strings.TrimPrefix(path.Clean(u.Path), "/"))
	}
	return c.file(path.Join(path.Dir(from.File), u.Path))
}

// bySchemaRef finds registry/subject@version, or subject@version of this
// registry. It returns nil if the text has another form.
func (c *closure) bySchemaRef(raw string) (*evctl.Schema, error) {
	ref, err := evctl.ParseSchemaRef(raw)
	if err != nil || ref.Registry == "" && strings.HasPrefix(raw, ".") {
		return nil, nil
	}
	if ref.Registry != "" && ref.Registry != c.registry.layout.Name {
		if c.registry.subjects[raw[:strings.LastIndexByte(raw, '@')]] == nil {
			return nil, fmt.Errorf("names the registry %q, and this one is %q", ref.Registry, c.registry.layout.Name)
		}
		ref.Subject = ref.Registry + "/" + ref.Subject
	}
	s := c.registry.subjects[ref.Subject]
	if s == nil {
		return nil, fmt.Errorf("no subject %q in the registry", ref.Subject)
	}
	if err := c.registry.load(c.ctx, s); err != nil {
		return nil, err
	}
	if v := pick(s.versions, ref.Version); v != nil {
		return v, nil
	}
	return nil, fmt.Errorf("subject %q has no version %d", ref.Subject, ref.Version)
}

// byID finds the registered document that calls itself by this address.
func (c *closure) byID(uri string) (*evctl.Schema, error) {
	if strings.HasPrefix(uri, "evctl:") {
		return nil, nil // a path
	}
	found := c.registry.indexed(c.ctx).ids[uri]
	if len(found) > 1 {
		return nil, fmt.Errorf("%s and %s both have this $id: name the version, as in %s", found[0].SchemaRef, found[1].SchemaRef, found[len(found)-1].SchemaRef)
	}
	if len(found) == 1 {
		return found[0], nil
	}
	return nil, nil
}

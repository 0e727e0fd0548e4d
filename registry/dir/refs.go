package dir

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/registry/rules"
)

// maxRefs bounds the documents that one schema refers to, also through others.
const maxRefs = 1000

// maxFindings bounds what is reported about the references of one schema.
const maxFindings = 100

// resolve fills the Refs of a subject's versions, once.
func (r *Registry) resolve(ctx context.Context, s *subject) {
	if s.resolved {
		return
	}
	s.resolved = true
	for i, v := range s.versions {
		if slices.Contains(s.inherited, v) {
			continue
		}
		c := r.closure(ctx, s, v)
		if commit := s.commits[v]; commit != "" && i < len(s.versions)-1 && c.leadsOut() {
			c = r.closureAt(ctx, commit, c)
		}
		if len(c.refs) > 0 {
			v.Refs = c.refs
		}
		s.findings = append(s.findings, c.findings...)
	}
}

func (r *Registry) closure(ctx context.Context, s *subject, v *evctl.Schema) *closure {
	c := &closure{ctx: ctx, registry: r, subject: s, schema: v, refs: map[string]*evctl.Schema{}}
	switch v.Format {
	case evctl.JSON:
		c.json()
	case evctl.Avro:
		c.avro()
	case evctl.Protobuf:
		c.protobuf()
	}
	return c
}

// closureAt resolves an old version of a file edited in place among the files
// of its own time. Where they cannot be read, those of today stand.
func (r *Registry) closureAt(ctx context.Context, commit string, today *closure) *closure {
	then, err := Published(ctx, r.history.repo, commit, r.layout)
	if err != nil {
		return today
	}
	then.history = nil
	return then.closure(ctx, today.subject, today.schema)
}

func (c *closure) leadsOut() bool { return len(c.refs)+len(c.findings) > 0 }

// closure collects every document that one schema refers to.
type closure struct {
	ctx      context.Context
	registry *Registry
	subject  *subject
	schema   *evctl.Schema
	refs     map[string]*evctl.Schema
	findings []evctl.Finding
	full     bool // maxRefs is reached
}

// add keeps a document under its key, without the references of its own: the
// keys of one schema's Refs hold for all of them.
func (c *closure) add(key string, target *evctl.Schema) (*evctl.Schema, bool) {
	if c.refs[key] != nil {
		return nil, false
	}
	if len(c.refs) >= maxRefs {
		if !c.full {
			c.full = true
			c.findings = append(c.findings, rules.RefUnresolved.At(evctl.Position{File: c.schema.File}, "refers to more documents than the limit of %d", maxRefs))
		}
		return nil, false
	}
	document := *target
	document.Refs = nil
	c.refs[key] = &document
	return &document, true
}

// roots are the folders that references may lead into.
func (c *closure) roots() []string {
	var roots []string
	if p := c.subject.pattern; p != nil {
		if p.Root != "" {
			roots = append(roots, p.Root)
		} else {
			roots = append(roots, p.base())
		}
	}
	if c.registry.layout.Dir != "" {
		roots = append(roots, c.registry.layout.root())
	}
	return roots
}

// file returns a document by its path, as a registered version if it is one.
func (c *closure) file(file string) (*evctl.Schema, error) {
	if !fs.ValidPath(file) || !within(file, c.roots()) {
		return nil, errOutside
	}
	if name, ok := c.registry.files[file]; ok {
		s := c.registry.subjects[name]
		if !s.inPlace() && c.registry.load(c.ctx, s) == nil {
			for _, v := range s.versions {
				if v.File == file {
					return v, nil
				}
			}
		}
	}
	d := c.registry.document(file)
	return d.schema, d.err
}

var errOutside = errors.New("leads out of the declared root")

func within(file string, roots []string) bool {
	for _, root := range roots {
		if root == "." || strings.HasPrefix(file, path.Clean(root)+"/") {
			return true
		}
	}
	return false
}

// unresolved reports a reference that leads nowhere, once for each document
// that holds it: registered ones report their own.
func (c *closure) unresolved(from *evctl.Schema, at evctl.Position, pointer, ref string, cause error) {
	if from.File != c.schema.File && from.Subject != "" || len(c.findings) >= maxFindings {
		return
	}
	rule, reason := rules.RefUnresolved, cause.Error()
	switch {
	case errors.Is(cause, errOutside):
		rule = rules.RefOutsideRoot
	case errors.Is(cause, fs.ErrNotExist):
		reason = "no such file"
	}
	f := rule.At(at, "%q: %s", ref, reason)
	f.Path, f.Key = pointer, ref
	c.findings = append(c.findings, f)
}

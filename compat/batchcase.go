package compat

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A batchCase is one line of a batch's input.
type batchCase struct {
	id      json.RawMessage // null if absent
	change  evctl.Change
	history bool // old versions came as a list
}

// readCase reads one line. The case has its id even if the error says that the
// rest is unusable.
func readCase(line []byte) (batchCase, error) {
	c := batchCase{id: json.RawMessage("null")}
	doc, err := jsondoc.Parse("", line)
	if err != nil {
		return c, fmt.Errorf("not a JSON object: %w", err)
	}
	if doc.Root.Kind != jsondoc.Object {
		return c, fmt.Errorf("want a JSON object, found %s", doc.Root.Kind)
	}
	r := caseReader{root: doc.Root}
	if id := doc.Root.Get("id"); id != nil {
		c.id = id.Canonical()
	}
	r.read(&c)
	return c, r.err
}

// caseReader picks members out of a case and keeps the first error.
type caseReader struct {
	root *jsondoc.Node
	err  error
}

func (r *caseReader) read(c *batchCase) {
	format := evctl.Format(r.choice("format", "json", "avro", "protobuf"))
	if format == "" {
		r.fail("want a format: json, avro or protobuf")
	}
	schema := func(name, text, refs string) *evctl.Schema {
		return &evctl.Schema{Format: format, File: name + format.Ext(), Text: []byte(text),
			Message: r.text("message"), Refs: r.refs(refs, format)}
	}
	c.change.New = schema("new", r.required("new"), "new")
	olds := []string{}
	if list := r.root.Get("history"); list != nil {
		c.history = true
		olds = r.texts("history", list)
	} else {
		olds = append(olds, r.required("old"))
	}
	for i, text := range olds {
		old := schema("old", text, "old")
		if c.history {
			old.File = fmt.Sprintf("%d%s", i+1, format.Ext())
		}
		old.Version = i + 1
		c.change.Old = append(c.change.Old, old)
	}
	c.change.Mode = r.mode()
	c.change.Semantics = evctl.Semantics{
		Policy:        evctl.Policy(r.choice("policy", "lenient", "strict")),
		AssertFormats: r.choice("formats", "annotate", "assert") == "assert",
		Draft:         r.draft(),
		Level:         evctl.Level(r.choice("level", "wire", "wire_json", "source")),
	}
}

func (r *caseReader) mode() evctl.Mode {
	text := r.text("mode")
	if text == "" {
		return evctl.FullAll
	}
	mode, err := evctl.ParseMode(text)
	if err != nil {
		r.fail("%v", err)
	}
	return mode
}

// draft reads a dialect, with or without what people write around its number:
// draft-07 is 7.
func (r *caseReader) draft() string {
	text := r.text("draft")
	name := strings.TrimLeft(strings.TrimPrefix(strings.ToLower(text), "draft"), "-0")
	switch name {
	case "", "4", "6", "7", "2019-09", "2020-12":
		return name
	}
	r.fail("draft is %q: want 4, 6, 7, 2019-09 or 2020-12", text)
	return ""
}

func (r *caseReader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// text returns a member that is a string, or "" if it is absent.
func (r *caseReader) text(name string) string {
	n := r.root.Get(name)
	if n == nil {
		return ""
	}
	if n.Kind != jsondoc.String {
		r.fail("%s: want a string, found %s", name, n.Kind)
	}
	return n.Text
}

func (r *caseReader) required(name string) string {
	if r.root.Get(name) == nil {
		r.fail("%s is missing: want a schema's text", name)
	}
	return r.text(name)
}

// choice returns a member that is one of the values, or "" if it is absent.
func (r *caseReader) choice(name string, values ...string) string {
	text := r.text(name)
	for _, v := range values {
		if text == v {
			return text
		}
	}
	if text != "" {
		r.fail("%s is %q: want %s", name, text, strings.Join(values, ", "))
	}
	return ""
}

func (r *caseReader) texts(name string, list *jsondoc.Node) []string {
	if list.Kind != jsondoc.Array {
		r.fail("%s: want an array of schema texts, found %s", name, list.Kind)
	}
	var texts []string
	for i, item := range list.Items {
		if item.Kind != jsondoc.String {
			r.fail("%s/%d: want a schema's text, found %s", name, i, item.Kind)
		}
		texts = append(texts, item.Text)
	}
	return texts
}

func (r *caseReader) refs(side string, format evctl.Format) map[string]*evctl.Schema {
	all := r.root.Get("refs")
	if all == nil {
		return nil
	}
	named := all.Get(side)
	if named == nil {
		return nil
	}
	refs := map[string]*evctl.Schema{}
	for _, m := range named.Members {
		if m.Value.Kind != jsondoc.String {
			r.fail("refs/%s/%s: want a schema's text, found %s", side, m.Name, m.Value.Kind)
		}
		refs[m.Name] = &evctl.Schema{Format: format, File: m.Name, Text: []byte(m.Value.Text)}
	}
	return refs
}

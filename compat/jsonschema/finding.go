package jsonschema

import (
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/jsonschema/reasons"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A cause is a reason with what the finding says of it.
type cause struct {
	*question
	reasons.Reason
	there reasons.Location // what the writer's text says of the same values
	other *compile.Part    // the writer's statement with the same keyword, if any
	trail []*compile.Part  // that leads to it, or as near as it gets
}

// finding words a reason, which the witness proves.
func (q *question) finding(r reasons.Reason, witness *evctl.Witness) evctl.Finding {
	c := &cause{question: q, Reason: r, there: reasons.Locate(q.w.Root, r.Path)}
	c.trail = c.there.Trail
	if c.there.Whole {
		c.other, c.trail = c.there.Find(r.Part.Keyword, r.Part.Name)
	}
	f := c.rule().At(evctl.Position{}, "%s", c.message())
	f.Direction = q.direction
	f.Witness = witness
	f.Key = c.key()
	c.locate(&f)
	f.Remedy = c.remedy(f.Rule)
	c.through(&f)
	if s := c.shared(); s != nil {
		c.sharing(&f, s)
	}
	return f
}

// key tells reasons at one place apart.
func (c *cause) key() string {
	switch {
	case c.Value != nil:
		return c.Value.Key()
	case c.Name != "":
		return c.Name
	case c.Part.Keyword == "required":
		return c.Part.Name
	}
	return c.Part.Keyword
}

// locate points the finding into the new schema and, for the record, the old
// one: at the statement itself on the reader's side, at the nearest one that
// speaks of the same values on the writer's.
func (c *cause) locate(f *evctl.Finding) {
	readerSide := pointerIn(c.r.Root.Doc, append(slices.Clone(c.Trail), c.Part))
	trail := c.trail
	if c.Name != "" {
		_, trail = reasons.Locate(c.w.Root, c.Path[:len(c.Path)-1]).Find("properties", c.Name)
	}
	writerSide := pointerIn(c.w.Root.Doc, trail)
	if c.Part.Keyword == "required" && c.other == nil {
		writerSide = c.requiredElsewhere(writerSide)
	}
	newDoc, oldDoc, path, oldPath := c.w.Root.Doc, c.r.Root.Doc, writerSide, readerSide
	if c.direction == evctl.Backward {
		newDoc, oldDoc, path, oldPath = oldDoc, newDoc, readerSide, writerSide
	}
	f.Path, f.Position = c.listed(path), newDoc.PositionOf(path)
	f.Old = &evctl.OldPosition{Position: oldDoc.PositionOf(oldPath), Path: c.listed(oldPath)}
	f.Position.File, f.Old.File = c.new.File, c.old.File
}

// requiredElsewhere returns the place of the list of required names that lacks
// the one in question, or of what would hold it.
func (c *cause) requiredElsewhere(holder string) string {
	for _, s := range c.there.Sites() {
		list := s.Pointer() + "/required"
		if _, ok := s.Doc.Root.At(list); ok && s.Doc == c.w.Root.Doc && c.there.Whole {
			return list
		}
	}
	return holder
}

// listed is the path of a finding at a pointer: a required name goes by its
// list, for its place in there says nothing.
func (c *cause) listed(pointer string) string {
	if i := strings.LastIndexByte(pointer, '/'); c.Part.Keyword == "required" && strings.HasSuffix(pointer[:max(i, 0)], "/required") {
		return pointer[:i]
	}
	return pointer
}

// pointerIn returns the place of the last statement of a trail that stands in
// the document itself; the rest stands in documents that it refers to.
func pointerIn(doc *jsondoc.Document, trail []*compile.Part) string {
	for _, part := range slices.Backward(trail) {
		if part != nil && part.Doc == doc {
			return part.Pointer()
		}
	}
	return ""
}

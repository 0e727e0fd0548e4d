package jsonschema

import (
	"maps"
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/internal/jsondoc"
)

// through names the documents beside the two versions in which the statements
// stand that the finding is about, versions of other subjects mostly, and points
// to them.
func (c *cause) through(f *evctl.Finding) {
	reader := elsewhere(c.reader, c.r.Root.Doc, append(slices.Clone(c.Trail), c.Part))
	writer := elsewhere(c.writer, c.w.Root.Doc, c.trail)
	switch {
	case reader.Message == writer.Message && reader.Message != "":
		f.Message += "; via " + reader.Message
	case reader.Message != "" && writer.Message != "":
		f.Message += "; reader via " + reader.Message + ", writer via " + writer.Message
	case reader.Message != "":
		f.Message += "; reader via " + reader.Message
	case writer.Message != "":
		f.Message += "; writer via " + writer.Message
	}
	f.Witness.Via = reader.Message
	for _, place := range []evctl.Related{reader, writer} {
		if place.File != "" {
			f.Related = append(f.Related, place)
		}
	}
	f.Related = slices.Compact(f.Related)
}

// elsewhere returns the last statement of a trail if it stands in a document
// that the schema refers to: where, and as what the registry knows that
// document. The zero value says that it stands in the schema itself.
func elsewhere(s *evctl.Schema, main *jsondoc.Document, trail []*compile.Part) evctl.Related {
	last := &compile.Part{Doc: main}
	for _, part := range trail {
		if part != nil {
			last = part
		}
	}
	if last.Doc == main || last.Doc == nil {
		return evctl.Related{}
	}
	for _, key := range slices.Sorted(maps.Keys(s.Refs)) {
		ref := s.Refs[key]
		if ref.File != last.Doc.File {
			continue
		}
		name := ref.File
		if ref.Subject != "" && ref.Version > 0 {
			name = ref.SchemaRef.String()
		} else if name == "" {
			name = key
		}
		return evctl.Related{Position: last.Doc.PositionOf(last.Pointer()), Message: name}
	}
	return evctl.Related{}
}

package compile

import (
	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

// Draft is a version of JSON Schema.
type Draft = jsonschema.Dialect

// The drafts.
const (
	Draft6    = jsonschema.Draft6
	Draft7    = jsonschema.Draft7
	Draft2019 = jsonschema.Draft2019
	Draft2020 = jsonschema.Draft2020
)

// dialectOf returns the draft and the vocabularies of a document. One that is
// referred to has those of the root unless it names its own.
func (c *compiler) dialectOf(doc *jsondoc.Document) (draft Draft, speaks jsonschema.Vocabularies, known bool) {
	if draft, speaks, known = jsonschema.CustomDialect(doc, c.source.Refs); known {
		return draft, speaks, true
	}
	sem := c.options.Semantics
	if root := c.resources[c.source.BaseURI()]; root != nil {
		sem.Draft = root.draft.String()
		if doc.Root.Get("$schema") == nil {
			speaks = root.speaks
		}
	}
	draft, known = jsonschema.Draft(doc, sem)
	return draft, speaks, known
}

// draftWithin returns the draft of a sub-schema that may name its own.
func draftWithin(p place) Draft {
	d, _ := jsonschema.Draft(&jsondoc.Document{Root: p.node}, evctl.Semantics{Draft: p.res.draft.String()})
	return d
}

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

// draftWithin returns the draft of a sub-schema that may name its own.
func draftWithin(p place) Draft {
	d, _ := jsonschema.Draft(&jsondoc.Document{Root: p.node}, evctl.Semantics{Draft: p.res.draft.String()})
	return d
}

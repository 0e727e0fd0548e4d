package impact

import (
	"context"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/avro"
	"github.com/evctl/evctl/compat/jsonschema"
	"github.com/evctl/evctl/compat/outline"
	"github.com/evctl/evctl/compat/protobuf"
	"github.com/evctl/evctl/compat/rules"
)

// Outline lays a schema out; nil if the text is none. What is wrong with it is
// a Decider's finding.
func Outline(ctx context.Context, s *evctl.Schema, sem evctl.Semantics) *outline.Schema {
	var o *outline.Schema
	var err error
	switch s.Format {
	case evctl.Avro:
		o, err = avro.Outline(s)
	case evctl.Protobuf:
		o, err = protobuf.Outline(ctx, s)
	default:
		o, err = jsonschema.Outline(s, sem)
	}
	if err != nil {
		return nil
	}
	return o
}

// member tells a finding's place more closely where its path points at the
// object that has, or had, the member in question: by the member's name, or by
// the position, where that is the member's own.
func member(f evctl.Finding, part *outline.Part, at evctl.Position) (*outline.Part, string) {
	object := len(part.Members)+len(part.Mentions) > 0
	switch f.Rule {
	case rules.RequiredFieldAdded.ID, rules.RequiredFieldRemoved.ID, rules.PropertyAdded.ID, rules.PropertyRemoved.ID:
		if object {
			return part, f.Key
		}
	case rules.FieldRenamed.ID:
		for _, m := range part.Members {
			if m.To.Position != nil && m.To.Position() == at {
				return m.To, ""
			}
		}
	}
	return part, ""
}

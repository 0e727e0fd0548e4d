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

// member is the name that a finding speaks of, where its path points at the
// object that has it.
func member(f evctl.Finding) string {
	switch f.Rule {
	case rules.RequiredFieldAdded.ID, rules.RequiredFieldRemoved.ID, rules.PropertyAdded.ID, rules.PropertyRemoved.ID:
		return f.Key
	}
	return ""
}

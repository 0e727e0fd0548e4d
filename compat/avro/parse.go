package avro

import (
	"errors"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/rules/parse"
	"github.com/evctl/evctl/compat/rules/schema"
	model "github.com/evctl/evctl/internal/avro"
	"github.com/evctl/evctl/internal/jsondoc"
)

// read parses a schema, or says why it is none.
func read(s *evctl.Schema) (*model.Schema, []evctl.Finding) {
	parsed, err := model.Parse(s)
	if err == nil {
		return parsed, nil
	}
	pos := evctl.Position{File: s.File}
	message, path := err.Error(), ""
	rule := parse.InvalidSchema
	var syntax *jsondoc.Error
	var invalid *model.Error
	switch {
	case errors.As(err, &syntax):
		rule, pos, message = parse.InvalidJSON, syntax.Position, syntax.Message
	case errors.As(err, &invalid):
		pos, path, message = invalid.Position, invalid.Path, invalid.Message
		if invalid.Unresolved != "" {
			rule = parse.UnresolvedRef
		}
	}
	f := rule.At(pos, "%s", message)
	f.Path = path
	return nil, []evctl.Finding{f}
}

// notes reports what is odd about a schema by itself.
func notes(s *model.Schema) []evctl.Finding {
	var findings []evctl.Finding
	for _, n := range s.Notes {
		rule := schema.LogicalTypeIgnored
		if n.Kind == model.DefaultBranch {
			rule = schema.UnionDefaultBranch
		}
		f := rule.At(n.Position, "%s", n.Message)
		f.Path = n.Path
		findings = append(findings, f)
	}
	return findings
}

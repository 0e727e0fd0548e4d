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
	var syntax *jsondoc.Error
	var invalid *model.Error
	switch {
	case errors.As(err, &syntax):
		return nil, []evctl.Finding{parse.InvalidJSON.At(syntax.Position, "%s", syntax.Message)}
	case errors.As(err, &invalid):
		return nil, []evctl.Finding{invalidSchema(invalid)}
	}
	return nil, []evctl.Finding{parse.InvalidSchema.At(evctl.Position{File: s.File}, "%v", err)}
}

func invalidSchema(err *model.Error) evctl.Finding {
	rule := parse.InvalidSchema
	if err.Unresolved != "" {
		rule = parse.UnresolvedRef
	}
	f := rule.At(err.Position, "%s", err.Message)
	f.Path = err.Path
	return f
}

// readNew is read for a schema that is not published yet, which must be free of
// faults too.
func readNew(s *evctl.Schema) (*model.Schema, []evctl.Finding) {
	parsed, findings := read(s)
	if parsed == nil {
		return nil, findings
	}
	for _, fault := range parsed.Faults {
		findings = append(findings, invalidSchema(fault))
	}
	return parsed, findings
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

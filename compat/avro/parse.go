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
	if err != nil {
		return nil, []evctl.Finding{problem(s, err)}
	}
	return parsed, nil
}

// readNew is read for a schema that is not published yet: it must be free of
// faults, and no other implementation may refuse it.
func readNew(s *evctl.Schema) (*model.Schema, []evctl.Finding) {
	parsed, findings := read(s)
	if parsed == nil {
		return nil, findings
	}
	for _, fault := range parsed.Faults {
		findings = append(findings, problem(s, fault))
	}
	if len(findings) == 0 {
		if err := parsed.SecondOpinion(); err != nil {
			findings = append(findings, problem(s, err))
		}
	}
	return parsed, findings
}

func problem(s *evctl.Schema, err error) evctl.Finding {
	var syntax *jsondoc.Error
	var invalid *model.Error
	switch {
	case errors.As(err, &syntax):
		return parse.InvalidJSON.At(syntax.Position, "%s", syntax.Message)
	case errors.As(err, &invalid):
		rule := parse.InvalidSchema
		if invalid.Unresolved != "" {
			rule = parse.UnresolvedRef
		}
		f := rule.At(invalid.Position, "%s", invalid.Message)
		f.Path = invalid.Path
		return f
	}
	return parse.InvalidSchema.At(evctl.Position{File: s.File}, "%v", err)
}

// notes reports what is odd about a schema by itself.
func notes(s *model.Schema) []evctl.Finding {
	var findings []evctl.Finding
	for _, n := range s.Notes {
		rule, remedy := schema.LogicalTypeIgnored, "put the logical type on the type that it is for, or drop it"
		if n.Kind == model.DefaultBranch {
			rule, remedy = schema.UnionDefaultBranch, "put the default's type first in the union"
		}
		f := rule.At(n.Position, "%s", n.Message)
		f.Path, f.Remedy = n.Path, remedy
		findings = append(findings, f)
	}
	return findings
}

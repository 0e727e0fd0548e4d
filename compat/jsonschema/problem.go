package jsonschema

import (
	"errors"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/rules/parse"
	"github.com/evctl/evctl/compat/rules/schema"
)

// invalid reports a text that is no schema.
func (c *comparison) invalid(s *evctl.Schema, err error) evctl.Judgement {
	var p *compile.Problem
	if !errors.As(err, &p) {
		p = &compile.Problem{Message: err.Error()}
	}
	position := evctl.Position{File: s.File}
	rule := parse.InvalidSchema
	switch {
	case p.Err != nil:
		rule, position = parse.InvalidJSON, p.Err.Position
	case p.Doc != nil:
		position = p.Doc.PositionOf(p.Pointer)
	}
	if p.Limit {
		rule = parse.LimitExceeded
	}
	f := rule.At(position, "%s", p.Message)
	f.Path = p.Pointer
	return evctl.Judgement{Verdict: evctl.Invalid, Findings: []evctl.Finding{f}}
}

// oddities reports what is odd about the new schema by itself.
func oddities(s *evctl.Schema, compiled *compile.Schema) []evctl.Finding {
	d := compiled.Dialect
	if d == nil {
		return nil
	}
	f := schema.UnknownDialect.At(compiled.Root.Doc.Position(d.Start, d.End),
		"$schema %q names no draft that evctl knows, so the schema is read as draft %s", d.Text, compiled.Draft)
	f.Path = "/$schema"
	f.Remedy = `name a draft, such as "https://json-schema.org/draft/2020-12/schema"`
	return []evctl.Finding{f}
}

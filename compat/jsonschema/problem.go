package jsonschema

import (
	"errors"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/jsonschema/oddity"
	"github.com/evctl/evctl/compat/jsonschema/pattern"
	"github.com/evctl/evctl/compat/rules/parse"
	"github.com/evctl/evctl/compat/rules/schema"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

// invalid reports a text that is no schema, which the workshop may know as
// another one.
func (c *comparison) invalid(s *evctl.Schema, known *piece, err error) evctl.Judgement {
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
	if position.File == known.schema.File {
		position.File = s.File
	}
	if p.Limit {
		rule = parse.LimitExceeded
	}
	f := rule.At(position, "%s", p.Message)
	f.Path = p.Pointer
	return evctl.Judgement{Verdict: evctl.Invalid, Findings: []evctl.Finding{f}}
}

// maxFaults bounds the findings about one faulty schema.
const maxFaults = 20

// faults reports what the metaschema of its draft forbids in a schema that
// compiles all the same, such as a title that is no string. It asks the
// validators once for each schema.
func (w *workshop) faults(p *piece, sem evctl.Semantics) []evctl.Finding {
	if known, ok := p.faulty[sem.Draft]; ok {
		return known
	}
	var findings []evctl.Finding
	if !w.checker.Sound(p.doc, sem) {
		findings = faultsIn(p.doc, sem)
	}
	p.faulty[sem.Draft] = findings
	return findings
}

func faultsIn(doc *jsondoc.Document, sem evctl.Semantics) []evctl.Finding {
	findings := badPatterns(doc, sem)
	found, err := jsonschema.ValidateSchema(doc, sem)
	if err != nil {
		found = nil // too large for the validators: the engine's own limits hold
	}
	for _, fault := range found {
		if len(findings) < maxFaults && !harmless(fault, found) {
			f := parse.InvalidSchema.At(fault.Position, "%s", fault.Message)
			f.Path = fault.Instance
			findings = append(findings, f)
		}
	}
	return findings
}

// badPatterns reports patterns that are none in any dialect of regular
// expressions: the metaschema of draft 4 knows no pattern for property names.
func badPatterns(doc *jsondoc.Document, sem evctl.Semantics) []evctl.Finding {
	var findings []evctl.Finding
	check := func(at, source string) {
		var foreign *pattern.Unsupported
		if _, err := pattern.Compile(source); err != nil && !errors.As(err, &foreign) && len(findings) < maxFaults {
			f := parse.InvalidSchema.At(doc.PositionOf(at), "%v", err)
			f.Path = at
			findings = append(findings, f)
		}
	}
	draft, _ := jsonschema.Draft(doc, sem)
	jsonschema.Walk(doc, draft, func(pointer string, n *jsondoc.Node) {
		if p := n.Get("pattern"); p != nil && p.Kind == jsondoc.String {
			check(pointer+"/pattern", p.Text)
		}
		if p := n.Get("patternProperties"); p != nil {
			for _, m := range p.Members {
				check(pointer+"/patternProperties/"+jsondoc.EscapePointer(m.Name), m.Name)
			}
		}
	})
	return findings
}

// harmless reports whether a fault leaves no doubt about the meaning: an empty
// list, one that repeats something other than a type, a pattern of another dialect, and the boolean
// "required" of draft 3, which no later draft reads. Where a keyword takes several
// shapes, one harmless fault excuses the others about the same value.
func harmless(f jsonschema.SchemaFault, all []jsonschema.SchemaFault) bool {
	if f.Keyword == "type" && strings.HasSuffix(f.Instance, "/required") && strings.Contains(f.Message, "boolean") {
		return true
	}
	return slices.ContainsFunc(all, func(g jsonschema.SchemaFault) bool {
		return g.Instance == f.Instance && (g.Keyword == "format" || g.Keyword == "minItems" ||
			g.Keyword == "uniqueItems" && (f.Keyword != "uniqueItems" || !strings.HasSuffix(g.Instance, "/type")))
	})
}

// inFile returns the findings about a schema's text with the name of its file.
func inFile(s *evctl.Schema, findings []evctl.Finding) []evctl.Finding {
	findings = slices.Clone(findings)
	for i := range findings {
		findings[i].Position.File = s.File
	}
	return findings
}

// oddities reports what is odd about a schema by itself.
func (p *piece) oddities(compiled *compile.Schema) []evctl.Finding {
	if p.seenOdd {
		return p.odd
	}
	p.seenOdd = true
	p.odd = oddity.Find(p.doc, compiled.Draft)
	if d := compiled.Dialect; d != nil {
		f := schema.UnknownDialect.At(p.doc.Position(d.Start, d.End),
			"$schema %q names no draft that evctl knows, so the schema is read as draft %s", d.Text, compiled.Draft)
		f.Path = "/$schema"
		f.Remedy = `name a draft, such as "https://json-schema.org/draft/2020-12/schema"`
		p.odd = append(p.odd, f)
	}
	return p.odd
}

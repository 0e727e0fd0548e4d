package jsonschema

import (
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// Vocabularies tell what a metaschema other than the drafts' own makes of their
// keywords (2020-12, section 8.1.2). The zero value is what the drafts' do.
type Vocabularies struct {
	NoApplicator, NoUnevaluated, NoValidation bool // the keywords say nothing
	AssertFormat                              bool
}

// maxMetaschemas bounds the metaschemas of metaschemas that are followed.
const maxMetaschemas = 8

// CustomDialect returns the draft and the vocabularies of a document whose
// $schema names one of the refs; ok is false if it names none of them, or one
// that leads to no draft.
func CustomDialect(doc *jsondoc.Document, refs map[string]*evctl.Schema) (d Dialect, v Vocabularies, ok bool) {
	var vocabulary *jsondoc.Node
	for above := range maxMetaschemas {
		declared := doc.Root.TextOf("$schema")
		if d, known := dialectOf(declared); known {
			return d, vocabulariesOf(vocabulary, d), above > 0
		}
		meta := refs[strings.TrimSuffix(declared, "#")]
		if meta == nil {
			break
		}
		var err error
		if doc, err = jsondoc.Parse(meta.File, meta.Text); err != nil {
			break
		}
		if above == 0 {
			vocabulary = doc.Root.Get("$vocabulary")
		}
	}
	return 0, Vocabularies{}, false
}

func vocabulariesOf(listed *jsondoc.Node, d Dialect) Vocabularies {
	if listed == nil || d < Draft2019 {
		return Vocabularies{}
	}
	vocabulary := func(name string) *jsondoc.Node {
		return listed.Get(strings.TrimSuffix(d.uri(), "schema") + "vocab/" + name)
	}
	v := Vocabularies{NoApplicator: vocabulary("applicator") == nil, NoValidation: vocabulary("validation") == nil}
	if d == Draft2019 {
		format := vocabulary("format")
		v.NoUnevaluated, v.AssertFormat = v.NoApplicator, format != nil && format.Bool
	} else {
		v.NoUnevaluated, v.AssertFormat = vocabulary("unevaluated") == nil, vocabulary("format-assertion") != nil
	}
	return v
}

// Reads reports whether a keyword says anything.
func (v Vocabularies) Reads(keyword string) bool {
	switch keyword {
	case "prefixItems", "items", "additionalItems", "contains", "properties", "patternProperties", "additionalProperties", "propertyNames",
		"dependentSchemas", "if", "then", "else", "allOf", "anyOf", "oneOf", "not":
		return !v.NoApplicator
	case "unevaluatedItems", "unevaluatedProperties":
		return !v.NoUnevaluated
	case "type", "enum", "const", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern",
		"maxItems", "minItems", "uniqueItems", "maxContains", "minContains", "maxProperties", "minProperties", "required", "dependentRequired":
		return !v.NoValidation
	}
	return true
}

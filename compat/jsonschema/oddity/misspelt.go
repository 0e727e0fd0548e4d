package oddity

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/rules/schema"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
	"github.com/evctl/evctl/internal/suggest"
)

// misspelt reports names that are almost a keyword of the draft, with a value
// that this keyword takes.
func misspelt(doc *jsondoc.Document, d jsonschema.Dialect) []evctl.Finding {
	words := vocabulary(d)
	if !slips(doc, d, words) {
		return nil
	}
	var findings []evctl.Finding
	jsonschema.Walk(doc, d, func(pointer string, n *jsondoc.Node) {
		for _, m := range n.Members {
			meant := meantBy(m, words)
			if meant == "" || len(findings) == maxFindings {
				continue
			}
			key := doc.Key(m)
			f := schema.MisspeltKeyword.At(doc.Position(key.Start, key.End), "keyword %q says nothing: did you mean %q?", m.Name, meant)
			f.Path, f.Key = pointer+"/"+jsondoc.EscapePointer(m.Name), m.Name
			f.Remedy = fmt.Sprintf("write %s, or put x- before a keyword of your own", meant)
			findings = append(findings, f)
		}
	})
	return findings
}

// slips reports whether there is a misspelt keyword at all; mostly there is
// none, and few names are no keywords.
func slips(doc *jsondoc.Document, d jsonschema.Dialect, words []word) bool {
	type use struct {
		name string
		kind jsondoc.Kind
	}
	right := map[use]bool{}
	keywords := map[string]bool{}
	for _, w := range words {
		keywords[w.name] = true
	}
	slip := func(m jsondoc.Member) bool {
		u := use{m.Name, m.Value.Kind}
		if keywords[m.Name] || right[u] {
			return false
		}
		right[u] = meantBy(m, words) == ""
		return !right[u]
	}
	return jsonschema.Any(doc, d, func(n *jsondoc.Node) bool { return slices.ContainsFunc(n.Members, slip) })
}

// A word is a keyword and the kinds of value that it takes.
type word struct {
	name  string
	kinds []jsondoc.Kind
}

// meantBy returns the keyword that a member was probably meant to be, or "".
func meantBy(m jsondoc.Member, words []word) string {
	if strings.HasPrefix(m.Name, "x-") || slices.Contains(foreign, m.Name) {
		return ""
	}
	best, name := "", plain(m.Name)
	for _, w := range words {
		if w.name == m.Name {
			return ""
		}
		if !slices.Contains(w.kinds, m.Value.Kind) {
			continue
		}
		if keyword := plain(w.name); alike(name, keyword) && (best == "" || keyword == name) {
			best = w.name
		}
	}
	return best
}

// alike reports whether a name is a slip from a keyword: the same but for case,
// - and _, or some letters off. The shorter the keyword, the less it takes to
// arrive at another word.
func alike(name, keyword string) bool {
	if name == keyword {
		return true
	}
	if len(keyword) < 5 || name == "" || name[0] != keyword[0] {
		return false
	}
	limit := 1
	switch {
	case len(keyword) >= 16:
		limit = 3
	case len(keyword) >= 10:
		limit = 2
	}
	apart := len(name) - len(keyword)
	return -limit <= apart && apart <= limit && suggest.Distance(name, keyword) <= limit
}

// plain returns a name without what alike makes no difference of.
func plain(name string) string {
	return strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(name, "-", ""), "_", ""))
}

// vocabulary lists the keywords of a draft.
func vocabulary(d jsonschema.Dialect) []word {
	const (
		str, num, list, object = jsondoc.String, jsondoc.Number, jsondoc.Array, jsondoc.Object
	)
	schemas, truth := []jsondoc.Kind{object, jsondoc.Bool}, []jsondoc.Kind{jsondoc.Bool}
	text, number, array, named := []jsondoc.Kind{str}, []jsondoc.Kind{num}, []jsondoc.Kind{list}, []jsondoc.Kind{object}
	words := []word{
		{"$ref", text}, {"$schema", text}, {"title", text}, {"description", text}, {"format", text}, {"pattern", text},
		{"type", []jsondoc.Kind{str, list}}, {"enum", array}, {"required", array}, {"allOf", array}, {"anyOf", array}, {"oneOf", array},
		{"minimum", number}, {"maximum", number}, {"multipleOf", number}, {"minLength", number}, {"maxLength", number},
		{"minItems", number}, {"maxItems", number}, {"minProperties", number}, {"maxProperties", number},
		{"exclusiveMinimum", []jsondoc.Kind{num, jsondoc.Bool}}, {"exclusiveMaximum", []jsondoc.Kind{num, jsondoc.Bool}},
		{"uniqueItems", truth}, {"not", schemas}, {"additionalProperties", schemas},
		{"items", []jsondoc.Kind{object, list, jsondoc.Bool}}, {"properties", named}, {"patternProperties", named},
		{"definitions", named}, {"dependencies", named}, {"default", nil},
	}
	if d < jsonschema.Draft2020 {
		words = append(words, word{"additionalItems", schemas})
	}
	if d >= jsonschema.Draft6 {
		words = append(words, word{"contains", schemas}, word{"propertyNames", schemas}, word{"examples", array}, word{"const", nil}, word{"$id", text})
	} else {
		words = append(words, word{"id", text})
	}
	if d >= jsonschema.Draft7 {
		words = append(words, word{"if", schemas}, word{"then", schemas}, word{"else", schemas}, word{"readOnly", truth}, word{"writeOnly", truth},
			word{"$comment", text}, word{"contentEncoding", text}, word{"contentMediaType", text})
	}
	if d >= jsonschema.Draft2019 {
		words = append(words, word{"$defs", named}, word{"$anchor", text}, word{"$vocabulary", named}, word{"deprecated", truth},
			word{"dependentRequired", named}, word{"dependentSchemas", named}, word{"unevaluatedItems", schemas}, word{"unevaluatedProperties", schemas},
			word{"minContains", number}, word{"maxContains", number}, word{"contentSchema", schemas})
	}
	if d == jsonschema.Draft2019 {
		words = append(words, word{"$recursiveRef", text}, word{"$recursiveAnchor", truth})
	}
	if d >= jsonschema.Draft2020 {
		words = append(words, word{"prefixItems", array}, word{"$dynamicRef", text}, word{"$dynamicAnchor", text})
	}
	return words
}

// foreign lists names near a keyword that other drafts and widespread tools use
// on purpose.
var foreign = []string{
	"example", "extends", "disallow", "divisibleBy", "id", "$defs", "$id", "readonly", "nullable", "deprecated", "readOnly", "writeOnly",
	"additionalItems", "prefixItems", "dependentRequired", "dependentSchemas", "minContains", "maxContains", "$anchor", "$comment",
	"formatMinimum", "formatMaximum", "patternRequired", "propertyOrder", "types", "titles", "formats",
	"enumNames", "enumDescriptions", "patternErrorMessage", "markdownDescription", "tsType", "javaType", "constant",
}

package jsonschema

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/evctl/evctl/internal/jsondoc"
)

// A messenger words one failure from the schema's text and the value found.
type messenger struct {
	bundle  *bundle
	failure failure
	keyword string
	schema  *jsondoc.Node // the object that holds the keyword, or what is nearest
	want    *jsondoc.Node // the keyword's value; may be nil
	found   *jsondoc.Node
	redact  bool
}

// A fault is a message, about a member of the value if one is named, or about
// a name that is missing.
type fault struct{ member, message, missing string }

func (m messenger) faults() []fault {
	switch m.keyword {
	case "required":
		return m.missing(m.want, "")
	case "dependentRequired", "dependencies":
		return m.dependents()
	case "additionalProperties":
		if m.found.Kind == jsondoc.Object {
			return m.additional()
		}
	}
	return []fault{{message: m.message()}}
}

func (m messenger) message() string {
	if m.want != nil && m.want.Kind == jsondoc.Bool && isApplicator(m.keyword) {
		return m.forbidden()
	}
	switch m.keyword {
	case "type", "const", "enum", openEnum, "format", "pattern", "contentEncoding", "contentMediaType", "contentSchema":
		return fmt.Sprintf("found %s, want %s", m.describe(), m.wanted())
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		return fmt.Sprintf("found %s, want %s", m.describe(), m.bound())
	case "minLength", "maxLength":
		return m.count(utf8.RuneCountInString(m.found.Text), "character")
	case "minItems", "maxItems":
		return m.count(len(m.found.Items), "item")
	case "minProperties", "maxProperties":
		return m.count(len(m.found.Members), "member")
	case "additionalItems":
		return fmt.Sprintf("found %s, want no more than the schema lists", m.describe())
	}
	return m.composite()
}

func (m messenger) composite() string {
	switch m.keyword {
	case "uniqueItems":
		return fmt.Sprintf("items %d and %d are equal, want all to differ", min(m.failure.pair[0], m.failure.pair[1]), max(m.failure.pair[0], m.failure.pair[1]))
	case "contains", "minContains", "maxContains":
		return fmt.Sprintf("found %s, want %s that match contains", m.describe(), m.matches())
	case "oneOf":
		if m.failure.pair != [2]int{} {
			return fmt.Sprintf("found %s, which matches branches %d and %d, want exactly one", m.describe(), m.failure.pair[0], m.failure.pair[1])
		}
		return fmt.Sprintf("found %s, which matches no branch", m.describe())
	case "anyOf":
		return fmt.Sprintf("found %s, which matches no branch", m.describe())
	case "not":
		return fmt.Sprintf("found %s, which is what the schema excludes", m.describe())
	case "propertyNames":
		return fmt.Sprintf("name %s does not match propertyNames", quote(m.member()))
	}
	return fmt.Sprintf("found %s, which %s does not allow", m.describe(), m.keyword)
}

// forbidden words the schema `false`.
func (m messenger) forbidden() string {
	switch m.keyword {
	case "properties", "patternProperties", "unevaluatedProperties", "additionalProperties":
		return fmt.Sprintf("name %s is not allowed", quote(m.member()))
	case "not":
		return fmt.Sprintf("found %s, want no value at all", m.describe())
	}
	return fmt.Sprintf("found %s, which is not allowed here", m.describe())
}

func (m messenger) member() string {
	if len(m.failure.instance) == 0 {
		return ""
	}
	return m.failure.instance[len(m.failure.instance)-1]
}

func isApplicator(keyword string) bool {
	return applicatorOf(keyword).shape != 0
}

func (m messenger) wanted() string {
	if m.want == nil {
		return m.keyword
	}
	switch m.keyword {
	case "type":
		if m.want.Kind == jsondoc.Array {
			return oneOf(m.want.Items, func(n *jsondoc.Node) string { return n.Text })
		}
		return m.want.Text
	case "enum", openEnum:
		return oneOf(m.want.Items, literal)
	case "pattern":
		return "a match of " + quote(m.want.Text)
	case "format":
		return "a valid " + clip(m.want.Text)
	case "contentEncoding", "contentMediaType":
		return "content of " + clip(m.want.Text)
	case "contentSchema":
		return "content that matches contentSchema"
	}
	return literal(m.want)
}

const maxListed = 10 // members of a list in a message

func oneOf(nodes []*jsondoc.Node, word func(*jsondoc.Node) string) string {
	var words []string
	for _, n := range nodes[:min(len(nodes), maxListed)] {
		words = append(words, word(n))
	}
	if more := len(nodes) - len(words); more > 0 {
		return fmt.Sprintf("one of %s or %d more", strings.Join(words, ", "), more)
	}
	switch len(words) {
	case 0:
		return "no value at all"
	case 1:
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

func (m messenger) bound() string {
	want := m.want
	if want != nil && want.Kind == jsondoc.Bool { // draft 4
		want = m.schema.Get(strings.ToLower(strings.TrimPrefix(m.keyword, "exclusive")))
	}
	if want == nil {
		return m.keyword
	}
	word := map[string]string{
		"minimum":          "at least",
		"maximum":          "at most",
		"exclusiveMinimum": "more than",
		"exclusiveMaximum": "less than",
		"multipleOf":       "a multiple of",
	}[m.keyword]
	return word + " " + literal(want)
}

func (m messenger) count(found int, noun string) string {
	word := "at most"
	if strings.HasPrefix(m.keyword, "min") {
		word = "at least"
	}
	want := "another number"
	if m.want != nil {
		want = literal(m.want)
	}
	return fmt.Sprintf("found %s, want %s %s", plural(found, noun), word, want)
}

func (m messenger) matches() string {
	switch limit := m.schema.Get(m.keyword); {
	case m.keyword == "maxContains" && limit != nil:
		return "at most " + literal(limit) + " items"
	case m.keyword == "minContains" && limit != nil:
		return "at least " + literal(limit) + " items"
	}
	return "at least 1 item"
}

func (m messenger) missing(names *jsondoc.Node, because string) []fault {
	var faults []fault
	if names == nil || names.Kind != jsondoc.Array { // a schema under dependencies
		return []fault{{message: m.composite()}}
	}
	for _, name := range names.Items {
		if m.found.Get(name.Text) == nil {
			faults = append(faults, fault{
				message: "name " + quote(name.Text) + " is required" + because + " and missing",
				missing: name.Text,
			})
		}
	}
	return faults
}

// dependents words dependentRequired. The location leads to the name in it,
// or, from v5, to the index of what is missing.
func (m messenger) dependents() []fault {
	tokens := strings.Split(m.failure.location, "/")
	at := len(tokens) - 1
	if m.want != nil && m.want.Kind == jsondoc.String {
		at--
	}
	because := " because " + quote(jsondoc.UnescapePointer(tokens[max(at, 0)])) + " is present"
	if m.want != nil && m.want.Kind == jsondoc.String {
		return m.missing(&jsondoc.Node{Kind: jsondoc.Array, Items: []*jsondoc.Node{m.want}}, because)
	}
	return m.missing(m.want, because)
}

// additional names the members that no other keyword covers.
func (m messenger) additional() []fault {
	var faults []fault
	for _, member := range m.found.Members {
		if !m.bundle.names(m.schema, member.Name) {
			faults = append(faults, fault{member: member.Name, message: "name " + quote(member.Name) + " is not allowed"})
		}
	}
	return faults
}

// describe describes the value that was found, without what it says if that is
// to be kept back.
func (m messenger) describe() string {
	if m.redact && m.found.Kind != jsondoc.Array && m.found.Kind != jsondoc.Object {
		return m.found.Kind.String()
	}
	return describe(m.found)
}

// describe names a value's type and, if it is short, the value.
func describe(n *jsondoc.Node) string {
	switch n.Kind {
	case jsondoc.Null:
		return "null"
	case jsondoc.Array:
		return "an array of " + plural(len(n.Items), "item")
	case jsondoc.Object:
		return "an object of " + plural(len(n.Members), "member")
	}
	return n.Kind.String() + " " + literal(n)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// literal returns the value as JSON, clipped.
func literal(n *jsondoc.Node) string { return clip(string(n.Canonical())) }

func quote(s string) string {
	return literal(&jsondoc.Node{Kind: jsondoc.String, Text: s})
}

const maxClip = 80 // bytes of a quoted text in a message

func clip(s string) string {
	if len(s) <= maxClip {
		return s
	}
	cut := maxClip
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

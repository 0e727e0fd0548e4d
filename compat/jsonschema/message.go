package jsonschema

import (
	"fmt"
	"strings"

	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/internal/jsondoc"
)

// message words a reason with both sides.
func (c *cause) message() string {
	keyword := c.Part.Keyword
	switch {
	case c.Value != nil:
		return fmt.Sprintf("reader does not know the value %s, which the writer may write", clip(c.Value.Key()))
	case c.Name != "":
		return fmt.Sprintf("reader allows no property %q, which the writer may write", c.Name)
	case keyword == "type":
		return fmt.Sprintf("reader wants %s, writer wrote %s", types(c.Part), types(c.other))
	case keyword == "required":
		return fmt.Sprintf("reader requires property %q, writer may leave it out", c.Part.Name)
	case keyword == "false":
		return c.forbidden()
	case keyword == "anyOf" || keyword == "oneOf":
		return c.unionMessage()
	case keyword == "uniqueItems":
		return "reader wants items that all differ, writer may repeat one"
	case keyword == "":
		return "reader rejects events that the writer may write"
	}
	if strings.HasPrefix(keyword, "depend") && c.Part.Name != "" {
		keyword = fmt.Sprintf("%s of %q", keyword, c.Part.Name)
	}
	writer := "writer has no " + keyword
	if c.other != nil {
		writer = "writer has " + text(c.other)
	}
	return fmt.Sprintf("reader has %s %s, %s", keyword, text(c.Part), writer)
}

// forbidden words a sub-schema false by what it forbids.
func (c *cause) forbidden() string {
	last := c.holder()
	if last == nil {
		return "reader allows no event at all"
	}
	switch last.Keyword {
	case "properties":
		return fmt.Sprintf("reader allows no property %q, which the writer may write", last.Name)
	case "patternProperties":
		return fmt.Sprintf("reader allows no property that matches %q, writer may write one", last.Name)
	case "additionalProperties", "unevaluatedProperties":
		return "reader allows no properties but those it declares, writer may write others"
	case "items", "prefixItems", "additionalItems", "unevaluatedItems":
		return fmt.Sprintf("reader allows no item %d or beyond, writer may write more", last.Step.From)
	}
	return "reader allows no value here, writer may write one"
}

// types words the keyword type; a schema without it allows any.
func types(p *compile.Part) string {
	if p == nil {
		return "any type"
	}
	n := p.Node()
	if n.Kind != jsondoc.Array {
		return n.Text
	}
	names := make([]string, len(n.Items))
	for i, item := range n.Items {
		names[i] = item.Text
	}
	return strings.Join(names, " or ")
}

// text returns a statement's value as it stands in the file, in short.
func text(p *compile.Part) string { return clip(string(p.Node().Canonical())) }

// maxQuote bounds what a message quotes of a schema, in bytes.
const maxQuote = 80

func clip(s string) string {
	if len(s) <= maxQuote {
		return s
	}
	return strings.ToValidUTF8(s[:maxQuote], "") + "…"
}

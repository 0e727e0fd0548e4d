package jsonschema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/jsonschema/value"
	"github.com/evctl/evctl/compat/rules"
	"github.com/evctl/evctl/internal/jsondoc"
)

// remedy says what to do, true under the questions asked and the policy.
func (c *cause) remedy(rule string) string {
	switch rule {
	case rules.EnumValueAdded.ID, rules.EnumRemoved.ID:
		return c.openEnum()
	case rules.EnumValueRemoved.ID:
		return "keep the value in the enum, whether or not anyone still writes it"
	case rules.RequiredFieldAdded.ID:
		return fmt.Sprintf("leave %q optional", c.Part.Name)
	case rules.RequiredFieldRemoved.ID:
		return fmt.Sprintf("keep %q required", c.Part.Name)
	case rules.FieldTypeChanged.ID:
		return "leave the type as published and " + c.newProperty()
	case rules.PropertyRemoved.ID:
		return fmt.Sprintf("keep %q declared, or let the object take properties that it does not declare", c.Name)
	case rules.PropertyAdded.ID:
		return "the published schema refuses properties that it does not declare: use the lenient policy, or a new subject"
	}
	return c.leave()
}

// leave names the direction in which the keyword may still move.
func (c *cause) leave() string {
	keyword := c.Part.Keyword
	if holder := c.holder(); keyword == "false" && holder != nil {
		keyword = holder.Keyword
	}
	text := "leave " + keyword + " as published"
	if keyword == "" {
		text = "leave the schema as published"
	}
	full := slices.Contains(c.dirs, evctl.Backward) && slices.Contains(c.dirs, evctl.Forward)
	switch {
	case full && c.direction == evctl.Forward && c.sem.Policy != evctl.Strict && c.ofProperty():
		return text + ", and carry what is new in an optional property of its own"
	case full:
		return text
	case c.direction == evctl.Backward:
		return text + ", or let it allow more"
	}
	return text + ", or let it allow less"
}

// ofProperty reports whether the reason speaks of the value of one property,
// which another one may stand beside.
func (c *cause) ofProperty() bool {
	if len(c.Path) == 0 || c.Path[len(c.Path)-1].Region == nil {
		return false
	}
	_, single := c.Path[len(c.Path)-1].Region.Single()
	return single
}

func (c *cause) newProperty() string {
	if c.sem.Policy == evctl.Strict {
		return "publish the new one under a new subject"
	}
	return "add an optional property of the new one beside it"
}

// openEnum prints the way out of an enumeration that cannot grow: the whole
// sub-schema as it may be published, since readers that know it open take any
// string.
func (c *cause) openEnum() string {
	values, types := known(c.Part)
	if c.sem.Policy == evctl.Strict {
		return "write only the values that published readers know, or publish the others under a new subject"
	}
	if values == nil {
		return "write only the values that published readers know, and add an optional property that carries the new ones"
	}
	return "open the enum with the values that published readers know:\n" + c.opened(values, types) +
		"\nproducers are held to that list and readers take any string, so it may grow as soon as the versions that close it are retired"
}

// known lists the strings of an enumeration and the types of its values, as
// JSON; nothing if there are others than strings and null.
func known(p *compile.Part) (values []string, types string) {
	list := p.Node().Items
	if p.Keyword == "const" {
		list = []*jsondoc.Node{p.Node()}
	}
	types = `"string"`
	for _, item := range list {
		switch item.Kind {
		case jsondoc.String:
			values = append(values, value.String(item.Text).Key())
		case jsondoc.Null:
			types = `["string", "null"]`
		default:
			return nil, ""
		}
	}
	return values, types
}

// opened writes the new schema's sub-schema with an open list in the place of
// what it says of the values, under its name.
func (c *cause) opened(values []string, types string) string {
	doc, at := c.Part.Doc, c.Part.Pointer()
	if c.other != nil {
		doc, at = c.other.Doc, c.other.Pointer()
	}
	at = at[:strings.LastIndexByte(at, '/')]
	schema, _ := doc.Root.At(at)
	members := []string{`"type": ` + types}
	for _, m := range schema.Members {
		switch m.Name {
		case "type", "enum", "const", "x-extensible-enum", "default":
		default:
			members = append(members, value.String(m.Name).Key()+": "+string(m.Value.Canonical()))
		}
	}
	members = append(members, `"x-extensible-enum": [`+strings.Join(values, ", ")+"]")
	text := "{" + strings.Join(members, ", ") + "}"
	parent := at[:max(0, strings.LastIndexByte(at, '/'))]
	if n, _ := doc.Root.At(parent); at != "" && n.Kind == jsondoc.Object {
		text = value.String(jsondoc.UnescapePointer(at[len(parent)+1:])).Key() + ": " + text
	}
	return text
}

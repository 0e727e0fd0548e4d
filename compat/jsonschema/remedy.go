package jsonschema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evctl/evctl"
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
	if keyword == "false" && len(c.Trail) > 0 {
		keyword = c.Trail[len(c.Trail)-1].Keyword
	}
	text := "leave " + keyword + " as published"
	if keyword == "" {
		text = "leave the schema as published"
	}
	switch {
	case slices.Contains(c.dirs, evctl.Backward) && slices.Contains(c.dirs, evctl.Forward):
		return text
	case c.direction == evctl.Backward:
		return text + ", or let it allow more"
	}
	return text + ", or let it allow less"
}

func (c *cause) newProperty() string {
	if c.sem.Policy == evctl.Strict {
		return "publish the new one under a new subject"
	}
	return "add an optional property of the new one beside it"
}

// openEnum prints the way out of an enumeration that cannot grow.
func (c *cause) openEnum() string {
	if c.Part.Keyword == "const" || c.sem.Policy == evctl.Strict || !allStrings(c.Part.Node()) {
		return "write only the values that published readers know, or publish the others under a new subject"
	}
	values := make([]string, 0, len(c.Part.Node().Items))
	for _, item := range c.Part.Node().Items {
		values = append(values, value.String(item.Text).Key())
	}
	return fmt.Sprintf(`open the enum with the values that published readers know: "type": "string", "x-extensible-enum": [%s]`+"\n"+
		"and let it grow once the versions that close it are retired", strings.Join(values, ", "))
}

func allStrings(n *jsondoc.Node) bool {
	return n.Kind == jsondoc.Array && !slices.ContainsFunc(n.Items, func(item *jsondoc.Node) bool { return item.Kind != jsondoc.String })
}

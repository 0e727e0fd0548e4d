package openapi

import "go.yaml.in/yaml/v3"

// codes collects the machine-readable codes that a response's body may carry:
// strings that its schemas and examples give the members code, type and error.
type codes struct {
	*reader
	seen   map[*yaml.Node]bool // schemas
	values map[string]bool
	found  []Text
	open   []Open
}

// carriers are the members that carry a code: problem+json's type and code, and
// the error of many an older API, which may be an object with a code.
var carriers = []string{"code", "type", "error"}

func (c *codes) content(node *yaml.Node) (err error) {
	entries(node, func(_, media *yaml.Node) {
		if err == nil {
			err = c.schema(member(media, "schema"), 0)
		}
		c.example(member(media, "example"), 0)
		entries(member(media, "examples"), func(_, example *yaml.Node) {
			if example, open := c.resolve(example); open == nil {
				c.example(member(example, "value"), 0)
			}
		})
	})
	return err
}

// enter returns the schema that the node is or refers to, or nil if there is
// nothing to look at: it is absent, too deep, not at hand, or was seen.
func (c *codes) enter(node *yaml.Node, depth int) (*yaml.Node, error) {
	if err := c.visit(node); err != nil || node == nil || depth > MaxDepth {
		return nil, err
	}
	node, open := c.resolve(node)
	if open != nil {
		c.open = append(c.open, *open)
		return nil, nil
	}
	if c.seen[node] {
		return nil, nil
	}
	return node, nil
}

// schema looks for carriers in an object's schema, in every branch of it.
func (c *codes) schema(node *yaml.Node, depth int) error {
	node, err := c.enter(node, depth)
	if err != nil || node == nil {
		return err
	}
	c.seen[node] = true
	for _, branch := range []string{"allOf", "oneOf", "anyOf"} {
		for _, part := range items(member(node, branch)) {
			if err := c.schema(part, depth+1); err != nil {
				return err
			}
		}
	}
	for _, name := range carriers {
		if err := c.carrier(member(node, "properties", name), depth+1); err != nil {
			return err
		}
	}
	c.example(member(node, "example"), depth)
	for _, example := range items(member(node, "examples")) {
		c.example(example, depth)
	}
	return nil
}

// carrier reads the values that a carrier's schema allows or shows.
func (c *codes) carrier(node *yaml.Node, depth int) error {
	node, err := c.enter(node, depth)
	if err != nil || node == nil {
		return err
	}
	values := append(items(member(node, "enum")), items(member(node, "examples"))...)
	for _, value := range append(values, member(node, "const"), member(node, "example"), member(node, "default")) {
		c.add(value)
	}
	for _, branch := range []string{"allOf", "oneOf", "anyOf"} {
		for _, part := range items(member(node, branch)) {
			if err := c.carrier(part, depth+1); err != nil {
				return err
			}
		}
	}
	return c.schema(node, depth+1) // an object inside error
}

// example reads the carriers of an example of the body.
func (c *codes) example(node *yaml.Node, depth int) {
	if depth > 2 {
		return
	}
	for _, name := range carriers {
		value := member(node, name)
		c.add(value)
		c.example(value, depth+1)
	}
}

func (c *codes) add(node *yaml.Node) {
	value := text(node)
	if value == "" || c.values[value] {
		return
	}
	c.values[value] = true
	c.found = append(c.found, Text{value, c.position(node)})
}

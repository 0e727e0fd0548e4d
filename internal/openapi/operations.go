package openapi

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

var methods = []string{"get", "put", "post", "delete", "options", "head", "patch", "trace"}

// operations reads all paths.
func (r *reader) operations() ([]Operation, error) {
	var out []Operation
	shared := map[*yaml.Node]*Response{}
	var failed error
	entries(member(r.root, "paths"), func(path, item *yaml.Node) {
		if failed != nil || strings.HasPrefix(path.Value, "x-") {
			return
		}
		item, open := r.resolve(item)
		if open != nil {
			out = append(out, Operation{Path: path.Value, Position: r.position(path), Open: []Open{*open}})
			return
		}
		if failed = r.visit(item); failed != nil {
			return
		}
		entries(item, func(key, value *yaml.Node) {
			if failed == nil && slices.Contains(methods, key.Value) {
				var o Operation
				o, failed = r.operation(path.Value, key, value, member(item, "parameters"), shared)
				out = append(out, o)
			}
		})
	})
	return out, failed
}

func (r *reader) operation(path string, method, node, common *yaml.Node, shared map[*yaml.Node]*Response) (Operation, error) {
	o := Operation{Method: strings.ToUpper(method.Value), Path: path, ID: text(member(node, "operationId")), Position: r.position(method)}
	if len(o.ID) > MaxName {
		return o, r.errorAt(member(node, "operationId"), "operationId of %d bytes is over the limit of %d", len(o.ID), MaxName)
	}
	if key, ttl := find(member(node, "x-idempotency"), "ttl"); ttl != nil {
		o.TTL = Text{text(ttl), r.position(key)}
	}
	err := r.visit(node)
	seen := map[string]bool{}
	for _, list := range []*yaml.Node{member(node, "parameters"), common} {
		for _, p := range items(list) {
			if err := r.visit(p); err != nil {
				return o, err
			}
			r.parameter(p, &o, seen)
		}
	}
	entries(member(node, "responses"), func(status, response *yaml.Node) {
		if err == nil && !strings.HasPrefix(status.Value, "x-") {
			err = r.addResponse(status, response, &o, shared)
		}
	})
	return o, err
}

// visit counts a value and its members as looked at.
func (r *reader) visit(node *yaml.Node) error {
	r.left--
	if node != nil {
		r.left -= len(node.Content)
	}
	if r.left < 0 {
		return r.errorAt(node, "more than the limit of %d values to look at, references counted as what they stand for", MaxSteps)
	}
	return nil
}

// parameter adds a parameter unless one of its name and kind was seen already;
// names of headers are compared without case.
func (r *reader) parameter(node *yaml.Node, o *Operation, seen map[string]bool) {
	place := r.position(node)
	node, open := r.resolve(node)
	if open != nil {
		o.Open = append(o.Open, *open)
		return
	}
	p := Parameter{
		Name: text(member(node, "name")), In: text(member(node, "in")),
		Required: text(member(node, "required")) == "true", Position: place,
	}
	name := p.In + " " + p.Name
	if p.In == "header" {
		name = strings.ToLower(name)
	}
	if seen[name] {
		return
	}
	seen[name] = true
	schema, open := r.resolve(member(node, "schema"))
	if open != nil {
		o.Open = append(o.Open, *open)
	}
	p.MinLength, p.MaxLength = number(member(schema, "minLength")), number(member(schema, "maxLength"))
	p.Pattern = text(member(schema, "pattern"))
	o.Parameters = append(o.Parameters, p)
}

func (r *reader) addResponse(status, node *yaml.Node, o *Operation, shared map[*yaml.Node]*Response) error {
	if err := r.visit(node); err != nil {
		return err
	}
	target, open := r.resolve(node)
	if open != nil {
		o.Open = append(o.Open, *open)
		return nil
	}
	known := shared[target]
	if known == nil {
		known = &Response{}
		entries(member(target, "headers"), func(name, _ *yaml.Node) { known.Headers = append(known.Headers, name.Value) })
		body := codes{reader: r, seen: map[*yaml.Node]bool{}, values: map[string]bool{}}
		if err := body.content(member(target, "content")); err != nil {
			return err
		}
		known.Codes, known.codes = body.found, body.values
		if target != nil {
			shared[target] = known
		}
		o.Open = append(o.Open, body.open...)
	}
	response := *known
	response.Status, response.Position = status.Value, r.position(status)
	o.Responses = append(o.Responses, response)
	return nil
}

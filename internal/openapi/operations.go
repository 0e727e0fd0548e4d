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
	if key, ttl := find(member(node, "x-idempotency"), "ttl"); ttl != nil {
		o.TTL = Text{text(ttl), r.position(key)}
	}
	for _, list := range []*yaml.Node{member(node, "parameters"), common} {
		for _, p := range items(list) {
			if err := r.step(p); err != nil {
				return o, err
			}
			r.parameter(p, &o)
		}
	}
	var err error
	entries(member(node, "responses"), func(status, response *yaml.Node) {
		if err == nil && !strings.HasPrefix(status.Value, "x-") {
			err = r.addResponse(status, response, &o, shared)
		}
	})
	return o, err
}

func (r *reader) step(node *yaml.Node) error {
	if r.left--; r.left < 0 {
		return r.errorAt(node, "more than the limit of %d values to look at, references counted as what they stand for", MaxSteps)
	}
	return nil
}

// parameter adds a parameter unless one of its name and kind is there already.
func (r *reader) parameter(node *yaml.Node, o *Operation) {
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
	for _, other := range o.Parameters {
		if other.In == p.In && same(other, p) {
			return
		}
	}
	schema, open := r.resolve(member(node, "schema"))
	if open != nil {
		o.Open = append(o.Open, *open)
	}
	p.MinLength, p.MaxLength = number(member(schema, "minLength")), number(member(schema, "maxLength"))
	p.Pattern, p.Format = text(member(schema, "pattern")), text(member(schema, "format"))
	p.Type = text(member(schema, "type"))
	o.Parameters = append(o.Parameters, p)
}

// same compares names; those of headers without case.
func same(a, b Parameter) bool {
	if a.In == "header" {
		return strings.EqualFold(a.Name, b.Name)
	}
	return a.Name == b.Name
}

func (r *reader) addResponse(status, node *yaml.Node, o *Operation, shared map[*yaml.Node]*Response) error {
	target, open := r.resolve(node)
	if open != nil {
		o.Open = append(o.Open, *open)
		return nil
	}
	known := shared[target]
	if known == nil {
		known = &Response{}
		entries(member(target, "headers"), func(name, _ *yaml.Node) { known.Headers = append(known.Headers, name.Value) })
		body := codes{reader: r, seen: map[*yaml.Node]bool{}}
		if err := body.content(member(target, "content")); err != nil {
			return err
		}
		known.Codes = body.found
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

package openapi

import (
	"net/url"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// bare follows aliases; check has refused circles of them.
func bare(node *yaml.Node) *yaml.Node {
	for node != nil && node.Kind == yaml.AliasNode {
		node = node.Alias
	}
	return node
}

// entries visits the members of a mapping in the order of the file, then those
// that it merges (<<) and does not replace.
func entries(node *yaml.Node, visit func(key, value *yaml.Node)) {
	seen := map[string]bool{}
	eachEntry(bare(node), seen, visit)
}

func eachEntry(node *yaml.Node, seen map[string]bool, visit func(key, value *yaml.Node)) {
	if node == nil || node.Kind != yaml.MappingNode {
		return
	}
	var merged []*yaml.Node
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], bare(node.Content[i+1])
		switch {
		case key.Tag == "!!merge" && value.Kind == yaml.SequenceNode:
			merged = append(merged, value.Content...)
		case key.Tag == "!!merge":
			merged = append(merged, value)
		case !seen[key.Value]:
			seen[key.Value] = true
			visit(key, value)
		}
	}
	for _, m := range merged {
		eachEntry(bare(m), seen, visit)
	}
}

func find(node *yaml.Node, name string) (key, value *yaml.Node) {
	entries(node, func(k, v *yaml.Node) {
		if k.Value == name {
			key, value = k, v
		}
	})
	return key, value
}

func member(node *yaml.Node, names ...string) *yaml.Node {
	for _, name := range names {
		_, node = find(node, name)
	}
	return node
}

func keyOf(node *yaml.Node, name string) *yaml.Node {
	key, _ := find(node, name)
	return key
}

func items(node *yaml.Node) []*yaml.Node {
	node = bare(node)
	if node == nil || node.Kind != yaml.SequenceNode {
		return nil
	}
	out := make([]*yaml.Node, len(node.Content))
	for i, item := range node.Content {
		out[i] = bare(item)
	}
	return out
}

func text(node *yaml.Node) string {
	if node = bare(node); node == nil || node.Kind != yaml.ScalarNode || node.Tag == "!!null" {
		return ""
	}
	return node.Value
}

// number returns an integer that is not negative, or nil.
func number(node *yaml.Node) *int {
	n, err := strconv.Atoi(text(node))
	if err != nil || n < 0 {
		return nil
	}
	return &n
}

// resolve follows references until a value stands there. Open is set if it does
// not get there.
func (r *reader) resolve(node *yaml.Node) (value *yaml.Node, open *Open) {
	seen := map[*yaml.Node]bool{}
	for node = bare(node); ; {
		refNode := r.indexed(node)["$ref"]
		ref := text(refNode)
		if ref == "" {
			return node, nil
		}
		local, isLocal := strings.CutPrefix(ref, "#")
		if len(ref) > MaxName { // it is repeated in messages
			ref = strings.ToValidUTF8(ref[:MaxName], "") + "…"
		}
		switch {
		case !isLocal:
			return nil, &Open{ref, "leads out of the document, which is not followed", r.position(refNode)}
		case seen[node]:
			return nil, &Open{ref, "leads in a circle", r.position(refNode)}
		}
		seen[node] = true
		if node = r.lookUp(local); node == nil {
			return nil, &Open{ref, "leads to nothing", r.position(refNode)}
		}
	}
}

// lookUp follows a JSON pointer from the document's root.
func (r *reader) lookUp(pointer string) *yaml.Node {
	at := r.root
	if pointer == "" {
		return at
	}
	tokens := strings.Split(pointer, "/")
	if tokens[0] != "" || len(tokens) > MaxDepth {
		return nil
	}
	for _, token := range tokens[1:] {
		if decoded, err := url.PathUnescape(token); err == nil {
			token = decoded
		}
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		if list := items(at); list != nil {
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(list) {
				return nil
			}
			at = list[i]
			continue
		}
		if at = r.indexed(at)[token]; at == nil {
			return nil
		}
	}
	return at
}

// indexed returns a mapping's members by name. Many references lead through one
// mapping, which is long where they are many.
func (r *reader) indexed(node *yaml.Node) map[string]*yaml.Node {
	index, ok := r.index[node]
	if !ok {
		index = map[string]*yaml.Node{}
		entries(node, func(key, value *yaml.Node) { index[key.Value] = value })
		r.index[node] = index
	}
	return index
}

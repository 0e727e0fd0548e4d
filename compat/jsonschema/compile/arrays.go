package compile

import (
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/internal/jsondoc"
)

// arrays reads the keywords that judge arrays.
func (r *reader) arrays() {
	r.items()
	r.contains()
	if n, at, ok := r.count("minItems"); ok {
		r.say("minItems", at, r.graph.Node(logic.Node{Kind: logic.AtLeast, N: n}, r.always()))
	}
	if n, at, ok := r.count("maxItems"); ok {
		r.say("maxItems", at, r.graph.Node(logic.Node{Kind: logic.AtMost, N: n}, r.always()))
	}
	if at, ok := r.typed("uniqueItems", jsondoc.Bool); ok && at.node.Bool {
		r.say("uniqueItems", at, r.graph.Node(logic.Node{Kind: logic.Unique}))
	}
}

// items reads the keywords for items by position: prefixItems and items since
// 2020-12, items and additionalItems before.
func (r *reader) items() {
	tuple, rest := "items", "additionalItems"
	if r.at.res.draft >= Draft2020 {
		tuple, rest = "prefixItems", "items"
	}
	length := 0
	if at, ok := r.keyword(tuple); ok {
		if at.node.Kind != jsondoc.Array {
			if tuple == "prefixItems" {
				r.fail(at, "prefixItems: found %s, want an array of schemas", at.node.Kind)
				return
			}
			r.apply("items", "", at, Step{Items: true, To: logic.Endless})
			return // additionalItems has no meaning beside one schema for all items
		}
		for i, item := range at.node.Items {
			r.apply(tuple, "", at.to(item), Step{Items: true, From: i, To: i + 1})
		}
		length = len(at.node.Items)
	} else if rest == "additionalItems" {
		return // nor without items
	}
	if at, ok := r.keyword(rest); ok {
		r.apply(rest, "", at, Step{Items: true, From: length, To: logic.Endless})
	}
}

func (r *reader) contains() {
	at, ok := r.keyword("contains")
	if !ok || r.at.res.draft < Draft6 {
		return
	}
	sub := r.child(at)
	least := 1
	if r.at.res.draft >= Draft2019 {
		if n, p, ok := r.count("maxContains"); ok {
			r.say("maxContains", p, r.graph.Node(logic.Node{Kind: logic.AtMost, N: n}, sub))
		}
		if n, p, ok := r.count("minContains"); ok {
			least = n
			r.say("minContains", p, r.graph.Node(logic.Node{Kind: logic.AtLeast, N: n}, sub))
			return
		}
	}
	r.say("contains", at, r.graph.Node(logic.Node{Kind: logic.AtLeast, N: least}, sub))
}

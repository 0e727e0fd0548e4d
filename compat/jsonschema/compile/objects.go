package compile

import (
	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/internal/jsondoc"
)

// objects reads the keywords that judge objects.
func (r *reader) objects() {
	names, patterns := r.properties(), r.patternProperties()
	if at, ok := r.keyword("additionalProperties"); ok {
		rest := r.table.Region(true, names, patterns)
		r.apply("additionalProperties", "", at, Step{Region: rest})
		r.mentionRest(at)
	}
	if at, ok := r.keyword("propertyNames"); ok && r.at.res.draft >= Draft6 {
		sub := r.child(at)
		r.say("propertyNames", at, r.graph.Node(logic.Node{Kind: logic.Names, Region: r.table.Everything()}, sub))
	}
	r.required()
	if n, at, ok := r.count("minProperties"); ok {
		r.say("minProperties", at, r.graph.Node(logic.Node{Kind: logic.MinProps, N: n, Region: r.table.Everything()}))
	}
	if n, at, ok := r.count("maxProperties"); ok {
		r.say("maxProperties", at, r.graph.Node(logic.Node{Kind: logic.MaxProps, N: n, Region: r.table.Everything()}))
	}
	r.dependencies()
}

func (r *reader) properties() []string {
	at, ok := r.typed("properties", jsondoc.Object)
	if !ok {
		return nil
	}
	var names []string
	for _, m := range at.node.Members {
		names = append(names, m.Name)
		r.apply("properties", m.Name, at.to(m.Value), Step{Region: r.table.Name(m.Name)})
	}
	r.mention(at, names, nil)
	return names
}

func (r *reader) patternProperties() []*logic.Pattern {
	at, ok := r.typed("patternProperties", jsondoc.Object)
	if !ok {
		return nil
	}
	var patterns []*logic.Pattern
	for _, m := range at.node.Members {
		p := r.table.Pattern(m.Name)
		patterns = append(patterns, p)
		r.apply("patternProperties", m.Name, at.to(m.Value), Step{Region: r.table.Region(false, nil, []*logic.Pattern{p})})
	}
	if len(patterns) > 0 {
		r.mention(at, nil, patterns)
	}
	return patterns
}

func (r *reader) required() {
	at, ok := r.keyword("required")
	if !ok || at.node.Kind == jsondoc.Bool { // a boolean is draft 3's, without meaning since
		return
	}
	names := r.names("required", at)
	for i, name := range names {
		r.sayOf("required", name, at.to(at.node.Items[i]), r.requires(name))
	}
	if len(names) > 0 {
		r.mention(at, names, nil)
	}
}

func (r *reader) requires(name string) logic.Ref {
	return r.graph.Node(logic.Node{Kind: logic.Required, Text: name})
}

// dependencies reads dependentRequired, dependentSchemas, and the older
// keyword that was both, which validators honour in every draft.
func (r *reader) dependencies() {
	keywords := []string{"dependencies"}
	if r.at.res.draft >= Draft2019 {
		keywords = append(keywords, "dependentRequired", "dependentSchemas")
	}
	for _, keyword := range keywords {
		at, ok := r.typed(keyword, jsondoc.Object)
		if !ok {
			continue
		}
		for _, m := range at.node.Members {
			r.dependency(keyword, m.Name, at.to(m.Value))
		}
	}
}

func (r *reader) dependency(keyword, name string, at place) {
	absent := r.requires(name).Not() // of an object; other values need no dependency
	object := r.graph.Lit(r.table.Type(logic.Object))
	mentioned := []string{name}
	switch {
	case at.node.Kind == jsondoc.Array && keyword != "dependentSchemas":
		needed := r.names(keyword, at)
		mentioned = append(mentioned, needed...)
		var all []logic.Ref
		for _, n := range needed {
			all = append(all, r.requires(n))
		}
		r.sayOf(keyword, name, at, r.graph.Or(absent, r.graph.And(all...)))
	case at.node.Kind == jsondoc.String && keyword == "dependencies":
		mentioned = append(mentioned, at.node.Text)
		r.sayOf(keyword, name, at, r.graph.Or(absent, r.requires(at.node.Text)))
	case keyword != "dependentRequired":
		r.sayOf(keyword, name, at, r.graph.Or(object.Not(), absent, r.inPlace(at)))
	default:
		r.fail(at, "%s: found %s, want an array of names", keyword, at.node.Kind)
	}
	r.mention(at, mentioned, nil)
}

// mention records names that the schema knows, for the lenient policy.
func (r *reader) mention(at place, names []string, patterns []*logic.Pattern) {
	if r.options.Semantics.Policy != evctl.Strict {
		r.know(at, r.table.Region(false, names, patterns))
	}
}

// mentionRest records what additionalProperties or unevaluatedProperties says
// about knowing: false declares that the listed names are all there are, a
// schema that says nothing is as absent, any other knows every name.
func (r *reader) mentionRest(at place) {
	switch {
	case r.options.Semantics.Policy == evctl.Strict:
	case at.node.Kind == jsondoc.Bool && !at.node.Bool:
		r.know(at, r.table.Region(false, nil, nil))
	default:
		rest := r.child(at)
		r.say("", at, r.graph.Node(logic.Node{Kind: logic.Mention, Region: r.table.Everything()}, rest))
	}
}

func (r *reader) know(at place, region *logic.Region) {
	r.say("", at, r.graph.Node(logic.Node{Kind: logic.Mention, Region: region}))
}

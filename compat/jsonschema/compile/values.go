package compile

import (
	"strings"

	"github.com/evctl/evctl/compat/jsonschema/decimal"
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/value"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/jsonschema"
)

func fragment(ref string) string {
	_, f, _ := strings.Cut(ref, "#")
	return f
}

// anyType reads the keywords that judge values of all types.
func (r *reader) anyType() {
	if at, ok := r.keyword("type"); ok {
		r.say("type", at, r.graph.Node(logic.Node{Kind: logic.Typed, Of: r.types(at)}))
	}
	if at, ok := r.typed("enum", jsondoc.Array); ok {
		r.say("enum", at, r.values("enum", at, at.node.Items))
	}
	if at, ok := r.keyword("const"); ok { // in draft 4 too: real schemas mean it, the specification ignores it
		r.say("const", at, r.values("const", at, []*jsondoc.Node{at.node}))
	}
	if at, ok := r.keyword("x-extensible-enum"); ok && at.node.Kind == jsondoc.Array {
		r.schema.Open = true
		if r.options.Enforce {
			r.say("x-extensible-enum", at, r.openEnum(at))
		}
	}
}

// openEnum limits what is written to the values listed, and to values of types
// that the list does not speak of, null for one.
func (r *reader) openEnum(at place) logic.Ref {
	listed := r.values("x-extensible-enum", at, at.node.Items)
	var of logic.Types
	for _, item := range at.node.Items {
		named, _ := logic.TypeNamed(item.Kind.String())
		of |= named
	}
	return r.graph.Or(r.graph.Node(logic.Node{Kind: logic.Typed, Of: logic.All &^ of}), listed)
}

func (r *reader) types(at place) logic.Types {
	if at.node.Kind != jsondoc.Array {
		return r.typeNamed(at)
	}
	var of logic.Types
	for _, item := range at.node.Items {
		of |= r.typeNamed(at.to(item))
	}
	return of
}

func (r *reader) typeNamed(at place) logic.Types {
	of, ok := logic.TypeNamed(at.node.Text)
	if at.node.Kind != jsondoc.String || !ok {
		r.fail(at, "type: found %s, want null, boolean, integer, number, string, array or object, or an array of these", describe(at.node))
		return logic.All
	}
	return of
}

func describe(n *jsondoc.Node) string {
	if n.Kind == jsondoc.String && len(n.Text) < 40 {
		return `"` + n.Text + `"`
	}
	return n.Kind.String()
}

func (r *reader) values(keyword string, at place, list []*jsondoc.Node) logic.Ref {
	values := make([]*value.Value, 0, len(list))
	for _, n := range list {
		v, err := value.Of(n)
		if err != nil {
			r.failLimit(at.to(n), "%s: %v", keyword, err)
			continue
		}
		values = append(values, v)
	}
	return r.graph.Lit(r.table.Enum(values))
}

func (r *reader) number(name string) (decimal.Decimal, place, bool) {
	at, ok := r.typed(name, jsondoc.Number)
	if !ok {
		return decimal.Decimal{}, at, false
	}
	d, err := decimal.Parse(at.node.Text)
	if err != nil {
		r.failLimit(at, "%s: number %.40s: %v", name, at.node.Text, err)
		return d, at, false
	}
	return d, at, true
}

// numbers reads the keywords that judge numbers.
func (r *reader) numbers() {
	r.bound("minimum", "exclusiveMinimum", logic.Minimum)
	r.bound("maximum", "exclusiveMaximum", logic.Maximum)
	if d, at, ok := r.number("multipleOf"); ok {
		if strings.HasPrefix(d.String(), "-") || d.String() == "0" {
			r.fail(at, "multipleOf: found %s, want a number above 0", at.node.Text)
			return
		}
		r.say("multipleOf", at, r.graph.Node(logic.Node{Kind: logic.MultipleOf, Number: d}))
	}
}

// bound reads a bound and its exclusive kin: a boolean that sharpens the bound
// in draft 4, a bound of its own since.
func (r *reader) bound(name, exclusive string, kind logic.Kind) {
	open := false
	if at, ok := r.keyword(exclusive); ok {
		if at.node.Kind == jsondoc.Bool {
			open = at.node.Bool
		} else if d, at, ok := r.number(exclusive); ok && r.at.res.draft >= Draft6 {
			r.say(exclusive, at, r.graph.Node(logic.Node{Kind: kind, Open: true, Number: d}))
		}
	}
	if d, at, ok := r.number(name); ok {
		r.say(name, at, r.graph.Node(logic.Node{Kind: kind, Open: open, Number: d}))
	}
}

// count reads a number of characters, members or items.
func (r *reader) count(name string) (int, place, bool) {
	d, at, ok := r.number(name)
	if !ok {
		return 0, at, false
	}
	text := d.String()
	if !d.IsInteger() || strings.HasPrefix(text, "-") {
		r.fail(at, "%s: found %s, want a whole number from 0", name, at.node.Text)
		return 0, at, false
	}
	return smallCount(text), at, true
}

// Large is the count that stands for it and all greater ones.
const Large = 1<<31 - 2

func smallCount(digits string) int {
	if len(digits) > 9 {
		return Large
	}
	n := 0
	for _, digit := range []byte(digits) {
		n = n*10 + int(digit-'0')
	}
	return n
}

// strings reads the keywords that judge strings.
func (r *reader) strings() {
	if n, at, ok := r.count("minLength"); ok {
		r.say("minLength", at, r.graph.Node(logic.Node{Kind: logic.MinLength, N: n}))
	}
	if n, at, ok := r.count("maxLength"); ok {
		r.say("maxLength", at, r.graph.Node(logic.Node{Kind: logic.MaxLength, N: n}))
	}
	if at, ok := r.typed("pattern", jsondoc.String); ok {
		r.say("pattern", at, r.graph.Node(logic.Node{Kind: logic.Matches, Pattern: r.table.Pattern(at.node.Text)}))
	}
	if r.options.Semantics.AssertFormats {
		r.content()
	}
	asserts := r.options.Semantics.AssertFormats || r.at.res.speaks.AssertFormat
	if at, ok := r.typed("format", jsondoc.String); ok && asserts {
		if name := jsonschema.FormatIn(r.at.res.draft, at.node.Text); logic.KnownFormat(name) {
			r.say("format", at, r.graph.Node(logic.Node{Kind: logic.Format, Text: name}))
		}
	}
}

// combinators reads the keywords that combine schemas for the same value.
func (r *reader) combinators() {
	if at, ok := r.typed("allOf", jsondoc.Array); ok {
		for _, branch := range at.node.Items {
			r.apply("allOf", "", at.to(branch), Step{})
		}
	}
	if at, ok := r.typed("anyOf", jsondoc.Array); ok {
		r.say("anyOf", at, r.graph.Or(r.branches(at)...))
	}
	if at, ok := r.typed("oneOf", jsondoc.Array); ok {
		r.say("oneOf", at, r.graph.Node(logic.Node{Kind: logic.OneOf}, r.branches(at)...))
	}
	if at, ok := r.keyword("not"); ok {
		r.say("not", at, r.inPlace(at).Not())
	}
	r.conditional()
}

func (r *reader) branches(at place) []logic.Ref {
	if len(at.node.Items) == 0 {
		r.fail(at, "found no schemas, want at least one")
	}
	refs := make([]logic.Ref, len(at.node.Items))
	for i, branch := range at.node.Items {
		refs[i] = r.inPlace(at.to(branch))
	}
	return refs
}

func (r *reader) conditional() {
	at, ok := r.keyword("if")
	if !ok || r.at.res.draft < Draft7 {
		return
	}
	condition := r.inPlace(at)
	then, hasThen := r.keyword("then")
	if hasThen {
		r.say("then", then, r.graph.Or(condition.Not(), r.inPlace(then)))
	}
	other, hasElse := r.keyword("else")
	if hasElse {
		r.say("else", other, r.graph.Or(condition, r.inPlace(other)))
	}
	if !hasThen && !hasElse { // what the condition names is known all the same
		r.say("", at, r.graph.Or(condition, r.always()))
	}
}

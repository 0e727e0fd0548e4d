package jsonschema

import (
	"context"
	"strings"
	"testing"

	"github.com/evctl/evctl"
)

// A trap is a pair on which an engine is easily wrong. The witness, where one
// is given, is the one that must be found; every witness is confirmed by other
// validators in any case.
type trap struct {
	name           string
	writer, reader string
	policy         evctl.Policy
	verdict        evctl.Verdict
	witness        string
	draft          string
}

const (
	yes = evctl.Compatible
	no  = evctl.Incompatible
	und = evctl.Undecided
)

var strictTraps = []trap{
	{name: "a conflict of objects says nothing of other types",
		writer: `{"properties":{"a":false},"required":["a"]}`, reader: `false`, verdict: no, witness: `null`},
	{name: "a branch for objects alone does not empty the union",
		writer: `{"anyOf":[{"properties":{"a":false},"required":["a"]},{"type":"object"}]}`, reader: `{"type":"object"}`, verdict: no, witness: `null`},
	{name: "names that propertyNames lists are no fresh names",
		writer: `{"type":"object","propertyNames":{"enum":["a","b"]},"minProperties":2}`, reader: `{"required":["a","b"]}`, verdict: yes},
	{name: "no third name where propertyNames lists two",
		writer: `{"type":"object","propertyNames":{"enum":["a","b"]},"minProperties":3}`, reader: `false`, verdict: yes},
	{name: "counts bound what fills them",
		writer: `{"type":"object","minProperties":2,"maxProperties":1}`, reader: `false`, verdict: yes},
	{name: "one member may meet two demands",
		writer: `{"type":"object","maxProperties":1,"required":["a"],"patternProperties":{"^b":{"type":"string"}}}`,
		reader: `{"patternProperties":{"^b":false}}`, verdict: yes},
	{name: "patterns overlap",
		writer: `{"type":"object","patternProperties":{"^a":{"type":"integer"},"b$":{"type":"string"}}}`,
		reader: `{"patternProperties":{"^a.*b$":false}}`, verdict: yes},
	{name: "names that only the reader's patterns match",
		writer: `{"type":"object","additionalProperties":{"type":"string"}}`,
		reader: `{"patternProperties":{"^x-":{"type":"integer"}}}`, verdict: no, witness: `{"x-":""}`},
	{name: "closed branches of a oneOf overlap on the empty object",
		writer:  `{"type":"object","properties":{"a":true},"additionalProperties":false}`,
		reader:  `{"oneOf":[{"properties":{"a":true},"additionalProperties":false},{"properties":{"b":true},"additionalProperties":false}]}`,
		verdict: no, witness: `{}`},
	{name: "not oneOf is none or two",
		writer: `{"not":{"oneOf":[{"minimum":2},{"maximum":5}]},"type":"integer"}`, reader: `{"minimum":2,"maximum":5}`, verdict: yes},
	{name: "an excluded object is excluded by its parts",
		writer: `{"type":"object","not":{"enum":[{},{"a":1}]}}`, reader: `{"minProperties":1,"not":{"const":{"a":1.0}}}`, verdict: yes},
	{name: "an excluded array, too",
		writer: `{"type":"array","not":{"const":[]}}`, reader: `{"minItems":1}`, verdict: yes},
	{name: "between two numbers there is another",
		writer: `{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":0.001}`, reader: `{"multipleOf":0.0001}`, verdict: no},
	{name: "steps that never meet",
		writer: `{"multipleOf":0.3,"type":"number","minimum":1,"maximum":1.1}`, reader: `false`, verdict: yes},
	{name: "whole numbers however written", writer: `{"enum":[1.0,2e0]}`, reader: `{"type":"integer"}`, verdict: yes},
	{name: "numbers beyond floats",
		writer: `{"type":"integer","minimum":9007199254740993}`, reader: `{"not":{"const":9007199254740992}}`, verdict: yes},
	{name: "lengths are code points", writer: `{"const":"😀"}`, reader: `{"maxLength":1}`, verdict: yes},
	{name: "a dot matches no line feed",
		writer: `{"type":"string","minLength":1}`, reader: `{"pattern":".+"}`, verdict: no},
	{name: "unanchored patterns", writer: `{"type":"string"}`, reader: `{"pattern":"a*"}`, verdict: yes},
	{name: "look-ahead at the start is an intersection",
		writer: `{"type":"string","pattern":"^(?!a)[a-c]$"}`, reader: `{"enum":["b","c"]}`, verdict: yes},
	{name: "and anywhere else it binds what follows",
		writer: `{"type":"string","pattern":"^(a(?!bb)|b)*$"}`, reader: `{"pattern":"^(?!.*abb)"}`, verdict: yes},
	{name: "and no more than that",
		writer: `{"type":"string","pattern":"^(a(?!bb)|b)*$"}`, reader: `{"pattern":"^(?!.*ab)"}`, verdict: no, witness: `"ab"`},
	{name: "equal patterns cancel, whatever they say",
		writer: `{"type":"string","pattern":"^(a)\\1$","minLength":2}`, reader: `{"pattern":"^(a)\\1$"}`, verdict: yes},
	{name: "different patterns beyond automata do not",
		writer: `{"type":"string","pattern":"^(a)\\1$"}`, reader: `{"pattern":"^(b)\\1$"}`, verdict: und},
	{name: "names that match a pattern beyond automata, or not",
		writer: `{"type":"object","patternProperties":{"(a)\\1":{"type":"string"}}}`, reader: `{"type":"object","patternProperties":{"(a)\\1":{"type":"integer"}}}`, verdict: und},
	{name: "are names all the same",
		writer: `{"type":"object","patternProperties":{"(a)\\1":{"type":"string"}}}`, reader: `{"type":"object","patternProperties":{"(a)\\1":{"type":["string","null"]}}}`, verdict: yes},
	{name: "formats of different names", writer: `{"format":"made-up"}`, reader: `{"format":"date"}`, verdict: yes},
	{name: "references that lead nowhere cancel",
		writer: `{"properties":{"a":{"$ref":"other.json"}}}`, reader: `{"properties":{"a":{"$ref":"other.json"},"b":true}}`, verdict: yes},
	{name: "or leave the question open",
		writer: `{"properties":{"a":{"$ref":"other.json"}}}`, reader: `{"properties":{"a":{"$ref":"another.json"}}}`, verdict: und},
	{name: "unless the break is elsewhere",
		writer: `{"type":"object","properties":{"a":{"$ref":"other.json"}}}`, reader: `{"required":["b"]}`, verdict: no, witness: `{}`},
	{name: "recursion ends in finite values",
		writer: `{"type":"object","required":["next"],"properties":{"next":{"$ref":"#"}}}`, reader: `false`, verdict: yes},
	{name: "recursion of another shape",
		writer:  `{"$defs":{"n":{"type":"object","properties":{"l":{"$ref":"#/$defs/n"},"v":{"type":"integer"}}}},"$ref":"#/$defs/n"}`,
		reader:  `{"type":"object","properties":{"l":{"type":"object","properties":{"l":{"$ref":"#"},"v":{"type":"number"}}},"v":{"type":"number"}}}`,
		draft:   "2020-12",
		verdict: yes},
	{name: "a schema that is only itself is nothing to judge", writer: `{"$ref":"#"}`, reader: `{"type":"string"}`, verdict: und},
	{name: "two lists of the same pigeons", writer: `{"type":"array","minItems":3,"uniqueItems":true,"items":{"enum":[1,2]}}`, reader: `false`, verdict: yes},
	{name: "unique items that greed gets wrong",
		writer: `{"type":"array","prefixItems":[{"enum":[1,2]},{"enum":[1]}],"minItems":2,"maxItems":2,"uniqueItems":true}`,
		reader: `{"prefixItems":[{"const":2}]}`, draft: "2020-12", verdict: yes},
	{name: "contains counts",
		writer: `{"type":"array","contains":{"const":1},"minContains":2,"maxItems":2}`, reader: `{"items":{"const":1}}`, draft: "2020-12", verdict: yes},
	{name: "dependentRequired is nothing to other types",
		writer: `{"dependentRequired":{"a":["b"]}}`, reader: `{"type":"object"}`, draft: "2020-12", verdict: no, witness: `null`},
	{name: "unevaluated after a branch",
		writer:  `{"type":"object","properties":{"k":{"const":1},"b":{"type":"string"}},"required":["k"],"additionalProperties":false}`,
		reader:  `{"anyOf":[{"properties":{"k":{"const":1},"b":true},"required":["k"]},{"properties":{"k":true}}],"unevaluatedProperties":false}`,
		draft:   "2020-12",
		verdict: yes},
	{name: "draft 4 spells exclusion with a boolean",
		writer: `{"type":"integer","minimum":1,"exclusiveMinimum":true}`, reader: `{"minimum":2}`, verdict: yes},
	{name: "siblings of $ref mean nothing in draft 7",
		writer: `{"definitions":{"s":{"type":"string"}},"$ref":"#/definitions/s","minLength":3}`, reader: `{"minLength":3}`, draft: "7", verdict: no, witness: `""`},
	{name: "an $id in an enum is a value",
		writer: `{"properties":{"a":{"enum":[{"$id":"http://x.test/y"}]},"b":{"$ref":"http://x.test/y"}}}`,
		reader: `{"properties":{"b":{"type":"string"}}}`, verdict: und},
	{name: "huge counts", writer: `{"type":"array","minItems":9007199254740992}`, reader: `{"minItems":3}`, verdict: yes},
	{name: "an empty writer reads as anything, strictly", writer: `false`, reader: `{"type":"string"}`, verdict: yes},
}

var lenientTraps = []trap{
	{name: "first field added to a free object", writer: `{"type":"object"}`, reader: `{"type":"object","properties":{"a":{"type":"string"}}}`, verdict: no, witness: `{"a":null}`},
	{name: "first field added to a closed object", writer: `{"type":"object","additionalProperties":false}`, reader: `{"type":"object","properties":{"a":{"type":"string"}}}`, verdict: yes},
	{name: "and read by the closed one", writer: `{"type":"object","properties":{"a":{"type":"string"}}}`, reader: `{"type":"object","additionalProperties":false}`, verdict: yes},
	{name: "first field added beside properties {}", writer: `{"type":"object","properties":{}}`, reader: `{"type":"object","properties":{"a":{"type":"string"}}}`, verdict: yes},
	{name: "optional fields come and go", writer: `{"properties":{"a":{"type":"string"}}}`, reader: `{"properties":{"b":{"type":"string"}}}`, verdict: yes},
	{name: "a name used again with another type", writer: `{"properties":{"a":{"type":"string"}}}`, reader: `{"properties":{"a":{"type":"integer"}}}`, verdict: no, witness: `{"a":""}`},
	{name: "required but never declared is known", writer: `{"type":"object","required":["a"]}`, reader: `{"type":"object","required":["a"]}`, verdict: yes},
	{name: "counts speak of known names",
		writer: `{"type":"object","properties":{"a":true},"minProperties":1}`, reader: `{"type":"object","properties":{"b":true},"minProperties":1}`, verdict: no, witness: `{"a":null}`},
	{name: "a wider writer fits a small reader once names are dropped",
		writer: `{"type":"object","properties":{"a":true,"b":true}}`, reader: `{"type":"object","properties":{"a":true},"maxProperties":1}`, verdict: yes},
	{name: "a null branch frees nobody",
		writer: `{"anyOf":[{"type":"null"},{"type":"object","properties":{"x":{"type":"string"}}}]}`,
		reader: `{"anyOf":[{"type":"null"},{"type":"object","properties":{"x":{"type":"string"},"y":{"type":"string"}}}]}`, verdict: yes},
	{name: "a free branch frees the union",
		writer: `{"anyOf":[{"type":"object"},{"properties":{"a":{"type":"string"}}}]}`, reader: `{"properties":{"a":{"type":"string"}}}`, verdict: no},
	{name: "cousins know each other's names",
		writer:  `{"allOf":[{"type":"object","properties":{"n":{"properties":{"a":{"type":"string"}}}}},{"properties":{"n":{"properties":{"b":{"type":"string"}}}}}]}`,
		reader:  `{"type":"object","properties":{"n":{"properties":{"a":{"type":"string"},"b":{"type":"string"}}}}}`,
		verdict: yes},
	{name: "a closed reader still refuses a cousin's name",
		writer:  `{"type":"object","properties":{"a":true,"b":true}}`,
		reader:  `{"allOf":[{"type":"object","properties":{"a":true},"additionalProperties":false},{"properties":{"b":true}}]}`,
		verdict: no, witness: `{"b":null}`},
	{name: "a name that one branch of a union shares",
		writer:  `{"oneOf":[{"properties":{"k":{"const":"a"},"n":{"type":"null"}},"required":["k"]},{"properties":{"k":{"const":"b"},"n":{"type":"integer"}},"required":["k"]}]}`,
		reader:  `{"oneOf":[{"properties":{"k":{"const":"a"}},"required":["k"]},{"properties":{"k":{"const":"b"},"n":{"type":"integer"}},"required":["k"]}]}`,
		verdict: yes},
	{name: "and one that the writer's branch has and the reader's refuses",
		writer:  `{"oneOf":[{"properties":{"k":{"const":"a"},"n":{"type":"null"}},"required":["k"]},{"properties":{"k":{"const":"b"},"n":{"type":"integer"}},"required":["k"]}]}`,
		reader:  `{"oneOf":[{"properties":{"k":{"const":"a"}},"required":["k"],"additionalProperties":false},{"properties":{"k":{"const":"b"},"n":{"type":"integer"}},"required":["k"],"additionalProperties":false}]}`,
		verdict: no, witness: `{"k":"a","n":null}`},
	{name: "a map's keys are all known",
		writer: `{"type":"object","additionalProperties":{"type":"string"}}`, reader: `{"type":"object","additionalProperties":{"type":"integer"}}`, verdict: no},
	{name: "explicit additionalProperties true is as absent",
		writer: `{"type":"object","properties":{"a":true},"additionalProperties":true}`, reader: `{"type":"object","properties":{"b":{"type":"integer"}}}`, verdict: yes},
	{name: "propertyNames of a map",
		writer: `{"type":"object","propertyNames":{"pattern":"^[a-z]+$"},"additionalProperties":{"type":"string"}}`,
		reader: `{"type":"object","propertyNames":{"maxLength":3},"additionalProperties":{"type":"string"}}`, verdict: no, witness: `{"aaaa":""}`},
	{name: "dropping names can make items equal",
		writer: `{"type":"array","uniqueItems":true,"items":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}}}}`,
		reader: `{"type":"array","uniqueItems":true,"items":{"type":"object","properties":{"a":{"type":"integer"}}}}`, verdict: no, witness: `[{},{"b":0}]`},
	{name: "or not, where one item is all there is",
		writer: `{"type":"array","maxItems":1,"uniqueItems":true,"items":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}}}}`,
		reader: `{"type":"array","uniqueItems":true,"items":{"type":"object","properties":{"a":{"type":"integer"}}}}`, verdict: yes},
	{name: "items that may repeat look as they did",
		writer: `{"type":"array","items":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}}}}`,
		reader: `{"type":"array","uniqueItems":true,"items":{"type":"object","properties":{"a":{"type":"integer"}}}}`, verdict: no, witness: `[{},{}]`},
	{name: "contains where items are seen differently by position",
		writer: `{"type":"array","minItems":1,"items":[{"type":"object","required":["a"],"properties":{"a":{"type":"string"},"b":{}}}],"additionalItems":false}`,
		reader: `{"type":"array","items":[{"properties":{"b":{}}}],"additionalItems":{"properties":{"c":{}}},"contains":{"required":["a"]}}`, draft: "7", verdict: yes},
	{name: "a listed object is compared after dropping names",
		writer: `{"type":"object","properties":{"a":{"const":1},"b":true},"required":["a"]}`, reader: `{"const":{"a":1}}`, verdict: yes},
	{name: "enums grow in nobody's favour", writer: `{"enum":["a","b"]}`, reader: `{"enum":["a"]}`, verdict: no, witness: `"b"`},
	{name: "an open enum grows", writer: `{"type":"string","x-extensible-enum":["a","b"]}`, reader: `{"type":"string","x-extensible-enum":["a"]}`, verdict: yes},
	{name: "an open enum says nothing of other types", writer: `{"type":["string","null"],"x-extensible-enum":["a"]}`, reader: `{"type":"string"}`, verdict: no, witness: `null`},
	{name: "an empty open enum says nothing", writer: `{"type":"string","x-extensible-enum":[]}`, reader: `{"const":"a"}`, verdict: no, witness: `""`},
	{name: "an open enum keeps to what a closed reader knows", writer: `{"type":"string","x-extensible-enum":["a"]}`, reader: `{"enum":["a"]}`, verdict: yes},
	{name: "and not beyond", writer: `{"type":"string","x-extensible-enum":["a","b"]}`, reader: `{"enum":["a"]}`, verdict: no, witness: `"b"`},
	{name: "an empty writer proves nothing", writer: `{"type":"string","minLength":2,"maxLength":1}`, reader: `{"type":"string"}`, verdict: und},
	{name: "a writer that may not write what it requires",
		writer: `{"type":"object","required":["a"],"properties":{"a":false}}`, reader: `{"type":"object"}`, verdict: und},
	{name: "a branch that is no choice still mentions its names",
		writer:  `{"type":"object","properties":{"c":{}},"anyOf":[{},{"required":["a"]}]}`,
		reader:  `{"type":"object","properties":{"c":{},"a":{"additionalProperties":false,"required":["a"]}},"anyOf":[{},{"required":["a"]}]}`,
		verdict: no},
	{name: "and so does a contradiction",
		writer:  `{"type":"object","properties":{"a":{"type":"string"}}}`,
		reader:  `{"properties":{"c":true},"maxProperties":0,"not":{"type":"object","anyOf":[{"type":"string"},{"type":"string"}],"required":["a"]}}`,
		verdict: no, witness: `{"a":""}`},
	{name: "true among the branches of a oneOf leaves an object free",
		writer: `{"type":"object","oneOf":[true,{"required":["a"]}]}`, reader: `{"type":"object","properties":{"b":{"type":"integer"}}}`, verdict: no, witness: `{"b":null}`},
	{name: "contains may know a name that items do not",
		writer:  `{"type":"array","items":{"properties":{"b":true}},"contains":{"properties":{"a":true}}}`,
		reader:  `{"type":"array","items":{"properties":{"b":true,"a":{"type":"string"}}}}`,
		verdict: no, witness: `[{"a":null}]`},
	{name: "names beyond what is worked out cancel nowhere",
		writer:  `{"type":"object","patternProperties":{"a":{},"b":{},"c":{},"d":{},"e":{},"f":{},"g":{"type":"string"}}}`,
		reader:  `{"type":"object","patternProperties":{"a":{},"b":{},"c":{},"d":{},"e":{},"f":{},"g":{"type":"integer"}}}`,
		verdict: und},
	{name: "many patterns that exclude each other",
		writer:  `{"type":"object","patternProperties":{"^a":{},"^b":{},"^c":{},"^d":{},"^e":{},"^f":{},"^g":{"type":"string"}}}`,
		reader:  `{"type":"object","patternProperties":{"^a":{},"^b":{},"^c":{},"^d":{},"^e":{},"^f":{},"^g":{"type":"integer"}}}`,
		verdict: no, witness: `{"g":""}`},
	{name: "alternatives nested in a schema that refers to itself",
		writer: nested, reader: strings.Replace(nested, `"c":{`, `"c":{"maxProperties":3,`, 1), verdict: yes},
	{name: "objects are free, the items of arrays are not",
		writer: `{"items":{"properties":{"a":true}}}`, reader: `{"items":{"properties":{"b":{"type":"string"}}}}`, verdict: yes},
	{name: "a place is as it is only if all below it is",
		writer:  `{"$ref":"#/$defs/a","$defs":{"a":{"type":"object","properties":{"x":{"$ref":"#/$defs/b"},"w":{"$ref":"#/$defs/a"}}},"b":{"type":"object","properties":{"y":{"$ref":"#/$defs/a"},"z":{"type":"string"}}}}}`,
		reader:  `{"$ref":"#/$defs/a","$defs":{"a":{"type":"object","properties":{"x":{"$ref":"#/$defs/b"},"w":{"$ref":"#/$defs/a"}},"additionalProperties":false},"b":{"type":"object","properties":{"y":{"$ref":"#/$defs/a"}},"additionalProperties":false}}}`,
		verdict: yes},
	{name: "recursive schemas that know less below",
		writer:  `{"type":"object","properties":{"v":{"type":"integer"},"n":{"$ref":"#"},"x":{"type":"string"}}}`,
		reader:  `{"type":"object","properties":{"v":{"type":"integer"},"n":{"$ref":"#"}}}`,
		verdict: yes},
	{name: "and break below",
		writer:  `{"type":"object","properties":{"v":{"type":["integer","null"]},"n":{"$ref":"#"},"x":{"type":"string"}}}`,
		reader:  `{"type":"object","properties":{"v":{"type":"integer"},"n":{"$ref":"#"}}}`,
		verdict: no, witness: `{"v":null}`},
}

// nested makes the formula of a location grow with each step into x.
const nested = `{"$ref":"#/$defs/a","$defs":{
	"a":{"allOf":[{"anyOf":[{"properties":{"x":{"$ref":"#/$defs/a"}}},{"properties":{"x":{"$ref":"#/$defs/b"}}}]},
		{"anyOf":[{"properties":{"x":{"$ref":"#/$defs/b"}}},{"properties":{"x":{"$ref":"#/$defs/c"}}}]}]},
	"b":{"anyOf":[{"properties":{"x":{"$ref":"#/$defs/a"}}},{"properties":{"x":{"$ref":"#/$defs/c"}}}]},
	"c":{"allOf":[{"properties":{"x":{"$ref":"#/$defs/a"}}},{"properties":{"x":{"$ref":"#/$defs/b"}}}]}}}`

// TestLoops asks about a schema that refers to itself for the same value: it
// means nothing that could be decided, but what a version leaves as it was
// means what it meant.
func TestLoops(t *testing.T) {
	loop := func(of, more string) string {
		return `{"type":"object","properties":{"v":{"$ref":"#/$defs/loop"},"w":{"type":"string"}` + more + `},"$defs":{"loop":{"anyOf":[{"$ref":"#/$defs/loop"},{"type":"` + of + `"}]}}}`
	}
	engine := New()
	for _, policy := range []evctl.Policy{evctl.Strict, evctl.Lenient} {
		trap{writer: loop("string", ""), reader: loop("string", " "), draft: "2020-12", policy: policy, verdict: yes}.check(t, engine)
		trap{writer: loop("string", ""), reader: loop("integer", ""), draft: "2020-12", policy: policy, verdict: und}.check(t, engine)
	}
	trap{writer: loop("string", ""), reader: loop("string", `,"x":{}`), draft: "2020-12", policy: evctl.Strict, verdict: yes}.check(t, engine)
	trap{writer: loop("string", ""), reader: strings.Replace(loop("string", ""), `"w":{"type":"string"}`, `"w":{"type":"integer"}`, 1), draft: "2020-12", policy: evctl.Strict, verdict: no}.check(t, engine)
}

func TestTraps(t *testing.T) {
	for i := range lenientTraps {
		lenientTraps[i].policy = evctl.Lenient
	}
	for i := range strictTraps {
		strictTraps[i].policy = evctl.Strict
	}
	engine := New()
	for _, trap := range append(strictTraps, lenientTraps...) {
		t.Run(trap.name, func(t *testing.T) { trap.check(t, engine) })
	}
}

func (c trap) check(t *testing.T, engine *Engine) {
	writer := &evctl.Schema{Format: evctl.JSON, File: "writer.json", Text: []byte(c.writer)}
	reader := &evctl.Schema{Format: evctl.JSON, File: "reader.json", Text: []byte(c.reader)}
	sem := evctl.Semantics{Policy: c.policy, Draft: c.draft}
	if sem.Draft == "" && c.name != "draft 4 spells exclusion with a boolean" {
		sem.Draft = "2020-12"
	}
	got, err := engine.Compare(context.Background(), writer, reader, []evctl.Direction{evctl.Backward}, sem)
	if err != nil {
		t.Fatal(err)
	}
	if got.Verdict != c.verdict {
		t.Fatalf("got %s, want %s: %+v", got.Verdict, c.verdict, got.Findings)
	}
	for _, f := range got.Findings {
		if strings.HasPrefix(f.Rule, "schema/") {
			continue
		}
		if c.verdict == no && (f.Witness == nil || f.Witness.Unverified && c.policy == evctl.Lenient) {
			t.Errorf("%s: no verified witness: %+v", f.Rule, f.Witness)
		}
		if c.witness != "" && string(f.Witness.Value) != c.witness {
			t.Errorf("witness %s, want %s", f.Witness.Value, c.witness)
		}
		if f.Key == "unproven" {
			t.Error("a witness was refuted")
		}
	}
}

package jsonschema

import (
	"testing"

	"github.com/evctl/evctl"
)

// What nobody can judge, an unresolved reference or a pattern that is no
// automaton, leaves undecided what hangs on it, in whatever sign it stands, and
// nothing else.
var opaqueTraps = []trap{
	{name: "a reference of the writer beside the break",
		writer: `{"type":"object","properties":{"a":{"$ref":"x.json"},"b":{"type":"string"}}}`, reader: `{"properties":{"b":{"type":"integer"}}}`,
		verdict: no, witness: `{"b":""}`},
	{name: "a reference of the reader beside the break",
		writer: `{"type":"object","properties":{"b":{"type":"string"}}}`, reader: `{"properties":{"a":{"$ref":"x.json"},"b":{"type":"integer"}}}`,
		verdict: no, witness: `{"b":""}`},
	{name: "a reference of the reader that the event must satisfy, too",
		writer: `{"type":"object"}`, reader: `{"allOf":[{"$ref":"x.json"},{"required":["b"]}]}`, verdict: no, witness: `{}`},
	{name: "a negated reference of the reader",
		writer: `{"type":"object"}`, reader: `{"not":{"$ref":"x.json"},"required":["b"]}`, verdict: no, witness: `{}`},
	{name: "a branch of the writer that is a reference",
		writer: `{"anyOf":[{"$ref":"x.json"},{"type":"string"}]}`, reader: `{"type":"integer"}`, verdict: no, witness: `""`},
	{name: "a branch of the writer that is none, negated",
		writer: `{"anyOf":[{"not":{"$ref":"x.json"}},{"type":"string"}]}`, reader: `{"type":"integer"}`, verdict: no, witness: `""`},
	{name: "whatever the condition, the event breaks",
		writer: `{"if":{"$ref":"x.json"},"then":{"type":"string"},"else":{"type":"string"}}`, reader: `{"type":"integer"}`, verdict: no, witness: `""`},
	{name: "whatever the reader's condition, the event breaks",
		writer: `{"type":"string"}`, reader: `{"if":{"$ref":"x.json"},"then":{"type":"integer"},"else":{"maximum":3,"type":"number"}}`, verdict: no, witness: `""`},
	{name: "the condition decides",
		writer: `{"type":"string"}`, reader: `{"if":{"$ref":"x.json"},"then":{"type":"integer"}}`, verdict: und},
	{name: "the writer's event must satisfy the reference",
		writer: `{"allOf":[{"$ref":"x.json"},{"type":"string"}]}`, reader: `{"type":"integer"}`, verdict: und},
	{name: "the writer's event must not satisfy the reference",
		writer: `{"not":{"$ref":"x.json"},"type":"string"}`, reader: `{"type":"integer"}`, verdict: und},
	{name: "one branch excludes the other",
		writer: `{"oneOf":[{"$ref":"x.json"},{"type":"string"}]}`, reader: `{"type":"integer"}`, verdict: und},
	{name: "and does not, where the type says so",
		writer: `{"oneOf":[{"allOf":[{"$ref":"x.json"}],"type":"null"},{"type":"string"}]}`, reader: `{"type":"integer"}`, verdict: no, witness: `""`},
	{name: "the reference stands below what breaks",
		writer: `{"type":"object","required":["a"],"properties":{"a":{"type":"object","properties":{"b":{"$ref":"x.json"}}}}}`,
		reader: `{"properties":{"a":{"type":"string"}}}`, verdict: no, witness: `{"a":{}}`},
	{name: "an equal reference cancels in either sign",
		writer: `{"not":{"$ref":"x.json"},"type":"string"}`, reader: `{"not":{"$ref":"x.json"}}`, verdict: yes},
	{name: "a reference and its negation leave nothing",
		writer: `{"allOf":[{"$ref":"x.json"},{"not":{"$ref":"x.json"}}]}`, reader: `false`, verdict: yes},
	{name: "items beside a reference",
		writer: `{"type":"array","items":[{"$ref":"x.json"},{"type":"string"}]}`, reader: `{"maxItems":3}`, draft: "7", verdict: und},
	{name: "contains of a reference beside the break",
		writer: `{"type":"object","properties":{"l":{"contains":{"$ref":"x.json"}},"n":{"type":"string"}}}`, reader: `{"properties":{"n":{"type":"null"}}}`,
		verdict: no, witness: `{"n":""}`},
	{name: "a pattern beside the break",
		writer: `{"type":"object","properties":{"a":{"type":"string","pattern":"(a)\\1"},"b":{"type":"string"}}}`, reader: `{"properties":{"b":{"type":"integer"}}}`,
		verdict: no, witness: `{"b":""}`},
	{name: "a pattern of names that the event need not match",
		writer: `{"type":"object","patternProperties":{"(a)\\1":{"type":"string"}},"properties":{"n":{"type":"string"}}}`, reader: `{"properties":{"n":{"type":"integer"}}}`,
		verdict: no, witness: `{"n":""}`},
	{name: "a pattern of the reader beside another that breaks",
		writer: `{"type":"string","maxLength":2}`, reader: `{"allOf":[{"pattern":"(a)\\1"},{"minLength":1}]}`, verdict: no, witness: `""`},
	{name: "a pattern negated beside the break",
		writer: `{"type":"string","maxLength":2}`, reader: `{"not":{"pattern":"(a)\\1"},"minLength":1}`, verdict: no, witness: `""`},
	{name: "a reference of the writer beside the break, lenient", policy: evctl.Lenient,
		writer: `{"type":"object","properties":{"a":{"$ref":"x.json"},"b":{"type":"string"}}}`, reader: `{"properties":{"b":{"type":"integer"}}}`,
		verdict: no, witness: `{"b":""}`},
	{name: "a reference of the reader beside the break, lenient", policy: evctl.Lenient,
		writer: `{"type":"object","properties":{"b":{"type":"string"}}}`, reader: `{"properties":{"a":{"$ref":"x.json"},"b":{"type":"integer"}}}`,
		verdict: no, witness: `{"b":""}`},
	{name: "a writer that is only a reference may write nothing, lenient", policy: evctl.Lenient,
		writer: `{"not":{"$ref":"x.json"},"type":"string"}`, reader: `{"not":{"$ref":"x.json"}}`, verdict: und},
}

func TestWhatNobodyCanJudge(t *testing.T) {
	engine := New()
	for _, trap := range opaqueTraps {
		if trap.policy == "" {
			trap.policy = evctl.Strict
		}
		t.Run(trap.name, func(t *testing.T) { trap.check(t, engine) })
	}
}

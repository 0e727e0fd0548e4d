package validator

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"pgregory.net/rapid"
)

var (
	drawnNames    = []string{"a", "b", "c", "x-1", "é", `q"u/o~t`, "a_rather_long_name_for_a_member"}
	drawnPatterns = []string{"^a", "^x-", "[bc]$", "^[a-z]{1,2}$", "^[0-9a-f]{4}-[0-9a-f]{4}$", ".", "^(a|bb)*$", `\d+`, `^\w+$`, "^é?$"}
	drawnNumbers  = []any{0, 1, 2, -1, 3.5, 10, 1e2, 0.1, 9007199254740993.0, 100000}
	drawnStrings  = []string{"", "a", "b", "ab", "bb", "é", "x-1", "12ab-34cd", "2026-03-01", "2026-03-01T09:30:00.125Z", "12", "😀", "a\nb"}
)

func member(t *rapid.T, s map[string]any, keyword string, odds int, value func() any) {
	if rapid.IntRange(0, odds).Draw(t, keyword) == 0 {
		s[keyword] = value()
	}
}

// anySchema draws a schema of any keywords that go with a draft.
func anySchema(t *rapid.T, draft string, depth int) any {
	late := draft == "2019-09" || draft == "2020-12"
	if draft != "4" && rapid.IntRange(0, 15).Draw(t, "bool") == 0 {
		return rapid.Bool().Draw(t, "constant")
	}
	s := map[string]any{}
	sub := func() any { return anySchema(t, draft, depth-1) }
	list := func() any {
		var all []any
		for range rapid.IntRange(1, 3).Draw(t, "branches") {
			all = append(all, sub())
		}
		return all
	}
	member(t, s, "type", 1, func() any {
		return rapid.SampledFrom([]any{"object", "object", "array", "string", "integer", "number", "boolean", "null", []any{"object", "null"}, []any{"string", "integer"}, []any{"array", "object"}}).Draw(t, "types")
	})
	scalars(t, s, draft)
	if depth == 0 {
		return s
	}
	objects(t, s, late, draft, sub)
	member(t, s, "items", 5, func() any {
		if draft != "2020-12" && rapid.Bool().Draw(t, "list") {
			return list()
		}
		return sub()
	})
	if draft == "2020-12" {
		member(t, s, "prefixItems", 9, list)
	} else {
		member(t, s, "additionalItems", 9, sub)
	}
	member(t, s, "minItems", 9, func() any { return rapid.IntRange(0, 2).Draw(t, "n") })
	member(t, s, "maxItems", 9, func() any { return rapid.IntRange(0, 3).Draw(t, "n") })
	member(t, s, "uniqueItems", 9, func() any { return rapid.Bool().Draw(t, "unique") })
	member(t, s, "allOf", 9, list)
	member(t, s, "anyOf", 9, list)
	member(t, s, "oneOf", 9, list)
	member(t, s, "not", 11, sub)
	if draft == "4" {
		return s
	}
	member(t, s, "contains", 11, sub)
	if late {
		member(t, s, "minContains", 11, func() any { return rapid.IntRange(0, 2).Draw(t, "n") })
		member(t, s, "maxContains", 11, func() any { return rapid.IntRange(0, 2).Draw(t, "n") })
		member(t, s, "unevaluatedProperties", 7, sub)
		member(t, s, "unevaluatedItems", 19, sub)
	}
	if draft != "6" {
		member(t, s, "if", 9, sub)
		member(t, s, "then", 9, sub)
		member(t, s, "else", 9, sub)
	}
	return s
}

func objects(t *rapid.T, s map[string]any, late bool, draft string, sub func() any) {
	members := func(names []string, value func() any) func() any {
		return func() any {
			all := map[string]any{}
			for range rapid.IntRange(0, 3).Draw(t, "members") {
				all[rapid.SampledFrom(names).Draw(t, "name")] = value()
			}
			return all
		}
	}
	list := func() any {
		return []any{rapid.SampledFrom(drawnNames[:3]).Draw(t, "first"), rapid.SampledFrom(drawnNames[3:]).Draw(t, "second")}
	}
	member(t, s, "properties", 1, members(drawnNames, sub))
	member(t, s, "patternProperties", 9, members(drawnPatterns, sub))
	member(t, s, "additionalProperties", 4, func() any {
		if rapid.Bool().Draw(t, "closed") {
			return false
		}
		return sub()
	})
	member(t, s, "required", 7, list)
	member(t, s, "minProperties", 11, func() any { return rapid.IntRange(0, 2).Draw(t, "n") })
	member(t, s, "maxProperties", 11, func() any { return rapid.IntRange(0, 3).Draw(t, "n") })
	member(t, s, "dependencies", 14, members(drawnNames, func() any {
		if rapid.Bool().Draw(t, "names") {
			return list()
		}
		return sub()
	}))
	if draft != "4" {
		member(t, s, "propertyNames", 14, sub)
	}
	if late {
		member(t, s, "dependentRequired", 14, members(drawnNames, list))
		member(t, s, "dependentSchemas", 14, members(drawnNames, sub))
	}
	member(t, s, "$ref", 14, func() any {
		return rapid.SampledFrom([]string{"#/properties/a", "#/definitions/d", "#/definitions/d", "#"}).Draw(t, "ref")
	})
	member(t, s, "definitions", 4, func() any { return map[string]any{"d": sub()} })
}

func scalars(t *rapid.T, s map[string]any, draft string) {
	number := func() any { return rapid.SampledFrom(drawnNumbers).Draw(t, "number") }
	count := func() any { return rapid.IntRange(0, 3).Draw(t, "count") }
	member(t, s, "minimum", 9, number)
	member(t, s, "maximum", 9, number)
	exclusive := number
	if draft == "4" {
		exclusive = func() any { return rapid.Bool().Draw(t, "open") }
	}
	if draft != "4" || s["minimum"] != nil {
		member(t, s, "exclusiveMinimum", 11, exclusive)
	}
	if draft != "4" || s["maximum"] != nil {
		member(t, s, "exclusiveMaximum", 11, exclusive)
	}
	member(t, s, "multipleOf", 11, func() any { return rapid.SampledFrom([]any{1, 2, 0.5, 0.1, 10, 1e3}).Draw(t, "of") })
	member(t, s, "minLength", 9, count)
	member(t, s, "maxLength", 9, count)
	member(t, s, "pattern", 9, func() any { return rapid.SampledFrom(drawnPatterns).Draw(t, "pattern") })
	member(t, s, "format", 14, func() any {
		return rapid.SampledFrom([]string{"date", "date-time", "uuid", "ipv4", "email", "odd"}).Draw(t, "format")
	})
	values := func() any {
		var all []any
		for range rapid.IntRange(1, 4).Draw(t, "values") {
			all = append(all, rapid.SampledFrom([]any{"a", "b", "é", "x-1", 1, 2, 3.5, nil, true, false, map[string]any{"a": 1}, []any{1, "a"}}).Draw(t, "value"))
		}
		return all
	}
	member(t, s, "enum", 9, values)
	member(t, s, "x-extensible-enum", 14, values)
	member(t, s, "const", 19, func() any { return values().([]any)[0] })
}

// anyDocument draws a value; member lists may name one twice.
func anyDocument(r *rand.Rand, depth int) any {
	if depth == 0 || r.IntN(5) == 0 {
		switch r.IntN(6) {
		case 0:
			return raw([]string{"1.0", "1e2", "100e-2", "-0", "0.0", "3.50", "12345678901234567890", "1E400", "-1e-400", "9007199254740993", "0.30", "1e20000"}[r.IntN(12)])
		case 1:
			return []any{nil, true, false}[r.IntN(3)]
		case 2:
			return raw(fmt.Sprint(drawnNumbers[r.IntN(len(drawnNumbers))]))
		}
		return drawnStrings[r.IntN(len(drawnStrings))]
	}
	if r.IntN(3) == 0 {
		var items []any
		for range r.IntN(4) {
			items = append(items, anyDocument(r, depth-1))
		}
		return items
	}
	var all members
	for range r.IntN(5) {
		name := drawnNames[r.IntN(len(drawnNames))]
		if r.IntN(8) == 0 {
			name = drawnStrings[r.IntN(len(drawnStrings))]
		}
		if all.has(name) && r.IntN(20) > 0 {
			continue
		}
		all = append(all, pair{name, anyDocument(r, depth-1)})
	}
	return all
}

type (
	raw  string
	pair struct {
		name  string
		value any
	}
	members []pair
)

func (m members) has(name string) bool {
	for _, p := range m {
		if p.name == name {
			return true
		}
	}
	return false
}

// printed writes a document as JSON, spaced at random; one in ten is damaged.
func printed(r *rand.Rand, v any) []byte {
	p := printer{r: r, spaced: r.IntN(2) == 0}
	p.value(v)
	b := []byte(p.String())
	if r.IntN(10) == 0 {
		at := r.IntN(len(b))
		switch r.IntN(4) {
		case 0:
			b[at] = byte(r.IntN(256))
		case 1:
			b = append(b[:at], b[at+1:]...)
		case 2:
			b = b[:at]
		case 3:
			b = append(b[:at], append([]byte{",:{}[]\"\\0-e.tn"[r.IntN(14)]}, b[at:]...)...)
		}
	}
	return b
}

type printer struct {
	strings.Builder
	r      *rand.Rand
	spaced bool
}

func (p *printer) space() {
	if p.spaced && p.r.IntN(2) == 0 {
		p.WriteString([]string{" ", "  ", "\n", "\t\r\n "}[p.r.IntN(4)])
	}
}

func (p *printer) value(v any) {
	p.space()
	switch v := v.(type) {
	case raw:
		p.WriteString(string(v))
	case string:
		p.text(v)
	case []any:
		p.WriteByte('[')
		for i, item := range v {
			p.comma(i)
			p.value(item)
		}
		p.space()
		p.WriteByte(']')
	case members:
		p.WriteByte('{')
		for i, m := range v {
			p.comma(i)
			p.space()
			p.text(m.name)
			p.space()
			p.WriteByte(':')
			p.value(m.value)
		}
		p.space()
		p.WriteByte('}')
	case bool:
		p.WriteString(strconv.FormatBool(v))
	default:
		p.WriteString("null")
	}
	p.space()
}

func (p *printer) comma(i int) {
	if i > 0 {
		p.WriteByte(',')
	}
}

// text escapes some characters that need it, and some that do not.
func (p *printer) text(s string) {
	p.WriteByte('"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			p.WriteString(`\` + string(c))
		case c < ' ' || p.r.IntN(30) == 0 && c < 0x10000:
			fmt.Fprintf(p, `\u%04x`, c)
		case p.r.IntN(100) == 0:
			p.WriteString([]string{`\ud83d\ude00`, `\ud800`, `\n`, `\/`, "\xff", "\x01"}[p.r.IntN(6)])
		default:
			p.WriteRune(c)
		}
	}
	p.WriteByte('"')
}

// Package second judges events with a validator whose authors have nothing to
// do with those of the validators that confirm witnesses in the product.
//
// Call [Compile], then [Schema.Judge]. It cannot judge everything: the validator
// knows drafts 7 and 2020-12 only, to which draft 4 and 6 are brought where
// they differ in spelling alone; it has no look-around and no back-references,
// ignores formats, holds numbers in floats and resolves no references to other
// documents.
package second

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	patterns "github.com/evctl/evctl/internal/jsonschema"
)

// ErrCannotJudge says that the validator is not fit for a schema or a value.
var ErrCannotJudge = errors.New("cannot judge")

const (
	draft7    = "http://json-schema.org/draft-07/schema#"
	draft2020 = "https://json-schema.org/draft/2020-12/schema"
)

// A Schema is one that the validator can judge events of.
type Schema struct{ resolved *jsonschema.Resolved }

// Compile reads a schema; draft is the one of a text that names none, in the
// words of evctl.Semantics. The error wraps ErrCannotJudge.
func Compile(text []byte, draft string) (s *Schema, err error) {
	defer guard(&err)
	if !exact(text) {
		return nil, cannot("numbers beyond floats")
	}
	var root any
	if err := json.Unmarshal(text, &root); err != nil {
		return nil, cannot("%v", err)
	}
	draft, err = name(root, draft)
	if err != nil {
		return nil, err
	}
	if err := fit(root, draft); err != nil {
		return nil, err
	}
	named, err := json.Marshal(root)
	if err != nil {
		return nil, cannot("%v", err)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(named, &schema); err != nil {
		return nil, cannot("%v", err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		return nil, cannot("%v", err)
	}
	return &Schema{resolved}, nil
}

// Judge reports whether the value is valid. The error wraps ErrCannotJudge.
func (s *Schema) Judge(value []byte) (valid bool, err error) {
	defer guard(&err)
	var v any
	if err := json.Unmarshal(value, &v); err != nil {
		return false, cannot("%v", err)
	}
	if !exact(value) {
		return false, cannot("numbers beyond floats")
	}
	return s.resolved.Validate(v) == nil, nil
}

func cannot(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrCannotJudge, fmt.Sprintf(format, args...))
}

func guard(err *error) {
	if r := recover(); r != nil {
		*err = cannot("%v", r)
	}
}

// name writes the draft's address, which the validator goes by, into a text,
// and takes out the text's own, which no reference in it needs.
func name(root any, draft string) (asWritten string, err error) {
	m, ok := root.(map[string]any)
	if !ok {
		return draft, nil
	}
	address, _ := m["$schema"].(string)
	address = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(address, "https:"), "http:"), "#")
	switch {
	case address == "//json-schema.org/draft-04/schema", strings.HasPrefix(address, "//iglucentral.com/schemas/com.snowplowanalytics.self-desc/"):
		draft = "4"
	case address == "//json-schema.org/draft-06/schema":
		draft = "6"
	case address == "//json-schema.org/draft-07/schema":
		draft = "7"
	case address == "//json-schema.org/draft/2020-12/schema":
		draft = "2020-12"
	case address != "":
		return "", cannot("draft %q", address)
	}
	m["$schema"] = draft7
	if draft == "2020-12" {
		m["$schema"] = draft2020
	}
	if draft == "2019-09" {
		return "", cannot("draft %q", draft)
	}
	delete(m, "$id")
	if id, ok := m["id"].(string); ok && draft == "4" && id != "" {
		delete(m, "id")
	}
	return draft, nil
}

// unfit are keywords that the validator reads otherwise than the drafts say, or
// that need an address.
var unfit = []string{"$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor", "$id", "$anchor"}

// later are keywords that a draft does not have, and draft 7 does.
var later = map[string][]string{
	"4": {"contains", "propertyNames", "if"},
	"6": {"if"},
}

var (
	applied   = []string{"additionalProperties", "items", "additionalItems", "contains", "not", "if", "then", "else", "propertyNames", "unevaluatedItems", "unevaluatedProperties"}
	listed    = []string{"allOf", "anyOf", "oneOf", "items", "prefixItems"}
	mapped    = []string{"properties", "patternProperties", "$defs", "definitions", "dependencies", "dependentSchemas"}
	exclusive = map[string]string{"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}
)

// fit rewrites a schema so that the validator reads it as its draft does, or
// says why it cannot.
func fit(v any, draft string) error {
	m, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	for _, keyword := range append(unfit, later[draft]...) {
		if _, ok := m[keyword]; ok {
			return cannot("keyword %s", keyword)
		}
	}
	if id, ok := m["id"].(string); ok && draft == "4" && id != "" {
		return cannot("keyword id")
	}
	if ref, ok := m["$ref"].(string); ok && ref != "#" && !strings.HasPrefix(ref, "#/") {
		return cannot("reference elsewhere")
	}
	for keyword, bound := range exclusive {
		switch open := m[keyword].(type) {
		case bool:
			delete(m, keyword)
			if limit, ok := m[bound]; ok && open {
				m[keyword] = limit
				delete(m, bound)
			}
		case float64:
			if draft == "4" {
				delete(m, keyword)
			}
		}
	}
	if err := fitPatterns(m); err != nil {
		return err
	}
	for _, keyword := range applied {
		if err := fit(m[keyword], draft); err != nil {
			return err
		}
	}
	for _, keyword := range listed {
		items, _ := m[keyword].([]any)
		for _, item := range items {
			if err := fit(item, draft); err != nil {
				return err
			}
		}
	}
	for _, keyword := range mapped {
		members, _ := m[keyword].(map[string]any)
		for _, member := range members {
			if err := fit(member, draft); err != nil {
				return err
			}
		}
	}
	return nil
}

// fitPatterns writes patterns as Go reads them.
func fitPatterns(m map[string]any) error {
	if pattern, ok := m["pattern"].(string); ok {
		tree, linear := patterns.LinearPattern(pattern)
		if tree == nil {
			return cannot("pattern %q", pattern)
		}
		m["pattern"] = linear
	}
	old, _ := m["patternProperties"].(map[string]any)
	if old == nil {
		return nil
	}
	rewritten := map[string]any{}
	for pattern, schema := range old {
		tree, linear := patterns.LinearPattern(pattern)
		if _, twice := rewritten[linear]; tree == nil || twice {
			return cannot("pattern %q", pattern)
		}
		rewritten[linear] = schema
	}
	m["patternProperties"] = rewritten
	return nil
}

// exact reports whether floats hold all numbers in a text.
func exact(text []byte) bool {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	for {
		token, err := d.Token()
		if err != nil {
			return errors.Is(err, io.EOF)
		}
		if n, ok := token.(json.Number); ok && !holds(n.String()) {
			return false
		}
	}
}

// holds reports whether a float holds a whole number, or a fraction closely
// enough to tell it from others as short.
func holds(number string) bool {
	if strings.ContainsAny(number, ".eE") {
		return len(number) <= 15 && !strings.ContainsAny(number, "eE")
	}
	f, err := strconv.ParseFloat(number, 64)
	return err == nil && strconv.FormatFloat(f, 'f', 0, 64) == number && math.Abs(f) <= 1<<53
}

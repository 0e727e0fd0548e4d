package changelog

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/evctl/evctl/ci/report"
)

// jsonWords words changes of a JSON Schema. Whether a property is required is
// told by its object before and after.
func jsonWords(before, after *node) wording {
	return func(kind report.ChangeKind, path []string, old, new *node) string {
		place, rest := placeOf(path)
		in := len(path) - len(rest)
		switch {
		case len(rest) == 0 && in > 1 && path[in-2] == "properties":
			return fmt.Sprintf("%s property %q %s%s", need(kind, path, before, after), place, kind, typed(kind, old, new))
		case len(rest) == 0 && in > 1 && isDefinitions(path[in-2]):
			return fmt.Sprintf("definition %q %s", place, kind)
		case len(rest) == 0:
			return fmt.Sprintf("schema of %q %s", place, kind)
		}
		return keywordWords(kind, rest, place, old, new)
	}
}

// placeOf reads the way to an element the way people write it, lines[].sku, and
// returns the keywords after the last element on it.
func placeOf(path []string) (place string, rest []string) {
	for len(path) > 0 {
		name, used := "", 2
		switch keyword := path[0]; {
		case keyword == "items" && len(path) > 1 && !isIndex(path[1]), keyword == "items" && len(path) == 1:
			name, used = "[]", 1
		case len(path) < 2:
			return place, path
		case keyword == "properties":
			name = "." + path[1]
		case keyword == "patternProperties":
			name = ".{" + path[1] + "}"
		case keyword == "items" || keyword == "prefixItems":
			name = "[" + path[1] + "]"
		case isDefinitions(keyword):
			name = "#" + path[1]
		default:
			return place, path
		}
		place = strings.TrimPrefix(place+name, ".")
		path = path[used:]
	}
	return place, nil
}

func isDefinitions(keyword string) bool { return keyword == "$defs" || keyword == "definitions" }

func isIndex(token string) bool {
	return strings.Trim(token, "0123456789") == ""
}

// need says whether a property that came or went is required.
func need(kind report.ChangeKind, path []string, before, after *node) string {
	root := after
	if kind == report.Removed {
		root = before
	}
	object := root.at(path[:len(path)-2])
	if object != nil && object.parts["required"] != nil && slices.Contains(object.parts["required"].set, quoted(path[len(path)-1])) {
		return "required"
	}
	return "optional"
}

// typed is the type of a property that came or went.
func typed(kind report.ChangeKind, old, new *node) string {
	n := new
	if kind == report.Removed {
		n = old
	}
	switch {
	case n.parts == nil:
		return ""
	case n.parts["type"] != nil:
		return ": " + brief(n.parts["type"])
	case n.parts["enum"] != nil || n.parts["const"] != nil:
		return ": listed values"
	case n.parts["$ref"] != nil:
		return ": " + brief(n.parts["$ref"])
	}
	return ""
}

// keywordWords words a change of one keyword, or of what stands below it.
func keywordWords(kind report.ChangeKind, rest []string, place string, old, new *node) string {
	keyword := rest[0]
	member := one(old, new)
	switch {
	case len(rest) > 1:
		return fromTo(kind, strings.Join(rest, "/")+of(place), old, new)
	case keyword == "required" && kind == report.Added && member.set == nil:
		return fmt.Sprintf("property %q became required", join(place, unquote(member.text)))
	case keyword == "required" && kind == report.Removed && member.set == nil:
		return fmt.Sprintf("property %q became optional", join(place, unquote(member.text)))
	case keyword == "enum" && member.set == nil && kind != report.Changed:
		return fmt.Sprintf("value %s%s %s", member.text, of(place), kind)
	case keyword == "x-extensible-enum" && member.set == nil && kind != report.Changed:
		return fmt.Sprintf("known value %s of the open list%s %s", member.text, of(place), kind)
	case keyword == "enum" && kind == report.Added:
		return fmt.Sprintf("values%s limited to %s", of(place), brief(new))
	case keyword == "enum" && kind == report.Removed:
		return fmt.Sprintf("values%s no longer limited to %s", of(place), brief(old))
	case keyword == "additionalProperties" && kind == report.Added && new.text == "false":
		return fmt.Sprintf("%s closed to other properties", named(place))
	case keyword == "additionalProperties" && kind == report.Removed && old.text == "false":
		return fmt.Sprintf("%s opened to other properties", named(place))
	case keyword == "deprecated" && kind == report.Added && new.text == "true" && place != "":
		return fmt.Sprintf("%q deprecated", place)
	}
	return fromTo(kind, keyword+of(place), old, new) + tendency(kind, keyword, old, new)
}

// named is a place by itself.
func named(place string) string {
	if place == "" {
		return "event"
	}
	return strconv.Quote(place)
}

func one(old, new *node) *node {
	if new != nil {
		return new
	}
	return old
}

func join(place, name string) string { return strings.TrimPrefix(place+"."+name, ".") }

// tendency tells whether a bound allows more than before or less.
func tendency(kind report.ChangeKind, keyword string, old, new *node) string {
	lower := slices.Contains([]string{"minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains"}, keyword)
	upper := slices.Contains([]string{"maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"}, keyword)
	limits := upper || lower || slices.Contains([]string{"pattern", "format", "multipleOf", "const", "type", "uniqueItems"}, keyword)
	switch {
	case !limits:
		return ""
	case kind == report.Added:
		return ", which allows less"
	case kind == report.Removed:
		return ", which allows more"
	case !upper && !lower:
		return ""
	}
	was, ok := number(old.text)
	is, okay := number(new.text)
	if !ok || !okay {
		return ""
	}
	if (is.Cmp(was) > 0) == upper {
		return ", which allows more"
	}
	return ", which allows less"
}

// number reads a number short enough to compare.
func number(text string) (*big.Rat, bool) {
	if len(text) > 40 || strings.ContainsAny(text, "eE/") {
		return nil, false
	}
	return (&big.Rat{}).SetString(text)
}

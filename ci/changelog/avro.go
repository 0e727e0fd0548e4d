package changelog

import (
	"fmt"
	"strings"

	"github.com/evctl/evctl/ci/report"
)

// avroWords words changes of an Avro schema.
func avroWords(kind report.ChangeKind, path []string, old, new *node) string {
	place, rest := "", path
	for len(rest) > 0 {
		switch {
		case rest[0] == "fields" && len(rest) > 1:
			place, rest = strings.TrimPrefix(place+"."+rest[1], "."), rest[2:]
			continue
		case rest[0] == "type" && len(rest) > 1:
			rest = rest[1:]
			continue
		case rest[0] == "items" && len(rest) > 1:
			place, rest = place+"[]", rest[1:]
			continue
		case rest[0] == "values" && len(rest) > 1:
			place, rest = place+"{}", rest[1:]
			continue
		case isIndex(rest[0]) && len(rest) > 1: // a branch of a union
			rest = rest[1:]
			continue
		}
		break
	}
	member := one(old, new)
	switch {
	case len(rest) == 0:
		return fmt.Sprintf("field %q %s%s", place, kind, avroType(member))
	case rest[0] == "symbols" && member.set == nil:
		return fmt.Sprintf("symbol %s%s %s", unquote(member.text), of(place), kind)
	case rest[0] == "aliases" && member.set == nil:
		return fmt.Sprintf("alias %s%s %s", unquote(member.text), of(place), kind)
	case rest[0] == "type" && member.set == nil && kind != report.Changed, isIndex(rest[0]):
		return fmt.Sprintf("union branch %s%s %s", brief(member), of(place), kind)
	}
	return fromTo(kind, strings.Join(rest, "/")+of(place), old, new)
}

// avroType is the type of a field that came or went, and its default.
func avroType(n *node) string {
	if n.parts == nil || n.parts["type"] == nil {
		return ""
	}
	text := ": " + brief(n.parts["type"])
	if d := n.parts["default"]; d != nil {
		text += ", default " + brief(d)
	}
	return text
}

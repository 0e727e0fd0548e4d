package changelog

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A wording says in words what a change is, such as `optional property "note"
// added`. Values are the element before and after; one is nil if it came or went.
type wording func(kind report.ChangeKind, path []string, old, new *node) string

// tokens splits a JSON pointer.
func tokens(pointer string) []string {
	if pointer == "" {
		return nil
	}
	list := strings.Split(pointer[1:], "/")
	for i, token := range list {
		list[i] = jsondoc.UnescapePointer(token)
	}
	return list
}

// of names the place that a keyword belongs to: ` of "note"`, or nothing for
// the whole event.
func of(place string) string {
	if place == "" {
		return ""
	}
	return " of " + strconv.Quote(place)
}

// fromTo says what became of a value.
func fromTo(kind report.ChangeKind, what string, old, new *node) string {
	switch {
	case kind == report.Added:
		return fmt.Sprintf("%s added: %s", what, brief(new))
	case kind == report.Removed:
		return fmt.Sprintf("%s removed: %s", what, brief(old))
	}
	return fmt.Sprintf("%s changed from %s to %s", what, brief(old), brief(new))
}

// maxBrief bounds what words quote of a value, in characters.
const maxBrief = 60

// brief is a value in short: a list of types as one reads it, text as it is.
func brief(n *node) string {
	text := n.String()
	if n.set != nil {
		parts := make([]string, len(n.set))
		for i, member := range n.set {
			parts[i] = unquote(member)
		}
		text = strings.Join(parts, " or ")
	} else if n.parts == nil && len(text) <= maxBrief && !strings.ContainsAny(text, " \\") {
		text = unquote(text)
	}
	if runes := []rune(text); len(runes) > maxBrief {
		text = string(runes[:maxBrief]) + "…"
	}
	return text
}

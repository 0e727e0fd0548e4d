package outline

import (
	"slices"
	"strconv"
	"strings"
)

// Knowledge says what a schema knows of a field.
type Knowledge int

// What there is to know.
const (
	Absent   Knowledge = iota // no event that keeps to the schema has it
	Possible                  // the schema leaves open which names there are
	Declared                  // the schema speaks of it
)

// Field tells what the schema knows of a field, and the part that speaks of it,
// or else of the last place on the way that the schema knows.
func (s *Schema) Field(tokens []string) (Knowledge, *Part) {
	at := []*Part{s.Root}
	for _, token := range tokens {
		next := step(here(at), token)
		if len(next) == 0 {
			return missing(at, token), holder(at)
		}
		at = next
	}
	return Declared, at[0]
}

// holder returns the part that would hold another member.
func holder(at []*Part) *Part {
	for _, p := range here(at) {
		if len(p.Members) > 0 && p.Position != nil {
			return p
		}
	}
	return at[0]
}

// missing tells what the parts at a place know of a name that no member takes.
// Items are not named, so nothing can be said of them.
func missing(at []*Part, token string) Knowledge {
	if _, err := strconv.Atoi(token); err == nil || token == Any {
		return Possible
	}
	for _, p := range here(at) {
		if slices.Contains(p.Mentions, token) {
			return Declared
		}
		if p.Every {
			return Possible
		}
	}
	if slices.ContainsFunc(at, func(p *Part) bool { return p.names(map[*Part]bool{}) }) {
		return Absent
	}
	return Possible
}

// names reports whether every choice among a part's alternatives mentions names:
// only then those are all that are known.
func (p *Part) names(seen map[*Part]bool) bool {
	if seen[p] || p.Closed || len(p.Members)+len(p.Mentions) > 0 {
		return true
	}
	seen[p] = true
	named := func(p *Part) bool { return p.names(seen) }
	return slices.ContainsFunc(p.Same, named) || slices.ContainsFunc(p.Either, func(choice []*Part) bool {
		return !slices.ContainsFunc(choice, func(p *Part) bool { return !named(p) })
	})
}

// Beside lists what a read that leaves the schema may have meant: the same read
// with each of the names known where it leaves.
func (s *Schema) Beside(tokens []string) []string {
	at := here([]*Part{s.Root})
	for i, token := range tokens {
		if next := step(at, token); len(next) > 0 {
			at = here(next)
			continue
		}
		var out []string
		for _, p := range at {
			for _, m := range p.Members {
				if m.Name != Any {
					out = append(out, Pointer(slices.Concat(tokens[:i], []string{m.Name}, tokens[i+1:])))
				}
			}
		}
		return out
	}
	return nil
}

// Pointer joins tokens to a JSON pointer.
func Pointer(tokens []string) string {
	var b strings.Builder
	for _, token := range tokens {
		b.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(token))
	}
	return b.String()
}

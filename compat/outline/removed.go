package outline

import (
	"slices"
	"strconv"
)

// maxRemoved bounds the places that one search for removed fields looks at.
const maxRemoved = 10_000

// Removed lists the fields at or below a read that one schema declares and
// another does not know, each as tokens; what stood below a removed field is not
// listed. Of a schema that refers to itself each place is looked at once.
func Removed(before, after *Schema, read []string) [][]string {
	r := &remover{seen: map[[2]*Part]bool{}}
	was, is := []*Part{before.Root}, []*Part{after.Root}
	path := []string{}
	for _, token := range read {
		var gone bool
		path = append(path, canonical(here(was), token))
		if was, is, gone = r.step(was, is, token); gone {
			return [][]string{path}
		}
		if was == nil || is == nil {
			return nil
		}
	}
	r.below(was, is, path)
	return r.removed
}

// canonical is the token by which the parts themselves call what a token means.
func canonical(parts []*Part, token string) string {
	for _, p := range parts {
		for _, m := range p.Members {
			if m.Name != Any && m.takes(token) && token != Any {
				return m.Name
			}
		}
		for _, item := range p.Items {
			if _, err := strconv.Atoi(token); err == nil && item.From == 0 && item.To == 0 {
				return Any
			}
		}
	}
	return token
}

type remover struct {
	seen    map[[2]*Part]bool
	removed [][]string
}

// step follows a token on both sides, which are empty where it leaves a schema.
// Gone means that only the later schema does not know it.
func (r *remover) step(was, is []*Part, token string) (_, _ []*Part, gone bool) {
	before, after := step(here(was), token), step(here(is), token)
	gone = len(before) > 0 && len(after) == 0 && missing(is, token) == Absent
	return before, after, gone
}

func (r *remover) below(was, is []*Part, path []string) {
	pair := [2]*Part{was[0], is[0]}
	if r.seen[pair] || len(r.seen) >= maxRemoved {
		return
	}
	r.seen[pair] = true
	for _, token := range tokensAt(here(was)) {
		at := append(slices.Clip(path), token)
		before, after, gone := r.step(was, is, token)
		switch {
		case gone:
			r.removed = append(r.removed, at)
		case len(before) > 0 && len(after) > 0:
			r.below(before, after, at)
		}
	}
}

// tokensAt lists what leads on from parts: names, and Any for what has none.
func tokensAt(parts []*Part) []string {
	var tokens []string
	for _, p := range parts {
		for _, m := range p.Members {
			tokens = append(tokens, m.Name)
		}
		if len(p.Items) > 0 {
			tokens = append(tokens, Any)
		}
	}
	slices.Sort(tokens)
	return slices.Compact(tokens)
}

package outline

import "strconv"

// step returns the parts to which the members or items of that name lead: all
// of them if the token is Any. Parts are all that speak of a value.
func step(parts []*Part, token string) []*Part {
	var out []*Part
	index, err := strconv.Atoi(token)
	isIndex := err == nil && index >= 0
	for _, p := range parts {
		for _, m := range p.Members {
			if m.takes(token) {
				out = append(out, m.To)
			}
		}
		for _, item := range p.Items {
			if token == Any || isIndex && item.From <= index && (item.To == 0 || index < item.To) {
				out = append(out, item.Part)
			}
		}
	}
	return out
}

// A Trail is what one read touches of a schema.
type Trail struct {
	tokens []string
	above  []map[*Part]bool // the parts at each place that the read passes
	whole  map[*Part]bool   // the parts at the field, and below it
}

// Follow follows a read, split into tokens, from the root. No token at all
// reads everything.
func (s *Schema) Follow(tokens []string) *Trail {
	t := &Trail{tokens: tokens, whole: map[*Part]bool{}}
	at := here([]*Part{s.Root})
	for _, token := range tokens {
		set := map[*Part]bool{}
		for _, p := range at {
			set[p] = true
		}
		t.above = append(t.above, set)
		at = here(step(at, token))
	}
	for _, p := range at {
		t.whole[p] = true
	}
	for i := 0; i < len(at); i++ {
		for next := range at[i].next() {
			if !t.whole[next] {
				t.whole[next] = true
				at = append(at, next)
			}
		}
	}
	return t
}

// A Touch says how a read meets a part.
type Touch int

// The touches.
const (
	Beside Touch = iota // it does not
	Above               // the part holds what is read
	Within              // the part is what is read, or belongs to it
)

// Touches tells how the read meets a part, or a member of it if there is a name.
func (t *Trail) Touches(p *Part, member string) Touch {
	if t.whole[p] {
		return Within
	}
	best := Beside
	for i, set := range t.above {
		switch {
		case !set[p]:
		case member == "":
			best = max(best, Above)
		case t.tokens[i] != Any && t.tokens[i] != member:
		case i == len(t.tokens)-1:
			return Within
		default:
			best = max(best, Above)
		}
	}
	return best
}

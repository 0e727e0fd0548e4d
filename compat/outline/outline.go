// Package outline lays a schema out as the places of an event that it speaks
// of, whatever its language, so that a field that somebody reads can be followed
// through the text.
//
// The engines build a [Schema]; call [Schema.Follow] to see what a read touches,
// [Schema.Find] for the part that a finding's path points at, and [Schema.Field]
// for whether the schema knows a field. The package judges nothing and reads no
// text.
package outline

import (
	"slices"
	"strings"

	"github.com/evctl/evctl"
)

// A Schema is the outline of one version.
type Schema struct {
	Root  *Part
	parts map[string]*Part // by path
}

// New returns the outline that begins at root.
func New(root *Part) *Schema {
	s := &Schema{Root: root, parts: map[string]*Part{}}
	list := []*Part{root}
	seen := map[*Part]bool{root: true}
	for i := 0; i < len(list); i++ {
		if p := list[i]; s.parts[p.Path] == nil {
			s.parts[p.Path] = p
		}
		for next := range list[i].next() {
			if !seen[next] {
				seen[next] = true
				list = append(list, next)
			}
		}
	}
	return s
}

// A Part is a piece of the text that speaks of the values at some places of
// an event.
type Part struct {
	Path     string                // as findings name it: a JSON pointer into the text
	Position func() evctl.Position // nil if the part stands in another text

	Same    []*Part   // parts that speak of the same value
	Either  [][]*Part // alternatives of which one speaks of it
	Perhaps []*Part   // parts that may: conditions, negations
	Members []Member
	Items   []Item

	Mentions []string // names beside those of members
	Every    bool     // it knows every name
	Closed   bool     // it knows no other names, even if it mentions none
}

// A Member leads to the members of an object that have a name.
type Member struct {
	Name  string                 // to show; "*" if Match takes several
	Match func(name string) bool // nil: the name alone
	To    *Part
}

// An Item leads to the items of an array from one index to before another, or
// to the values of a map.
type Item struct {
	From, To int // To is 0 for all from From on
	Part     *Part
}

func (m Member) takes(token string) bool {
	switch {
	case token == Any || m.Name == token:
		return true
	case m.Match == nil:
		return false
	}
	return m.Match(token)
}

// next yields the parts that a part leads to, at the same value or another.
func (p *Part) next() func(yield func(*Part) bool) {
	return func(yield func(*Part) bool) {
		lists := append([][]*Part{p.Same, p.Perhaps}, p.Either...)
		for _, m := range p.Members {
			lists = append(lists, []*Part{m.To})
		}
		for _, item := range p.Items {
			lists = append(lists, []*Part{item.Part})
		}
		for _, list := range lists {
			for _, next := range list {
				if !yield(next) {
					return
				}
			}
		}
	}
}

// Find returns the part that holds what a path points at, or nil: the path of a
// finding may end inside a part, at a keyword. The empty path is the root's.
func (s *Schema) Find(path string) *Part {
	if path == "" {
		return s.Root
	}
	for {
		if p := s.parts[path]; p != nil {
			return p
		}
		slash := strings.LastIndexByte(path, '/')
		if slash < 0 {
			return nil
		}
		path = path[:slash]
	}
}

// Any is the token of a read that stands for every item and every key.
const Any = "*"

// Tokens splits a JSON pointer.
func Tokens(pointer string) []string {
	if pointer == "" {
		return nil
	}
	tokens := strings.Split(pointer[1:], "/")
	for i, token := range tokens {
		tokens[i] = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
	}
	return tokens
}

// here adds to parts what speaks of the same value, and returns all.
func here(parts []*Part) []*Part {
	list := slices.Clone(parts)
	seen := map[*Part]bool{}
	for _, p := range list {
		seen[p] = true
	}
	for i := 0; i < len(list); i++ {
		for _, more := range append([][]*Part{list[i].Same, list[i].Perhaps}, list[i].Either...) {
			for _, p := range more {
				if !seen[p] {
					seen[p] = true
					list = append(list, p)
				}
			}
		}
	}
	return list
}

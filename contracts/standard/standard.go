// Package standard lists the clauses of the idempotency and retry RFC and of
// the designs around it, whether there is a rule for them or not, so that
// nobody takes what is not looked at for kept. Call [Clauses]. What a clause
// means is said by the seed it names; rules are in contracts/rules.
package standard

import (
	_ "embed" // the list
	"strings"
)

// A Clause is one thing that the standard asks for.
type Clause struct {
	ID     string // KEY-001
	Level  string // MUST, DEFAULT, DESIGN or INFERRED
	Source string // seed and section
	Title  string
}

//go:embed clauses.txt
var list string

// Clauses returns all clauses, in the order of the standard.
func Clauses() []Clause {
	var out []Clause
	for line := range strings.Lines(list) {
		head, title, ok := strings.Cut(strings.TrimSpace(line), " | ")
		if !ok {
			continue
		}
		id, rest, _ := strings.Cut(head, " ")
		level, source, _ := strings.Cut(rest, " ")
		out = append(out, Clause{id, level, source, title})
	}
	return out
}

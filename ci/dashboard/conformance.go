package dashboard

import (
	"maps"
	"slices"

	"github.com/evctl/evctl/contracts/standard"
)

// look is how an outcome is shown: a mark for the matrix, never without the word.
type look struct {
	Mark string
	Tone tone
}

// Look returns the mark and the tone.
func (o Outcome) Look() look {
	switch o {
	case Pass:
		return look{"✓", good}
	case NotApplicable:
		return look{"–", mute}
	case Waived:
		return look{"w", note}
	case Inconclusive:
		return look{"?", warn}
	case Warn:
		return look{"!", warn}
	case Fail:
		return look{"✗", bad}
	case Broken:
		return look{"E", bad}
	}
	return look{"·", mute}
}

// A cell is a service's outcome of one clause.
type cell struct {
	look
	Word, Why string
}

// A standing sums up outcomes, of a service or of a clause.
type standing struct {
	Name, Owner, Repository string
	Title                   string // of a clause
	Cells                   []cell // of a service, a clause each
	Counts                  map[Outcome]int
	Applies                 int // outcomes that say something
	Bars                    []span
}

func newStanding(name string) *standing { return &standing{Name: name, Counts: map[Outcome]int{}} }

func (s *standing) add(o Outcome) {
	s.Counts[o]++
	if o != NotApplicable && o != NotConfigured {
		s.Applies++
	}
}

func (s *standing) close() standing {
	var parts []column
	for _, o := range outcomes() {
		if o != NotApplicable && o != NotConfigured {
			parts = append(parts, column{Count: s.Counts[o], Tone: o.Look().Tone})
		}
	}
	s.Bars = stack(s.Applies, parts...)
	return *s
}

// Passed returns how many outcomes are a pass.
func (s standing) Passed() int { return s.Counts[Pass] }

// Failed returns how many outcomes fail or could not be judged for an error.
func (s standing) Failed() int { return s.Counts[Fail] + s.Counts[Broken] }

// A clause is a column of the matrix: an id, and what it asks for if the
// standard lists it.
type clause struct{ ID, Title string }

// conformance is the matrix of services and clauses, and its margins.
type conformance struct {
	Clauses  []clause
	Services []standing
	ByClause []standing
	Total    standing
	Unruled  int // clauses of the standard that nothing here speaks of
}

func (d *Dashboard) conformance() conformance {
	clauses, total := map[string]*standing{}, newStanding("all")
	for _, s := range d.Services {
		for _, v := range s.Verdicts {
			if clauses[v.Clause] == nil {
				clauses[v.Clause] = newStanding(v.Clause)
			}
			clauses[v.Clause].add(v.Outcome)
			total.add(v.Outcome)
		}
	}
	titles := map[string]string{}
	for _, c := range standard.Clauses() {
		titles[c.ID] = c.Title
	}
	c := conformance{Total: total.close(), Unruled: len(titles)}
	for _, id := range slices.Sorted(maps.Keys(clauses)) {
		c.Clauses = append(c.Clauses, clause{id, titles[id]})
		clauses[id].Title = titles[id]
		if titles[id] != "" {
			c.Unruled--
		}
		c.ByClause = append(c.ByClause, clauses[id].close())
	}
	for _, s := range d.Services {
		row := newStanding(s.Name)
		row.Owner, row.Repository = s.Owner, s.Repository
		verdicts := map[string]Verdict{}
		for _, v := range s.Verdicts {
			verdicts[v.Clause] = v
			row.add(v.Outcome)
		}
		for _, column := range c.Clauses {
			v := verdicts[column.ID]
			row.Cells = append(row.Cells, cell{v.Outcome.Look(), or(string(v.Outcome), "not judged"), v.Why})
		}
		c.Services = append(c.Services, row.close())
	}
	return c
}

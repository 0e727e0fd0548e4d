//go:build corpus

package jsonschema

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/jsonschema/logic"
)

// A corpusTable counts what the engine says of one collection under one policy.
type corpusTable struct {
	t      *testing.T
	name   string
	engine *Engine
	lax    bool // a wrong answer is counted, not a failure: the collection's word is no proof

	cases, right, wrong, invalid int
	compatible, incompatible     int
	verified, unverified         int                       // witnesses
	whole                        int                       // cases all of whose references resolve
	doubts                       map[string]map[string]int // undecided, by row and by kind and keyword

	wall      time.Duration
	slowest   time.Duration
	slowestID string
}

// Rows of undecided cases.
const (
	resolved = "all references resolve"
	dangling = "a reference leads nowhere"
)

func newTable(t *testing.T, name string) *corpusTable {
	return &corpusTable{t: t, name: name, engine: New(), doubts: map[string]map[string]int{resolved: {}, dangling: {}}}
}

// A fact is what is known of a pair before it is asked about.
type fact bool

func is(b bool) *fact { f := fact(b); return &f }

// ask compares a pair; want is nil where the verdict is not known.
func (c *corpusTable) ask(id string, want *fact, old, new *evctl.Schema, sem evctl.Semantics, dirs ...evctl.Direction) {
	start := time.Now()
	j, err := c.engine.Compare(context.Background(), old, new, dirs, sem)
	c.time(id, time.Since(start))
	if err != nil {
		c.t.Fatal(err)
	}
	c.witnesses(id, j)
	row := resolved
	if dangles(old, sem) || dangles(new, sem) {
		row = dangling
	} else {
		c.whole++
	}
	switch j.Verdict {
	case evctl.Undecided:
		c.doubt(row, doubtOf(j))
		return
	case evctl.Invalid:
		c.invalid++
		return
	case evctl.Compatible:
		c.compatible++
	default:
		c.incompatible++
	}
	switch {
	case want == nil:
	case bool(*want) == (j.Verdict == evctl.Compatible):
		c.right++
	case c.lax:
		c.wrong++
		c.t.Logf("%s %v: got %s, which the collection denies\nold %s\nnew %s\n%s", id, dirs, j.Verdict, old.Text, new.Text, proof(j))
	default:
		c.wrong++
		c.t.Errorf("%s %v: got %s\nold %s\nnew %s\n%+v", id, dirs, j.Verdict, old.Text, new.Text, j.Findings)
	}
}

func (c *corpusTable) time(id string, d time.Duration) {
	c.cases++
	c.wall += d
	if d > c.slowest {
		c.slowest, c.slowestID = d, id
	}
}

func (c *corpusTable) doubt(row, kind string) { c.doubts[row][kind]++ }

func doubtOf(j evctl.Judgement) string {
	for _, f := range j.Findings {
		if f.Rule == "compat/undecided" || f.Rule == "compat/writer-empty" {
			return strings.TrimSpace(strings.TrimPrefix(f.Rule, "compat/") + " " + f.Key)
		}
	}
	return "without a reason"
}

func (c *corpusTable) witnesses(id string, j evctl.Judgement) {
	for _, f := range j.Findings {
		if strings.HasPrefix(f.Key, "unproven") {
			c.wrong++
			c.t.Errorf("%s: a witness was refuted", id)
		}
		events := []*evctl.Witness{f.Witness}
		if len(f.Sides) > 0 {
			events = nil
		}
		for _, side := range f.Sides {
			events = append(events, side.Witness)
		}
		for _, w := range events {
			switch {
			case w == nil:
			case w.Unverified:
				c.unverified++
			default:
				c.verified++
			}
		}
	}
}

// proof returns an event that proves an incompatible verdict.
func proof(j evctl.Judgement) string {
	for _, f := range j.Findings {
		if f.Witness != nil {
			return fmt.Sprintf("event %s, unverified %v", f.Witness.Value, f.Witness.Unverified)
		}
	}
	return ""
}

// dangles reports whether a reference in the schema leads nowhere.
func dangles(s *evctl.Schema, sem evctl.Semantics) bool {
	doc, err := compile.Parse(s)
	if err != nil {
		return false
	}
	compiled, err := compile.NewMemo(logic.NewTable()).Compile(context.Background(), s, doc, compile.Options{Semantics: sem})
	return err == nil && len(compiled.Unresolved) > 0
}

// report prints the table. Nothing but times differs from run to run.
func (c *corpusTable) report() {
	c.t.Helper()
	var b strings.Builder
	row := func(label string, n any) { fmt.Fprintf(&b, "\n  %-36s %v", label, n) }
	fmt.Fprintf(&b, "%s", c.name)
	row("cases", c.cases)
	row("right", c.right)
	row("wrong", c.wrong)
	row("compatible", c.compatible)
	row("incompatible", c.incompatible)
	row("invalid", c.invalid)
	for _, of := range []string{resolved, dangling} {
		sum := 0
		for _, n := range c.doubts[of] {
			sum += n
		}
		cases := c.whole
		if of == dangling {
			cases = c.cases - c.whole
		}
		row("undecided, "+of, fmt.Sprintf("%d of %d (%.2f %%)", sum, cases, 100*float64(sum)/float64(max(cases, 1))))
		for _, kind := range slices.Sorted(maps.Keys(c.doubts[of])) {
			row("  "+kind, c.doubts[of][kind])
		}
	}
	row("witnesses verified", c.verified)
	row("witnesses unverified", c.unverified)
	row("wall", fmt.Sprintf("%v, %v a case", c.wall.Round(time.Millisecond), (c.wall/time.Duration(max(c.cases, 1))).Round(time.Microsecond)))
	row("slowest", fmt.Sprintf("%v (%s)", c.slowest.Round(time.Microsecond), c.slowestID))
	c.t.Log(b.String())
}

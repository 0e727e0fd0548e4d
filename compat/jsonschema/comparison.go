package jsonschema

import (
	"context"
	"fmt"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/jsonschema/lenient"
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/reasons"
	"github.com/evctl/evctl/compat/jsonschema/search"
	"github.com/evctl/evctl/compat/rules"
)

// Bounds on the findings of one direction.
const (
	maxReasons  = 20
	reasonSteps = 50_000 // of the search, for all reasons together
)

// A comparison is one call of Engine.Compare.
type comparison struct {
	*workshop
	caller   context.Context // whose end is an error
	ctx      context.Context // within the budget of the comparison, too
	old, new *evctl.Schema   // as given: findings name their files
	before   *piece          // what the workshop knows old as
	after    *piece          // and new
	dirs     []evctl.Direction
	sem      evctl.Semantics
	verdict  evctl.Verdict
	findings []evctl.Finding
	broken   []*question // that events were found for
}

func (c *comparison) run() (evctl.Judgement, error) {
	c.verdict = evctl.Compatible
	after, err := c.compile(c.caller, c.after, c.sem, false)
	if err := c.ended(); err != nil {
		return evctl.Judgement{}, err
	}
	if err != nil {
		return c.invalid(c.new, c.after, err), nil
	}
	if faults := c.faults(c.after, c.sem); len(faults) > 0 {
		return evctl.Judgement{Verdict: evctl.Invalid, Findings: inFile(c.new, faults)}, nil
	}
	c.findings = append(c.findings, inFile(c.new, c.after.oddities(after))...)
	if len(c.dirs) == 0 {
		return evctl.Judgement{Verdict: c.verdict, Findings: c.findings}, nil
	}
	_, err = c.compile(c.caller, c.before, c.sem, false)
	if err := c.ended(); err != nil {
		return evctl.Judgement{}, err
	}
	if err != nil {
		return c.invalid(c.old, c.before, err), nil
	}
	for _, dir := range c.dirs {
		if err := c.decide(dir); err != nil {
			return evctl.Judgement{}, err
		}
	}
	if err := c.tellAll(); err != nil {
		return evctl.Judgement{}, err
	}
	if err := c.ended(); err != nil {
		return evctl.Judgement{}, err
	}
	evctl.SortFindings(c.findings)
	return evctl.Judgement{Verdict: c.verdict, Findings: c.findings}, nil
}

// A question is one direction of a comparison, compiled.
type question struct {
	*comparison
	direction      evctl.Direction
	writer, reader *evctl.Schema
	w, r           *compile.Schema
	search         *search.Search
	lens           *lenient.Lens // nil under the strict policy
	writes, reads  logic.Lit     // what the writer may write, what the reader accepts

	answer    search.Answer // an event that the reader rejects
	found     reasons.Result
	proposals []*proposal
}

func (c *comparison) ask(dir evctl.Direction) (*question, error) {
	writer, reader := c.before, c.after
	if dir == evctl.Forward {
		writer, reader = reader, writer
	}
	q := &question{comparison: c, direction: dir, writer: writer.schema, reader: reader.schema}
	var err error
	if q.w, err = c.compile(c.caller, writer, c.sem, c.sem.Policy != evctl.Strict); err != nil {
		return nil, err
	}
	if q.r, err = c.compile(c.caller, reader, c.sem, false); err != nil {
		return nil, err
	}
	plain, err := c.compile(c.caller, writer, c.sem, false)
	if err != nil {
		return nil, err
	}
	q.search = c.newSearch(c.ctx, dir)
	q.writes, q.reads = q.w.Root.Lit, q.r.Root.Lit
	if plain != q.w { // what the producer enforces only takes events away
		q.writes = c.table.And(q.writes, plain.Root.Lit)
	}
	if c.sem.Policy != evctl.Strict {
		q.lens = c.newLens(c.ctx, dir, lenient.Side{Says: q.writes, Words: q.w.Words}, lenient.Side{Says: q.reads, Words: q.r.Words})
		q.writes, q.reads = q.lens.Close(), q.lens.View(q.reads, q.lens.Root())
	}
	return q, nil
}

func (c *comparison) decide(dir evctl.Direction) error {
	q, err := c.ask(dir)
	if err != nil {
		return err
	}
	a := q.search.Find(q.writes, q.reads.Not())
	if a.Status == search.Empty && q.lens != nil {
		return q.writerMustWrite()
	}
	switch a.Status {
	case search.Found:
		return q.incompatible(a)
	case search.Unknown:
		return q.undecided(a.Doubt)
	}
	return nil
}

// ended returns an error once the caller's context has ended.
func (c *comparison) ended() error {
	if err := c.caller.Err(); err != nil {
		return fmt.Errorf("compare %s with %s: %w", c.new.File, c.old.File, err)
	}
	return nil
}

func (c *comparison) worsen(v evctl.Verdict) {
	if c.verdict != evctl.Incompatible {
		c.verdict = v
	}
}

// incompatible looks for every reason.
func (q *question) incompatible(a search.Answer) error {
	q.search.Refill(reasonSteps)
	found := reasons.Walk(reasons.Question{
		Table: q.table, Search: q.search, Writer: q.writes, Reader: q.r.Root, Text: q.w.Root, Lens: q.lens, Broken: a.Value, Limit: maxReasons,
	})
	q.isolate(found.Reasons)
	q.answer, q.found = a, found
	q.propose(found.Reasons)
	q.broken = append(q.broken, q)
	return nil
}

// tellAll reports what breaks in all directions, with one look at the
// third-party validators. The error is the end of the caller's context.
func (c *comparison) tellAll() error {
	if err := c.confirm(c.broken); err != nil {
		return err
	}
	for _, q := range c.broken {
		if err := q.tell(); err != nil {
			return err
		}
	}
	return nil
}

// tell adds the reasons whose witness is confirmed.
func (q *question) tell() error {
	told := q.addConfirmed()
	if !told { // no single statement of the reader explains it within the budget
		q.propose([]reasons.Reason{q.whole(q.answer)})
		if err := q.confirm([]*question{q}); err != nil {
			return err
		}
		told = q.addConfirmed()
	}
	if !told {
		return q.undecided(search.Doubt{Kind: search.Unproven})
	}
	switch {
	case q.found.More:
		q.more("more than %d reasons: the others are not listed", maxReasons)
	case q.found.Cut:
		q.more("the schemas are too large to look at every statement: there may be more reasons")
	}
	q.verdict = evctl.Incompatible
	return nil
}

func (q *question) addConfirmed() (any bool) {
	for _, p := range q.proposals {
		if p.confirmed != nil {
			q.findings = append(q.findings, q.finding(p.reason, p.confirmed))
			any = true
		}
	}
	return any
}

// more says that the list of reasons was cut.
func (q *question) more(format string, args ...any) {
	f := rules.MoreReasons.At(q.position(nil), format, args...)
	f.Direction = q.direction
	q.findings = append(q.findings, f)
}

// whole blames the first statement of the reader that the witness breaks.
func (q *question) whole(a search.Answer) reasons.Reason {
	parts := q.r.Root.Parts()
	for i := range parts {
		part := &parts[i]
		l := part.Lit
		if q.lens != nil {
			l = q.lens.View(l, q.lens.Root())
		}
		if q.table.Eval(l, a.Value) == logic.No {
			return reasons.Reason{Part: part, Witness: a.Value, Claim: l}
		}
	}
	return reasons.Reason{Part: &compile.Part{}, Witness: a.Value, Claim: q.reads}
}

// writerMustWrite says so if the lenient writer can write nothing at all: then
// that the reader reads everything means nothing.
func (q *question) writerMustWrite() error {
	switch a := q.search.Find(q.writes); a.Status {
	case search.Empty:
		return q.writerEmpty()
	case search.Unknown:
		return q.undecided(a.Doubt)
	}
	return nil
}

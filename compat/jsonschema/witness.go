package jsonschema

import (
	"errors"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/jsonschema/compile"
	"github.com/evctl/evctl/compat/jsonschema/logic"
	"github.com/evctl/evctl/compat/jsonschema/readable"
	"github.com/evctl/evctl/compat/jsonschema/reasons"
	"github.com/evctl/evctl/compat/jsonschema/search"
	"github.com/evctl/evctl/compat/jsonschema/value"
	"github.com/evctl/evctl/internal/jsonschema"
)

// A proposal is an event that should prove a reason.
type proposal struct {
	reason reasons.Reason
	at     string       // the value that the reader refuses
	shown  *value.Value // the event in its readable form
	there  string       // the value that the reader refuses of it
	// confirmed is the event that the third-party validators confirm: the
	// readable form if they do, else the event as it was found. It is nil if
	// they refute both: then the engine has a defect, and nothing is proved.
	confirmed *evctl.Witness
}

func (q *question) propose(list []reasons.Reason) {
	q.proposals = nil
	for _, r := range list {
		p := &proposal{reason: r, at: q.inQuestion(r)}
		p.shown, p.there = readable.Improve(readable.Proof{
			Table: q.table, Writes: q.writes, Breaks: r.Claim, Writer: q.w.Root, Reader: q.r.Root,
			At: p.at, Fixed: r.Value != nil || !speaksOfShape(r.Part.Keyword),
		}, r.Witness)
		q.proposals = append(q.proposals, p)
	}
}

// confirm has the third-party validators look at all that the questions
// propose. The error is the end of the caller's context.
func (c *comparison) confirm(questions []*question) error {
	var events [][]byte
	for _, q := range questions {
		for _, p := range q.proposals {
			events = append(events, p.shown.JSON())
		}
	}
	if len(events) == 0 {
		return nil
	}
	confirmed, err := c.verify(c.ctx, []*piece{c.before, c.after}, c.sem, events, func(v *jsonschema.Verifier) []*evctl.Witness {
		var list []*evctl.Witness
		for _, q := range questions {
			for _, p := range q.proposals {
				list = append(list, p.confirm(v, q.writer, q.reader))
			}
		}
		return list
	})
	if err != nil && c.caller.Err() != nil {
		return c.ended()
	}
	for _, q := range questions {
		for _, p := range q.proposals {
			if err != nil { // the time is up: the engine's own word must do
				p.confirmed = &evctl.Witness{Value: p.reason.Witness.JSON(), At: p.at, Unverified: true}
			} else {
				p.confirmed, confirmed = confirmed[0], confirmed[1:]
			}
		}
	}
	return nil
}

// confirm returns the event that the validators confirm, if they do.
func (p *proposal) confirm(v *jsonschema.Verifier, writer, reader *evctl.Schema) *evctl.Witness {
	for _, event := range []*value.Value{p.shown, p.reason.Witness} {
		w := &evctl.Witness{Value: event.JSON(), At: p.at}
		if event == p.shown {
			w.At = p.there
		}
		projected, err := v.Verify(writer, reader, w.Value)
		switch {
		case err == nil:
			w.Projected = projected
			return w
		case errors.Is(err, jsonschema.ErrUnsupported) && event == p.reason.Witness:
			w.Unverified = true
			return w
		}
	}
	return nil
}

// isolate looks, for each reason whose witness breaks others as well, for one
// that breaks it alone. There may be none.
func (q *question) isolate(list []reasons.Reason) {
	for i, r := range list {
		query := []logic.Lit{q.writes, r.Claim.Not()}
		for j, other := range list {
			if j != i && q.table.Eval(other.Claim, r.Witness) == logic.No {
				query = append(query, other.Claim)
			}
		}
		if len(query) == 2 {
			continue
		}
		if a := q.search.Find(query...); a.Status == search.Found {
			list[i].Witness = a.Value
		}
	}
}

// inQuestion returns the pointer of the value that the reader refuses.
func (q *question) inQuestion(r reasons.Reason) string {
	path, says := r.Path, r.Part.Lit
	switch {
	case r.Value != nil:
		says = q.table.Enum([]*value.Value{r.Value}).Not()
	case r.Name != "":
		path = append(path[:len(path)-1:len(path)-1], compile.Step{Region: q.table.Name(r.Name)})
		says = logic.False
	}
	return readable.Pointer(q.table, r.Witness, path, says)
}

// speaksOfShape reports whether an example shows the break by a keyword as well
// as the smallest value does; a bound is best shown by what is just beyond it.
func speaksOfShape(keyword string) bool {
	switch keyword {
	case "type", "format", "pattern", "enum", "const":
		return true
	}
	return false
}

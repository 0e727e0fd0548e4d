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

// witness returns the event that proves a reason, in its readable form if the
// third-party validators confirm that, else as it was found. It returns nil if
// they refute it: then the engine has a defect, and the event proves nothing.
func (q *question) witness(r reasons.Reason) *evctl.Witness {
	at := q.inQuestion(r)
	shown := readable.Improve(readable.Proof{
		Table: q.table, Writes: q.writes, Breaks: r.Claim, Writer: q.w.Root, Reader: q.r.Root,
		At: at, Fixed: r.Value != nil || !speaksOfShape(r.Part.Keyword),
	}, r.Witness)
	for _, v := range []*value.Value{shown, r.Witness} {
		if w := q.confirm(v, at); w != nil && (!w.Unverified || v == r.Witness) {
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

// confirm asks the third-party validators. It returns nil if they refute the
// witness.
func (q *question) confirm(v *value.Value, at string) *evctl.Witness {
	w := &evctl.Witness{Value: v.JSON(), At: at}
	projected, err := q.verify(q.ctx, q.writer, q.reader, q.sem, w.Value)
	switch {
	case err == nil:
		w.Projected = projected
	case errors.Is(err, jsonschema.ErrUnsupported):
		w.Unverified = true
	default:
		return nil
	}
	return w
}

package avro

import (
	"errors"

	model "github.com/evctl/evctl/internal/avro"
)

const (
	maxWitness = 1 << 16 // of one witness, in nodes and in bytes
	maxShown   = 1 << 22 // of all witnesses of a comparison, in both together
)

// Why a witness has no event.
var (
	errTooLarge = errors.New("the smallest event is too large to show")
	errShown    = errors.New("the events of other reasons are as much as is shown")
	errEndless  = errors.New("the schema as such is refused, for no event of it is finite")
)

// A datum is a value of a writer's type. Parts may be shared.
type datum struct {
	of     *model.Type
	index  int      // the branch of a union, the symbol of an enum
	parts  []*datum // a record's fields, a union's value, what an array or map holds
	number int64    // of an int or long
	bytes  []byte   // of bytes, string and fixed
}

// smallest returns the smallest datum of a type that has one, and one that the
// reader does not trip over if there is a choice.
func (r *resolver) smallest(t *model.Type) *datum {
	if d := r.data[t]; d != nil {
		return d
	}
	d := &datum{of: t}
	r.data[t] = d
	switch t.Kind {
	case model.Record:
		for _, f := range t.Fields {
			d.parts = append(d.parts, r.smallest(f.Type))
		}
	case model.Union:
		d.index = r.lowest(t)
		d.parts = []*datum{r.smallest(t.Branches[d.index])}
	case model.Enum:
		for r.foreign[t][d.index] && d.index < len(t.Symbols)-1 {
			d.index++
		}
	case model.Fixed:
		d.bytes = make([]byte, min(t.Size, maxWitness+1))
	default:
		d.bytes = []byte(zero(t.Logical.Name))
	}
	return d
}

// lowest returns the union's branch whose data are found first: among those
// that the reader reads, else among all.
func (r *resolver) lowest(union *model.Type) int {
	if i := lowest(union, r.clean, r.foreign[union]); i >= 0 {
		return i
	}
	return lowest(union, r.finite, nil)
}

func lowest(union *model.Type, ranks map[*model.Type]int, avoid map[int]bool) int {
	best := -1
	for i, b := range union.Branches {
		rank, ok := ranks[b]
		if ok && !avoid[i] && (best < 0 || rank < ranks[union.Branches[best]]) {
			best = i
		}
	}
	return best
}

// zero is the smallest bytes or string of a logical type.
func zero(logical string) string {
	switch logical {
	case "decimal":
		return "\x00"
	case "uuid":
		return "00000000-0000-0000-0000-000000000000"
	}
	return ""
}

package avro

import (
	"encoding/hex"

	"github.com/evctl/evctl"
	model "github.com/evctl/evctl/internal/avro"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A frame is one step from the writer's root towards the place in question: a
// record's field, a union's branch, or the content of an array or map.
type frame struct {
	parent *frame
	of     *model.Type
	index  int // of the field or branch
}

// pointer leads to the leaf in the event's JSON form.
func (at *frame) pointer() string {
	if at == nil {
		return ""
	}
	token := ""
	switch at.of.Kind {
	case model.Record:
		token = at.of.Fields[at.index].Name
	case model.Union:
		branch := at.of.Branches[at.index]
		if branch.Kind == model.Null {
			return at.parent.pointer()
		}
		token = branchName(branch)
	case model.Array:
		token = "0"
	case model.Map:
		token = mapKey
	}
	return at.parent.pointer() + "/" + jsondoc.EscapePointer(token)
}

// event builds the smallest event that holds the leaf where at leads to.
func (r *resolver) event(leaf *datum, at *frame) *datum {
	d := leaf
	for ; at != nil; at = at.parent {
		outer := &datum{of: at.of, index: at.index, parts: []*datum{d}}
		if at.of.Kind == model.Record {
			outer.parts = make([]*datum, len(at.of.Fields))
			for i, f := range at.of.Fields {
				if outer.parts[i] = d; i != at.index {
					outer.parts[i] = r.smallest(f.Type)
				}
			}
		}
		d = outer
	}
	return d
}

// show adds the event to a witness. It stays absent, with the reason in the
// error, if there is no finite one, if the smallest is over maxWitness, or if
// those before it have used maxShown up.
func (r *resolver) show(w *evctl.Witness, leaf func() *datum, at *frame) {
	var e encoder
	var err error
	switch {
	case r.vacuous():
		err = errEndless
	case r.shown > maxShown:
		err = errShown
	default:
		err = e.encode(r.event(leaf(), at))
		r.shown += e.nodes + len(e.json)
	}
	switch {
	case err == nil:
		w.Datum, w.Hex, w.At = e.json, hex.EncodeToString(e.binary), at.pointer()
	case w.Error == "":
		w.Error = err.Error()
	default:
		w.Error += "; " + err.Error()
	}
}

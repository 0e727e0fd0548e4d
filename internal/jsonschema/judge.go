package jsonschema

import "github.com/evctl/evctl/internal/jsondoc"

// An event is a witness in the forms in which it is looked at.
type event struct {
	root  *jsondoc.Node
	reach *reach
	plain any // for the libraries
	round int // of the Verifier, when it was new
}

func newEvent(root *jsondoc.Node) *event {
	return &event{root: root, reach: reachOf(root), plain: plainValue(root)}
}

// Bounds on what a Verifier remembers: the texts of events, in bytes, and
// verdicts.
const (
	maxRemembered = 1 << 20
	maxJudged     = 20_000
)

// event reads a witness, unless it is a known one.
func (v *Verifier) event(value []byte) (*event, error) {
	if e, ok := v.events[string(value)]; ok {
		return e, nil
	}
	doc, err := jsondoc.Parse("witness", value)
	if err != nil {
		return nil, err
	}
	if v.remembered += len(value); v.events == nil || v.remembered > maxRemembered {
		v.events, v.judged, v.remembered = map[string]*event{}, map[judgement]verdict{}, len(value)
	}
	e := newEvent(doc.Root)
	e.round = v.round
	v.events[string(value)] = e
	return e, nil
}

// A judgement is a side's word on an event, as its writer or as its reader.
type judgement struct {
	side  *side
	event *event
	reads bool
}

// A verdict is nil if the side bears the witness out: its producer writes the
// event, or its consumer refuses it.
type verdict struct {
	seen []byte // what the consumer keeps of the event, under the lenient policy
	err  error
}

// judge asks the side, unless it has said so before.
func (v *Verifier) judge(j judgement) verdict {
	v.mu.Lock()
	said, ok := v.judged[j]
	v.mu.Unlock()
	if ok {
		return said
	}
	if j.reads {
		said.seen, said.err = j.side.rejects(j.event)
	} else {
		said.err = j.side.writes(j.event)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.judged) >= maxJudged {
		clear(v.judged)
	}
	v.judged[j] = said
	return said
}

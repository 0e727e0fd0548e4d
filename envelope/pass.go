package envelope

import (
	"encoding/base64"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/program"
	"github.com/evctl/evctl/envelope/rules"
)

// A pass judges events from their bytes: it says yes or no, and where the first
// fault is. It agrees with judge, which finds and words all faults.
type pass struct {
	options Options
	fields  *program.Names
	uuid    *program.Shape
	base64  *base64.Encoding
	content *program.Digest // of the fields
	lenient bool            // what is invalid may be a warning by the options: judge must tell
}

// The fields, in the order of members.
const (
	eventID = iota
	eventType
	schemaVersion
	schemaRef
	aggregateType
	aggregateID
	aggregateVersion
	writerEpoch
	originRegion
	occurredAt
	producer
	correlationID
	traceparent
	payload
	fieldCount
)

// Sets of fields, by bit.
const (
	onlyVersion2 = 1<<schemaRef | 1<<writerEpoch | 1<<originRegion
	required2    = 1<<fieldCount - 1 - 1<<traceparent
	required1    = required2 &^ onlyVersion2
)

func newPass(options Options) *pass {
	p := &pass{options: options, uuid: program.NewShape("^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$")}
	p.base64 = base64.StdEncoding.Strict()
	var names []string
	for _, f := range members() {
		names = append(names, f.name)
	}
	p.fields = program.NewNames(names...)
	p.fields.Shaped(eventID, program.NewShape("^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-7[0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$"), nil)
	p.fields.Shaped(occurredAt, program.NewShape(`^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z$`), onCalendar)
	p.fields.Shaped(traceparent, program.NewShape("^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$"), isTrace)
	for _, at := range []int{schemaRef, aggregateType, aggregateID, originRegion, producer, correlationID} {
		p.fields.Filled(at)
	}
	for _, at := range []int{schemaVersion, aggregateVersion, writerEpoch} {
		p.fields.Positive(at)
	}
	p.content = program.NewDigest(seeds()[0], names...)
	for rule, severity := range options.Rules {
		if severity < evctl.Error && rule != rules.EventIDV7.ID && rule != rules.HeaderAgrees.ID && rule != rules.HeaderKnown.ID {
			p.lenient = true
		}
	}
	return p
}

// A verdict is what a pass tells of an event.
type verdict int

const (
	valid verdict = iota
	invalid
	unsure // judge must decide
)

// read judges one event. With is the contract of a reader that names one, else
// nil; home holds all contracts. By is the one that was found, if one was.
func (p *pass) read(m *program.Machine, role Role, with *contract, home *library) (said verdict, by *contract) {
	var r reading
	r.pass, r.m, r.role, r.with, r.home, r.named = p, m, role, with, home, with
	said = r.judge()
	return said, r.named
}

func (r *reading) judge() verdict {
	m := r.m
	end := r.event(m.Space(0))
	if end >= 0 {
		end = m.End(end)
	}
	switch {
	case end >= 0 && !r.unsure:
		return valid
	case r.unsure || r.lenient || m.Fault().Unsure:
		return unsure
	}
	return invalid
}

// A reading is one event being read.
type reading struct {
	*pass
	m        *program.Machine
	role     Role
	home     *library
	unsure   bool
	seen     uint64
	start    [fieldCount]int // of the values
	end      [fieldCount]int
	version  int64     // schema_version
	typ, ref []byte    // event_type, schema_ref
	named    *contract // by these
	settled  bool      // named is found
	with     *contract // of a reader that names one
	contract *contract // by which the payload was judged, if it was
	plain    bool      // the event id is no UUID of version 7
	warned   bool      // nobody knows the header of the payload
	extra    bool      // there are members that are no fields
}

// event reads the envelope at i.
func (r *reading) event(i int) int {
	m := r.m
	if m.Byte(i) != '{' {
		return m.Fail(i, rules.EventJSON.ID)
	}
	if i = m.Space(i + 1); m.Byte(i) == '}' {
		return m.Fail(i, rules.FieldRequired.ID)
	}
	object := m.Object()
	w := program.Walk{Names: r.fields, Starts: r.start[:], Ends: r.end[:]}
	for more := true; more; {
		at, value := m.Next(&w, i)
		r.seen = w.Seen
		switch {
		case value < 0:
			return value
		case at == program.Closed:
			return r.whole(value)
		case at == program.Other:
			i = r.unknown(object, w.Name, value)
		case r.seen&(1<<at) != 0:
			return m.Fail(w.Name, rules.EventJSON.ID)
		default:
			r.seen |= 1 << at
			if i = r.opens(at, value); i >= 0 {
				w.Next = aggregateType
			} else {
				r.start[at] = value
				i = r.field(at, value)
				r.end[at] = i
			}
			w.Seen = r.seen
		}
		if i < 0 || r.unsure {
			return -1
		}
		if i, more = m.Separator(i); i < 0 {
			return i
		}
	}
	return r.whole(i)
}

func (r *reading) unknown(object uint32, name, value int) int {
	r.extra = true
	if !r.m.Distinct(object, name) {
		return -1
	}
	if !r.role.reads || r.options.Semantics.Policy == evctl.Strict {
		return r.m.Fail(name, rules.FieldUnknown.ID)
	}
	return r.m.PassOver(value, 1)
}

func (r *reading) field(at, i int) int {
	switch at {
	case eventID:
		return r.eventID(i)
	case eventType:
		r.settled = false
		r.typ, i = r.text(i)
		return i
	case schemaRef:
		r.settled = false
		r.ref, i = r.text(i)
		return i
	case schemaVersion, aggregateVersion, writerEpoch:
		return r.count(at, i)
	case aggregateType, aggregateID, originRegion, producer:
		return r.filled(i)
	case occurredAt:
		return r.misshapen(i, rules.OccurredAtUTC.ID)
	case correlationID:
		if r.m.Byte(i) != '"' {
			return r.m.Fail(i, rules.FieldType.ID)
		}
		_, i = r.m.Filled(i)
		return i
	case traceparent:
		return r.traceparent(i)
	}
	return r.payload(i)
}

// text reads a string. One with escapes is no name: judge looks at it.
func (r *reading) text(i int) ([]byte, int) {
	if r.m.Byte(i) != '"' {
		return nil, r.m.Fail(i, rules.FieldType.ID)
	}
	said, end := r.m.Text(i)
	if end >= 0 && len(said) != end-i-2 {
		r.unsure = true
	}
	return said, end
}

func (r *reading) filled(i int) int {
	if r.m.Byte(i) != '"' {
		return r.m.Fail(i, rules.FieldType.ID)
	}
	filled, end := r.m.Filled(i)
	if !filled && end >= 0 {
		return r.m.Fail(i, rules.FieldEmpty.ID)
	}
	return end
}

func (r *reading) count(at, i int) int {
	n, end, ok := r.m.Integer(i)
	switch {
	case end < 0:
		return end
	case !ok:
		return r.m.Fail(i, rules.FieldType.ID)
	case n < 1:
		return r.m.Fail(i, rules.CountFromOne.ID)
	}
	if at == schemaVersion {
		r.version, r.settled = n, false
	}
	return end
}

func (r *reading) eventID(i int) int {
	end := r.m.HasShape(r.uuid, i)
	if end < 0 {
		return r.misshapen(i, rules.EventIDUUID.ID)
	}
	// one of version 7 is neither nil nor all ones
	if r.plain = r.m.Byte(i+15) != '7' || !isVariant(r.m.Byte(i+20)); r.plain {
		said := r.m.Slice(i+1, end-1)
		if all(said, '0', '-') || allOnes(said) {
			return r.m.Fail(i, rules.EventIDUUID.ID)
		}
	}
	return end
}

// misshapen reads a string that has not the shape it must have.
func (r *reading) misshapen(i int, rule string) int {
	if _, end := r.text(i); end < 0 {
		return end
	}
	return r.m.Fail(i, rule)
}

func isVariant(c byte) bool {
	switch c {
	case '8', '9', 'a', 'b', 'A', 'B':
		return true
	}
	return false
}

// all reports whether each byte is one of two.
func all(b []byte, x, y byte) bool {
	for _, c := range b {
		if c != x && c != y {
			return false
		}
	}
	return true
}

// allOnes reports whether a UUID is made of F alone, in either case.
func allOnes(b []byte) bool {
	for _, c := range b {
		if c|0x20 != 'f' && c != '-' {
			return false
		}
	}
	return true
}

// onCalendar reports whether there is such a time; said has the form of one.
func onCalendar(said []byte) bool {
	two := func(at int) int { return int(said[at]-'0')*10 + int(said[at+1]-'0') }
	year, month, day, hour := two(0)*100+two(2), two(5), two(8), two(11)
	return month >= 1 && month <= 12 && day >= 1 && (day <= 28 || day <= daysIn(year, month)) && hour <= 23
}

func daysIn(year, month int) int {
	switch {
	case month == 2 && year%4 == 0 && (year%100 != 0 || year%400 == 0):
		return 29
	case month == 2:
		return 28
	case month == 4 || month == 6 || month == 9 || month == 11:
		return 30
	}
	return 31
}

// traceparent reads one that is not of the shape, or not allowed.
func (r *reading) traceparent(i int) int {
	if said, _ := r.text(i); len(said) > len("00---")+32+16+2 {
		r.unsure = true // perhaps of a later version
	}
	return r.misshapen(i, rules.TraceparentW3C.ID)
}

// isTrace reports whether version and ids are allowed; said has the form of a
// traceparent.
func isTrace(said []byte) bool {
	return string(said[:2]) != "ff" && !all(said[3:35], '0', '0') && !all(said[36:52], '0', '0')
}

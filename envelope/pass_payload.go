package envelope

import (
	"bytes"
	"strconv"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/envelope/rules"
	"github.com/evctl/evctl/envelope/wire"
)

// payload reads the payload: with its schema if that is known by now, else as
// JSON, to be judged when the rest has come.
func (r *reading) payload(i int) int {
	if c := r.byNow(); c != nil {
		return r.payloadBy(c, i)
	}
	// most probably it is of the contract of the event before
	if c := r.before(); c != nil && !r.role.names() {
		if end := r.payloadBy(c, i); end >= 0 {
			return end
		}
		r.unsure, r.contract = false, nil
	}
	return r.m.PassOver(i, 1)
}

// before returns the contract of the event that the machine read before, if it
// is of the same library.
func (r *reading) before() *contract {
	if c, ok := r.m.Memo.(*contract); ok && c.home == r.home {
		return c
	}
	return nil
}

// byNow returns the contract if the fields that tell it have come.
func (r *reading) byNow() *contract {
	const both = 1<<eventType | 1<<schemaVersion
	r.take()
	switch {
	case r.role.names() && r.with.schema == nil:
		return nil
	case r.role.names():
		return r.with
	case r.seen&both != both:
		return nil
	}
	if !r.settled {
		if !r.repeats() {
			r.named = r.find()
		}
		r.settled = true
	}
	return r.named
}

// take takes over the fields that Next read by itself.
func (r *reading) take() {
	if r.version == 0 && r.seen&(1<<schemaVersion) != 0 {
		r.version, _, _ = r.m.Integer(r.start[schemaVersion])
		r.settled = false
	}
	if r.ref == nil && r.seen&(1<<schemaRef) != 0 {
		r.ref, r.settled = r.written(schemaRef), false
	}
}

// repeats reports whether the event names the contract of the event before, and
// takes that.
func (r *reading) repeats() bool {
	c := r.before()
	if c == nil || c.compact == "" || r.version != c.version || !bytes.Equal(r.typ, c.typ) || !bytes.Equal(r.ref, c.ref) ||
		r.options.Registry != "" && r.options.Registry != c.schema.Registry {
		return false
	}
	r.named, r.ref = c, c.ref
	return true
}

// find looks for the contract that the event names.
func (r *reading) find() *contract {
	registry := []byte(r.options.Registry)
	if len(registry) == 0 && r.ref != nil {
		registry, _, _ = bytes.Cut(r.ref, []byte("/"))
	}
	for i := range r.home.shelves {
		if s := &r.home.shelves[i]; s.registry == string(registry) {
			return s.find(r.typ, r.version)
		}
	}
	return nil
}

// payloadBy judges the payload at i.
func (r *reading) payloadBy(c *contract, i int) int {
	r.contract = c
	switch {
	case c.err != nil:
		r.unsure = true
		return -1
	case c.bytes != nil:
		return r.binary(c.bytes, i)
	case r.m.Byte(i) != '{':
		return r.m.Fail(i, rules.FieldType.ID)
	case r.role.reads:
		return r.m.Run(c.reads, i, 1)
	}
	return r.m.Run(c.writes, i, 1)
}

// binary judges a payload in base64.
func (r *reading) binary(c *codec, i int) int {
	if r.m.Byte(i) != '"' {
		return r.m.Fail(i, rules.FieldType.ID)
	}
	said, end := r.text(i)
	if end < 0 || r.unsure {
		return -1
	}
	data, err := r.base64.AppendDecode(r.m.Room(r.base64.DecodedLen(len(said))), said)
	if err != nil {
		return r.m.Fail(i, rules.FieldType.ID)
	}
	name, fault := c.fault(data, r.role.reads, r.options.MaxBytes)
	if name.Format != wire.Bare {
		return r.headed(name, fault == nil, i, end)
	}
	if fault != nil {
		return r.m.Fail(i, rules.PayloadValid.ID)
	}
	return end
}

// headed judges the header of a payload at i. Where a reader names its own schema,
// judge looks for that of the event.
func (r *reading) headed(name wire.Name, valid bool, i, end int) int {
	if r.role.names() {
		r.unsure = true
		return -1
	}
	said := r.home.agreement(r.contract, name)
	lowered, is := r.options.Rules[rules.HeaderAgrees.ID]
	switch {
	case said == differs && is && lowered < evctl.Error:
		r.unsure = true
		return -1
	case said == differs:
		return r.m.Fail(i, rules.HeaderAgrees.ID)
	case !valid:
		return r.m.Fail(i, rules.PayloadValid.ID)
	case said == unknown && r.options.Rules[rules.HeaderKnown.ID] >= evctl.Error:
		return r.m.Fail(i, rules.HeaderKnown.ID)
	}
	r.warned = r.warned || said == unknown
	return end
}

// whole checks what takes all fields. I is the offset behind the event.
func (r *reading) whole(i int) int {
	required, version := uint64(required1), 1
	if r.seen&onlyVersion2 != 0 || r.options.Version > 1 {
		required, version = required2, 2
	}
	switch {
	case r.seen&required != required:
		return r.m.Fail(0, rules.FieldRequired.ID)
	case r.plain && r.minds(version):
		return r.m.Fail(r.start[eventID], rules.EventIDV7.ID)
	}
	c := r.byNow()
	switch {
	case c == nil || r.role.names() && string(r.typ) != r.role.with.Subject:
		return r.m.Fail(r.start[eventType], rules.SchemaKnown.ID)
	case !c.legal:
		r.unsure = true
		return -1
	case !r.agrees():
		return r.m.Fail(r.start[schemaRef], rules.SchemaRefAgrees.ID)
	}
	r.m.Memo = c
	if r.contract == c {
		return i
	}
	trusted := r.m.Trust(true)
	end := r.payloadBy(c, r.start[payload])
	r.m.Trust(trusted)
	if end < 0 {
		return end
	}
	return i
}

// minds reports whether an id that is no UUID of version 7 is an error.
func (r *reading) minds(version int) bool {
	if severity, ok := r.options.Rules[rules.EventIDV7.ID]; ok {
		return severity >= evctl.Error
	}
	return version > 1
}

// agrees reports whether the schema_ref, if there is one, repeats registry, type
// and version.
func (r *reading) agrees() bool {
	if r.seen&(1<<schemaRef) == 0 || r.settled && r.named != nil && len(r.ref) == len(r.named.ref) && &r.ref[0] == &r.named.ref[0] {
		return true // there is none, or it is that of the event before
	}
	registry, rest, ok := bytes.Cut(r.ref, []byte("/"))
	if !ok || len(registry) == 0 || bytes.IndexByte(registry, '@') >= 0 || r.options.Registry != "" && string(registry) != r.options.Registry {
		return false
	}
	rest, ok = bytes.CutPrefix(rest, r.typ)
	var digits [20]byte
	return ok && len(rest) > 0 && rest[0] == '@' && string(rest[1:]) == string(strconv.AppendInt(digits[:0], r.version, 10))
}

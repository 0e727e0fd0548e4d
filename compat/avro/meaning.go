package avro

import (
	"bytes"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat/rules"
	model "github.com/evctl/evctl/internal/avro"
	"github.com/evctl/evctl/internal/jsondoc"
)

// meaning reports logical types that make the reader see another value than
// was written, although the types resolve.
func (r *resolver) meaning(rt, wt *model.Type, at *frame) {
	rl, wl := rt.Logical, wt.Logical
	if rl == wl {
		return
	}
	rc, _ := clock(rl)
	wc, _ := clock(wl)
	leaf := r.sample(wt)
	switch {
	case rl.Name == "decimal" && wl.Name == "decimal" && rl.Scale != wl.Scale:
		r.differs(rules.DecimalScaleChanged, pair{rt, wt}, leaf, at, "decimals of scale %d", rl.Scale, wl.Scale)
	case rl.Name == "decimal" && wl.Name == "decimal":
		if wl.Precision > rl.Precision { // a reader with room to spare reads what was meant
			leaf.bytes = digits(rl.Precision+1, leaf.bytes)
			r.differs(rules.DecimalPrecisionChanged, pair{rt, wt}, leaf, at, "decimals of at most %d digits", rl.Precision, wl.Precision)
		}
	case rc != "" && rc == wc:
		r.differs(rules.TimeUnitChanged, pair{rt, wt}, leaf, at, "%s", rl.Name, wl.Name)
	default:
		r.differs(rules.LogicalTypeChanged, pair{rt, wt}, leaf, at, "%s", logicalName(rt), logicalName(wt))
	}
}

func (r *resolver) differs(rule evctl.Rule, p pair, leaf *datum, at *frame, what string, reader, writer any) {
	f := r.finding(rule, p.reader.Place, p.writer.Place, "reader reads "+what+", writer writes "+what, reader, writer)
	f.Remedy = "keep the logical type, and give the new one to a new field with a default"
	f.Witness = &evctl.Witness{Written: spell(leaf, p.writer.Logical), Read: spell(leaf, p.reader.Logical)}
	r.add(f, func() *datum { return leaf }, at)
}

// logicalName describes a type for a message on logical types.
func logicalName(t *model.Type) string {
	if t.Logical.Name == "" {
		return "plain " + t.Kind.String()
	}
	return t.Logical.Name
}

// clock splits a logical type's name: timestamp-millis is a timestamp in
// milliseconds. Without a unit both are zero.
func clock(l model.Logical) (name string, unit time.Duration) {
	i := max(strings.LastIndexByte(l.Name, '-'), 0)
	switch l.Name[i:] {
	case "-millis":
		return l.Name[:i], time.Millisecond
	case "-micros":
		return l.Name[:i], time.Microsecond
	case "-nanos":
		return l.Name[:i], time.Nanosecond
	}
	return "", 0
}

// sample returns a datum whose reading depends on the logical type.
func (r *resolver) sample(t *model.Type) *datum {
	d := *r.smallest(t)
	d.number = 1
	if _, unit := clock(t.Logical); unit != 0 {
		d.number = int64(90 * time.Minute / unit)
	}
	if t.Kind == model.Fixed || t.Kind == model.Bytes {
		d.bytes = digits(1, d.bytes)
	}
	return &d
}

// maxDigits bounds the decimals that witnesses spell out.
const maxDigits = 1000

// digits returns the smallest decimal of n digits, in at least the room given.
func digits(n int, room []byte) []byte {
	ten := big.NewInt(10)
	b := ten.Exp(ten, big.NewInt(int64(min(n, maxDigits)-1)), nil).Bytes()
	if b[0] > 0x7f {
		b = append([]byte{0}, b...) // the first bit is the sign
	}
	return append(make([]byte, max(len(room)-len(b), 0)), b...)
}

// spell writes a datum as a program that honours the logical type sees it.
func spell(d *datum, l model.Logical) string {
	name, unit := clock(l)
	epoch := time.Unix(0, 0).UTC()
	at := epoch.Add(time.Duration(d.number) * unit)
	switch {
	case l.Name == "decimal":
		return decimal(d.bytes, l.Scale)
	case l.Name == "date":
		return epoch.AddDate(0, 0, int(d.number)).Format(time.DateOnly)
	case name == "time":
		return at.Format("15:04:05.999999999")
	case name == "timestamp":
		return at.Format(time.RFC3339Nano)
	case name == "local-timestamp":
		return at.Format("2006-01-02T15:04:05.999999999")
	}
	var e encoder
	if e.encode(d) != nil {
		return ""
	}
	return string(e.json)
}

// decimal spells a big-endian number that is not negative, with its point.
func decimal(b []byte, scale int) string {
	n := new(big.Int).SetBytes(b)
	if scale > maxDigits {
		return n.String() + "e-" + strconv.Itoa(scale)
	}
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)
	return new(big.Rat).SetFrac(n, power).FloatString(scale)
}

// fieldDefault reports another default. It speaks of events that were written
// before the field was, so only the new reader is asked.
func (r *resolver) fieldDefault(rf, wf *model.Field) {
	if r.dir == evctl.Forward || rf.Default == nil || wf.Default == nil || equalJSON(rf.Default, wf.Default) {
		return
	}
	f := r.finding(rules.DefaultChanged, rf.Place, wf.Place, "default of field %q is %s, was %s",
		rf.Name, model.Spell(rf.Default), model.Spell(wf.Default))
	f.Path += "/default"
	f.Witness = &evctl.Witness{Written: model.Spell(wf.Default), Read: model.Spell(rf.Default),
		Error: fmt.Sprintf("an event from before %q came: readers of the old schema see the one value, of the new schema the other", rf.Name)}
	f.Remedy = fmt.Sprintf("keep the default %s: what was never written reads as it, in old events too", model.Spell(wf.Default))
	r.add(f, nil, nil)
}

func (r *resolver) enumDefault(rt, wt *model.Type) {
	if r.dir == evctl.Forward || !rt.HasDefault || !wt.HasDefault || rt.Default == wt.Default {
		return
	}
	f := r.finding(rules.EnumDefaultChanged, rt.Place, wt.Place, "default of %s is %s, was %s", rt, rt.Default, wt.Default)
	f.Path += "/default"
	f.Witness = &evctl.Witness{Written: wt.Default, Read: rt.Default,
		Error: "an event with a symbol that neither schema has: readers of the old schema see the one value, of the new schema the other"}
	f.Remedy = fmt.Sprintf("keep the default %s: symbols that a reader does not know read as it", wt.Default)
	r.add(f, nil, nil)
}

// equalJSON compares two defaults; 1 and 1.0 are the same number.
func equalJSON(a, b *jsondoc.Node) bool {
	if bytes.Equal(a.Canonical(), b.Canonical()) {
		return true
	}
	if a.Kind != jsondoc.Number || b.Kind != jsondoc.Number {
		return false
	}
	_, aErr := strconv.ParseInt(a.Text, 10, 64)
	_, bErr := strconv.ParseInt(b.Text, 10, 64)
	if aErr == nil && bErr == nil {
		return false
	}
	x, _ := strconv.ParseFloat(a.Text, 64)
	y, _ := strconv.ParseFloat(b.Text, 64)
	return x == y
}

package avro

import (
	"encoding/binary"
	"encoding/json"
	"strconv"

	model "github.com/evctl/evctl/internal/avro"
)

// An encoder writes a datum in Avro's binary and JSON encodings at once, and
// gives up beyond maxWitness.
type encoder struct {
	binary []byte
	json   []byte
	nodes  int
}

func (e *encoder) encode(d *datum) error {
	if e.nodes++; e.nodes > maxWitness || len(e.json)+len(d.bytes) > maxWitness {
		return errTooLarge
	}
	switch d.of.Kind {
	case model.Record:
		return e.record(d)
	case model.Union:
		return e.union(d)
	case model.Array:
		return e.blocks(d, '[', ']')
	case model.Map:
		return e.blocks(d, '{', '}')
	}
	e.scalar(d)
	return nil
}

func (e *encoder) scalar(d *datum) {
	switch d.of.Kind {
	case model.Null:
		e.text("null")
	case model.Boolean:
		e.binary = append(e.binary, 0)
		e.text("false")
	case model.Int, model.Long:
		e.long(d.number)
		e.json = strconv.AppendInt(e.json, d.number, 10)
	case model.Float:
		e.binary = append(e.binary, make([]byte, 4)...)
		e.text("0")
	case model.Double:
		e.binary = append(e.binary, make([]byte, 8)...)
		e.text("0")
	case model.Enum:
		e.long(int64(d.index))
		e.quote(d.of.Symbols[d.index])
	case model.Fixed:
		e.binary = append(e.binary, d.bytes...)
		e.quote(latin1(d.bytes))
	default: // bytes and string
		e.long(int64(len(d.bytes)))
		e.binary = append(e.binary, d.bytes...)
		e.quote(latin1(d.bytes))
	}
}

func (e *encoder) record(d *datum) error {
	e.text("{")
	for i, part := range d.parts {
		if i > 0 {
			e.text(",")
		}
		e.quote(d.of.Fields[i].Name)
		e.text(":")
		if err := e.encode(part); err != nil {
			return err
		}
	}
	e.text("}")
	return nil
}

func (e *encoder) union(d *datum) error {
	e.long(int64(d.index))
	part := d.parts[0]
	if part.of.Kind == model.Null {
		return e.encode(part)
	}
	e.text("{")
	e.quote(branchName(part.of))
	e.text(":")
	err := e.encode(part)
	e.text("}")
	return err
}

// branchName is what Avro's JSON encoding calls a branch of a union.
func branchName(t *model.Type) string {
	if t.Name != "" {
		return t.Name
	}
	return t.Kind.String()
}

// mapKey is the key under which a map in a witness holds its only value.
const mapKey = "key"

// blocks writes an array or a map that has one part or none.
func (e *encoder) blocks(d *datum, open, end byte) error {
	e.json = append(e.json, open)
	for _, part := range d.parts {
		e.long(1)
		if d.of.Kind == model.Map {
			e.long(int64(len(mapKey)))
			e.binary = append(e.binary, mapKey...)
			e.quote(mapKey)
			e.text(":")
		}
		if err := e.encode(part); err != nil {
			return err
		}
	}
	e.long(0)
	e.json = append(e.json, end)
	return nil
}

// long appends a number in Avro's variable-length zig-zag coding.
func (e *encoder) long(n int64) { e.binary = binary.AppendVarint(e.binary, n) }

func (e *encoder) text(s string) { e.json = append(e.json, s...) }

func (e *encoder) quote(s string) {
	quoted, _ := json.Marshal(s) // a string always encodes
	e.json = append(e.json, quoted...)
}

// latin1 spells bytes as Avro's JSON encoding does: a code point each.
func latin1(b []byte) string {
	runes := make([]rune, len(b))
	for i, c := range b {
		runes[i] = rune(c)
	}
	return string(runes)
}

package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// Types of the compact protocol of Thrift ("Thrift compact protocol encoding").
const (
	thriftTrue   = 1
	thriftFalse  = 2
	thriftByte   = 3
	thriftI16    = 4
	thriftI32    = 5
	thriftI64    = 6
	thriftDouble = 7
	thriftBinary = 8
	thriftList   = 9
	thriftSet    = 10
	thriftMap    = 11
	thriftStruct = 12
)

// maxNesting bounds how deep structs and lists are nested; Parquet's own are five
// deep.
const maxNesting = 32

// errShort says that a structure goes on behind the bytes at hand.
var errShort = errors.New("it is cut short")

// thrift reads structures from bytes, each byte once. After an error all values
// are zero and no more fields come.
type thrift struct {
	data  []byte
	at    int
	depth int
	err   error
}

func (t *thrift) fail(err error) {
	if t.err == nil {
		t.err, t.at = err, len(t.data)
	}
}

func (t *thrift) byte() byte {
	if t.at >= len(t.data) {
		t.fail(errShort)
		return 0
	}
	t.at++
	return t.data[t.at-1]
}

func (t *thrift) varint() uint64 {
	n, size := binary.Uvarint(t.data[t.at:])
	switch {
	case size == 0:
		t.fail(errShort)
	case size < 0:
		t.fail(errors.New("a number of more than 64 bits"))
	default:
		t.at += size
	}
	return n
}

func (t *thrift) zigzag() int64 {
	n := t.varint()
	return int64(n>>1) ^ -int64(n&1)
}

// want fails if a value is of another kind.
func (t *thrift) want(kind byte, wanted ...byte) {
	if !slices.Contains(wanted, kind) {
		t.fail(fmt.Errorf("type %d of Thrift where %d is due", kind, wanted[0]))
	}
}

// integer reads an integer of any width.
func (t *thrift) integer(kind byte) int64 {
	if kind == thriftByte {
		return int64(int8(t.byte()))
	}
	t.want(kind, thriftI64, thriftI32, thriftI16)
	return t.zigzag()
}

func (t *thrift) truth(kind byte) bool {
	t.want(kind, thriftTrue, thriftFalse)
	return kind == thriftTrue
}

func (t *thrift) binary(kind byte) []byte {
	t.want(kind, thriftBinary)
	n := t.varint()
	if n > uint64(len(t.data)-t.at) {
		t.fail(errShort)
		return nil
	}
	t.at += int(n)
	return t.data[t.at-int(n) : t.at]
}

// fields reads a struct: visit must read the value of each field, or skip it.
func (t *thrift) fields(kind byte, visit func(id int, kind byte)) {
	t.want(kind, thriftStruct)
	if t.depth++; t.depth > maxNesting {
		t.fail(fmt.Errorf("nested deeper than %d", maxNesting))
	}
	for id := 0; t.err == nil; {
		head := t.byte()
		if head == 0 {
			break
		}
		if step := int(head >> 4); step > 0 {
			id += step
		} else {
			id = int(int16(t.zigzag()))
		}
		visit(id, head&15)
	}
	t.depth--
}

// list reads a list or a set: each must read an element of the kind, or skip it.
func (t *thrift) list(kind byte, each func(kind byte)) {
	t.want(kind, thriftList, thriftSet)
	if t.depth++; t.depth > maxNesting {
		t.fail(fmt.Errorf("nested deeper than %d", maxNesting))
	}
	head := t.byte()
	n := uint64(head >> 4)
	if n == 15 {
		n = t.varint()
	}
	if n > uint64(len(t.data)-t.at) { // an element takes a byte at least
		t.fail(errShort)
	}
	for ; n > 0 && t.err == nil; n-- {
		each(head & 15)
	}
	t.depth--
}

// skip passes over a value. In a list a truth value takes a byte, in a struct none.
func (t *thrift) skip(kind byte) {
	switch kind {
	case thriftTrue, thriftFalse:
	case thriftByte:
		t.byte()
	case thriftI16, thriftI32, thriftI64:
		t.varint()
	case thriftDouble:
		for range 8 {
			t.byte()
		}
	case thriftBinary:
		t.binary(kind)
	case thriftList, thriftSet:
		t.list(kind, t.skipElement)
	case thriftMap:
		t.skipMap()
	case thriftStruct:
		t.fields(kind, func(_ int, kind byte) { t.skip(kind) })
	default:
		t.fail(fmt.Errorf("type %d of Thrift", kind))
	}
}

func (t *thrift) skipElement(kind byte) {
	if kind == thriftTrue || kind == thriftFalse {
		t.byte()
		return
	}
	t.skip(kind)
}

func (t *thrift) skipMap() {
	n := t.varint()
	if n == 0 {
		return
	}
	if n > uint64(len(t.data)-t.at) {
		t.fail(errShort)
	}
	kinds := t.byte()
	for ; n > 0 && t.err == nil; n-- {
		t.skipElement(kinds >> 4)
		t.skipElement(kinds & 15)
	}
}

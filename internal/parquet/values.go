package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// A Value is one of a column: N of a Boolean (0 or 1), Int32 or Int64, and the bits
// of a Float or Double; B of Bytes, Fixed and Int96.
type Value struct {
	N int64
	B []byte
}

// values decodes the values of a page one after another.
type values interface {
	next() (Value, error)
}

// decoder returns what reads values of an encoding.
func (c *Column) decoder(encoding int, data []byte) (values, error) {
	kind := c.Node.kind
	whole := kind == Int32 || kind == Int64
	switch {
	case encoding == plain && kind == Boolean:
		return &truths{data: data}, nil
	case encoding == plain && kind == Bytes:
		return &texts{data}, nil
	case encoding == plain:
		return &fixed{c.Node, data}, nil
	case encoding == dictionary || encoding == plainDictionary:
		return c.indexed(data)
	case encoding == rle && kind == Boolean:
		data, _, err := prefixed(data)
		return &runValues{runs{data: data, width: 1}}, err
	case encoding == deltaBinary && whole:
		d, err := newDelta(data)
		return &deltaValues{d, kind}, err
	case encoding == deltaLength && kind == Bytes:
		return newLengths(data)
	case encoding == deltaBytes && (kind == Bytes || kind == Fixed):
		return newPrefixes(data, c.Node)
	case encoding == byteStreamSplit && kind != Boolean && kind != Bytes && kind != Int96:
		return &split{node: c.Node, data: data, count: len(data) / c.Node.stride()}, nil
	}
	return nil, fmt.Errorf("encoding %d of type %d is not read", encoding, kind)
}

// value reads one of a fixed width.
func (n *Node) value(b []byte) Value {
	switch n.kind {
	case Int32:
		return Value{N: int64(int32(binary.LittleEndian.Uint32(b)))}
	case Float:
		return Value{N: int64(binary.LittleEndian.Uint32(b))}
	case Int64, Double:
		return Value{N: int64(binary.LittleEndian.Uint64(b))}
	}
	return Value{B: b}
}

// truths are bits, the lowest first.
type truths struct {
	data []byte
	bit  int
}

func (t *truths) next() (Value, error) {
	if t.bit>>3 >= len(t.data) {
		return Value{}, errShort
	}
	t.bit++
	return Value{N: int64(bitsAt(t.data, t.bit-1, 1))}, nil
}

// fixed are values of one width.
type fixed struct {
	node *Node
	data []byte
}

func (f *fixed) next() (Value, error) {
	n := f.node.stride()
	if len(f.data) < n {
		return Value{}, errShort
	}
	b := f.data[:n]
	f.data = f.data[n:]
	return f.node.value(b), nil
}

// texts are bytes behind four that tell how many.
type texts struct{ data []byte }

func (t *texts) next() (v Value, err error) {
	v.B, t.data, err = prefixed(t.data)
	return v, err
}

// words are a dictionary.
type words struct {
	data   []byte
	starts []uint32 // of texts
	count  int
}

func (w *words) at(n *Node, i int) Value {
	if n.kind == Bytes {
		b, _, _ := prefixed(w.data[w.starts[i]:]) // it was read before
		return Value{B: b}
	}
	size := n.stride()
	return n.value(w.data[i*size : (i+1)*size])
}

// indexed are places in the dictionary.
type indexed struct {
	column *Column
	runs   runs
}

func (c *Column) indexed(data []byte) (values, error) {
	if len(data) == 0 { // of nothing but nulls
		return &indexed{c, runs{width: 1}}, nil
	}
	if data[0] > 32 {
		return nil, fmt.Errorf("places in the dictionary of %d bits", data[0])
	}
	return &indexed{c, runs{data: data[1:], width: int(data[0])}}, nil
}

func (i *indexed) next() (Value, error) {
	at, err := i.runs.next()
	if err != nil {
		return Value{}, err
	}
	if at >= uint64(i.column.words.count) {
		return Value{}, fmt.Errorf("place %d in a dictionary of %d", at, i.column.words.count)
	}
	return i.column.words.at(i.column.Node, int(at)), nil
}

type runValues struct{ runs runs }

func (r *runValues) next() (Value, error) {
	n, err := r.runs.next()
	return Value{N: int64(n)}, err
}

// split are values whose first bytes stand together, then their second, and so on.
type split struct {
	node      *Node
	data      []byte
	at, count int
	room      []byte
}

func (s *split) next() (Value, error) {
	if s.at == s.count {
		return Value{}, errShort
	}
	s.room = s.room[:0]
	for i := range s.node.stride() {
		s.room = append(s.room, s.data[i*s.count+s.at])
	}
	s.at++
	return s.node.value(s.room), nil
}

// runs are numbers of few bits, in runs of equal ones and of packed ones ("RLE / bit
// packing hybrid").
type runs struct {
	data  []byte // behind the present run
	width int    // bits, at most 32; of no bits all numbers are 0

	left  uint64 // numbers of the present run
	value uint64 // of equal ones
	bits  []byte // of packed ones
	bit   int
}

func (r *runs) next() (uint64, error) {
	if r.width == 0 {
		return 0, nil
	}
	for r.left == 0 {
		if err := r.run(); err != nil {
			return 0, err
		}
	}
	r.left--
	if r.bits == nil {
		return r.value, nil
	}
	r.bit += r.width
	return bitsAt(r.bits, r.bit-r.width, r.width), nil
}

// run begins the next run.
func (r *runs) run() error {
	head, n := binary.Uvarint(r.data)
	if n <= 0 || head>>1 > maxPageValues {
		return errors.New("a run of numbers is cut short, or of too many")
	}
	r.data = r.data[n:]
	size, packed := (r.width+7)/8, head&1 == 1
	if r.left, r.bits = head>>1, nil; packed {
		size = int(head>>1) * r.width
		if size > len(r.data) { // the padding of the last may be left out
			size = len(r.data) / r.width * r.width
		}
		r.left = uint64(size/r.width) * 8
	}
	if size > len(r.data) || packed && size == 0 {
		return errShort
	}
	body := r.data[:size]
	r.data = r.data[size:]
	if packed {
		r.bits, r.bit = body, 0
		return nil
	}
	r.value = 0
	for i, b := range body {
		r.value |= uint64(b) << (8 * i)
	}
	return nil
}

// bitsAt reads a number of at most 64 bits, the lowest first.
func bitsAt(data []byte, bit, width int) uint64 {
	if width == 0 {
		return 0
	}
	at, shift := bit>>3, bit&7
	n := uint64(data[at]) >> shift
	for got := 8 - shift; got < width; got += 8 {
		at++
		n |= uint64(data[at]) << got
	}
	if width == 64 {
		return n
	}
	return n & (1<<width - 1)
}

package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// maxText bounds a value that is written as what it has in common with the one
// before: such values are long for free.
const maxText = 16 << 20

// A delta is whole numbers as differences ("Delta encoding").
type delta struct {
	data  []byte // behind the present miniblock
	count int    // numbers that are left
	minis int    // in a block
	size  int    // numbers of a miniblock
	last  int64
	begun bool

	least  int64  // difference in the block
	widths []byte // of the miniblocks behind the present one
	bits   []byte
	bit    int
	width  int
	left   int // numbers of the miniblock
}

func newDelta(data []byte) (*delta, error) {
	d := &delta{data: data}
	var heads [3]uint64
	for i := range heads {
		n, size := binary.Uvarint(d.data)
		if size <= 0 {
			return nil, errShort
		}
		heads[i], d.data = n, d.data[size:]
	}
	block, minis, count := heads[0], heads[1], heads[2]
	if block > 1<<16 || minis == 0 || minis > block || block%minis != 0 || block/minis%8 != 0 || count > maxPageValues {
		return nil, fmt.Errorf("differences of %d numbers in blocks of %d by %d", count, block, minis)
	}
	d.minis, d.size, d.count = int(minis), int(block/minis), int(count)
	first, err := d.zigzag()
	d.last = first
	return d, err
}

func (d *delta) zigzag() (int64, error) {
	n, size := binary.Varint(d.data)
	if size <= 0 {
		return 0, errShort
	}
	d.data = d.data[size:]
	return n, nil
}

func (d *delta) next() (int64, error) {
	if d.count == 0 {
		return 0, errors.New("fewer numbers than values")
	}
	d.count--
	if !d.begun {
		d.begun = true
		return d.last, nil
	}
	if d.left == 0 {
		if err := d.miniblock(); err != nil {
			return 0, err
		}
	}
	d.left--
	d.last += d.least + int64(bitsAt(d.bits, d.bit, d.width))
	d.bit += d.width
	return d.last, nil
}

// miniblock begins the next miniblock.
func (d *delta) miniblock() (err error) {
	if len(d.widths) == 0 {
		if d.least, err = d.zigzag(); err != nil {
			return err
		}
		if len(d.data) < d.minis {
			return errShort
		}
		d.widths, d.data = d.data[:d.minis], d.data[d.minis:]
	}
	d.width, d.widths = int(d.widths[0]), d.widths[1:]
	size := d.size / 8 * d.width
	if d.width > 64 || size > len(d.data) {
		return errShort
	}
	d.bits, d.data = d.data[:size], d.data[size:]
	d.bit, d.left = 0, d.size
	return nil
}

// behind returns what follows the numbers.
func (d *delta) behind() ([]byte, error) {
	ahead := *d
	for ahead.count > 0 {
		if _, err := ahead.next(); err != nil {
			return nil, err
		}
	}
	return ahead.data, nil
}

type deltaValues struct {
	*delta
	kind int
}

func (d *deltaValues) next() (Value, error) {
	n, err := d.delta.next()
	if d.kind == Int32 {
		n = int64(int32(n))
	}
	return Value{N: n}, err
}

// lengths are texts behind the lengths of all of them.
type lengths struct {
	sizes *delta
	data  []byte
}

func newLengths(data []byte) (*lengths, error) {
	sizes, err := newDelta(data)
	if err != nil {
		return nil, err
	}
	rest, err := sizes.behind()
	return &lengths{sizes, rest}, err
}

func (l *lengths) next() (Value, error) {
	n, err := l.sizes.next()
	if err == nil && (n < 0 || n > int64(len(l.data))) {
		err = errShort
	}
	if err != nil {
		return Value{}, err
	}
	b := l.data[:n]
	l.data = l.data[n:]
	return Value{B: b}, nil
}

// prefixes are texts as how many bytes they begin with of the one before, and the
// rest.
type prefixes struct {
	node   *Node
	common *delta
	rest   *lengths
	last   []byte
}

func newPrefixes(data []byte, node *Node) (*prefixes, error) {
	common, err := newDelta(data)
	if err != nil {
		return nil, err
	}
	behind, err := common.behind()
	if err != nil {
		return nil, err
	}
	rest, err := newLengths(behind)
	return &prefixes{node: node, common: common, rest: rest}, err
}

func (p *prefixes) next() (Value, error) {
	n, err := p.common.next()
	if err == nil && (n < 0 || n > int64(len(p.last))) {
		err = errors.New("more in common with the value before than that has")
	}
	if err != nil {
		return Value{}, err
	}
	rest, err := p.rest.next()
	if err == nil && int(n)+len(rest.B) > maxText {
		err = fmt.Errorf("a value is over the limit of %d bytes", maxText)
	}
	if err != nil {
		return Value{}, err
	}
	p.last = append(p.last[:n], rest.B...)
	if p.node.kind == Fixed && len(p.last) != p.node.length {
		return Value{}, fmt.Errorf("a value of %d bytes where %d are due", len(p.last), p.node.length)
	}
	return Value{B: p.last}, nil
}

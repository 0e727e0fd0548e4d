package avro

import (
	"encoding/binary"
	"math/bits"
	"strconv"
	"unicode/utf8"

	"github.com/evctl/evctl/envelope/fault"
	"github.com/evctl/evctl/internal/ascii"
	"github.com/evctl/evctl/internal/avro"
)

// The limits of one datum.
const (
	MaxDepth = 200     // nested types
	MaxEmpty = 100_000 // items of no bytes: an array of nulls is long for free
)

// A checker is one check under way. Its methods return the place behind what
// they checked, or failed.
type checker struct {
	data  []byte
	empty int // items of no bytes so far
	fault *fault.Fault
}

const failed = -1

// Check reports the first place where data are no datum of the schema, or nil.
func (p *Program) Check(data []byte) *fault.Fault {
	c := checker{data: data}
	end := c.check(p.root, 0, 0)
	if end != failed && end < len(data) {
		c.fail(end, "%d bytes follow the datum", len(data)-end)
	}
	return c.fault
}

func (c *checker) check(n *node, at, depth int) int {
	if depth > MaxDepth {
		return c.fail(at, "nested deeper than %d", MaxDepth)
	}
	if n.empty {
		return at
	}
	switch n.kind {
	case avro.Boolean:
		return c.boolean(at)
	case avro.Int:
		return c.integer(at)
	case avro.Long:
		_, end := c.long(at)
		return end
	case avro.Float:
		return c.skip(n, at, 4)
	case avro.Double:
		return c.skip(n, at, 8)
	case avro.Fixed:
		return c.skip(n, at, n.size)
	case avro.Bytes:
		_, end := c.sized(at)
		return end
	case avro.String:
		return c.text(at)
	case avro.Record:
		return c.record(n, at, depth)
	case avro.Enum:
		return c.enum(n, at)
	case avro.Union:
		return c.union(n, at, depth)
	default:
		return c.blocks(n, at, depth)
	}
}

// quick checks short strings and numbers, which most values are, in half the time
// of check. It returns failed, and notes no fault, where check must tell.
func (c *checker) quick(n *node, at int) int {
	if len(c.data)-at < 8 {
		return failed
	}
	switch n.kind {
	case avro.String:
		size := int(c.data[at]) // twice the length, if that has one byte and is not negative
		begin, end := at+1, at+1+size>>1
		if size&0x81 == 0 && end <= len(c.data) && (ascii.Within(c.data, begin, end) || utf8.Valid(c.data[begin:end])) {
			return end
		}
	case avro.Long:
		if last := ^binary.LittleEndian.Uint64(c.data[at:]) & 0x8080808080808080; last != 0 {
			return at + bits.TrailingZeros64(last)>>3 + 1
		}
	}
	return failed
}

func (c *checker) boolean(at int) int {
	switch {
	case at >= len(c.data):
		return c.short(at, "a boolean")
	case c.data[at] > 1:
		return c.fail(at, "byte %#02x is no boolean, want 0 or 1", c.data[at])
	}
	return at + 1
}

func (c *checker) integer(at int) int {
	v, end := c.long(at)
	if end != failed && int64(int32(v)) != v {
		return c.fail(at, "%d is no int of 32 bits", v)
	}
	return end
}

// long reads a zigzag varint.
func (c *checker) long(at int) (int64, int) {
	if at < len(c.data) && c.data[at] < 0x80 {
		u := int64(c.data[at])
		return u>>1 ^ -(u & 1), at + 1
	}
	var u uint64
	for i := range 10 {
		if at+i >= len(c.data) {
			return 0, c.short(at, "a number")
		}
		b := c.data[at+i]
		if i == 9 && b > 1 {
			break
		}
		u |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			return int64(u>>1) ^ -int64(u&1), at + i + 1
		}
	}
	return 0, c.fail(at, "a number of more than 64 bits")
}

func (c *checker) skip(n *node, at, size int) int {
	if size > len(c.data)-at {
		return c.short(at, n.name)
	}
	return at + size
}

// sized reads a length, and returns where what it measures begins and ends.
func (c *checker) sized(at int) (begin, end int) {
	size, begin := c.long(at)
	switch {
	case begin == failed:
		return failed, failed
	case size < 0 || size > int64(len(c.data)-begin):
		return failed, c.fail(at, "a length of %d, %d bytes are left", size, len(c.data)-begin)
	}
	return begin, begin + int(size)
}

func (c *checker) text(at int) int {
	begin, end := c.sized(at)
	if end == failed || utf8.Valid(c.data[begin:end]) {
		return end
	}
	return c.fail(begin, "a string that is not UTF-8")
}

func (c *checker) record(n *node, at, depth int) int {
	for i := range n.fields {
		f := &n.fields[i]
		if end := c.quick(f.node, at); end != failed {
			at = end
		} else if at = c.check(f.node, at, depth+1); at == failed {
			c.fault.Within(f.name)
			return failed
		}
	}
	return at
}

func (c *checker) enum(n *node, at int) int {
	v, end := c.long(at)
	if end != failed && (v < 0 || v >= int64(n.symbols)) {
		return c.fail(at, "symbol %d of %s, which has %d", v, n.name, n.symbols)
	}
	return end
}

func (c *checker) union(n *node, at, depth int) int {
	v, begin := c.long(at)
	if begin == failed {
		return failed
	}
	if v < 0 || v >= int64(len(n.branches)) {
		return c.fail(at, "branch %d of a union, which has %d", v, len(n.branches))
	}
	return c.check(n.branches[v], begin, depth+1)
}

// blocks checks an array or a map: blocks of items, each behind its count; a
// negative count has the block's size in bytes behind it; 0 ends them.
func (c *checker) blocks(n *node, at, depth int) int {
	for index := 0; ; {
		count, begin := c.long(at)
		if begin == failed || count == 0 {
			return begin
		}
		size := int64(failed)
		if count < 0 {
			if size, begin = c.long(begin); begin == failed {
				return failed
			}
			count = -count // still negative for the smallest of 64 bits
		}
		if count < 0 || !c.fits(n, count, len(c.data)-begin) {
			return c.fail(at, "a block of more items than bytes or the limit of %d items without any allow", MaxEmpty)
		}
		end := begin
		for range count {
			if end = c.item(n, end, depth, index); end == failed {
				return failed
			}
			index++
		}
		if size != failed && size != int64(end-begin) {
			return c.fail(begin, "a block of %d bytes, its size says %d", end-begin, size)
		}
		at = end
	}
}

// fits reports whether so many items may stand in the bytes left.
func (c *checker) fits(n *node, count int64, left int) bool {
	if n.kind == avro.Map || !n.items.empty {
		return count <= int64(left)
	}
	if count > MaxEmpty-int64(c.empty) {
		return false
	}
	c.empty += int(count)
	return true
}

func (c *checker) item(n *node, at, depth, index int) int {
	if n.kind == avro.Array {
		end := c.check(n.items, at, depth+1)
		if end == failed {
			c.fault.Within(strconv.Itoa(index))
		}
		return end
	}
	begin := at
	if at = c.text(at); at == failed {
		return failed
	}
	end := c.check(n.items, at, depth+1)
	if end == failed {
		_, key := c.long(begin)
		c.fault.Within(string(c.data[key:at]))
	}
	return end
}

func (c *checker) fail(at int, format string, args ...any) int {
	c.fault = fault.New(at, format, args...)
	return failed
}

func (c *checker) short(at int, what string) int {
	return c.fail(at, "the bytes end within %s", what)
}

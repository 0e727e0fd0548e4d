package protobuf

func (c *checker) number(f *field, at, end int) int {
	v, after := c.varint(at, end)
	if after == failed || !c.strict {
		return after
	}
	switch f.value {
	case signed32:
		if int64(int32(v)) != int64(v) {
			return c.fail(at, "%d is no number of 32 bits", int64(v))
		}
	case unsigned32:
		if v>>32 != 0 {
			return c.fail(at, "%d is no number of 32 bits", v)
		}
	case boolean:
		if v > 1 {
			return c.fail(at, "%d is no bool, want 0 or 1", v)
		}
	case enumerated:
		if int64(int32(v)) != int64(v) || !f.enum.has(int32(v)) {
			return c.fail(at, "%s does not declare value %d", f.enum.name, int64(v))
		}
	case any64:
	}
	return after
}

func (c *checker) varint(at, end int) (uint64, int) {
	if at < end && c.data[at] < 0x80 {
		return uint64(c.data[at]), at + 1
	}
	var v uint64
	for i := range 10 {
		if at+i >= end {
			return 0, c.fail(at, "the bytes end within a number")
		}
		b := c.data[at+i]
		if i == 9 && b > 1 {
			break
		}
		v |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			return v, at + i + 1
		}
	}
	return 0, c.fail(at, "a number of more than 64 bits")
}

func (c *checker) fixed(at, end, size int) int {
	if end-at < size {
		return c.fail(at, "the bytes end within a number of %d bytes", size)
	}
	return at + size
}

// sized reads a length, and returns where what it measures begins and ends.
func (c *checker) sized(at, end int) (begin, after int) {
	size, begin := c.varint(at, end)
	switch {
	case begin == failed:
		return failed, failed
	case size > uint64(end-begin):
		return failed, c.fail(at, "a length of %d, %d bytes are left", size, end-begin)
	}
	return begin, begin + int(size)
}

package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math/bits"
)

// Types of pages.
const (
	dataPage       = 0
	dictionaryPage = 2
	dataPageV2     = 3
)

// Encodings, by their numbers in the format.
const (
	plain           = 0
	plainDictionary = 2
	rle             = 3
	deltaBinary     = 5
	deltaLength     = 6
	deltaBytes      = 7
	dictionary      = 8
	byteStreamSplit = 9
)

// maxPageValues bounds what a page says that it holds: it may say so in few bytes.
const maxPageValues = 1 << 26

// A header is that of a page.
type header struct {
	kind            int
	unpacked, size  int64
	values          int64
	encoding        int
	levels          [2]int // encodings of the definition and repetition levels
	defined, repeat int64  // bytes of the levels, in version 2
	packed          bool
	sum             uint32 // CRC-32 of what follows, if summed
	summed          bool
}

// header reads PageHeader.
func (t *thrift) header() header {
	h := header{kind: -1, levels: [2]int{rle, rle}, packed: true}
	t.fields(thriftStruct, func(id int, kind byte) {
		switch id {
		case 1:
			h.kind = int(t.integer(kind))
		case 2:
			h.unpacked = t.integer(kind)
		case 3:
			h.size = t.integer(kind)
		case 4:
			h.sum, h.summed = uint32(t.integer(kind)), true
		case 5:
			t.headerV1(&h, kind)
		case 7:
			t.dictionaryHeader(&h, kind)
		case 8:
			t.headerV2(&h, kind)
		default:
			t.skip(kind)
		}
	})
	return h
}

// headerV1 reads DataPageHeader.
func (t *thrift) headerV1(h *header, kind byte) {
	t.fields(kind, func(id int, kind byte) {
		switch id {
		case 1:
			h.values = t.integer(kind)
		case 2:
			h.encoding = int(t.integer(kind))
		case 3, 4:
			h.levels[id-3] = int(t.integer(kind))
		default:
			t.skip(kind)
		}
	})
}

// dictionaryHeader reads DictionaryPageHeader.
func (t *thrift) dictionaryHeader(h *header, kind byte) {
	t.fields(kind, func(id int, kind byte) {
		switch id {
		case 1:
			h.values = t.integer(kind)
		case 2:
			h.encoding = int(t.integer(kind))
		default:
			t.skip(kind)
		}
	})
}

// headerV2 reads DataPageHeaderV2.
func (t *thrift) headerV2(h *header, kind byte) {
	t.fields(kind, func(id int, kind byte) {
		switch id {
		case 1:
			h.values = t.integer(kind)
		case 4:
			h.encoding = int(t.integer(kind))
		case 5:
			h.defined = t.integer(kind)
		case 6:
			h.repeat = t.integer(kind)
		case 7:
			h.packed = t.truth(kind)
		default:
			t.skip(kind)
		}
	})
}

// A page is the values of a page that were not read yet.
type page struct {
	left     int64 // entries
	repeats  runs
	defineds runs
	values   values
	held     int
}

// readHeader reads the header at the chunk's place.
func (c *Column) readHeader() (header, error) {
	for room := int64(4 << 10); ; room *= 16 {
		text := make([]byte, min(room, c.end-c.at))
		if err := readAt(c.file.r, text, c.at); err != nil {
			return header{}, err
		}
		t := &thrift{data: text}
		h := t.header()
		if errors.Is(t.err, errShort) && room < maxHeader && int64(len(text)) < c.end-c.at {
			continue
		}
		if t.err != nil {
			return header{}, fmt.Errorf("header: %w", t.err)
		}
		c.at += int64(t.at)
		return h, c.checkHeader(h)
	}
}

func (c *Column) checkHeader(h header) error {
	switch {
	case h.size < 0 || h.size > c.end-c.at:
		return fmt.Errorf("its %d bytes are not within the %d of its column", h.size, c.end-c.at)
	case h.unpacked < 0 || max(h.unpacked, h.size) > MaxHeld:
		return fmt.Errorf("its %d bytes, %d packed, are over the limit of %d", h.unpacked, h.size, MaxHeld)
	case h.values < 0 || h.values > maxPageValues:
		return fmt.Errorf("its %d values are over the limit of %d", h.values, maxPageValues)
	case h.defined < 0 || h.repeat < 0 || h.defined+h.repeat > min(h.size, h.unpacked):
		return errors.New("its levels are longer than itself")
	}
	return nil
}

// nextPage reads the next page with values.
func (c *Column) nextPage() error {
	for {
		if c.at >= c.end {
			return errors.New("its pages end before its values do")
		}
		at := c.at
		h, err := c.readHeader()
		if err == nil {
			err = c.body(h)
		}
		if err != nil {
			return fmt.Errorf("page at byte %d: %w", at, err)
		}
		if c.page.left > 0 {
			return nil
		}
	}
}

// body reads what follows a header. Pages of other types are passed over.
func (c *Column) body(h header) error {
	if h.kind != dataPage && h.kind != dataPageV2 && h.kind != dictionaryPage {
		c.at += h.size
		return nil
	}
	c.hold(-c.page.held)
	c.page = page{}
	if err := c.hold(int(h.unpacked)); err != nil {
		return err
	}
	stored := make([]byte, h.size)
	if err := readAt(c.file.r, stored, c.at); err != nil {
		return err
	}
	c.at += h.size
	if h.summed && crc32.ChecksumIEEE(stored) != h.sum {
		return errors.New("its checksum is wrong")
	}
	lead := h.defined + h.repeat // of version 2: never packed
	data := stored
	if c.chunk.codec != 0 && h.packed && h.size > lead { // nothing at all may stand for nothing
		body, err := c.file.unpack(c.chunk.codec, stored[lead:], int(h.unpacked-lead))
		if err != nil {
			return err
		}
		if data = body; lead > 0 {
			data = append(stored[:lead:lead], body...)
		}
	}
	if int64(len(data)) != h.unpacked {
		return fmt.Errorf("it has %d bytes where its header says %d", len(data), h.unpacked)
	}
	if h.kind == dictionaryPage {
		return c.readDictionary(h, data)
	}
	c.page = page{left: h.values, held: int(h.unpacked)}
	data, err := c.levels(h, data)
	if err == nil {
		c.page.values, err = c.decoder(h.encoding, data)
	}
	return err
}

// levels sets the page to read levels, and returns what follows them.
func (c *Column) levels(h header, data []byte) (_ []byte, err error) {
	repeats, defined := bits.Len(uint(c.Node.Repeats)), bits.Len(uint(c.Node.Present))
	if h.kind == dataPageV2 {
		c.page.repeats = runs{data: data[:h.repeat], width: repeats}
		c.page.defineds = runs{data: data[h.repeat : h.repeat+h.defined], width: defined}
		return data[h.repeat+h.defined:], nil
	}
	for _, l := range []struct {
		runs            *runs
		width, encoding int
	}{{&c.page.repeats, repeats, h.levels[1]}, {&c.page.defineds, defined, h.levels[0]}} {
		if l.width == 0 {
			continue
		}
		if l.encoding != rle {
			return nil, fmt.Errorf("levels in encoding %d are not read", l.encoding)
		}
		var levels []byte
		if levels, data, err = prefixed(data); err != nil {
			return nil, fmt.Errorf("levels: %w", err)
		}
		*l.runs = runs{data: levels, width: l.width}
	}
	return data, nil
}

// prefixed cuts off bytes behind four that tell how many.
func prefixed(data []byte) (head, rest []byte, err error) {
	if len(data) < 4 {
		return nil, nil, errShort
	}
	n := binary.LittleEndian.Uint32(data)
	if data = data[4:]; uint64(n) > uint64(len(data)) {
		return nil, nil, errShort
	}
	return data[:n], data[n:], nil
}

// readDictionary keeps the dictionary of the column.
func (c *Column) readDictionary(h header, data []byte) error {
	if c.words.data != nil || c.Node.kind == Boolean || h.encoding != plain && h.encoding != plainDictionary {
		return fmt.Errorf("a second dictionary, or one of truth values or in encoding %d", h.encoding)
	}
	c.words.data = data
	if c.Node.kind != Bytes {
		c.words.count = len(data) / c.Node.stride()
		return nil
	}
	words := texts{data}
	for len(c.words.starts) < int(h.values) {
		start := len(data) - len(words.data)
		if _, err := words.next(); err != nil {
			return err
		}
		c.words.starts = append(c.words.starts, uint32(start))
	}
	c.words.count = len(c.words.starts)
	return nil
}

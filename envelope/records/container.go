package records

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/evctl/evctl/internal/avro"
)

// The limits of an Avro container, in bytes but for the last.
const (
	maxHeader  = 20 << 20
	maxBlock   = 64 << 20 // as stored, and unpacked
	maxEntries = 1000     // of the header's metadata
)

// A container reads an Avro object container file as lines of JSON, one a
// record. It holds one block.
type container struct {
	r      *bufio.Reader
	schema *avro.Type
	unpack codec
	sync   [16]byte

	blocks int    // read so far
	left   int    // records of the block that were not read yet
	data   []byte // of them
	line   []byte // JSON that the caller has not taken yet
	room   []byte // that line is a part of
}

// Read gives out the lines.
func (c *container) Read(p []byte) (int, error) {
	for len(c.line) == 0 {
		if err := c.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, c.line)
	c.line = c.line[n:]
	return n, nil
}

// next makes a line of the next record. It returns io.EOF behind the last.
func (c *container) next() error {
	for c.left == 0 {
		if err := c.block(); err != nil {
			return err
		}
	}
	d := datum{data: c.data}
	line, err := d.event(c.room[:0], c.schema)
	if err != nil {
		return fmt.Errorf("block %d, %d records before its end: %w", c.blocks, c.left, err)
	}
	c.room = append(line, '\n')
	c.line, c.data = c.room, d.data
	if c.left--; c.left == 0 && len(c.data) > 0 {
		return fmt.Errorf("block %d: %d bytes follow its last record", c.blocks, len(c.data))
	}
	return nil
}

// block reads the next block: a count, a size, the data, the sync marker.
func (c *container) block() error {
	if _, err := c.r.Peek(1); err != nil {
		return err // io.EOF behind the last
	}
	c.blocks++
	count, err := binary.ReadVarint(c.r)
	var size int64
	if err == nil {
		size, err = binary.ReadVarint(c.r)
	}
	if err != nil {
		return fmt.Errorf("block %d: %w", c.blocks, whole(err))
	}
	if size < 0 || size > maxBlock {
		return fmt.Errorf("block %d: its size of %d bytes is over the limit of %d, or none", c.blocks, size, maxBlock)
	}
	stored, err := readAll(c.r, int(size))
	var sync [16]byte
	if err == nil {
		_, err = io.ReadFull(c.r, sync[:])
	}
	if err != nil {
		return fmt.Errorf("block %d: %w", c.blocks, whole(err))
	}
	if sync != c.sync {
		return fmt.Errorf("block %d: the sync marker behind it is not that of the file", c.blocks)
	}
	if c.data, err = c.unpack(stored); err != nil {
		return fmt.Errorf("block %d: %w", c.blocks, err)
	}
	if count < 0 || count > int64(len(c.data)) {
		return fmt.Errorf("block %d: %d records cannot stand in %d bytes", c.blocks, count, len(c.data))
	}
	c.left = int(count)
	return nil
}

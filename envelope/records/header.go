package records

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/avro"
)

// openContainer reads the header (Avro 1.12, "Object Container Files").
func openContainer(r *bufio.Reader) (*container, error) {
	if _, err := r.Discard(len(avroMagic)); err != nil {
		return nil, err
	}
	header := &bounded{r: r, left: maxHeader}
	meta, err := header.metadata()
	c := &container{r: r}
	if err == nil {
		_, err = io.ReadFull(header, c.sync[:])
	}
	if err != nil {
		return nil, fmt.Errorf("header: %w", whole(err))
	}
	text, ok := meta["avro.schema"]
	if !ok {
		return nil, errors.New("header: there is no avro.schema in it")
	}
	schema, err := avro.Parse(&evctl.Schema{File: "avro.schema", Format: evctl.Avro, Text: text})
	if err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	if schema.Root.Kind != avro.Record {
		return nil, fmt.Errorf("header: its data are of type %s, an event is a record", schema.Root)
	}
	c.schema = schema.Root
	if c.unpack, err = codecOf(string(meta["avro.codec"])); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	return c, nil
}

// readAll reads size bytes, and takes memory as they come.
func readAll(r io.Reader, size int) ([]byte, error) {
	var b bytes.Buffer
	n, err := io.CopyN(&b, r, int64(size))
	if err == io.EOF && n < int64(size) {
		err = io.ErrUnexpectedEOF
	}
	return b.Bytes(), err
}

// whole says of the end of a file that it came too early.
func whole(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// bounded reads a header of limited size.
type bounded struct {
	r    *bufio.Reader
	left int
}

func (b *bounded) take(n int) error {
	if n < 0 || n > b.left {
		return fmt.Errorf("it is over the limit of %d bytes", maxHeader)
	}
	b.left -= n
	return nil
}

func (b *bounded) Read(p []byte) (int, error) {
	if err := b.take(len(p)); err != nil {
		return 0, err
	}
	return b.r.Read(p)
}

func (b *bounded) ReadByte() (byte, error) {
	if err := b.take(1); err != nil {
		return 0, err
	}
	return b.r.ReadByte()
}

// bytes reads a length and as many bytes.
func (b *bounded) bytes() ([]byte, error) {
	size, err := binary.ReadVarint(b)
	if err != nil {
		return nil, err
	}
	if size < 0 || size > int64(b.left) {
		return nil, b.take(b.left + 1)
	}
	b.left -= int(size)
	return readAll(b.r, int(size))
}

// metadata reads the map of a header.
func (b *bounded) metadata() (map[string][]byte, error) {
	meta := map[string][]byte{}
	for {
		count, err := binary.ReadVarint(b)
		if err != nil || count == 0 {
			return meta, err
		}
		if count < 0 { // then the size of the block in bytes follows
			if _, err := binary.ReadVarint(b); err != nil {
				return nil, err
			}
			count = -count
		}
		if count < 0 || count > int64(maxEntries-len(meta)) {
			return nil, fmt.Errorf("more than %d entries of metadata", maxEntries)
		}
		for range count {
			key, err := b.bytes()
			if err != nil {
				return nil, err
			}
			if meta[string(key)], err = b.bytes(); err != nil {
				return nil, err
			}
		}
	}
}

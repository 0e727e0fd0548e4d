package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// The limits of a file, in bytes but for the last two.
const (
	maxFooter  = 16 << 20
	maxHeader  = 1 << 20   // of a page
	MaxHeld    = 128 << 20 // pages and dictionaries of all columns that are unpacked at once
	maxColumns = 1000
	maxLevels  = 40 // groups around a column
)

const magic = "PAR1"

// A File is a Parquet file whose footer was read.
type File struct {
	Root   *Node
	groups []rowGroup
	leaves []*Node
	r      io.ReaderAt
	unpack Unpack
}

// Unpack unpacks a page of size bytes, which is at most MaxHeld. It must return
// exactly as many, or an error, and take memory as they come.
type Unpack func(codec Codec, page []byte, size int) ([]byte, error)

// A Codec is how pages are packed, by its number in the format.
type Codec int

type rowGroup struct {
	rows   int64
	chunks []chunk // one for each leaf
}

// A chunk is the pages of one column in a row group.
type chunk struct {
	kind   int
	codec  Codec
	values int64
	start  int64
	size   int64
}

// Open reads the footer of a file of size bytes.
func Open(r io.ReaderAt, size int64, unpack Unpack) (*File, error) {
	var tail [8]byte
	if size < int64(len(magic)+len(tail)) {
		return nil, errors.New("it is too short for a Parquet file")
	}
	if err := readAt(r, tail[:], size-int64(len(tail))); err != nil {
		return nil, fmt.Errorf("footer: %w", err)
	}
	switch string(tail[4:]) {
	case magic:
	case "PARE":
		return nil, errors.New("its footer is encrypted")
	default:
		return nil, errors.New("there is no Parquet footer at its end: was it cut short?")
	}
	length := int64(binary.LittleEndian.Uint32(tail[:4]))
	if length > maxFooter || length > size-int64(len(magic)+len(tail)) {
		return nil, fmt.Errorf("footer: %d bytes are over the limit of %d, or more than the file has", length, maxFooter)
	}
	text := make([]byte, length)
	if err := readAt(r, text, size-int64(len(tail))-length); err != nil {
		return nil, fmt.Errorf("footer: %w", err)
	}
	f := &File{r: r, unpack: unpack}
	if err := f.footer(text, size-int64(len(tail))-length); err != nil {
		return nil, fmt.Errorf("footer: %w", err)
	}
	return f, nil
}

// readAt fills b; a reader may tell of the file's end with the last bytes.
func readAt(r io.ReaderAt, b []byte, at int64) error {
	if n, err := r.ReadAt(b, at); n < len(b) {
		return err
	}
	return nil
}

// footer reads FileMetaData; data ends where it begins.
func (f *File) footer(text []byte, data int64) error {
	t := &thrift{data: text}
	var elements []element
	encrypted := false
	t.fields(thriftStruct, func(id int, kind byte) {
		switch id {
		case 2:
			t.list(kind, func(kind byte) {
				elements = append(elements, t.element(kind))
			})
		case 4:
			t.list(kind, func(kind byte) {
				f.groups = append(f.groups, t.rowGroup(kind))
			})
		case 8:
			encrypted = true
			t.skip(kind)
		default:
			t.skip(kind)
		}
	})
	switch {
	case t.err != nil:
		return t.err
	case encrypted:
		return errors.New("its columns are encrypted")
	}
	if err := f.tree(elements); err != nil {
		return fmt.Errorf("schema: %w", err)
	}
	for i, g := range f.groups {
		if err := f.check(g, data); err != nil {
			return fmt.Errorf("row group %d: %w", i+1, err)
		}
	}
	return nil
}

// check holds a row group against the schema and the file.
func (f *File) check(g rowGroup, data int64) error {
	if len(g.chunks) != len(f.leaves) || g.rows < 0 {
		return fmt.Errorf("%d columns of %d rows, the schema has %d", len(g.chunks), g.rows, len(f.leaves))
	}
	for i, c := range g.chunks {
		leaf := f.leaves[i]
		switch {
		case c.kind != leaf.kind:
			return fmt.Errorf("column %s: its type is %d, in the schema %d", leaf.Name, c.kind, leaf.kind)
		case c.values == 0: // there may be no pages
		case c.start < int64(len(magic)) || c.size < 0 || c.start > data || c.size > data-c.start:
			return fmt.Errorf("column %s: %d bytes at %d are not within the %d bytes of data", leaf.Name, c.size, c.start, data)
		case c.values < 0:
			return fmt.Errorf("column %s: %d values", leaf.Name, c.values)
		}
	}
	return nil
}

func (t *thrift) rowGroup(kind byte) (g rowGroup) {
	t.fields(kind, func(id int, kind byte) {
		switch id {
		case 1:
			t.list(kind, func(kind byte) {
				if g.chunks = append(g.chunks, t.chunk(kind)); len(g.chunks) > maxColumns {
					t.fail(fmt.Errorf("more than %d columns", maxColumns))
				}
			})
		case 3:
			g.rows = t.integer(kind)
		default:
			t.skip(kind)
		}
	})
	return g
}

// chunk reads ColumnChunk.
func (t *thrift) chunk(kind byte) (c chunk) {
	t.fields(kind, func(id int, kind byte) {
		switch id {
		case 1:
			if len(t.binary(kind)) > 0 {
				t.fail(errors.New("its columns are in other files"))
			}
		case 3:
			c = t.metaData(kind)
		default:
			t.skip(kind)
		}
	})
	return c
}

// metaData reads ColumnMetaData.
func (t *thrift) metaData(kind byte) (c chunk) {
	var dictionary int64
	t.fields(kind, func(id int, kind byte) {
		switch id {
		case 1:
			c.kind = int(t.integer(kind))
		case 4:
			c.codec = Codec(t.integer(kind))
		case 5:
			c.values = t.integer(kind)
		case 7:
			c.size = t.integer(kind)
		case 9:
			c.start = t.integer(kind)
		case 11:
			dictionary = t.integer(kind)
		default:
			t.skip(kind)
		}
	})
	if dictionary > 0 && dictionary < c.start { // some writers say 0 for none
		c.start = dictionary
	}
	return c
}

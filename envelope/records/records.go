// Package records opens what holds events: a plain file, one packed by gzip or
// zstd, or an Avro object container file, told by its first bytes and not by its
// name. The records of a container are read as lines of JSON, so that line 7 of
// a.avro is its seventh record.
//
// Call [Open] and hand its Reader to envelope.Checker.Read, which cuts it into
// events; or [Unpack], and [Messages] for length-delimited Protobuf, or [Parquet].
// The package judges no event; package envelope does not import it, so that a
// producer carries no decompressor.
package records

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// maxWindow bounds the memory that a zstd stream may ask for, in bytes. It is
// what zstd --long=27 writes, and what its own tool reads unasked.
const maxWindow = 128 << 20

// What the formats begin with: RFC 1952 section 2.3.1, RFC 8878 section 3.1,
// Avro 1.12 "Object Container Files", Parquet 2.11 "File format".
var (
	gzipMagic = []byte{0x1f, 0x8b}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
	avroMagic = []byte{'O', 'b', 'j', 1}

	parquetMagic = []byte("PAR1")
)

// Open returns a reader of what r holds, unpacked. Streams of several members or
// frames are read to the end. Close releases what unpacking needs, and leaves r
// open.
func Open(r io.Reader) (io.ReadCloser, error) {
	unpacked, err := Unpack(r)
	if err != nil {
		return nil, err
	}
	ahead := bufio.NewReaderSize(unpacked, readAhead)
	if begins(ahead, parquetMagic) {
		return nil, errors.Join(errors.New("parquet: it is read from its end: name the file itself, not packed"), unpacked.Close())
	}
	if !begins(ahead, avroMagic) {
		return readCloser{ahead, unpacked}, nil
	}
	lines, err := openContainer(ahead)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("avro: %w", err), unpacked.Close())
	}
	return readCloser{named{lines, "avro"}, unpacked}, nil
}

// readAhead bounds the bytes read at once.
const readAhead = 1 << 16

type readCloser struct {
	io.Reader
	io.Closer
}

// begins tells from as few bytes as decide it, for more may not come.
func begins(r *bufio.Reader, magic []byte) bool {
	for n := 1; n <= len(magic); n++ {
		if ahead, _ := r.Peek(n); !bytes.Equal(ahead, magic[:n]) {
			return false
		}
	}
	return true
}

// Unpack is Open for what tells nothing by its first bytes, such as messages: it
// looks for gzip and zstd alone.
func Unpack(packed io.Reader) (io.ReadCloser, error) {
	r := bufio.NewReaderSize(packed, readAhead)
	switch {
	case begins(r, gzipMagic):
		unpacked, err := gzip.NewReader(r)
		if err != nil {
			return nil, fmt.Errorf("gzip: %w", err)
		}
		return readCloser{named{unpacked, "gzip"}, unpacked}, nil
	case begins(r, zstdMagic):
		unpacked, err := zstd.NewReader(r, zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderMaxMemory(maxWindow), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, fmt.Errorf("zstd: %w", err)
		}
		return readCloser{named{unpacked, "zstd"}, unpacked.IOReadCloser()}, nil
	}
	return io.NopCloser(r), nil
}

// named says in errors what could not be unpacked.
type named struct {
	io.Reader
	format string
}

func (n named) Read(p []byte) (int, error) {
	count, err := n.Reader.Read(p)
	if err != nil && err != io.EOF {
		err = fmt.Errorf("%s: %w", n.format, err)
	}
	return count, err
}

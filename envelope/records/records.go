// Package records opens what holds events: a plain file, or one packed by gzip
// or zstd, told by its first bytes and not by its name.
//
// Call [Open] and hand its Reader to envelope.Checker.Read, which cuts it into
// events. The package knows nothing of events; package envelope does not import
// it, so that a producer carries no decompressor.
package records

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// maxWindow bounds the memory that a zstd stream may ask for, in bytes. It is
// what zstd --long=27 writes, and what its own tool reads unasked.
const maxWindow = 128 << 20

// What the formats begin with: RFC 1952 section 2.3.1, RFC 8878 section 3.1.
var (
	gzipMagic = []byte{0x1f, 0x8b}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

// Open returns a reader of what r holds, unpacked. Streams of several members or
// frames are read to the end. Close releases what unpacking needs, and leaves r
// open.
func Open(r io.Reader) (io.ReadCloser, error) {
	ahead := bufio.NewReaderSize(r, 1<<16)
	magic, err := ahead.Peek(2)
	if err == nil && magic[0] == zstdMagic[0] && magic[1] == zstdMagic[1] {
		magic, _ = ahead.Peek(4)
	}
	switch {
	case bytes.HasPrefix(magic, gzipMagic):
		unpacked, err := gzip.NewReader(ahead)
		if err != nil {
			return nil, fmt.Errorf("gzip: %w", err)
		}
		return named{unpacked, "gzip"}, nil
	case bytes.HasPrefix(magic, zstdMagic):
		unpacked, err := zstd.NewReader(ahead, zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderMaxMemory(maxWindow), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, fmt.Errorf("zstd: %w", err)
		}
		return named{unpacked.IOReadCloser(), "zstd"}, nil
	}
	return io.NopCloser(ahead), nil
}

// named says in errors what could not be unpacked.
type named struct {
	io.ReadCloser
	format string
}

func (n named) Read(p []byte) (int, error) {
	count, err := n.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		err = fmt.Errorf("%s: %w", n.format, err)
	}
	return count, err
}

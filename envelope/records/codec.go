package records

import (
	"bytes"
	"compress/bzip2"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
)

// A codec unpacks a block of at most maxBlock bytes.
type codec func(stored []byte) ([]byte, error)

// codecOf returns what unpacks the blocks of a container. An absent codec is
// null.
func codecOf(name string) (codec, error) {
	switch name {
	case "", "null":
		return func(stored []byte) ([]byte, error) { return stored, nil }, nil
	case "deflate":
		return func(stored []byte) ([]byte, error) { return drain(flate.NewReader(bytes.NewReader(stored))) }, nil
	case "bzip2":
		return func(stored []byte) ([]byte, error) { return drain(bzip2.NewReader(bytes.NewReader(stored))) }, nil
	case "snappy":
		return unsnap, nil
	case "zstandard":
		return unzstd, nil
	}
	return nil, fmt.Errorf("codec %q is not read: write with null, deflate, snappy, zstandard or bzip2", name)
}

func oversized() error { return fmt.Errorf("unpacked it is over the limit of %d bytes", maxBlock) }

func drain(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxBlock+1))
	if err == nil && len(data) > maxBlock {
		err = oversized()
	}
	return data, err
}

// unsnap reads snappy's block format, and behind it four bytes of CRC-32.
func unsnap(stored []byte) ([]byte, error) {
	if len(stored) < 4 {
		return nil, io.ErrUnexpectedEOF
	}
	packed, sum := stored[:len(stored)-4], binary.BigEndian.Uint32(stored[len(stored)-4:])
	size, err := snappy.DecodedLen(packed)
	if err == nil && size > maxBlock {
		err = oversized()
	}
	if err != nil {
		return nil, err
	}
	data, err := snappy.Decode(nil, packed)
	if err == nil && crc32.ChecksumIEEE(data) != sum {
		err = errors.New("its checksum is wrong")
	}
	return data, err
}

func unzstd(stored []byte) ([]byte, error) {
	r, err := zstd.NewReader(bytes.NewReader(stored), zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderMaxMemory(maxBlock+1), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return drain(r)
}

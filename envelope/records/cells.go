package records

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"time"

	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"

	"github.com/evctl/evctl/internal/avro"
	"github.com/evctl/evctl/internal/parquet"
)

// appendValue writes what a column holds in a row.
func appendValue(out []byte, n *parquet.Node, v parquet.Value, payload bool) ([]byte, error) {
	switch n.Kind() {
	case parquet.Boolean:
		return strconv.AppendBool(out, v.N == 1), nil
	case parquet.Int32, parquet.Int64:
		return appendWhole(out, n, v.N), nil
	case parquet.Int96: // nanoseconds of a day, and its Julian number
		days := int64(binary.LittleEndian.Uint32(v.B[8:])) - 2_440_588
		return appendTime(out, time.Unix(days*24*60*60, int64(binary.LittleEndian.Uint64(v.B)))), nil
	case parquet.Float:
		return appendFloat(out, float64(math.Float32frombits(uint32(v.N))), 32), nil
	case parquet.Double:
		return appendFloat(out, math.Float64frombits(uint64(v.N)), 64), nil
	}
	return appendBytes(out, n, v.B, payload)
}

// half reads a number of 16 bits (IEEE 754 binary16).
func half(bits uint16) float64 {
	sign := 1 - 2*float64(bits>>15)
	exponent, fraction := int(bits>>10&31), float64(bits&1023)
	switch {
	case exponent == 31 && fraction > 0:
		return math.NaN()
	case exponent == 31:
		return math.Inf(int(sign))
	case exponent == 0:
		return sign * math.Ldexp(fraction, -24)
	}
	return sign * math.Ldexp(1024+fraction, exponent-25)
}

func appendWhole(out []byte, n *parquet.Node, v int64) []byte {
	switch n.Meaning {
	case parquet.Date:
		return appendLong(out, v, "date")
	case parquet.Millis:
		return appendLong(out, v, "timestamp-millis")
	case parquet.Micros:
		return appendLong(out, v, "timestamp-micros")
	case parquet.Nanos:
		return appendLong(out, v, "timestamp-nanos")
	case parquet.Decimal:
		return appendDecimal(out, binary.BigEndian.AppendUint64(nil, uint64(v)), min(max(n.Scale, 0), maxDecimal))
	case parquet.Unsigned:
		if n.Kind() == parquet.Int32 {
			return strconv.AppendUint(out, uint64(uint32(v)), 10)
		}
		return strconv.AppendUint(out, uint64(v), 10)
	}
	return strconv.AppendInt(out, v, 10)
}

func appendBytes(out []byte, n *parquet.Node, b []byte, payload bool) ([]byte, error) {
	kind := avro.Bytes
	switch {
	case n.Meaning == parquet.Decimal && (len(b) > maxDecimal || n.Scale < 0 || n.Scale > maxDecimal):
		return nil, fmt.Errorf("a decimal of %d bytes and scale %d is over the limit of %d", len(b), n.Scale, maxDecimal)
	case n.Meaning == parquet.Decimal:
		return appendDecimal(out, b, n.Scale), nil
	case n.Meaning == parquet.UUID && len(b) == 16:
		return appendUUID(out, b), nil
	case n.Meaning == parquet.Half && len(b) == 2:
		return appendFloat(out, half(binary.LittleEndian.Uint16(b)), 32), nil
	case n.Meaning == parquet.Text || n.Meaning == parquet.JSON:
		kind = avro.String
	}
	if payload || n.Meaning == parquet.JSON {
		return appendPayload(out, b, kind)
	}
	return appendSized(out, b, kind)
}

// The codecs, by their numbers in the format.
const (
	codecSnappy = 1
	codecGzip   = 2
	codecZstd   = 6
)

// unpackPage is a parquet.Unpack.
func unpackPage(codec parquet.Codec, packed []byte, size int) ([]byte, error) {
	switch codec {
	case codecSnappy:
		if n, err := snappy.DecodedLen(packed); err != nil || n != size || n > 64*len(packed) { // which no text is packed to
			return nil, errors.Join(fmt.Errorf("snappy: %d bytes of %d packed, where %d are due", n, len(packed), size), err)
		}
		return snappy.Decode(nil, packed)
	case codecGzip:
		r, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			return nil, err
		}
		return exactly(r, size)
	case codecZstd:
		r, err := zstd.NewReader(bytes.NewReader(packed), zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderMaxMemory(parquet.MaxHeld+1), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, err
		}
		defer r.Close()
		return exactly(r, size)
	}
	name := fmt.Sprint(int(codec))
	if names := [...]string{3: "LZO", 4: "brotli", 5: "LZ4", 7: "LZ4_RAW"}; int(codec) < len(names) && codec > 0 {
		name = names[codec]
	}
	return nil, fmt.Errorf("codec %s is not read: write with snappy, gzip, zstd or none", name)
}

// exactly reads size bytes and the end.
func exactly(r io.Reader, size int) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, int64(size)+1))
	if err == nil && len(data) != size {
		err = fmt.Errorf("unpacked it has not the %d bytes that its header says", size)
	}
	return data, err
}

package records

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/evctl/evctl/internal/avro"
	"github.com/evctl/evctl/internal/guid"
	"github.com/evctl/evctl/internal/jsondoc"
)

func (d *datum) float(out []byte, kind avro.Kind) ([]byte, error) {
	size := 8
	if kind == avro.Float {
		size = 4
	}
	b, err := d.take(size)
	if err != nil {
		return nil, err
	}
	var f float64
	if kind == avro.Float {
		f = float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	} else {
		f = math.Float64frombits(binary.LittleEndian.Uint64(b))
	}
	return appendFloat(out, f, 8*size), nil
}

// appendFloat writes a number, or the text that ProtoJSON has for what is none.
func appendFloat(out []byte, f float64, bits int) []byte {
	switch {
	case math.IsNaN(f):
		return append(out, `"NaN"`...)
	case math.IsInf(f, 1):
		return append(out, `"Infinity"`...)
	case math.IsInf(f, -1):
		return append(out, `"-Infinity"`...)
	}
	return strconv.AppendFloat(out, f, 'g', -1, bits)
}

// text reads bytes, a string or a fixed.
func (d *datum) text(out []byte, t *avro.Type) (_ []byte, err error) {
	var b []byte
	if t.Kind == avro.Fixed {
		b, err = d.take(t.Size)
	} else {
		b, err = d.sized()
	}
	if err != nil {
		return nil, err
	}
	switch {
	case t.Logical.Name == "decimal" && (len(b) > maxDecimal || t.Logical.Scale > maxDecimal):
		return nil, fmt.Errorf("a decimal of %d bytes and scale %d is over the limit of %d", len(b), t.Logical.Scale, maxDecimal)
	case t.Logical.Name == "decimal":
		return appendDecimal(out, b, t.Logical.Scale), nil
	case t.Logical.Name == "uuid" && t.Kind == avro.Fixed:
		return appendUUID(out, b), nil
	}
	return appendSized(out, b, t.Kind)
}

// appendUUID writes 16 bytes.
func appendUUID(out, b []byte) []byte {
	return jsondoc.AppendString(out, guid.Format([16]byte(b)))
}

func (d *datum) take(n int) ([]byte, error) {
	if n > len(d.data) {
		return nil, io.ErrUnexpectedEOF
	}
	b := d.data[:n]
	d.data = d.data[n:]
	return b, nil
}

func (d *datum) long() (int64, error) {
	n, size := binary.Varint(d.data)
	if size == 0 {
		return 0, io.ErrUnexpectedEOF
	}
	if size < 0 {
		return 0, errors.New("a number of more than 64 bits")
	}
	d.data = d.data[size:]
	return n, nil
}

func (d *datum) sized() ([]byte, error) {
	n, err := d.long()
	if err == nil && (n < 0 || n > int64(len(d.data))) {
		err = fmt.Errorf("a length of %d, %d bytes are left", n, len(d.data))
	}
	if err != nil {
		return nil, err
	}
	return d.take(int(n))
}

// appendSized writes a string, or bytes as base64.
func appendSized(out, b []byte, kind avro.Kind) ([]byte, error) {
	if kind != avro.String {
		out = append(out, '"')
		return append(base64.StdEncoding.AppendEncode(out, b), '"'), nil
	}
	if !utf8.Valid(b) {
		return nil, errors.New("a string that is not UTF-8")
	}
	return jsondoc.AppendString(out, string(b)), nil
}

// appendLong writes a number, or the time that it stands for.
func appendLong(out []byte, n int64, logical string) []byte {
	var t time.Time
	switch logical {
	case "timestamp-millis":
		t = time.UnixMilli(n)
	case "timestamp-micros":
		t = time.UnixMicro(n)
	case "timestamp-nanos":
		t = time.Unix(0, n)
	case "date":
		return append(time.Unix(n*24*60*60, 0).UTC().AppendFormat(append(out, '"'), time.DateOnly), '"')
	default:
		return strconv.AppendInt(out, n, 10)
	}
	return appendTime(out, t)
}

// appendTime writes a time with the digits of a second that it needs, three at
// least: the envelope wants three.
func appendTime(out []byte, t time.Time) []byte {
	layout := "2006-01-02T15:04:05.000Z"
	switch ns := t.Nanosecond(); {
	case ns%1000 > 0:
		layout = "2006-01-02T15:04:05.000000000Z"
	case ns%1_000_000 > 0:
		layout = "2006-01-02T15:04:05.000000Z"
	}
	return append(t.UTC().AppendFormat(append(out, '"'), layout), '"')
}

// appendDecimal writes a two's-complement number of scale digits behind the
// point (Avro 1.12, "Decimal").
func appendDecimal(out, b []byte, scale int) []byte {
	n := new(big.Int).SetBytes(b)
	if len(b) > 0 && b[0] >= 0x80 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	if scale == 0 {
		return n.Append(out, 10)
	}
	return append(out, new(big.Rat).SetFrac(n, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)).FloatString(scale)...)
}

package records

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/evctl/evctl/internal/avro"
	"github.com/evctl/evctl/internal/jsondoc"
)

// The limits of one record.
const (
	maxDepth   = 200      // nested types
	maxRecord  = 16 << 20 // bytes of its JSON; arrays of nulls are long for free
	maxDecimal = 1024     // bytes of a decimal, and digits behind its point
)

// A datum is read from the start of data, and written as JSON: bytes as base64,
// a branch of a union as its value alone, timestamps and dates as RFC 3339, a
// decimal as a number, a fixed uuid as its usual text.
type datum struct{ data []byte }

var errRecord = fmt.Errorf("a record is over the limit of %d bytes of JSON", maxRecord)

// event writes a record that is an envelope: a field that is null is left out,
// and a payload of bytes or text that is an object of JSON stands as that object.
func (d *datum) event(out []byte, t *avro.Type) ([]byte, error) {
	out = append(out, '{')
	for _, f := range t.Fields {
		before := len(out)
		if before > 1 {
			out = append(out, ',')
		}
		out = append(jsondoc.AppendString(out, f.Name), ':')
		value, err := len(out), error(nil)
		if f.Name == "payload" {
			out, err = d.payload(out, f.Type)
		} else {
			out, err = d.value(out, f.Type, 1)
		}
		if err != nil {
			return nil, fmt.Errorf("field %s: %w", f.Name, err)
		}
		if string(out[value:]) == "null" {
			out = out[:before]
		}
	}
	return append(out, '}'), nil
}

func (d *datum) payload(out []byte, t *avro.Type) ([]byte, error) {
	t, err := d.branch(t)
	if err != nil {
		return nil, err
	}
	if t.Kind != avro.Bytes && t.Kind != avro.String {
		return d.value(out, t, 1)
	}
	text, err := d.sized()
	if err != nil {
		return nil, err
	}
	if doc, err := jsondoc.Parse("payload", text); err == nil && doc.Root.Kind == jsondoc.Object {
		return append(out, doc.Root.Canonical()...), nil
	}
	return appendSized(out, text, t.Kind)
}

// branch reads which branch of a union follows.
func (d *datum) branch(t *avro.Type) (*avro.Type, error) {
	if t.Kind != avro.Union {
		return t, nil
	}
	n, err := d.long()
	if err == nil && (n < 0 || n >= int64(len(t.Branches))) {
		err = fmt.Errorf("branch %d of a union of %d", n, len(t.Branches))
	}
	if err != nil {
		return nil, err
	}
	return t.Branches[n], nil
}

func (d *datum) value(out []byte, t *avro.Type, depth int) ([]byte, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("nested deeper than %d", maxDepth)
	}
	if len(out) > maxRecord {
		return nil, errRecord
	}
	switch t.Kind {
	case avro.Null:
		return append(out, "null"...), nil
	case avro.Boolean:
		b, err := d.take(1)
		if err == nil && b[0] > 1 {
			err = fmt.Errorf("byte %#02x is no boolean", b[0])
		}
		if err != nil {
			return nil, err
		}
		return strconv.AppendBool(out, b[0] == 1), nil
	case avro.Int, avro.Long:
		n, err := d.long()
		if err != nil {
			return nil, err
		}
		return appendLong(out, n, t.Logical.Name), nil
	case avro.Float, avro.Double:
		return d.float(out, t.Kind)
	case avro.Bytes, avro.String, avro.Fixed:
		return d.text(out, t)
	case avro.Enum:
		n, err := d.long()
		if err == nil && (n < 0 || n >= int64(len(t.Symbols))) {
			err = fmt.Errorf("symbol %d of %s, which has %d", n, t, len(t.Symbols))
		}
		if err != nil {
			return nil, err
		}
		return jsondoc.AppendString(out, t.Symbols[n]), nil
	case avro.Union:
		branch, err := d.branch(t)
		if err != nil {
			return nil, err
		}
		return d.value(out, branch, depth+1)
	case avro.Record:
		return d.record(out, t, depth)
	}
	return d.blocks(out, t, depth)
}

func (d *datum) record(out []byte, t *avro.Type, depth int) ([]byte, error) {
	out = append(out, '{')
	for i, f := range t.Fields {
		if i > 0 {
			out = append(out, ',')
		}
		var err error
		if out, err = d.value(append(jsondoc.AppendString(out, f.Name), ':'), f.Type, depth+1); err != nil {
			return nil, fmt.Errorf("field %s: %w", f.Name, err)
		}
	}
	return append(out, '}'), nil
}

// blocks reads an array or a map.
func (d *datum) blocks(out []byte, t *avro.Type, depth int) ([]byte, error) {
	open, end := byte('['), byte(']')
	if t.Kind == avro.Map {
		open, end = '{', '}'
	}
	out = append(out, open)
	for first := true; ; {
		count, err := d.long()
		if err == nil && count < 0 { // then the size of the block in bytes follows
			count = -count
			_, err = d.long()
		}
		if err != nil {
			return nil, err
		}
		if count == 0 {
			return append(out, end), nil
		}
		for ; count != 0; count-- {
			if !first {
				out = append(out, ',')
			}
			first = false
			if t.Kind == avro.Map {
				key, err := d.sized()
				if err != nil {
					return nil, err
				}
				if out, err = appendSized(out, key, avro.String); err != nil {
					return nil, err
				}
				out = append(out, ':')
			}
			if out, err = d.value(out, t.Items, depth+1); err != nil {
				return nil, err
			}
		}
	}
}

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
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, fmt.Errorf("JSON has no number for %v", f)
	}
	return strconv.AppendFloat(out, f, 'g', -1, 8*size), nil
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
		h := hex.EncodeToString(b)
		return jsondoc.AppendString(out, h[:8]+"-"+h[8:12]+"-"+h[12:16]+"-"+h[16:20]+"-"+h[20:]), nil
	}
	return appendSized(out, b, t.Kind)
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
	return append(t.UTC().AppendFormat(append(out, '"'), time.RFC3339Nano), '"')
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

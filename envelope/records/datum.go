package records

import (
	"fmt"
	"strconv"

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
	return appendPayload(out, text, t.Kind)
}

// appendPayload writes a payload of bytes or text: as the object of JSON that it
// is, if it is one.
func appendPayload(out, text []byte, kind avro.Kind) ([]byte, error) {
	if doc, err := jsondoc.Parse("payload", text); err == nil && doc.Root.Kind == jsondoc.Object {
		return append(out, doc.Root.Canonical()...), nil
	}
	return appendSized(out, text, kind)
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
		return nil, oversizedRecord()
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

func oversizedRecord() error {
	return fmt.Errorf("a record is over the limit of %d bytes of JSON", maxRecord)
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

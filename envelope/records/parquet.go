package records

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/internal/avro"
	"github.com/evctl/evctl/internal/jsondoc"
	"github.com/evctl/evctl/internal/parquet"
)

// Parquet returns a reader of a Parquet file of size bytes whose columns are named
// as the envelope's fields, from a row on, of which the first is 0. Each row is an
// event: a field that is null is left out, times and dates stand as RFC 3339, bytes
// as base64, and a payload of bytes or text that is an object of JSON is that
// object; it may also be a group of columns. Hand next to envelope.Stream.Records:
// the line of an event is the number of its row, from 1, its offset the rows before.
func Parquet(r io.ReaderAt, size, from int64) (next func() (envelope.Record, error), err error) {
	file, err := parquet.Open(r, size, unpackPage)
	if err != nil {
		return nil, fmt.Errorf("parquet: %w", err)
	}
	t := &table{root: file.Root, rows: file.Rows(), row: from}
	if err := t.rows.Skip(from); err != nil && err != io.EOF {
		return nil, fmt.Errorf("parquet: %w", err)
	}
	return t.next, nil
}

// IsParquet reports whether a file begins as a Parquet file does.
func IsParquet(r io.ReaderAt) bool {
	var head [4]byte
	n, _ := r.ReadAt(head[:], 0)
	return bytes.Equal(head[:n], parquetMagic)
}

// A table reads rows as JSON.
type table struct {
	root *parquet.Node
	rows *parquet.Rows
	row  int64 // rows read so far
	out  []byte
}

// next returns io.EOF behind the last row.
func (t *table) next() (envelope.Record, error) {
	err := t.rows.Next()
	if err == nil {
		err = t.event()
	}
	if err == io.EOF {
		return envelope.Record{}, err
	}
	if err != nil {
		return envelope.Record{}, fmt.Errorf("parquet: row %d: %w", t.row+1, err)
	}
	t.row++
	return envelope.Record{Text: t.out, Line: int(t.row), Offset: t.row - 1, Next: t.row}, nil
}

func (t *table) event() error {
	t.out = append(t.out[:0], '{')
	for _, field := range t.root.Children {
		before := len(t.out)
		if before > 1 {
			t.out = append(t.out, ',')
		}
		t.name(field.Name)
		value := len(t.out)
		if err := t.node(field, field.Name == "payload"); err != nil {
			return fmt.Errorf("field %s: %w", field.Name, unexpected(err))
		}
		if len(t.out) > maxRecord {
			return oversizedRecord()
		}
		if string(t.out[value:]) == "null" {
			t.out = t.out[:before]
		}
	}
	t.out = append(t.out, '}')
	return nil
}

// unexpected says of the end of a column that it came too early.
func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (t *table) name(name string) {
	t.out = append(jsondoc.AppendString(t.out, name), ':')
}

// node writes what a row holds of a column or group: nothing, one value, or if it
// repeats a list.
func (t *table) node(n *parquet.Node, payload bool) error {
	if !n.Optional && !n.Repeated {
		return t.value(n, payload)
	}
	_, defined, err := t.rows.Columns[n.Leaf].Peek()
	if err != nil {
		return err
	}
	switch {
	case defined < n.Present && n.Repeated:
		t.out = append(t.out, "[]"...)
		return t.pass(n)
	case defined < n.Present:
		t.out = append(t.out, "null"...)
		return t.pass(n)
	case n.Repeated:
		return t.list(n, '[', ']', func() error { return t.value(n, false) })
	}
	return t.value(n, payload)
}

// pass takes the entries of what is null or empty, of which each column has one.
func (t *table) pass(n *parquet.Node) error {
	if !n.IsGroup() {
		_, _, err := t.rows.Columns[n.Leaf].Peek()
		t.rows.Columns[n.Leaf].Next()
		return err
	}
	for _, child := range n.Children {
		if err := t.pass(child); err != nil {
			return err
		}
	}
	return nil
}

// list writes the elements of a node that repeats, of which there is one.
func (t *table) list(n *parquet.Node, open, end byte, element func() error) error {
	t.out = append(t.out, open)
	for first := true; ; first = false {
		if !first {
			t.out = append(t.out, ',')
		}
		if err := element(); err != nil {
			return err
		}
		if len(t.out) > maxRecord {
			return oversizedRecord()
		}
		repeats, _, err := t.rows.Columns[n.Leaf].Peek()
		if err != nil && err != io.EOF {
			return err
		}
		if err == io.EOF || repeats < n.Repeats {
			t.out = append(t.out, end)
			return nil
		}
	}
}

// value writes a value that is there.
func (t *table) value(n *parquet.Node, payload bool) error {
	if n.IsGroup() {
		return t.group(n)
	}
	column := t.rows.Columns[n.Leaf]
	_, defined, err := column.Peek()
	if err != nil {
		return err
	}
	if defined < n.Present { // the columns of a group contradict one another
		t.out = append(t.out, "null"...)
	} else {
		t.out, err = appendValue(t.out, n, column.Value(), payload)
	}
	column.Next()
	return err
}

// group writes a struct, or what stands for a list or a map.
func (t *table) group(n *parquet.Node) error {
	if len(n.Children) == 1 && n.Children[0].Repeated && (n.Meaning == parquet.List || n.Meaning == parquet.Map) {
		return t.nested(n, n.Children[0])
	}
	t.out = append(t.out, '{')
	for i, child := range n.Children {
		if i > 0 {
			t.out = append(t.out, ',')
		}
		t.name(child.Name)
		if err := t.node(child, false); err != nil {
			return fmt.Errorf("field %s: %w", child.Name, err)
		}
	}
	t.out = append(t.out, '}')
	return nil
}

// nested writes a list or a map as what it is, not as the groups of columns that
// stand for it ("Nested types").
func (t *table) nested(n, inner *parquet.Node) error {
	isMap := n.Meaning == parquet.Map && len(inner.Children) == 2 && inner.Children[0].Kind() == parquet.Bytes
	open, end := byte('['), byte(']')
	if isMap {
		open, end = '{', '}'
	}
	_, defined, err := t.rows.Columns[inner.Leaf].Peek()
	if err != nil {
		return err
	}
	if defined < inner.Present {
		t.out = append(t.out, open, end)
		return t.pass(inner)
	}
	return t.list(inner, open, end, func() error {
		switch {
		case isMap:
			return t.entry(inner.Children[0], inner.Children[1])
		case n.Meaning == parquet.List && len(inner.Children) == 1:
			return t.node(inner.Children[0], false)
		}
		return t.value(inner, false)
	})
}

// entry writes one of a map.
func (t *table) entry(key, value *parquet.Node) error {
	column := t.rows.Columns[key.Leaf]
	_, defined, err := column.Peek()
	if err == nil && defined < key.Present {
		err = errors.New("a map without a key")
	}
	if err != nil {
		return err
	}
	if t.out, err = appendSized(t.out, column.Value().B, avro.String); err != nil {
		return err
	}
	column.Next()
	t.out = append(t.out, ':')
	return t.node(value, false)
}

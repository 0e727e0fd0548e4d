// Package parquet reads Parquet files (format 2.11) a row group, and of each
// column a page, at a time. It trusts no number in them: what a file makes it hold
// is bounded by [MaxHeld] and the limits of a footer, and each length is held
// against the bytes that are there before anything is read by it.
//
// Call [Open], then [File.Rows], and read each row from its columns. It unpacks no
// codec itself, and reads no encrypted file and none of several.
package parquet

import (
	"errors"
	"fmt"
	"io"
)

// Rows are the rows of a file, one after another.
type Rows struct {
	Columns []*Column // of the row group of the present row

	file  *File
	group int   // number of that row group, from 1
	left  int64 // rows of it behind the present one
	held  int   // bytes
}

// Rows begins before the first row.
func (f *File) Rows() *Rows { return &Rows{file: f} }

// Next goes on to the next row, whose columns must have been read or skipped
// before the one behind it. It returns io.EOF behind the last.
func (r *Rows) Next() error {
	for r.left == 0 {
		if err := r.nextGroup(); err != nil {
			return err
		}
	}
	r.left--
	for _, c := range r.Columns {
		repeats, _, err := c.Peek()
		if err == io.EOF || err == nil && repeats > 0 {
			err = fmt.Errorf("column %s: its values do not end where its rows do", c.Node.Name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// nextGroup opens the next row group.
func (r *Rows) nextGroup() error {
	for _, c := range r.Columns {
		if c.have || c.left > 0 {
			return fmt.Errorf("row group %d: column %s: it holds values behind its rows", r.group, c.Node.Name)
		}
	}
	if r.group == len(r.file.groups) {
		return io.EOF
	}
	g := r.file.groups[r.group]
	r.group++
	r.left, r.held, r.Columns = g.rows, 0, nil
	for i, chunk := range g.chunks {
		r.Columns = append(r.Columns, &Column{Node: r.file.leaves[i], rows: r, file: r.file, chunk: chunk, left: chunk.values, at: chunk.start, end: chunk.start + chunk.size})
	}
	return nil
}

// Skip passes over rows, whole row groups without reading them. It returns io.EOF
// if there are not as many.
func (r *Rows) Skip(rows int64) error {
	for ; rows > 0; rows-- {
		for r.left == 0 && r.group < len(r.file.groups) && r.file.groups[r.group].rows <= rows {
			rows -= r.file.groups[r.group].rows
			r.group++
		}
		if rows == 0 {
			return nil
		}
		if err := r.Next(); err != nil {
			return err
		}
		for _, c := range r.Columns {
			if err := c.skipRow(); err != nil {
				return err
			}
		}
	}
	return nil
}

// A Column is one column of a row group.
type Column struct {
	Node *Node

	rows  *Rows
	file  *File
	chunk chunk
	left  int64 // entries behind the present one
	at    int64 // in the file
	end   int64
	page  page
	words words

	have             bool
	repeats, defined int
	value            Value
}

// hold counts bytes that are held; negative, those that no longer are.
func (c *Column) hold(bytes int) error {
	if c.rows.held+bytes > MaxHeld {
		return fmt.Errorf("with the pages of the other columns it is over the limit of %d bytes", MaxHeld)
	}
	c.rows.held += bytes
	return nil
}

// Peek reads the next entry of the column: its levels, and its value if defined is
// the node's Present. It returns io.EOF at the end of the row group.
func (c *Column) Peek() (repeats, defined int, err error) {
	if !c.have {
		if c.left == 0 {
			return 0, 0, io.EOF
		}
		if err := c.read(); err != nil {
			return 0, 0, fmt.Errorf("row group %d: column %s: %w", c.rows.group, c.Node.Name, err)
		}
		c.left--
		c.have = true
	}
	return c.repeats, c.defined, nil
}

func (c *Column) read() error {
	if c.page.left == 0 {
		if err := c.nextPage(); err != nil {
			return err
		}
	}
	c.page.left--
	repeats, err := c.page.repeats.next()
	if err != nil {
		return fmt.Errorf("levels: %w", err)
	}
	defined, err := c.page.defineds.next()
	if err != nil {
		return fmt.Errorf("levels: %w", err)
	}
	if c.repeats, c.defined = int(repeats), int(defined); c.repeats > c.Node.Repeats || c.defined > c.Node.Present {
		return errors.New("a level above that of the schema")
	}
	if c.defined == c.Node.Present {
		c.value, err = c.page.values.next()
	}
	return err
}

// Value is that of the entry that Peek has told of, and valid until the next is
// peeked at.
func (c *Column) Value() Value { return c.value }

// Next takes the entry that Peek has told of.
func (c *Column) Next() { c.have = false }

// maxEntries bounds those of a column in a row that is skipped.
const maxEntries = 1 << 22

// skipRow goes on to the entry that begins the next row.
func (c *Column) skipRow() error {
	for range maxEntries {
		c.Next()
		repeats, _, err := c.Peek()
		if err == io.EOF || err == nil && repeats == 0 {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("row group %d: column %s: more than %d values in a row", c.rows.group, c.Node.Name, maxEntries)
}

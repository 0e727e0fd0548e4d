package envelope

import (
	"bytes"
	"fmt"
	"io"
)

// arrays cuts JSON arrays of events, one after another, into their elements.
type arrays struct {
	*framer
	column   int  // bytes of the line read so far
	open     bool // within an array
	occupied bool // behind an element
	hungry   bool // behind a comma
}

// maxLead bounds the space before an array's first element that beginsArray
// looks through.
const maxLead = 512

// beginsArray reports whether a stream begins with an array that holds objects,
// or nothing.
func beginsArray(r *lookahead) bool {
	open := false
	for n := 1; n <= maxLead; n++ {
		lead, err := r.peek(n)
		if err != nil {
			return false
		}
		switch c := lead[n-1]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
		case c == '[' && !open:
			open = true
		default:
			return open && (c == '{' || c == ']')
		}
	}
	return false
}

// next returns io.EOF behind the last array.
func (a *arrays) next() (frame, error) {
	if err := a.gap(); err != nil {
		return frame{}, err
	}
	fr := frame{line: a.line + 1, column: a.column, offset: a.offset}
	a.buf = a.buf[:0]
	var b brackets
	for ended := false; !ended; {
		chunk, err := a.ahead()
		if err != nil {
			return frame{}, a.cut(err)
		}
		var n int
		n, ended = b.element(chunk)
		fr.size += n
		a.buf = append(a.buf, chunk[:min(n, a.limit+1-len(a.buf))]...)
		a.pass(chunk[:n])
	}
	a.occupied, a.hungry = true, false
	fr.text = bytes.TrimRight(a.buf, " \t\r\n")
	fr.size -= len(a.buf) - len(fr.text)
	fr.pause = len(a.r.unread()) == 0
	return fr, nil
}

// ahead returns the bytes that are read already, at least one.
func (a *arrays) ahead() ([]byte, error) {
	if _, err := a.r.peek(1); err != nil {
		return nil, err
	}
	return a.r.unread(), nil
}

// pass goes on behind the chunk.
func (a *arrays) pass(chunk []byte) {
	a.offset += int64(len(chunk))
	if last := bytes.LastIndexByte(chunk, '\n'); last >= 0 {
		a.line += bytes.Count(chunk, []byte("\n"))
		a.column = len(chunk) - last - 1
	} else {
		a.column += len(chunk)
	}
	a.r.discard(len(chunk))
}

// gap goes on to the next element.
func (a *arrays) gap() error {
	for {
		next, err := a.r.peek(1)
		if err == io.EOF && !a.open {
			return io.EOF
		}
		if err != nil {
			return a.cut(err)
		}
		switch c := next[0]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
		case c == '[' && !a.open:
			a.open, a.occupied, a.hungry = true, false, false
		case !a.open:
			return a.wrong("want another array, or nothing, behind an array")
		case c == ',' && a.occupied:
			a.occupied, a.hungry = false, true
		case c == ']' && !a.hungry:
			a.open = false
		case c == ',' || c == ']':
			return a.wrong("want an event behind the comma")
		case a.occupied:
			return a.wrong("want a comma between events of an array")
		default:
			return nil
		}
		a.pass(next)
	}
}

// cut is the error of a stream that ends within an array.
func (a *arrays) cut(err error) error {
	if err == io.EOF {
		return fmt.Errorf("line %d, column %d: the array is not closed: %w", a.line+1, a.column+1, io.ErrUnexpectedEOF)
	}
	return err
}

func (a *arrays) wrong(what string) error {
	return fmt.Errorf("line %d, column %d: %s", a.line+1, a.column+1, what)
}

// element goes on to the end of an array's element, and returns how many bytes
// of the chunk are of it.
func (b *brackets) element(chunk []byte) (n int, ended bool) {
	for i, c := range chunk {
		switch {
		case b.inString(c):
		case b.depth == 0 && (c == ',' || c == ']' || c == '}'):
			return i, true
		case c == '{' || c == '[':
			b.depth++
		case c == '}' || c == ']':
			if b.depth--; b.depth == 0 {
				return i + 1, true
			}
		}
	}
	return len(chunk), false
}

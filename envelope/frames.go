package envelope

import (
	"bufio"
	"bytes"
	"io"
)

// A frame is the text of one event in a stream.
type frame struct {
	text []byte // at most the limit; valid until the next frame is read
	line int    // of its first byte, from 1
	size int    // of the event in bytes, which may be more than text holds
}

// A framer cuts a stream into events. An event ends with its line if its
// brackets are closed there, as in NDJSON; else it goes on, as in an indented
// document, until they are. A line that begins with a brace begins an event in
// any case, so that one cut short spoils no other. Blank lines and a byte order
// mark at the start are passed over. It holds no more than one event, of at
// most limit bytes.
type framer struct {
	r     *bufio.Reader
	limit int
	line  int // lines read so far
	tail  int // bytes of the last line's break
	buf   []byte
}

func newFramer(r io.Reader, limit int) *framer {
	f := &framer{r: bufio.NewReaderSize(r, 1<<16), limit: limit}
	if mark, _ := f.r.Peek(3); string(mark) == "\xef\xbb\xbf" {
		f.r.Discard(3)
	}
	return f
}

// next returns io.EOF after the last event.
func (f *framer) next() (frame, error) {
	fr := frame{line: f.line + 1}
	f.buf = f.buf[:0]
	var b brackets
	for {
		if b.begun {
			if c, _ := f.r.Peek(1); string(c) == "{" {
				break
			}
		}
		n, err := f.readLine(&b)
		if err != nil && err != io.EOF {
			return frame{}, err
		}
		fr.size += n
		if err == io.EOF && !b.begun {
			return frame{}, io.EOF
		}
		if err == io.EOF || b.begun && b.closed() {
			break
		}
		if !b.begun {
			fr, f.buf = frame{line: f.line + 1}, f.buf[:0]
		}
	}
	fr.text = bytes.TrimRight(f.buf, "\r\n")
	fr.size -= f.tail
	return fr, nil
}

// readLine reads to the end of the line, and keeps what the limit allows. It
// returns io.EOF at the end of the stream, with or without bytes before it.
func (f *framer) readLine(b *brackets) (size int, err error) {
	for {
		chunk, err := f.r.ReadSlice('\n')
		size += len(chunk)
		b.feed(chunk)
		// a line break at the limit is no part of the event
		f.buf = append(f.buf, chunk[:min(len(chunk), f.limit+len("\r\n")-len(f.buf))]...)
		if err == bufio.ErrBufferFull {
			continue
		}
		if size > 0 {
			f.line++
		}
		f.tail = len(chunk) - len(bytes.TrimRight(chunk, "\r\n"))
		return size, err
	}
}

// brackets follows a JSON text just enough to tell where it ends.
type brackets struct {
	depth          int
	begun          bool // something else than space was seen
	quoted, escape bool
}

func (b *brackets) feed(chunk []byte) {
	for _, c := range chunk {
		switch {
		case b.escape:
			b.escape = false
		case b.quoted:
			b.escape = c == '\\'
			b.quoted = c != '"'
		case c == '"':
			b.quoted = true
		case c == '{' || c == '[':
			b.depth++
		case c == '}' || c == ']':
			b.depth--
		}
		b.begun = b.begun || c != ' ' && c != '\t' && c != '\r' && c != '\n'
	}
}

// closed reports, at the end of a line, whether the text cannot go on: JSON
// strings hold no line breaks.
func (b *brackets) closed() bool { return b.depth <= 0 || b.quoted }

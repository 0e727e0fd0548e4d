package envelope

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// A frame is the text of one event in a stream.
type frame struct {
	text []byte // at most the limit; valid until the next frame is read, if it is not lent
	line int    // of its first byte, from 1
	size int    // of the event in bytes, which may be more than text holds

	column int   // bytes of that line before it
	offset int64 // bytes of the stream before it
	next   int64 // offset behind it, if that is not offset + size
	pause  bool  // what comes next was not read yet

	heading *heading // what stood before the text; nil if nothing did
	lent    bool     // the text lies in what framer.swap returns
}

// A framer cuts a stream into events. An event ends with its line if its
// brackets are closed there, as in NDJSON; else it goes on, as in an indented
// document, until they are. A line that begins with a brace begins an event in
// any case, so that one cut short spoils no other. Blank lines and a byte order
// mark at the start are passed over. A stream that begins with an array of
// objects is read as arrays, one after another. It holds no more than one event,
// of at most limit bytes.
type framer struct {
	r      *lookahead
	limit  int
	line   int   // lines read so far
	tail   int   // bytes of the last line's break
	offset int64 // bytes read so far
	buf    []byte
	array  *arrays // nil if the stream is none

	lends bool // whoever asks for events knows of errSpent and swap
	lent  bool // some are, since the last swap
}

func newFramer(r io.Reader, limit int) *framer {
	f := &framer{r: newLookahead(r), limit: limit}
	if mark, _ := f.r.peek(3); string(mark) == "\xef\xbb\xbf" {
		f.r.discard(3)
		f.offset = 3
	}
	if beginsArray(f.r) {
		f.array = &arrays{framer: f}
	}
	return f
}

// errSpent tells that what was read is lent, but for the start of the next event.
var errSpent = errors.New("memory is lent")

// next returns io.EOF after the last event. It returns errSpent if swap must be
// called before it can go on.
func (f *framer) next() (frame, error) {
	if f.array != nil {
		return f.array.next()
	}
	if fr, ok := f.plain(); ok {
		return fr, nil
	}
	if f.lent {
		return frame{}, errSpent
	}
	fr := f.begin()
	var b brackets
	for {
		if b.begun && f.atBrace() {
			break
		}
		n, err := f.readLine(&b)
		if err != nil && err != io.EOF {
			return frame{}, err
		}
		fr.size += n
		if err == io.EOF && !b.begun {
			return frame{}, io.EOF
		}
		if err == io.EOF || b.begun && f.ends(&b) {
			break
		}
		if !b.begun {
			fr = f.begin()
		}
	}
	fr.text = bytes.TrimRight(f.buf, "\r\n")
	fr.size -= f.tail
	fr.pause = len(f.r.unread()) == 0
	return fr, nil
}

// plain returns the next event as it lies in memory if it and the line behind it
// begin with a brace and were read already, as most do.
func (f *framer) plain() (frame, bool) {
	ahead := f.r.unread()
	n := bytes.IndexByte(ahead, '\n')
	if n < 0 || n > f.limit || n+1 == len(ahead) || ahead[0] != '{' || ahead[n+1] != '{' {
		return frame{}, false
	}
	fr := f.begin()
	fr.text = bytes.TrimRight(ahead[:n], "\r")
	fr.size, fr.lent = len(fr.text), f.lends
	f.lent = f.lends
	f.r.discard(n + 1)
	f.line++
	f.offset += int64(n + 1)
	return fr, true
}

// swap returns the memory of the frames that were lent, and goes on in spare,
// which may be nil. If none were, it returns spare.
func (f *framer) swap(spare []byte) (lent []byte) {
	if !f.lent {
		return spare
	}
	f.lent = false
	return f.r.exchange(spare)
}

func (f *framer) begin() frame {
	f.buf = f.buf[:0]
	return frame{line: f.line + 1, offset: f.offset}
}

func (f *framer) atBrace() bool {
	c, _ := f.r.peek(1)
	return len(c) > 0 && c[0] == '{'
}

// ends reports whether an event ends with the line that was read: without a
// look at its brackets if the next line, should that be read already, begins an
// event.
func (f *framer) ends(b *brackets) bool {
	if len(b.unread) > 0 && len(f.r.unread()) > 0 && f.atBrace() {
		return true
	}
	b.feed(nil)
	return b.closed()
}

// readLine reads to the end of the line, and keeps what the limit allows. It
// returns io.EOF at the end of the stream, with or without bytes before it.
func (f *framer) readLine(b *brackets) (size int, err error) {
	for {
		chunk, err := f.r.line()
		size += len(chunk)
		// a line break at the limit is no part of the event
		kept := chunk[:min(len(chunk), f.limit+len("\r\n")-len(f.buf))]
		f.buf = append(f.buf, kept...)
		if whole := err == nil && len(f.buf) == len(chunk); whole {
			b.later(f.buf)
		} else {
			b.feed(chunk)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if size > 0 {
			f.line++
		}
		f.offset += int64(size)
		f.tail = len(chunk) - len(bytes.TrimRight(chunk, "\r\n"))
		return size, err
	}
}

// brackets follows a JSON text just enough to tell where it ends.
type brackets struct {
	depth          int
	begun          bool // something else than space was seen
	quoted, escape bool
	unread         []byte // a line to be fed when it matters
}

// later feeds a line later, but for what tells that the text has begun.
func (b *brackets) later(line []byte) {
	b.unread = line
	b.begun = b.begun || len(bytes.TrimLeft(line, " \t\r\n")) > 0
}

// inString goes on by one byte if that is of a string, with its quotes.
func (b *brackets) inString(c byte) bool {
	switch {
	case b.escape:
		b.escape = false
	case b.quoted:
		b.escape = c == '\\'
		b.quoted = c != '"'
	default:
		b.quoted = c == '"'
		return b.quoted
	}
	return true
}

// feed goes on to the end of the chunk.
func (b *brackets) feed(chunk []byte) {
	if late := b.unread; late != nil {
		b.unread = nil
		b.feed(late)
	}
	for _, c := range chunk {
		switch {
		case b.inString(c):
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

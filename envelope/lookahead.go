package envelope

import (
	"bufio"
	"bytes"
	"io"
)

// readAhead bounds the bytes read at once: with the memory of all batches it
// should fit into the cache next to a processor.
const readAhead = 1 << 17

// A lookahead reads as a bufio.Reader does, but for one thing: what it has read
// can be left where it lies for whoever has an empty buffer to give instead.
type lookahead struct {
	r        io.Reader
	buf      []byte
	from, to int // of buf is unread
	err      error
}

func newLookahead(r io.Reader) *lookahead { return &lookahead{r: r, buf: make([]byte, readAhead)} }

// unread returns what is read already.
func (l *lookahead) unread() []byte { return l.buf[l.from:l.to] }

func (l *lookahead) discard(n int) { l.from += n }

// peek returns the next n bytes, fewer than the buffer has room for, or an error
// if they do not come.
func (l *lookahead) peek(n int) ([]byte, error) {
	for l.to-l.from < n {
		if err := l.fill(); err != nil {
			return l.unread(), err
		}
	}
	return l.unread()[:n], nil
}

// line returns what is left of a line, with its break; bufio.ErrBufferFull
// with as much of it as the buffer holds.
func (l *lookahead) line() (line []byte, err error) {
	for seen := 0; ; {
		line = l.unread()
		if i := bytes.IndexByte(line[seen:], '\n'); i >= 0 {
			line = line[:seen+i+1]
			break
		}
		if seen = len(line); seen == len(l.buf) {
			err = bufio.ErrBufferFull
			break
		}
		if err = l.fill(); err != nil {
			break
		}
	}
	l.discard(len(line))
	return line, err
}

// fill reads once, into the room behind what is unread.
func (l *lookahead) fill() error {
	if l.err != nil {
		return l.err
	}
	l.to, l.from = copy(l.buf, l.unread()), 0
	for range maxEmptyReads {
		n, err := l.r.Read(l.buf[l.to:])
		l.to += n
		l.err = err
		if n > 0 || err != nil {
			return nil
		}
	}
	return io.ErrNoProgress
}

const maxEmptyReads = 100

// exchange goes on in another buffer, or a new one, and returns the one that held
// what was read.
func (l *lookahead) exchange(buf []byte) (old []byte) {
	if buf == nil {
		buf = make([]byte, readAhead)
	}
	old = l.buf
	l.to, l.from, l.buf = copy(buf, l.unread()), 0, buf
	return old
}

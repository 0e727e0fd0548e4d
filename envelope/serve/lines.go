package serve

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// lines is the protocol of lines. It holds no more of a line than the limit.
type lines struct {
	r     *bufio.Reader
	w     *bufio.Writer
	limit int
	buf   []byte
}

// next returns a line without its break. The last may lack it.
func (l *lines) next() (line []byte, size int, err error) {
	chunk, err := l.r.ReadSlice('\n')
	if err == nil {
		line = trim(chunk)
		return line, len(line), nil
	}
	l.buf = l.buf[:0]
	for {
		size += len(chunk)
		l.buf = append(l.buf, chunk[:min(len(chunk), l.limit+len("\r\n")-len(l.buf))]...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			break
		}
		chunk, err = l.r.ReadSlice('\n')
	}
	if err != nil && (err != io.EOF || size == 0) {
		return nil, 0, err
	}
	line = trim(l.buf)
	if size <= l.limit+len("\r\n") {
		size = len(line)
	}
	return line, size, nil
}

func trim(line []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
}

// validLine is the verdict of a valid event.
const validLine = "{\"valid\":true}\n"

func (l *lines) valid() error {
	_, err := l.w.WriteString(validLine)
	return err
}

func (l *lines) answer(value any) error { return encode(l.w, value) }

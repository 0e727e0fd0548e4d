package serve

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/evctl/evctl/envelope"
)

// buffer is what is read and written at once for a client, in bytes.
const buffer = 1 << 16

// valid is the verdict of a valid event.
var valid = []byte("{\"valid\":true}\n")

// A Verdict is the answer to an event. A valid one has no other member.
type Verdict struct {
	Valid  bool    `json:"valid"`
	Faults []Fault `json:"faults,omitempty"`
	Error  string  `json:"error,omitempty"` // why it was not judged
}

// A Fault is one thing wrong with an event.
type Fault struct {
	Rule    string `json:"rule"`
	Pointer string `json:"pointer"` // JSON pointer, empty for the event itself
	Offset  int    `json:"offset"`  // in the bytes of the line
	Message string `json:"message"`
}

// Health is the answer to the line health.
type Health struct {
	Health  string `json:"health"` // ok
	Events  int64  `json:"events"` // judged since the start
	Invalid int64  `json:"invalid"`
	Clients int64  `json:"clients"` // connected
	Seconds int64  `json:"seconds"` // since the start
}

// client answers one connection until it ends. Answers are sent when the client
// has nothing more to read, or they fill the buffer.
func (s *server) client(conn io.ReadWriter) {
	s.clients.Add(1)
	defer s.clients.Add(-1)
	r := &lines{r: bufio.NewReaderSize(conn, buffer), limit: s.maxBytes}
	w := bufio.NewWriterSize(conn, buffer)
	for {
		line, size, err := r.next()
		if err != nil {
			w.Flush()
			return
		}
		if err := s.answer(w, line, size); err != nil {
			return
		}
		if r.r.Buffered() == 0 && w.Flush() != nil {
			return
		}
	}
}

func (s *server) answer(w *bufio.Writer, line []byte, size int) error {
	if string(line) == "health" {
		return encode(w, Health{"ok", s.events.Load(), s.invalid.Load(), s.clients.Load(), int64(time.Since(s.start).Seconds())})
	}
	s.events.Add(1)
	if size > s.maxBytes {
		s.invalid.Add(1)
		message := fmt.Sprintf("the event has %d bytes, the limit is %d", size, s.maxBytes)
		return encode(w, Verdict{Faults: []Fault{{Rule: "envelope/event-size", Message: message}}})
	}
	err := s.validate(line)
	if err == nil {
		_, err = w.Write(valid)
		return err
	}
	s.invalid.Add(1)
	return encode(w, verdict(err))
}

func verdict(err error) Verdict {
	var invalid *envelope.InvalidError
	if !errors.As(err, &invalid) {
		return Verdict{Error: err.Error()}
	}
	var v Verdict
	for _, f := range invalid.Violations() {
		v.Faults = append(v.Faults, Fault{f.Rule, f.Pointer, f.Offset, f.Message})
	}
	return v
}

func encode(w io.Writer, value any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(value)
}

// lines cuts what a client sends. It holds no more of a line than the limit.
type lines struct {
	r     *bufio.Reader
	limit int
	buf   []byte
}

// next returns a line without its break, valid until the next call, and its
// size; of a line over the limit just a part. The last may lack its break.
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

package serve

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/rules"
)

// buffer is what is read and written at once for a client, in bytes.
const buffer = 1 << 16

// A Verdict is the answer to an event. A valid one has no other member.
type Verdict struct {
	Valid  bool                 `json:"valid"`
	Faults []envelope.Violation `json:"faults,omitempty"` // by position, the first maxFaults
	More   int                  `json:"more,omitempty"`   // faults that are left out
	Error  string               `json:"error,omitempty"`  // why it was not judged
}

// maxFaults bounds the faults of a verdict.
const maxFaults = 20

// Health is the answer to the event health.
type Health struct {
	Health  string `json:"health"` // ok
	Events  int64  `json:"events"` // judged since the start
	Invalid int64  `json:"invalid"`
	Clients int64  `json:"clients"` // connected
	Seconds int64  `json:"seconds"` // since the start
}

// A protocol is how a client cuts what it sends into events.
type protocol interface {
	// next returns an event, valid until the next call, and its size; of one over
	// the limit just a part. The error is why there is none.
	next() (event []byte, size int, err error)
	valid() error           // answers that an event is valid
	answer(value any) error // answers anything else
}

// client answers one connection until it ends. Answers are sent when the client
// has nothing more to read, or they fill the buffer.
func (s *server) client(conn *connection) {
	r, w := bufio.NewReaderSize(conn, buffer), bufio.NewWriterSize(conn, buffer)
	defer w.Flush() // an error means that the client is gone
	first, err := r.Peek(1)
	if err != nil {
		return
	}
	var p protocol = &lines{r: r, w: w, limit: s.options.MaxBytes}
	if first[0] == 0 {
		p = &frames{r: r, w: w, limit: s.options.MaxBytes}
	}
	for {
		event, size, err := p.next()
		if err != nil || s.judge(p, event, size) != nil {
			return
		}
		if r.Buffered() == 0 && w.Flush() != nil {
			return
		}
		conn.next(r.Buffered() > 0)
	}
}

func (s *server) judge(p protocol, event []byte, size int) error {
	if string(event) == "health" {
		return p.answer(Health{"ok", s.events.Load(), s.invalid.Load(), s.clients.Load(), int64(time.Since(s.start).Seconds())})
	}
	s.events.Add(1)
	if size > s.options.MaxBytes {
		s.invalid.Add(1)
		message := fmt.Sprintf("the event has %d bytes, the limit is %d", size, s.options.MaxBytes)
		return p.answer(Verdict{Faults: []envelope.Violation{{Rule: rules.EventSize.ID, Message: message, Severity: rules.EventSize.Severity}}})
	}
	err := s.validate(event)
	if err == nil {
		return p.valid()
	}
	s.invalid.Add(1)
	return p.answer(verdict(err))
}

func verdict(err error) Verdict {
	var invalid *envelope.InvalidError
	if !errors.As(err, &invalid) {
		return Verdict{Error: err.Error()}
	}
	v := Verdict{Faults: invalid.Violations()}
	if more := len(v.Faults) - maxFaults; more > 0 {
		v.Faults, v.More = v.Faults[:maxFaults], more
	}
	return v
}

// encode writes a value and a line break.
func encode(w io.Writer, value any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(value)
}

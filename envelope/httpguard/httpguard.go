// Package httpguard keeps a relay from taking HTTP requests whose body is no
// valid event.
//
// Wrap the routes that take events with what [New] returns. An invalid event is
// answered with a problem (RFC 9457) that lists what is wrong; a valid one goes
// on to the next handler, which reads the body as if nobody had. The mode of the
// validator holds: with one that observes, every request goes on.
//
// A body is one event, or, behind what [NewBatch] returns, many of them, which go
// on together or not at all. Unpack what comes under a Content-Encoding before it gets
// here. The package authenticates nobody, and sets no time-outs: those of
// http.Server hold.
package httpguard

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/evctl/evctl/envelope"
	"github.com/evctl/evctl/envelope/rules"
)

// New returns middleware that judges bodies by the producer's half. It holds at
// most the validator's MaxBytes of a body.
func New(v *envelope.Validator) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			event, err := read(r, int64(v.MaxBytes())+1)
			if err != nil {
				answer(w, unreadable(err))
				return
			}
			if err := v.Validate(event); err != nil {
				answer(w, refused(err))
				return
			}
			next.ServeHTTP(w, again(r, event))
		})
	}
}

// prompt bounds, in bytes, what is allocated for a body before it has come.
const prompt = 1 << 16

// read returns the body, at most so many bytes of it.
func read(r *http.Request, limit int64) ([]byte, error) {
	var body bytes.Buffer
	if n := r.ContentLength; n > 0 {
		body.Grow(int(min(n, prompt)) + bytes.MinRead) // the latter is asked for to find the end
	}
	_, err := body.ReadFrom(io.LimitReader(r.Body, limit))
	return body.Bytes(), err
}

// again returns the request with its body in front of what is left of it.
func again(r *http.Request, body []byte) *http.Request {
	fresh := r.WithContext(r.Context())
	fresh.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(body), r.Body), r.Body}
	return fresh
}

// maxListed bounds the violations that an answer lists.
const maxListed = 100

// A Problem is the answer to a request that is refused, of media type
// application/problem+json.
type Problem struct {
	Type       string               `json:"type"` // InvalidEvent, or about:blank if the body could not be read
	Title      string               `json:"title"`
	Status     int                  `json:"status"` // 400: no JSON, 413: too large, else 422
	Detail     string               `json:"detail,omitempty"`
	Violations []envelope.Violation `json:"violations,omitempty"` // the first hundred, by position
	Events     []Faults             `json:"events,omitempty"`     // of a batch in their place: the invalid ones, with a hundred violations in all
}

// InvalidEvent is the type of problems with the event itself.
const InvalidEvent = "https://github.com/evctl/evctl/blob/main/docs/guides/producers.md#relays"

func unreadable(err error) Problem {
	p := Problem{Type: "about:blank", Status: http.StatusBadRequest, Detail: "the body could not be read"}
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		p.Status = http.StatusRequestEntityTooLarge
	}
	p.Title = http.StatusText(p.Status)
	return p
}

func refused(err error) Problem {
	var invalid *envelope.InvalidError
	if !errors.As(err, &invalid) {
		return Problem{Type: "about:blank", Title: "The event could not be judged", Status: http.StatusInternalServerError}
	}
	p := Problem{Type: InvalidEvent, Title: "Invalid event", Status: http.StatusUnprocessableEntity}
	switch rule, _ := invalid.First(); rule {
	case rules.EventJSON.ID:
		p.Status = http.StatusBadRequest
	case rules.EventSize.ID:
		p.Status = http.StatusRequestEntityTooLarge
	}
	p.Violations = invalid.Violations()
	p.Detail = p.Violations[0].Message
	p.Violations = p.Violations[:min(len(p.Violations), maxListed)]
	return p
}

func answer(w http.ResponseWriter, p Problem) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	json.NewEncoder(w).Encode(p) // an error means that the client is gone
}

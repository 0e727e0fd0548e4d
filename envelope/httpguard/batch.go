package httpguard

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/evctl/evctl/envelope"
)

// Limits bound a batch, in every mode of the validator. Zero means the default.
type Limits struct {
	Events int // 1,000
	Bytes  int // of the body; 8 MiB
}

func (l Limits) withDefaults() Limits {
	if l.Events <= 0 {
		l.Events = 1000
	}
	if l.Bytes <= 0 {
		l.Bytes = 8 << 20
	}
	return l
}

// Faults are what is wrong with one event of a batch.
type Faults struct {
	Index      int                  `json:"index"` // of the event, from 0
	Violations []envelope.Violation `json:"violations"`
}

// NewBatch returns middleware as New does, for routes that take many events at
// once: one a line (NDJSON), or a JSON array of them. One event is a batch, too.
// If any event is refused, the request is, and the problem tells which. It holds
// the body.
func NewBatch(v *envelope.Validator, limits Limits) func(http.Handler) http.Handler {
	limits = limits.withDefaults()
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := read(r, int64(limits.Bytes)+1)
			if err != nil {
				answer(w, unreadable(err))
				return
			}
			if p := judge(v, body, limits); p != nil {
				answer(w, *p)
				return
			}
			next.ServeHTTP(w, again(r, body))
		})
	}
}

// judge returns nil if the events of the body may go on.
func judge(v *envelope.Validator, body []byte, limits Limits) *Problem {
	if len(body) > limits.Bytes {
		return tooLarge("the body has more than %d bytes", limits.Bytes)
	}
	var p *Problem
	next, left := envelope.Split(bytes.NewReader(body), v.MaxBytes()), maxListed
	for i := 0; ; i++ {
		event, err := next()
		switch {
		case err == io.EOF && i == 0:
			return noBatch(v, body, errors.New("the body holds no event"))
		case err == io.EOF:
			return p
		case err != nil:
			return noBatch(v, body, err)
		case i == limits.Events:
			return tooLarge("the body has more than %d events", limits.Events)
		}
		if err := v.Validate(body[event.Offset:event.Next]); err != nil {
			p = p.with(i, err, &left)
		}
	}
}

// with adds the faults of an event, as many as are left to be listed.
func (p *Problem) with(i int, err error, left *int) *Problem {
	if p == nil {
		found := refused(err)
		found.Detail, found.Violations = fmt.Sprintf("event %d: %s", i, found.Detail), nil
		p = &found
	}
	var invalid *envelope.InvalidError
	if *left > 0 && errors.As(err, &invalid) {
		violations := invalid.Violations()
		violations = violations[:min(len(violations), *left)]
		p.Events = append(p.Events, Faults{i, violations})
		*left -= len(violations)
	}
	return p
}

// noBatch refuses a body that is none, unless the validator lets everything pass:
// a body like this is no event either.
func noBatch(v *envelope.Validator, body []byte, why error) *Problem {
	if v.Validate(body) == nil {
		return nil
	}
	return &Problem{Type: InvalidEvent, Title: "Invalid batch", Status: http.StatusBadRequest, Detail: why.Error()}
}

func tooLarge(format string, limit int) *Problem {
	p := Problem{Type: "about:blank", Status: http.StatusRequestEntityTooLarge, Detail: fmt.Sprintf(format, limit)}
	p.Title = http.StatusText(p.Status)
	return &p
}

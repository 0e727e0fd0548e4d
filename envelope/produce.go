package envelope

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// NewEventID returns a UUID of version 7 (RFC 9562, section 5.7): the time in
// milliseconds and 74 random bits.
func NewEventID() string {
	var id [16]byte
	binary.BigEndian.PutUint64(id[:], uint64(time.Now().UnixMilli())<<16)
	rand.Read(id[6:]) // never fails
	id[6] = id[6]&0x0f | 0x70
	id[8] = id[8]&0x3f | 0x80
	h := hex.EncodeToString(id[:])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// Marshal writes an event for the outbox: it draws the id and sets the time
// where they are empty, in e too, and validates what it has written by the
// producer's half. An event that is sent again keeps its id: marshal it once
// and store the bytes.
func (v *Validator) Marshal(e *Envelope) ([]byte, error) {
	if e.EventID == "" {
		e.EventID = NewEventID()
	}
	if e.OccurredAt.Time().IsZero() {
		e.OccurredAt = Timestamp(time.Now())
	}
	event, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("marshal event %s: %w", e.EventType, err)
	}
	return event, v.Validate(event)
}

// ValidateEnvelope judges an event by the producer's half before it is written.
func (v *Validator) ValidateEnvelope(e *Envelope) error {
	event, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("marshal event %s: %w", e.EventType, err)
	}
	return v.Validate(event)
}

package evctl

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
)

// A Finding is one fact that a rule reports. It points into the file being
// changed, at the nearest parent if the element itself is gone.
type Finding struct {
	Rule     string   `json:"rule"`
	Severity Severity `json:"severity"`
	// Subject is the event type, or package.Type.func for code.
	Subject  string   `json:"subject,omitempty"`
	Path     string   `json:"path,omitempty"` // JSON pointer into the schema or event, or the sink called
	Message  string   `json:"message"`
	Position Position `json:"location"`

	Old       *OldPosition `json:"old,omitempty"`
	Direction Direction    `json:"direction,omitempty"`
	Breaks    []int        `json:"breaks,omitempty"` // versions, ascending
	// Sides tells a break in both directions apart where each has a message,
	// versions or an event of its own: BACKWARD, then FORWARD. The finding's own
	// message and witness are those of the first, its versions those of either.
	Sides []Side `json:"sides,omitempty"`
	// Levels are the questions about a Protobuf change that have the answer no,
	// in the order wire, json, value, source; which of them make an error is
	// configured. frame, after them, is the message index of a framed event.
	Levels []string `json:"levels,omitempty"`
	// Consumers are the services that the finding breaks, as far as contracts
	// declare them: empty if it breaks none, nil if nobody declares anything.
	Consumers []string  `json:"consumers,omitzero"`
	Witness   *Witness  `json:"witness,omitempty"`
	Remedy    string    `json:"remedy,omitempty"` // true under the mode in force
	Related   []Related `json:"related,omitempty"`
	// Confidence is high, medium or low where a finding rests on what could be
	// resolved, as those about code do; else empty.
	Confidence string `json:"confidence,omitempty"`

	Exempt    string          `json:"-"` // id of the exception that the code itself names for it
	Exception *ExceptionState `json:"exception,omitempty"`
	Baseline  *BaselineState  `json:"baseline,omitempty"`

	// Key tells findings of one rule at one place apart: the enum value, the
	// required name. It enters the fingerprint, so it must not contain
	// versions, line numbers or wording.
	Key string `json:"-"`
}

// OldPosition is where the element stood in a published version.
type OldPosition struct {
	Version int `json:"version"`
	Position
	Path string `json:"path,omitempty"` // JSON pointer into that version
}

// A Side is what a finding says of one of its two directions.
type Side struct {
	Direction Direction `json:"direction"`
	Message   string    `json:"message"`
	Breaks    []int     `json:"breaks,omitempty"`
	Witness   *Witness  `json:"witness,omitempty"`
}

// Related is a second place that a finding speaks of.
type Related struct {
	Position
	Message string `json:"message"`
	// Depth is set where the places are calls on the way to something, in the
	// order in which they happen: 1 is a call in the function that the finding
	// is about, 2 one in the function that this calls, and so on.
	Depth int `json:"depth,omitempty"`
}

// ExceptionState names the exception that matches a finding. Only an approved,
// unexpired exception waives.
type ExceptionState struct {
	ID      string `json:"id"`
	State   string `json:"state"` // approved, pending, denied, expired
	Waives  bool   `json:"waives"`
	Expires string `json:"expires,omitempty"` // YYYY-MM-DD, the last day, UTC
	Reason  string `json:"reason,omitempty"`
}

// BaselineState marks a finding as known debt.
type BaselineState struct {
	Since string `json:"since"` // YYYY-MM-DD
	Owner string `json:"owner,omitempty"`
}

// A Witness is a concrete event that one side writes and the other cannot
// read. JSON fills Value (and Projected under the lenient policy), Avro Datum
// and Hex, Protobuf Hex, Written and Read.
type Witness struct {
	Value     json.RawMessage `json:"value,omitempty"`
	Event     json.RawMessage `json:"event,omitempty"`     // Value as the payload of an envelope, on request
	At        string          `json:"at,omitempty"`        // JSON pointer into Value or Datum, of what the reader refuses; empty is all of it
	Via       string          `json:"via,omitempty"`       // the version of another subject whose statement the reader refuses by
	Projected json.RawMessage `json:"projected,omitempty"` // what the reader sees once unknown names are dropped
	Datum     json.RawMessage `json:"datum,omitempty"`     // Avro JSON encoding
	Hex       string          `json:"hex,omitempty"`       // the event's bytes
	Written   string          `json:"written,omitempty"`   // what the writer meant, text format
	Read      string          `json:"read,omitempty"`      // what the reader sees, text format
	Error     string          `json:"error,omitempty"`     // what the reader says of it
	// Unverified means that no independent validator could confirm the witness.
	Unverified bool `json:"unverified,omitempty"`
}

// ID returns the fingerprint: the first 12 hex digits of SHA-256 over rule,
// subject, path and key, joined by NUL. It survives edits that move or reword
// the finding.
func (f Finding) ID() string {
	sum := sha256.Sum256([]byte(strings.Join([]string{f.Rule, f.Subject, f.Path, f.Key}, "\x00")))
	return hex.EncodeToString(sum[:])[:12]
}

// ByDirection returns the finding once for each direction that it breaks: a
// finding with no direction, or with one, as it is.
func (f Finding) ByDirection() []Finding {
	if f.Direction != Both {
		return []Finding{f}
	}
	sides := f.Sides
	if sides == nil {
		sides = []Side{{Backward, f.Message, f.Breaks, f.Witness}, {Forward, f.Message, f.Breaks, f.Witness}}
	}
	var out []Finding
	for _, side := range sides {
		f.Direction, f.Message, f.Breaks, f.Witness, f.Sides = side.Direction, side.Message, side.Breaks, side.Witness, nil
		out = append(out, f)
	}
	return out
}

// Waived reports whether an approved exception or the baseline covers the finding.
func (f Finding) Waived() bool {
	return f.Baseline != nil || f.Exception != nil && f.Exception.Waives
}

// SortFindings orders findings by place, then rule, path and key, so that no
// report differs from run to run.
func SortFindings(findings []Finding) {
	slices.SortStableFunc(findings, func(a, b Finding) int {
		return compareAll(a.Position.Compare(b.Position), compare(a.Subject, b.Subject),
			compare(a.Rule, b.Rule), compare(a.Path, b.Path), compare(a.Key, b.Key),
			compare(string(a.Direction), string(b.Direction)), compare(a.Message, b.Message))
	})
}

func compare[T cmp.Ordered](a, b T) int { return cmp.Compare(a, b) }

// compareAll returns the first comparison that is not equal.
func compareAll(orders ...int) int { return cmp.Or(orders...) }

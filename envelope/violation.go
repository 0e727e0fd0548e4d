package envelope

import (
	"bytes"
	"strings"

	"github.com/evctl/evctl"
)

// A Violation is a finding about one event, taken apart for programs.
type Violation struct {
	Rule     string         `json:"rule"`               // id
	Pointer  string         `json:"pointer"`            // JSON pointer into the event; empty for the event itself
	Offset   int            `json:"offset"`             // in the event's bytes, of the value or name at fault
	Length   int            `json:"length,omitempty"`   // in bytes, if that is known
	Expected string         `json:"expected,omitempty"` // what is wanted, if the message says so
	Found    string         `json:"found,omitempty"`    // what is there
	Message  string         `json:"message"`
	Severity evctl.Severity `json:"severity"`
}

// Violations are all faults, in the order of Findings.
func (e *InvalidError) Violations() []Violation {
	var all []Violation
	for _, f := range e.Findings() {
		v := Violation{Rule: f.Rule, Pointer: f.Path, Message: f.Message, Severity: f.Severity}
		v.Found, v.Expected = contrast(f.Message)
		v.Offset = e.offsetOf(f.Position.Line, f.Position.Column)
		if f.Position.EndLine > 0 {
			v.Length = e.offsetOf(f.Position.EndLine, f.Position.EndColumn) - v.Offset
		}
		all = append(all, v)
	}
	return all
}

// offsetOf finds a line and a column, both from 1, in the event.
func (e *InvalidError) offsetOf(line, column int) int {
	at := 0
	for ; line > 1; line-- {
		next := bytes.IndexByte(e.event[at:], '\n')
		if next < 0 {
			break
		}
		at += next + 1
	}
	return max(0, at+column-1)
}

// contrast takes a message of the form "X is A, want B", or "found A, want B"
// with a ref before it, apart. What is quoted is passed over.
func contrast(message string) (found, expected string) {
	const want = ", want "
	quoted := false
	for i := 0; i < len(message); i++ {
		switch c := message[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && strings.HasPrefix(message[i:], want):
			return subject(message[:i]), message[i+len(want):]
		}
	}
	return "", ""
}

// subject is what follows the first word that introduces what was found.
func subject(clause string) string {
	if _, after, ok := strings.Cut(clause, ": found "); ok {
		return after
	}
	_, after, _ := strings.Cut(clause, " is ")
	return after
}

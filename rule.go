package evctl

import (
	"fmt"
	"strings"
)

// Severity says how much a finding weighs. The zero value is Off.
type Severity int

// The severities, in rising order.
const (
	Off Severity = iota
	Info
	Warning
	Error
)

var severityNames = [...]string{"off", "info", "warning", "error"}

func (s Severity) String() string { return severityNames[s] }

// MarshalText writes the severity's name.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads off, info, warning or error.
func (s *Severity) UnmarshalText(text []byte) error {
	for i, name := range severityNames {
		if string(text) == name {
			*s = Severity(i)
			return nil
		}
	}
	return fmt.Errorf("unknown severity %q: want off, info, warning or error", text)
}

// A Rule is one thing that can be wrong. Its ID is stable for ever; its Doc is
// the one text behind `evctl explain`, the page in docs/rules and the help in a
// SARIF file.
type Rule struct {
	ID       string   // family/change-or-duty, in kebab case
	Severity Severity // unless the configuration says otherwise
	// Doc is Markdown. Its first line is a summary, one sentence; after a blank
	// line it says why the finding hurts and what to do.
	Doc string
	// Example is the txtar archive that tests the rule and illustrates its
	// page. The generated rule lists fill it in.
	Example string
	Aliases []string // other names users may type, such as a clause id
}

// Family returns the part of the ID before the slash.
func (r Rule) Family() string {
	family, _, _ := strings.Cut(r.ID, "/")
	return family
}

// Summary returns the first line of Doc.
func (r Rule) Summary() string {
	summary, _, _ := strings.Cut(r.Doc, "\n")
	return summary
}

// At returns a finding of the rule at its default severity.
func (r Rule) At(pos Position, format string, args ...any) Finding {
	return Finding{Rule: r.ID, Severity: r.Severity, Position: pos, Message: fmt.Sprintf(format, args...)}
}

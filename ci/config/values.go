package config

import (
	"fmt"

	"github.com/evctl/evctl"
)

// Mode is a compatibility mode as it is written.
type Mode struct{ evctl.Mode }

// UnmarshalText reads what evctl.ParseMode reads.
func (m *Mode) UnmarshalText(text []byte) error {
	mode, err := evctl.ParseMode(string(text))
	m.Mode = mode
	return err
}

// FailOn is the least severity that fails a run; Off fails none.
type FailOn struct{ evctl.Severity }

// UnmarshalText reads error, warning, info or never.
func (f *FailOn) UnmarshalText(text []byte) error {
	switch string(text) {
	case "error":
		f.Severity = evctl.Error
	case "warning":
		f.Severity = evctl.Warning
	case "info":
		f.Severity = evctl.Info
	case "never":
		f.Severity = evctl.Off
	default:
		return fmt.Errorf("unknown value %q: want error, warning, info or never", text)
	}
	return nil
}

// String returns the text that UnmarshalText reads.
func (f FailOn) String() string {
	if f.Severity == evctl.Off {
		return "never"
	}
	return f.Severity.String()
}

// Fails reports whether a finding of this severity fails the run.
func (f FailOn) Fails(s evctl.Severity) bool { return f.Severity != evctl.Off && s >= f.Severity }

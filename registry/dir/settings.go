package dir

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/yamldoc"
	"github.com/evctl/evctl/registry/rules"
)

// Settings are what subject.yaml says of a subject.
type Settings struct {
	Owner       string
	Topic       string
	Message     string // full name of the Protobuf message
	Encoding    string // how payloads are written: json or binary; empty leaves it to the format
	Description string
	Deprecated  string       // why, or "deprecated"; empty if it is not
	Mode        *evctl.Mode  // nil: as configured
	Policy      evctl.Policy // empty: as configured
	Closed      bool         // readers reject unknown fields
	Sunset      string       // the day from which nobody publishes it, YYYY-MM-DD
	Retired     []Retirement
}

// A Retirement takes versions out of comparisons.
type Retirement struct {
	Versions  []int  `yaml:"versions"`
	Reason    string `yaml:"reason"`
	Exception string `yaml:"exception"` // id of the exception that allows it
	Evidence  string `yaml:"evidence"`  // or why nobody reads them any more

	Position evctl.Position `yaml:"-"` // of the entry
}

// IsRetired reports whether the version was taken out of comparisons.
func (s Settings) IsRetired(version int) bool {
	return slices.ContainsFunc(s.Retired, func(r Retirement) bool { return slices.Contains(r.Versions, version) })
}

// settingsFile is subject.yaml as it is written.
type settingsFile struct {
	Owner       string       `yaml:"owner"`
	Mode        modeText     `yaml:"mode"`
	Policy      policyText   `yaml:"policy"`
	Readers     readersText  `yaml:"readers"`
	Topic       string       `yaml:"topic"`
	Message     string       `yaml:"message"`
	Encoding    encodingText `yaml:"encoding"`
	Description string       `yaml:"description"`
	Deprecated  reasonText   `yaml:"deprecated"`
	Sunset      dayText      `yaml:"sunset"`
	Retired     []Retirement `yaml:"retired"`
}

type modeText struct{ *evctl.Mode }

func (m *modeText) UnmarshalText(text []byte) error {
	mode, err := evctl.ParseMode(string(text))
	m.Mode = &mode
	return err
}

type policyText evctl.Policy

func (p *policyText) UnmarshalText(text []byte) error {
	return oneOf(p, text, string(evctl.Lenient), string(evctl.Strict))
}

type readersText string

func (r *readersText) UnmarshalText(text []byte) error { return oneOf(r, text, "open", "closed") }

type encodingText string

func (e *encodingText) UnmarshalText(text []byte) error { return oneOf(e, text, "json", "binary") }

func oneOf[T ~string](into *T, text []byte, first, second string) error {
	*into = T(text)
	if string(text) != first && string(text) != second {
		return fmt.Errorf("unknown value %q: want %s or %s", text, first, second)
	}
	return nil
}

// dayText is a day, YYYY-MM-DD.
type dayText string

func (d *dayText) UnmarshalText(text []byte) error {
	*d = dayText(text)
	if _, err := time.Parse(time.DateOnly, string(text)); err != nil {
		return fmt.Errorf("%q is no day, want YYYY-MM-DD", text)
	}
	return nil
}

// reasonText is true, false, or true for a reason.
type reasonText string

func (r *reasonText) UnmarshalText(text []byte) error {
	switch *r = reasonText(text); *r {
	case "true":
		*r = "deprecated"
	case "false":
		*r = ""
	}
	return nil
}

// readSettings reads subject.yaml. What is wrong with it is a finding.
func readSettings(file string, text []byte, versions []int) (Settings, []evctl.Finding) {
	doc, err := yamldoc.Parse(file, text)
	if err != nil {
		return Settings{}, []evctl.Finding{invalidSettings(file, err)}
	}
	var raw settingsFile
	if err := doc.Decode(&raw); err != nil {
		return Settings{}, []evctl.Finding{invalidSettings(file, err)}
	}
	for i := range raw.Retired {
		raw.Retired[i].Position = doc.Position("retired", i)
	}
	settings := Settings{
		Owner: raw.Owner, Topic: raw.Topic, Message: raw.Message, Encoding: string(raw.Encoding), Description: raw.Description,
		Deprecated: string(raw.Deprecated), Mode: raw.Mode.Mode, Policy: evctl.Policy(raw.Policy), Closed: raw.Readers == "closed", Sunset: string(raw.Sunset), Retired: raw.Retired,
	}
	return settings, checkRetired(doc, raw.Retired, versions)
}

func checkRetired(doc *yamldoc.Document, retired []Retirement, versions []int) []evctl.Finding {
	var findings []evctl.Finding
	report := func(key, format string, i int, args ...any) {
		f := rules.InvalidSettings.At(doc.Position("retired", i, key), format, args...)
		f.Key = fmt.Sprintf("retired %d %s", i, key)
		findings = append(findings, f)
	}
	for i, r := range retired {
		if len(r.Versions) == 0 {
			report("versions", "retired entry names no versions", i)
		}
		if at := slices.IndexFunc(r.Versions, func(v int) bool { return !slices.Contains(versions, v) }); at >= 0 {
			report("versions", "retired version %d does not exist", i, r.Versions[at])
		}
		if r.Reason == "" {
			report("reason", "retired entry gives no reason", i)
		}
		if (r.Exception == "") == (r.Evidence == "") {
			report("evidence", "retired entry needs either the exception that allows it or the evidence that nobody reads the versions", i)
		}
	}
	return findings
}

func invalidSettings(file string, err error) evctl.Finding {
	var broken *yamldoc.Error
	if errors.As(err, &broken) {
		return rules.InvalidSettings.At(broken.Position, "%s", broken.Message)
	}
	return rules.InvalidSettings.At(evctl.Position{File: file}, "%v", err)
}

package report

import (
	"bytes"
	_ "embed" // the report's JSON Schema
	"encoding/json"
	"io"

	"github.com/evctl/evctl"
)

// Schema is the JSON Schema of a report's JSON form.
//
//go:embed report.schema.json
var Schema string

// JSON writes the report as one indented JSON document.
func JSON(w io.Writer, r *Report, _ Style) error { return encode(w, r) }

func encode(w io.Writer, value any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(value)
}

// MarshalJSON writes every finding with its fingerprint as "id", and lists
// that are empty as [].
func (r Report) MarshalJSON() ([]byte, error) {
	out := struct {
		Version  int          `json:"version"`
		Tool     string       `json:"tool"`
		Against  Against      `json:"against"`
		Families []Family     `json:"families"`
		Findings []Identified `json:"findings"`
		Summary  Summary      `json:"summary"`
		Question string       `json:"question,omitempty"`
		Answer   string       `json:"answer,omitempty"`
		Notes    []string     `json:"notes,omitempty"`
	}{r.Version, r.Tool, r.Against, []Family{}, []Identified{}, r.Summary, r.Question, r.Answer, r.Notes}
	for _, f := range r.Families {
		if f.Counts == nil {
			f.Counts = map[string]int{}
		}
		out.Families = append(out.Families, f)
	}
	for _, f := range r.Findings {
		out.Findings = append(out.Findings, Identify(f))
	}
	var b bytes.Buffer
	err := encode(&b, out)
	return b.Bytes(), err
}

// Identified is a finding with its fingerprint, as reports write it.
type Identified struct {
	ID string `json:"id"`
	evctl.Finding
}

// Identify adds a finding's fingerprint.
func Identify(f evctl.Finding) Identified { return Identified{ID: f.ID(), Finding: f} }

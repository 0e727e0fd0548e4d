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
	type finding struct {
		ID string `json:"id"`
		evctl.Finding
	}
	out := struct {
		Version  int       `json:"version"`
		Tool     string    `json:"tool"`
		Against  Against   `json:"against"`
		Families []Family  `json:"families"`
		Findings []finding `json:"findings"`
		Summary  Summary   `json:"summary"`
		Notes    []string  `json:"notes,omitempty"`
	}{r.Version, r.Tool, r.Against, []Family{}, []finding{}, r.Summary, r.Notes}
	for _, f := range r.Families {
		if f.Counts == nil {
			f.Counts = map[string]int{}
		}
		out.Families = append(out.Families, f)
	}
	for _, f := range r.Findings {
		out.Findings = append(out.Findings, finding{ID: f.ID(), Finding: f})
	}
	var b bytes.Buffer
	err := encode(&b, out)
	return b.Bytes(), err
}

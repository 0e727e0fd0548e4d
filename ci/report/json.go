package report

import (
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
func JSON(w io.Writer, r *Report, _ Style) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// MarshalJSON writes every finding with its fingerprint as "id", and lists
// that are empty as [].
func (r Report) MarshalJSON() ([]byte, error) {
	type plain Report
	out := struct {
		plain
		Families []Family  `json:"families"`
		Findings []finding `json:"findings"`
	}{plain: plain(r), Families: []Family{}, Findings: []finding{}}
	for _, f := range r.Families {
		if f.Counts == nil {
			f.Counts = map[string]int{}
		}
		out.Families = append(out.Families, f)
	}
	for _, f := range r.Findings {
		out.Findings = append(out.Findings, finding{ID: f.ID(), Finding: f})
	}
	return json.Marshal(out)
}

type finding struct {
	ID string `json:"id"`
	evctl.Finding
}

package dashboard

import (
	_ "embed" // the JSON Schema
	"encoding/json"
	"io"
)

// A Writer prints a dashboard in one format.
type Writer func(w io.Writer, d *Dashboard) error

type format struct {
	name  string
	write Writer
}

// formats are all formats, in the order users are told.
func formats() []format {
	return []format{{"html", HTML}, {"json", JSON}, {"markdown", Markdown}, {"openmetrics", OpenMetrics}}
}

// Formats lists the names that Lookup knows, in the order users are told.
func Formats() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// Lookup returns the writer of a format.
func Lookup(name string) (Writer, bool) {
	for _, f := range formats() {
		if f.name == name {
			return f.write, true
		}
	}
	return nil, false
}

// Schema is the JSON Schema of a dashboard's JSON form.
//
//go:embed dashboard.schema.json
var Schema string

// JSON writes the dashboard as one indented JSON document, which evctl report
// reads again.
func JSON(w io.Writer, d *Dashboard) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(d)
}

package conformance

import (
	"encoding/json"
	"io"
)

// JSON writes the report as it is.
func JSON(w io.Writer, r *Report, _ Style) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

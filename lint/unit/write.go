package unit

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/evctl/evctl"
)

func writeText(findings []evctl.Finding, w io.Writer) error {
	for _, f := range findings {
		if _, err := fmt.Fprintf(w, "%s: %s\n", f.Position, message(f)); err != nil {
			return err
		}
	}
	return nil
}

func message(f evctl.Finding) string { return fmt.Sprintf("%s [%s]", f.Message, f.Rule) }

// A diagnostic is a finding as the go command reads it: jsonDiagnostic in
// cmd/go/internal/vet.
type diagnostic struct {
	Category string `json:"category,omitempty"`
	Posn     string `json:"posn"`
	End      string `json:"end"`
	Message  string `json:"message"`
}

// writeJSON writes findings by unit and rule, where the go command asks for
// them or else to stdout. It prints them, and keeps them with the result.
func (c *config) writeJSON(findings []evctl.Finding, stdout io.Writer) error {
	byRule := map[string][]diagnostic{}
	for _, f := range findings {
		at := f.Position.String()
		byRule[f.Rule] = append(byRule[f.Rule], diagnostic{Category: f.Rule, Posn: at, End: at, Message: message(f)})
	}
	text, err := json.Marshal(map[string]map[string][]diagnostic{c.ImportPath: byRule})
	if err != nil {
		return fmt.Errorf("write findings of %s: %w", c.ImportPath, err)
	}
	text = append(text, '\n')
	if c.Stdout != "" {
		return os.WriteFile(c.Stdout, text, 0o600)
	}
	_, err = stdout.Write(text)
	return err
}

package tally

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"
)

// JSON writes the tally as one document with the members types and rules.
func (t *Tally) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(map[string]any{"types": t.Kinds(), "rules": t.Rules()})
}

// Table writes the tally as two tables for people.
func (t *Tally) Table(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "type\tversion\tevents\tinvalid")
	for _, k := range t.Kinds() {
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\n", cmp.Or(k.Type, "(other)"), versionText(k.Version), k.Events, k.Invalid)
	}
	if rules := t.Rules(); len(rules) > 0 {
		fmt.Fprintln(table, "\nrule\tfindings")
		for _, r := range rules {
			fmt.Fprintf(table, "%s\t%d\n", r.Rule, r.Findings)
		}
	}
	return table.Flush()
}

func versionText(version int) string {
	if version == 0 {
		return "-"
	}
	return fmt.Sprint(version)
}

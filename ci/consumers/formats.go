package consumers

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/report"
)

// Text writes the table, and for each row what a proposed schema does. The
// findings are the caller's to write.
func Text(w io.Writer, t *Table) error {
	if len(t.Rows) == 0 {
		_, err := fmt.Fprintln(w, t.nobody())
		return err
	}
	tabs := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	head := strings.ToUpper(strings.Join(t.columns(), "\t"))
	if t.Proposed != "" {
		head += "\tWITH " + report.Clean(t.Proposed)
	}
	fmt.Fprintln(tabs, head)
	for _, row := range t.Rows {
		cells := t.cells(row)
		for i := range cells {
			cells[i] = report.Clean(cells[i])
		}
		fmt.Fprintln(tabs, strings.TrimRight(strings.Join(cells, "\t"), "\t"))
	}
	return tabs.Flush()
}

// Markdown writes the table, and below it the findings.
func Markdown(w io.Writer, t *Table) error {
	var b strings.Builder
	if len(t.Rows) == 0 {
		fmt.Fprintf(&b, "%s\n", report.EscapeMarkdown(t.nobody()))
	} else {
		columns := t.columns()
		if t.Proposed != "" {
			columns = append(columns, "with "+report.EscapeMarkdown(t.Proposed))
		}
		fmt.Fprintf(&b, "| %s |\n|%s\n", strings.Join(columns, " | "), strings.Repeat("---|", len(columns)))
	}
	for _, row := range t.Rows {
		cells := t.cells(row)
		for i := range cells {
			cells[i] = report.EscapeMarkdown(cells[i])
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	if len(t.Findings) > 0 {
		b.WriteString("\n")
	}
	for _, f := range t.Findings {
		hits := "no declared consumer"
		if len(f.Consumers) > 0 {
			hits = strings.Join(f.Consumers, ", ")
		}
		fmt.Fprintf(&b, "- **%s** %s [`%s`](%s), %s; hits %s\n", f.Severity, report.EscapeMarkdown(f.Message), f.Rule, report.RuleURL(f.Rule),
			report.EscapeMarkdown(f.Position.String()), report.EscapeMarkdown(hits))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// JSON writes the table as it is. Such a file may stand under consumers in
// another repository's configuration.
func JSON(w io.Writer, t *Table) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(t)
}

func (t *Table) nobody() string {
	if t.Subject == "" {
		return "no contract declares a consumer"
	}
	return "no contract declares to read " + t.Subject
}

func (t *Table) columns() []string {
	columns := []string{"consumer", "owner", "topic", "versions", "reads", "replays"}
	if t.Subject == "" {
		columns = append([]string{"subject"}, columns...)
	}
	return columns
}

func (t *Table) cells(row Row) []string {
	reads, replays := "everything", "no"
	if len(row.Reads) > 0 {
		reads = strings.Join(row.Reads, " ")
	}
	if row.Replays {
		replays = row.ReplayWindow
	}
	cells := []string{row.Service, row.Owner, row.Topic, numbers(row.Versions), reads, replays}
	if t.Subject == "" {
		cells = append([]string{row.Subject}, cells...)
	}
	switch {
	case t.Proposed == "":
	case row.Findings == 0:
		cells = append(cells, string(row.Effect))
	default:
		cells = append(cells, fmt.Sprintf("%s (%d)", row.Effect, row.Findings))
	}
	return cells
}

func numbers(versions []int) string {
	texts := make([]string, len(versions))
	for i, v := range versions {
		texts[i] = strconv.Itoa(v)
	}
	return strings.Join(texts, " ")
}

// Report is what a proposed schema's findings look like to the writers of
// reports.
func (t *Table) Report(tool string) report.Report {
	var findings []evctl.Finding
	for _, f := range t.Findings {
		findings = append(findings, f.Finding)
	}
	return report.New(tool, report.Against{Kind: "none"}, nil, findings)
}

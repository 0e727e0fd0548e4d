package conformance

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/contracts/verdict"
)

// Text writes one line a clause, and below it one a verdict.
func Text(w io.Writer, r *Report, style Style) error {
	var b strings.Builder
	for _, c := range r.Clauses {
		switch {
		case style.Quiet && !needsAttention(c.Outcome):
			continue
		case c.Rule == "":
			fmt.Fprintf(&b, "%s  %-8s  %-14s  %s\n", c.ID, c.Level, "no rule yet", c.Title)
			continue
		}
		fmt.Fprintf(&b, "%s  %-8s  %-14s  %s\n", c.ID, c.Level, c.Outcome, c.Title)
		for _, v := range c.Verdicts {
			if !style.Quiet || needsAttention(v.Outcome) {
				textVerdict(&b, v, style)
			}
		}
	}
	for _, f := range r.Faults {
		fmt.Fprintf(&b, "%s: %s: %s [%s]\n", place(f.Position, style), f.Severity, report.Clean(f.Message), f.Rule)
	}
	if style.Missing {
		textMissing(&b, r, style)
	}
	if !style.Quiet {
		fmt.Fprintf(&b, "\n%s\n", summary(r))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func textVerdict(b *strings.Builder, v verdict.Verdict, style Style) {
	fmt.Fprintf(b, "  %-14s  %s: %s  %s\n", v.Outcome, report.Clean(about(v)), report.Clean(said(v)), place(v.Position, style))
	if !style.Verbose {
		return
	}
	for _, e := range v.Evidence {
		fmt.Fprintf(b, "  %-14s  %s  %s\n", "", report.Clean(e.Message), place(e.Position, style))
	}
}

func place(p evctl.Position, style Style) string {
	if style.Path != nil && p.File != "" {
		p.File = style.Path(p.File)
	}
	return report.Clean(p.String())
}

// textMissing says what each clause lacks that could not be judged.
func textMissing(b *strings.Builder, r *Report, style Style) {
	type lack struct{ service, why, at string }
	var order []lack
	clauses := map[lack][]string{}
	for _, c := range r.Clauses {
		for _, v := range c.Verdicts {
			if v.Outcome != verdict.Inconclusive && v.Outcome != verdict.NotConfigured && v.Outcome != verdict.Error {
				continue
			}
			l := lack{about(v), v.Message, place(v.Position, style)}
			if clauses[l] == nil {
				order = append(order, l)
			}
			clauses[l] = append(clauses[l], c.ID)
		}
	}
	if len(order) > 0 {
		b.WriteString("\nMissing to judge:\n")
	}
	for _, l := range order {
		fmt.Fprintf(b, "  %s: %s  %s\n    for %s\n", report.Clean(l.service), report.Clean(l.why), l.at, strings.Join(clauses[l], ", "))
	}
}

// summary counts verdicts and clauses.
func summary(r *Report) string {
	var parts []string
	for _, o := range verdict.Outcomes() {
		if n := r.Counts[o]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, o))
		}
	}
	verdicts := cmp.Or(strings.Join(parts, ", "), "no verdict")
	services := fmt.Sprintf("%d services", len(r.Services))
	if len(r.Services) == 1 {
		services = "1 service"
	}
	return fmt.Sprintf("%s: %s; %d of %d clauses have a rule", services, verdicts, r.Ruled, len(r.Clauses))
}

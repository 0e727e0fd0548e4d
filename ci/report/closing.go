package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/evctl/evctl"
)

// closing tells, a family each, what was looked at, and then counts.
func (t *text) closing(r *Report) {
	t.families(r)
	for _, note := range r.Notes {
		t.line(t.ink.dim("- "), clean(note))
	}
	if s := strictly(r.Summary); s != "" {
		t.line(t.ink.dim("- "), s)
	}
	if s := exceptionsInUse(r.Findings); s != "" {
		t.line(t.ink.dim("- "), s)
	}
	if s := against(r.Against); s != "" {
		t.line(t.ink.dim("- "), clean(s))
	}
	parts := append([]string{t.headline(r)}, asides(r.Summary)...)
	if t.style.Elapsed >= time.Millisecond {
		parts = append(parts, t.style.Elapsed.Round(precision(t.style.Elapsed)).String())
	}
	t.line(strings.Join(parts, t.ink.dim(" · ")))
	switch id := firstRule(r.Findings); {
	case id == "":
	case t.style.Details:
		t.line(t.ink.dim("run "), "evctl explain ", id)
	default:
		t.line("-v shows the event behind each finding, and the way out")
	}
}

// precision is what a reader wants to know of a duration.
func precision(d time.Duration) time.Duration {
	if d < time.Second {
		return time.Millisecond
	}
	return 10 * time.Millisecond
}

func (t *text) headline(r *Report) string {
	text := headline(r.Summary)
	if v := r.Summary.Verdict; v != "" {
		text = string(v) + t.ink.dim(" · ") + text
	}
	if r.Answer != "" {
		text = clean(r.Question) + " " + r.Answer + t.ink.dim(" · ") + text
	}
	switch {
	case r.Summary.Error > 0:
		return t.ink.severity(evctl.Error, text)
	case r.Summary.Warning > 0:
		return t.ink.severity(evctl.Warning, text)
	}
	return text
}

// families writes a line for each family that was looked at, and one for all
// that were not for the same reason.
func (t *text) families(r *Report) {
	var reasons []string
	absent := map[string][]string{}
	for _, f := range r.Families {
		if f.State == LookedAt || f.State == Cached {
			t.family(f, r.Findings)
			continue
		}
		reason := clean(lookedAt(f))
		if absent[reason] == nil {
			reasons = append(reasons, reason)
		}
		absent[reason] = append(absent[reason], f.Name)
	}
	for _, reason := range reasons {
		t.line(t.ink.dim("- " + reason + ": " + strings.Join(absent[reason], ", ")))
	}
}

// family marks a family as passed only if nothing of it is left out of the verdict.
func (t *text) family(f Family, findings []evctl.Finding) {
	mark := t.ink.good("✓")
	switch worst := worst(findings, f.Name); {
	case worst == evctl.Error:
		mark = t.ink.severity(worst, "✗")
	case worst == evctl.Warning:
		mark = t.ink.severity(worst, "!")
	case f.Hidden > 0 || slices.ContainsFunc(findings, func(o evctl.Finding) bool { return o.Waived() && family(o) == f.Name }):
		mark = t.ink.severity(evctl.Warning, "•")
	}
	t.line(strings.TrimRight(fmt.Sprintf("%s %-9s %s", mark, f.Name, clean(lookedAt(f))), " "))
}

// worst returns the highest severity in a family that nothing waives.
func worst(findings []evctl.Finding, name string) evctl.Severity {
	severity := evctl.Off
	for _, f := range findings {
		if family(f) == name && !f.Waived() {
			severity = max(severity, f.Severity)
		}
	}
	return severity
}

// exceptionsInUse says how many exceptions waive something and which of them
// ends first, or "".
func exceptionsInUse(findings []evctl.Finding) string {
	var ids []string
	next := ""
	for _, f := range findings {
		if e := f.Exception; e != nil && e.Waives {
			ids = append(ids, e.ID)
			if next == "" || e.Expires < next {
				next = e.Expires
			}
		}
	}
	slices.Sort(ids)
	n := len(slices.Compact(ids))
	switch n {
	case 0:
		return ""
	case 1:
		return "1 exception in use, expires " + next
	}
	return fmt.Sprintf("%d exceptions in use, the next expires %s", n, next)
}

// firstRule is the rule that explains the most severe finding.
func firstRule(findings []evctl.Finding) string {
	id, severity := "", evctl.Info
	for _, f := range findings {
		if !f.Waived() && f.Severity > severity {
			id, severity = f.Rule, f.Severity
		}
	}
	return id
}

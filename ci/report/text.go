package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/evctl/evctl"
)

// Text writes the report for people. The first line of a finding is always
//
//	file:line:col: severity: message [family/rule]
//
// and with style.Details the source and the finding's story follow, indented.
// Findings that are waived, and those of severity info, appear with
// style.Verbose only; the closing lines count them.
func Text(w io.Writer, r *Report, style Style) error {
	t := text{style: style, ink: newInk(w, style), excerpts: excerpts{source: style.Source}}
	shown := 0
	for _, f := range r.Findings {
		if (f.Waived() || f.Severity == evctl.Info) && !style.Verbose {
			continue
		}
		t.finding(f)
		shown++
	}
	if !style.Quiet {
		if shown > 0 && !style.Details {
			t.line("")
		}
		t.closing(r)
	}
	_, err := io.WriteString(w, t.b.String())
	return err
}

type text struct {
	b        strings.Builder
	style    Style
	ink      ink
	excerpts excerpts
}

func (t *text) line(parts ...string) {
	t.b.WriteString(strings.Join(parts, "") + "\n")
}

func (t *text) finding(f evctl.Finding) {
	place := f.Position
	if t.style.Path != nil && place.File != "" {
		place.File = t.style.Path(place.File)
	}
	at := clean(pointAt(place))
	if isCommand(at) {
		at = "./" + at
	}
	if at == "" {
		at = clean(f.Subject)
	}
	if at != "" {
		at += ": "
	}
	message := f.Message
	if t.style.Pointers && f.Path != "" {
		message = f.Path + ": " + message
	}
	t.line(t.ink.bold(at), t.ink.severity(f.Severity, f.Severity.String()+":"), " ",
		t.ink.bold(clean(message)), " ", t.ink.rule(f.Rule))
	if !t.style.Details {
		return
	}
	t.excerpt(f.Position, f.Severity)
	for _, l := range story(f) {
		t.labelled(l.label, l.text)
	}
	if t.style.Exceptions && !f.Waived() && f.Severity > evctl.Info {
		t.labelled("except", "evctl exceptions add "+f.ID())
	}
	t.line("")
}

// isCommand reports whether the log of a workflow may take a line for a command.
func isCommand(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, ":") || strings.HasPrefix(line, "#")
}

// maxStory bounds what text shows of one line of a story, in bytes.
const maxStory = 2000

func (t *text) labelled(label, text string) {
	for i, part := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		if i > 0 {
			label = ""
			if isCommand(part) {
				label = "│"
			}
		}
		if len(part) > maxStory {
			part = strings.ToValidUTF8(part[:maxStory], "") + " … (-f json has all of it)"
		}
		t.line("   ", t.ink.dim(fmt.Sprintf("%-7s", label)), " ", clean(part))
	}
}

func (t *text) excerpt(p evctl.Position, s evctl.Severity) {
	source, marks, ok := t.excerpts.at(p)
	if !ok {
		return
	}
	number := fmt.Sprint(p.Line)
	gutter := strings.Repeat(" ", len(number))
	t.line("   ", t.ink.dim(number+" │ "), source)
	t.line("   ", t.ink.dim(gutter+" │ "), t.ink.severity(s, marks))
}

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
			t.family(f, worst(r.Findings, f.Name))
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

func (t *text) family(f Family, worst evctl.Severity) {
	mark := t.ink.good("✓")
	switch worst {
	case evctl.Error:
		mark = t.ink.severity(worst, "✗")
	case evctl.Warning:
		mark = t.ink.severity(worst, "!")
	}
	t.line(strings.TrimRight(fmt.Sprintf("%s %-9s %s", mark, f.Name, clean(lookedAt(f))), " "))
}

// worst returns the highest severity in a family that nothing waives.
func worst(findings []evctl.Finding, family string) evctl.Severity {
	severity := evctl.Off
	for _, f := range findings {
		if name, _, _ := strings.Cut(f.Rule, "/"); name == family && !f.Waived() {
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

package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/lipgloss"

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
	t := text{style: style, ink: newInk(w, style), excerpts: excerpts{source: style.Source}, old: excerpts{source: style.Old}}
	shown := 0
	for _, f := range r.Findings {
		if (f.Waived() || f.Severity == evctl.Info) && !style.Verbose {
			continue
		}
		t.finding(f)
		shown++
	}
	switch {
	case !style.Quiet:
		if shown > 0 && !style.Details {
			t.line("")
		}
		t.closing(r)
	case r.Answer != "":
		t.line(clean(r.Question), " ", r.Answer)
	}
	_, err := io.WriteString(w, t.b.String())
	return err
}

type text struct {
	b        strings.Builder
	style    Style
	ink      ink
	excerpts excerpts
	old      excerpts // of published versions
}

func (t *text) line(parts ...string) {
	t.b.WriteString(strings.Join(parts, "") + "\n")
}

func (t *text) finding(f evctl.Finding) {
	message := f.Message
	if t.style.Pointers && f.Path != "" {
		message = f.Path + ": " + message
	}
	t.line(t.ink.bold(t.place(f)), t.ink.severity(f.Severity, f.Severity.String()+":"), " ",
		t.ink.bold(clean(message)), " ", t.ink.rule(f.Rule))
	if !t.style.Details {
		return
	}
	t.excerpt(&t.excerpts, f.Position, func(marks string) string { return t.ink.severity(f.Severity, marks) })
	for _, l := range story(f) {
		t.labelled(l.label, l.text)
		t.wasThere(l.place, f.Position)
		t.mark(l, f.Severity)
	}
	if t.style.Exceptions && canBeFiled(f) {
		t.labelled("except", "evctl exceptions add "+f.ID())
	}
	t.line("")
}

// place is where a finding is, ready to be followed by its severity: the file,
// or else the subject.
func (t *text) place(f evctl.Finding) string {
	p := f.Position
	if t.style.Path != nil && p.File != "" {
		p.File = t.style.Path(p.File)
	}
	at := clean(cmp.Or(pointAt(p), f.Subject))
	if isCommand(at) {
		at = "./" + at
	}
	if at == "" {
		return ""
	}
	return at + ": "
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

func (t *text) excerpt(from *excerpts, p evctl.Position, paint func(string) string) {
	source, marks, ok := from.at(p)
	if !ok {
		return
	}
	number := fmt.Sprint(p.Line)
	gutter := strings.Repeat(" ", len(number))
	t.line("   ", t.ink.dim(number+" │ "), source)
	t.line("   ", t.ink.dim(gutter+" │ "), paint(marks))
}

// wasThere shows the source of a published version. A file that is edited in
// place has another text by now, which only style.Old knows.
func (t *text) wasThere(old, new evctl.Position) {
	switch {
	case t.style.Old != nil:
		t.excerpt(&t.old, old, t.ink.dim)
	case old.File != new.File:
		t.excerpt(&t.excerpts, old, t.ink.dim)
	}
}

// wide is the width from which a line is marked in a cut-out of its own.
const wide = 100

// mark underlines the part of a line in question.
func (t *text) mark(l line, s evctl.Severity) {
	if l.mark == nil {
		return
	}
	source, marks := window(l.text, l.mark.start, l.mark.end)
	if utf8.RuneCountInString(l.text) > wide {
		t.labelled("", source)
	} else {
		marks = strings.Repeat(" ", lipgloss.Width(show(l.text[:l.mark.start]))) + strings.TrimLeft(marks, " ")
	}
	t.line(strings.Repeat(" ", labelWidth), t.ink.severity(s, marks))
}

// labelWidth is what stands before the text of a labelled line, in columns.
const labelWidth = 11

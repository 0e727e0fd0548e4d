package report

import (
	_ "embed" // the changelog's JSON Schema
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"github.com/evctl/evctl"
)

// A Changelog is what differs between two versions of one schema.
type Changelog struct {
	Version  int           `json:"version"` // of this shape: 1
	Tool     string        `json:"tool"`
	Old      string        `json:"old"` // as the user named them
	New      string        `json:"new"`
	Changes  []Change      `json:"changes"`
	Backward evctl.Verdict `json:"backward"` // the new schema reads old events
	Forward  evctl.Verdict `json:"forward"`  // the old schema reads new events
	// Elsewhere are errors that no single change explains.
	Elsewhere []Identified `json:"elsewhere"`
}

// A Change is one element that came, went or differs.
type Change struct {
	Kind    ChangeKind        `json:"kind"`
	Path    string            `json:"path"`    // JSON pointer; named elements of arrays go by their names
	Summary string            `json:"summary"` // in words
	Old     string            `json:"old,omitempty"`
	New     string            `json:"new,omitempty"`
	Breaks  []evctl.Direction `json:"breaks"`
}

// ChangeKind tells what happened to an element.
type ChangeKind string

// The kinds.
const (
	Added   ChangeKind = "added"
	Removed ChangeKind = "removed"
	Changed ChangeKind = "changed"
)

// ChangelogSchema is the JSON Schema of a changelog's JSON form.
//
//go:embed changelog.schema.json
var ChangelogSchema string

// Changelogs are the formats of a changelog, in the order users are told.
func Changelogs() []string { return []string{"text", "markdown", "json"} }

// WriteChangelog writes a changelog in one of the formats.
func WriteChangelog(w io.Writer, c *Changelog, format string, style Style) error {
	switch format {
	case "json":
		return encode(w, c)
	case "markdown":
		return markdownChangelog(w, c)
	}
	return textChangelog(w, c, style)
}

// maxSummary is the widest column of summaries, in columns of a terminal.
const maxSummary = 80

// textChangelog writes a line a change, those that break first, and the verdicts.
func textChangelog(w io.Writer, c *Changelog, style Style) error {
	t := text{style: style, ink: newInk(w, style)}
	width := 0
	for _, change := range c.Changes {
		width = min(maxSummary, max(width, lipgloss.Width(clean(change.Summary))))
	}
	breaking, rest := c.parts()
	for _, change := range append(breaking, rest...) {
		mark := map[ChangeKind]string{Added: "+", Removed: "-", Changed: "~"}[change.Kind]
		t.line(strings.TrimRight(mark+" "+pad(clean(change.Summary), width)+"  "+t.effect(change, len(c.Elsewhere) == 0), " "))
	}
	for _, f := range c.Elsewhere {
		t.finding(f.Finding)
	}
	if len(c.Changes) == 0 {
		t.line("no difference")
	}
	if !style.Quiet {
		t.line(t.verdict("FULL", worse(c.Backward, c.Forward)), "   ", t.verdict("BACKWARD", c.Backward), "   ", t.verdict("FORWARD", c.Forward))
	}
	_, err := io.WriteString(w, t.b.String())
	return err
}

// parts returns the changes that break somebody, and the others.
func (c *Changelog) parts() (breaking, rest []Change) {
	for _, change := range c.Changes {
		if len(change.Breaks) > 0 {
			breaking = append(breaking, change)
		} else {
			rest = append(rest, change)
		}
	}
	return breaking, rest
}

// effect says whom a change breaks. That it breaks nobody is known only if
// every error has found its change.
func (t *text) effect(c Change, complete bool) string {
	switch {
	case len(c.Breaks) > 0:
		return t.ink.severity(evctl.Error, c.broken())
	case complete:
		return t.ink.good("compatible")
	}
	return ""
}

func (c Change) broken() string {
	var names []string
	for _, d := range c.Breaks {
		names = append(names, string(d))
	}
	return "breaks " + strings.Join(names, " and ")
}

// markdownChangelog writes a list for release notes or a pull request.
func markdownChangelog(w io.Writer, c *Changelog) error {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s → %s\n\n", code(c.Old), code(c.New))
	breaking, rest := c.parts()
	for _, part := range []struct {
		title   string
		changes []Change
	}{{"Breaking", breaking}, {"Compatible", rest}} {
		if len(part.changes) == 0 {
			continue
		}
		title := part.title
		if len(c.Elsewhere) > 0 && title == "Compatible" {
			title = "Other changes"
		}
		fmt.Fprintf(&b, "**%s**\n\n", title)
		for _, change := range part.changes {
			fmt.Fprintf(&b, "- %s", escapeMarkdown(change.Summary))
			if len(change.Breaks) > 0 {
				fmt.Fprintf(&b, " (%s)", change.broken())
			}
			b.WriteString("\n")
		}
		b.WriteString("\n")
	}
	for _, f := range c.Elsewhere {
		b.WriteString(markdownFinding(f.Finding, Style{}))
	}
	if len(c.Changes) == 0 {
		b.WriteString("No difference.\n\n")
	}
	fmt.Fprintf(&b, "FULL: %s · BACKWARD: %s · FORWARD: %s\n", worse(c.Backward, c.Forward), c.Backward, c.Forward)
	_, err := io.WriteString(w, b.String())
	return err
}

func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-lipgloss.Width(text)))
}

func (t *text) verdict(mode string, v evctl.Verdict) string {
	switch v {
	case evctl.Compatible:
		return mode + " " + t.ink.good("✓")
	case evctl.Undecided:
		return mode + " " + t.ink.severity(evctl.Warning, "undecided")
	}
	return mode + " " + t.ink.severity(evctl.Error, "✗")
}

// worse is the verdict on both questions together.
func worse(a, b evctl.Verdict) evctl.Verdict {
	for _, v := range []evctl.Verdict{evctl.Invalid, evctl.Incompatible, evctl.Undecided} {
		if a == v || b == v {
			return v
		}
	}
	return evctl.Compatible
}

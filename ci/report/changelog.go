package report

import (
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
	Kind   ChangeKind        `json:"kind"`
	Path   string            `json:"path"` // JSON pointer; named elements of arrays go by their names
	Old    string            `json:"old,omitempty"`
	New    string            `json:"new,omitempty"`
	Breaks []evctl.Direction `json:"breaks"`
}

// ChangeKind tells what happened to an element.
type ChangeKind string

// The kinds.
const (
	Added   ChangeKind = "added"
	Removed ChangeKind = "removed"
	Changed ChangeKind = "changed"
)

// maxValue bounds how much of a value a line of a changelog shows, in characters.
const maxValue = 60

// JSONChangelog writes the changelog as one indented JSON document.
func JSONChangelog(w io.Writer, c *Changelog, _ Style) error { return encode(w, c) }

// TextChangelog writes a line a change, and the verdicts.
func TextChangelog(w io.Writer, c *Changelog, style Style) error {
	t := text{style: style, ink: newInk(w, style)}
	var rows [][2]string
	var width [2]int
	for _, change := range c.Changes {
		row := [2]string{clean(change.Path), clean(change.values())}
		rows = append(rows, row)
		for i := range row {
			width[i] = min(maxValue, max(width[i], lipgloss.Width(row[i])))
		}
	}
	for i, change := range c.Changes {
		t.change(change, pad(rows[i][0], width[0])+"  "+pad(rows[i][1], width[1]), len(c.Elsewhere) == 0)
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

// change writes one line. That a change breaks nobody is known only if every
// error has found its change.
func (t *text) change(c Change, what string, complete bool) {
	mark := map[ChangeKind]string{Added: "+", Removed: "-", Changed: "~"}[c.Kind]
	effect := ""
	if complete {
		effect = t.ink.good("compatible")
	}
	if len(c.Breaks) > 0 {
		var names []string
		for _, d := range c.Breaks {
			names = append(names, string(d))
		}
		effect = t.ink.severity(evctl.Error, "breaks "+strings.Join(names, " and "))
	}
	t.line(strings.TrimRight(fmt.Sprintf("%s %-7s  %s  %s", mark, c.Kind, what, effect), " "))
}

// values is the element as it is, or as it was and as it is.
func (c Change) values() string {
	if c.Kind == Changed {
		return shorten(c.Old) + " → " + shorten(c.New)
	}
	return shorten(c.Old + c.New)
}

func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-lipgloss.Width(text)))
}

func shorten(text string) string {
	part, dots := head(text, maxValue)
	return part + dots
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

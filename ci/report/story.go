package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsondoc"
)

// A line is one labelled piece of what a finding has to say below its message.
type line struct {
	label, text string
	place       evctl.Position // whose source shows what the text speaks of
	mark        *span          // the part of the text in question
}

// A span is a range of a text, in bytes.
type span struct{ start, end int }

// prose reports whether the text is a sentence, and not an event or a place.
func (l line) prose() bool {
	return slices.Contains([]string{"also", "breaks", "hits", "fix", "waived", "known"}, l.label)
}

// story returns what a finding says below its message, in reading order: the
// evidence of each direction, then the way out. The writers differ only in how
// they set it.
func story(f evctl.Finding) []line {
	var lines []line
	add := func(label, text string) {
		if text != "" {
			lines = append(lines, line{label: label, text: text})
		}
	}
	if f.Old != nil && was(f.Old) != "" {
		lines = append(lines, line{label: "was", text: was(f.Old), place: f.Old.Position})
	}
	sides := []evctl.Finding{f}
	if f.Sides != nil {
		sides = f.ByDirection()
	}
	for _, side := range sides {
		if side.Message != f.Message {
			add("also", side.Message)
		}
		add("breaks", breaks(side))
		if w := side.Witness; w != nil {
			if text := event(w); text != "" {
				lines = append(lines, line{label: "event", text: text, mark: inQuestion(w, text)})
			}
			add("writes", w.Written)
			add("reads", reads(w))
			if w.Error != side.Message {
				add("because", w.Error)
			}
		}
	}
	for _, r := range f.Related {
		add("see", strings.TrimPrefix(pointAt(r.Position)+": "+r.Message, ": "))
	}
	add("hits", hits(f))
	add("fix", f.Remedy)
	add(waiver(f))
	return lines
}

// told is the message and the story in plain lines.
func told(f evctl.Finding) string {
	text := clean(f.Message)
	for _, l := range story(f) {
		text += "\n" + l.label + ": " + cleanLines(l.text)
	}
	return text
}

// pointAt writes file:line:col; a line without a column is meant from its start.
func pointAt(p evctl.Position) string {
	if p.Line > 0 {
		p.Column = max(1, p.Column)
	}
	return p.String()
}

func was(old *evctl.OldPosition) string {
	switch {
	case old.Version == 0:
		return old.Position.String()
	case old.File == "":
		return fmt.Sprintf("version %d", old.Version)
	}
	return fmt.Sprintf("%s (version %d)", old.Position, old.Version)
}

// breaks says who can no longer read whose events.
func breaks(f evctl.Finding) string {
	versions := "the old schema"
	if len(f.Breaks) > 0 {
		versions = plural(len(f.Breaks), "version", "versions") + " " + numbers(f.Breaks)
	}
	var text string
	switch f.Direction {
	case evctl.Forward:
		text = "readers with " + versions + " cannot read the new events"
	case evctl.Backward:
		text = "the new reader cannot read events of " + versions
	case evctl.Both:
		text = "readers with " + versions + " and the new reader cannot read each other's events"
	}
	return text
}

// hits names who is broken of those who declare what they read.
func hits(f evctl.Finding) string {
	switch {
	case f.Consumers == nil:
		return ""
	case len(f.Consumers) == 0:
		return "no declared consumer; it counts all the same, since others may read it"
	}
	return strings.Join(f.Consumers, ", ")
}

// numbers writes ascending numbers, runs of three and more as 1–3.
func numbers(ns []int) string {
	var parts []string
	for i := 0; i < len(ns); {
		j := i
		for j+1 < len(ns) && ns[j+1] == ns[j]+1 {
			j++
		}
		if j-i < 2 {
			parts = append(parts, strconv.Itoa(ns[i]))
			i++
			continue
		}
		parts = append(parts, fmt.Sprintf("%d–%d", ns[i], ns[j]))
		i = j + 1
	}
	return strings.Join(parts, ", ")
}

func event(w *evctl.Witness) string {
	var text string
	switch {
	case w.Event != nil:
		text = compact(w.Event)
	case w.Value != nil:
		text = compact(w.Value)
	case w.Datum != nil:
		text = compact(w.Datum)
	case w.Hex != "":
		text = "hex " + w.Hex
	}
	if w.Unverified && text != "" {
		text += unverified
	}
	return text
}

// inQuestion returns the part of the event that the reader refuses, or nil
// where it is not known, or the event as a whole.
func inQuestion(w *evctl.Witness, text string) *span {
	at := w.At
	switch {
	case w.Event != nil && w.Value == nil: // bytes
		return nil
	case w.Event != nil:
		at = "/payload" + at
	}
	if at == "" {
		return nil
	}
	doc, err := jsondoc.Parse("", []byte(strings.TrimSuffix(text, unverified)))
	if err != nil {
		return nil
	}
	n, ok := doc.Root.At(at)
	if !ok {
		return nil
	}
	if n.End-n.Start > maxMark && (n.Kind == jsondoc.Object || n.Kind == jsondoc.Array) {
		return &span{n.Start, n.Start + 1}
	}
	return &span{n.Start, n.End}
}

// maxMark is how long an object or array is, in bytes, that is underlined whole.
const maxMark = 48

const unverified = " (unverified)"

// reads is what the reader makes of the event, where that differs from it.
func reads(w *evctl.Witness) string {
	if w.Projected != nil && compact(w.Projected) != compact(w.Value) {
		return compact(w.Projected)
	}
	return w.Read
}

func compact(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil { // not JSON: as it came
		return string(raw)
	}
	return b.String()
}

// waiver says what waives a finding, or why its exception does not.
func waiver(f evctl.Finding) (label, text string) {
	switch e := f.Exception; {
	case e != nil && e.Waives:
		return "waived", fmt.Sprintf("by %s until %s", e.ID, e.Expires)
	case e != nil && e.State == "pending":
		return "waived", fmt.Sprintf("not yet: %s is pending", e.ID)
	case e != nil:
		return "waived", fmt.Sprintf("no longer: %s is %s", e.ID, e.State)
	case f.Baseline != nil:
		return "known", strings.TrimSuffix(fmt.Sprintf("since %s, %s", f.Baseline.Since, f.Baseline.Owner), ", ")
	}
	return "", ""
}

// canBeFiled reports whether an exception for the finding would say something
// new: it fails or may fail, and none waits for a decision.
func canBeFiled(f evctl.Finding) bool {
	pending := f.Exception != nil && f.Exception.State == "pending"
	return !f.Waived() && !pending && f.Severity > evctl.Info
}

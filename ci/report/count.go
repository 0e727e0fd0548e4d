package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// against says what the run compared with, or "".
func against(a Against) string {
	var parts []string
	if a.Name != "" {
		name := a.Name
		if len(a.Commit) >= 7 {
			name += " at " + a.Commit[:7]
		}
		parts = append(parts, name)
	}
	if a.Registry != "" {
		parts = append(parts, "registry "+a.Registry)
	}
	if len(parts) == 0 {
		return ""
	}
	text := "compared with " + strings.Join(parts, " and ")
	if a.Mode != "" {
		text += " (" + strings.TrimSuffix(a.Mode+", "+a.Policy, ", ") + ")"
	}
	return text
}

// counted writes the counts of a family: "3 subjects, 9 versions".
func counted(counts map[string]int) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		words := strings.ReplaceAll(name, "-", " ")
		parts = append(parts, fmt.Sprintf("%d %s", counts[name], plural(counts[name], strings.TrimSuffix(words, "s"), words)))
	}
	return strings.Join(parts, ", ")
}

// lookedAt says what of a family was looked at, "3 subjects, 9 versions, cached",
// or why nothing was, "not looked at (no event changed)".
func lookedAt(f Family) string {
	var parts []string
	if c := counted(f.Counts); c != "" {
		parts = append(parts, c)
	}
	if f.State != LookedAt {
		parts = append(parts, strings.ReplaceAll(string(f.State), "-", " "))
	}
	text := strings.Join(parts, ", ")
	if f.Note != "" {
		text = strings.TrimSpace(text + " (" + f.Note + ")")
	}
	return text
}

// headline counts the findings that are not waived: "3 errors, 1 warning".
func headline(s Summary) string {
	var parts []string
	add := func(n int, one, many string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, plural(n, one, many)))
		}
	}
	add(s.Error, "error", "errors")
	add(s.Warning, "warning", "warnings")
	add(s.Info, "note", "notes")
	switch {
	case len(parts) > 0:
		return strings.Join(parts, ", ")
	case s.Excepted+s.Known+s.Hidden > 0:
		return "no new findings"
	}
	return "no findings"
}

// asides counts what the headline leaves out, a phrase each.
func asides(s Summary) []string {
	var parts []string
	add := func(n int, format string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf(format, n))
		}
	}
	add(s.Excepted, "%d excepted")
	add(s.Known, "%d known")
	add(s.Hidden, "%d hidden by --new")
	add(s.Pending, "%d waiting for approval")
	add(s.Unverified, "%d with an unverified event")
	return parts
}

// strictly says how many changes only tolerant readers survive, or "".
func strictly(s Summary) string {
	if s.Strict == 0 {
		return ""
	}
	return fmt.Sprintf("%d %s would break a reader that rejects unknown fields", s.Strict, plural(s.Strict, "change", "changes"))
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

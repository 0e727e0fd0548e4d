// Package baseline keeps evctl.baseline.yaml: the findings that were there when
// a repository adopted the gate. They are known debt, reported as known and
// never as passed, and the file can only shrink.
//
// [Parse] reads a file, [File.Honoured] leaves what counts in a change,
// [File.Mark] marks findings; [First] makes the first file and [File.Shrink]
// drops what is gone. Nothing adds to a file that exists: what the base branch's
// copy does not list does not count, whoever writes it. The package runs no
// check and knows no git.
package baseline

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/yamldoc"
)

// An Entry is one known finding.
type Entry struct {
	ID      string `yaml:"id"` // the fingerprint
	Rule    string `yaml:"rule"`
	Subject string `yaml:"subject"`
	Path    string `yaml:"path"`
	Breaks  []int  `yaml:"breaks"` // the published versions; a finding that breaks others is a new one
	Owner   string `yaml:"owner"`  // by CODEOWNERS, when it was written
	Since   string `yaml:"since"`  // YYYY-MM-DD
}

// A File is a baseline: entries ordered by rule, subject, path and id.
type File struct {
	Entries []Entry
}

type document struct {
	Version  int     `yaml:"version"`
	Findings []Entry `yaml:"findings"`
}

// Parse reads a baseline. The error is a [*yamldoc.Error].
func Parse(name string, text []byte) (*File, error) {
	doc, err := yamldoc.Parse(name, text)
	if err != nil {
		return nil, err
	}
	content := document{Version: 1}
	if err := doc.Decode(&content); err != nil {
		return nil, err
	}
	if content.Version != 1 {
		return nil, &yamldoc.Error{Position: doc.Position("version"), Message: "want version: 1, the only one there is"}
	}
	for i, e := range content.Findings {
		if !isFingerprint(e.ID) {
			return nil, &yamldoc.Error{Position: doc.Position("findings", i, "id"), Message: fmt.Sprintf("id %q, want the 12 hex digits of a fingerprint", e.ID)}
		}
		if _, err := time.Parse(time.DateOnly, e.Since); err != nil {
			return nil, &yamldoc.Error{Position: doc.Position("findings", i, "since"), Message: fmt.Sprintf("since %q, want a day as YYYY-MM-DD", e.Since)}
		}
	}
	return newFile(content.Findings), nil
}

// isFingerprint reports whether an id is 12 lower-case hexadecimal digits.
func isFingerprint(id string) bool {
	return len(id) == 12 && strings.Trim(id, "0123456789abcdef") == ""
}

func newFile(entries []Entry) *File {
	f := &File{Entries: slices.Clone(entries)}
	slices.SortFunc(f.Entries, func(a, b Entry) int {
		return slices.Compare([]string{a.Rule, a.Subject, a.Path, a.ID}, []string{b.Rule, b.Subject, b.Path, b.ID})
	})
	kept := f.Entries[:0]
	for _, e := range f.Entries {
		if last := len(kept) - 1; last >= 0 && kept[last].ID == e.ID {
			kept[last].Breaks = union(kept[last].Breaks, e.Breaks)
			continue
		}
		kept = append(kept, e)
	}
	f.Entries = kept
	return f
}

// union returns the versions of both, ascending.
func union(a, b []int) []int {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// covers reports whether the entry knows all versions that a finding breaks. A
// fingerprint leaves versions out, so a second break at the same place has it too.
func (e *Entry) covers(f evctl.Finding) bool {
	return !slices.ContainsFunc(f.Breaks, func(version int) bool { return !slices.Contains(e.Breaks, version) })
}

// Honoured returns the part of f, a change's copy, that counts beside the base
// branch's copy: what both list, as the base branch lists it. Without a copy on
// the base branch (nil) the change adopts the gate and all of it counts.
func (f *File) Honoured(base *File) *File {
	if base == nil {
		return f
	}
	return &File{slices.DeleteFunc(slices.Clone(base.Entries), func(e Entry) bool { return f.find(e.ID) == nil })}
}

func (f *File) find(id string) *Entry {
	if i := slices.IndexFunc(f.Entries, func(e Entry) bool { return e.ID == id }); i >= 0 {
		return &f.Entries[i]
	}
	return nil
}

// Mark marks the findings that are listed and that no exception waives.
func (f *File) Mark(findings []evctl.Finding) {
	known := map[string]*Entry{}
	for i := range f.Entries {
		known[f.Entries[i].ID] = &f.Entries[i]
	}
	for i := range findings {
		if findings[i].Waived() {
			continue
		}
		if e := known[findings[i].ID()]; e != nil && e.covers(findings[i]) {
			findings[i].Baseline = &evctl.BaselineState{Since: e.Since, Owner: e.Owner}
		}
	}
}

// First returns the first baseline of a repository: every finding that is not
// waived, but for those of the families parse/ and exception/, without which
// nothing could be judged. Owner tells who owns a file.
func First(findings []evctl.Finding, today time.Time, owner func(file string) string) *File {
	var entries []Entry
	for _, f := range findings {
		family, _, _ := strings.Cut(f.Rule, "/")
		if f.Waived() || family == "parse" || family == "exception" {
			continue
		}
		entries = append(entries, Entry{f.ID(), f.Rule, f.Subject, f.Path, f.Breaks, owner(f.Position.File), today.UTC().Format(time.DateOnly)})
	}
	return newFile(entries)
}

// Shrink returns the baseline without what is gone. An entry stays if its
// finding is still there, or if the run did not look at everything that its
// rule could find.
func (f *File) Shrink(findings []evctl.Finding, complete func(rule string) bool) *File {
	there := map[string]bool{}
	for _, found := range findings {
		there[found.ID()] = true
	}
	return &File{slices.DeleteFunc(slices.Clone(f.Entries), func(e Entry) bool { return !there[e.ID] && complete(e.Rule) })}
}

const heading = `# Known findings, from before the gate: reported as known, never as passed.
# This list only shrinks; evctl check --baseline write drops what is gone.
version: 1
`

// Text returns the file as it is written: one finding a line.
func (f *File) Text() []byte {
	var b strings.Builder
	b.WriteString(heading)
	if len(f.Entries) == 0 {
		b.WriteString("findings: []\n")
		return []byte(b.String())
	}
	b.WriteString("findings:\n")
	for _, e := range f.Entries {
		fmt.Fprintf(&b, "  - {id: %q, rule: %s", e.ID, strconv.Quote(e.Rule))
		for _, field := range []struct{ key, value string }{{"subject", e.Subject}, {"path", e.Path}, {"owner", e.Owner}} {
			if field.value != "" {
				fmt.Fprintf(&b, ", %s: %s", field.key, strconv.Quote(field.value))
			}
		}
		if len(e.Breaks) > 0 {
			fmt.Fprintf(&b, ", breaks: %s", strings.ReplaceAll(fmt.Sprint(e.Breaks), " ", ", "))
		}
		fmt.Fprintf(&b, ", since: %s}\n", e.Since)
	}
	return []byte(b.String())
}

package report

import (
	"io"
	"time"

	"github.com/evctl/evctl"
)

// Style is how a report is to look. The zero value is plain text without
// details, excerpts or links.
type Style struct {
	Color   bool // the 16 ANSI colours, which follow the reader's theme
	Links   bool // OSC 8 hyperlinks; for terminals only
	Details bool // what stands below a finding's first line
	Verbose bool // waived findings and those of severity info too
	Quiet   bool // findings alone, without the closing lines
	// Pointers puts a finding's path before its message: for events, where
	// the place alone says little.
	Pointers bool
	// Exceptions offers to file an exception for each finding.
	Exceptions bool

	// Elapsed is shown by text, from one millisecond.
	Elapsed time.Duration
	// Source returns a file as the run saw it, for excerpts and for counting
	// columns in characters. It may be nil.
	Source func(file string) ([]byte, error)
	// Old returns a published version's file, for excerpts. Nil: where a
	// published version has a file of its own, Source has it.
	Old func(file string) ([]byte, error)
	// Path rewrites a file's name for text, such as relative to where the
	// reader stands. Nil leaves it relative to the repository's root.
	Path func(file string) string
	// Fails tells which findings fail the run; nil means those of severity
	// Error. JUnit asks it.
	Fails func(evctl.Severity) bool
	// Rules describes the rules that findings name; SARIF carries their pages.
	Rules []evctl.Rule
	// Blob is the address below which the files of this commit are shown,
	// ending in a slash, for links in Markdown; may be empty.
	Blob string
}

// A Writer prints a report in one format.
type Writer func(w io.Writer, r *Report, style Style) error

type format struct {
	name  string
	write Writer
}

// formats are all formats, in the order users are told.
func formats() []format {
	return []format{
		{"text", Text}, {"json", JSON}, {"github", GitHub}, {"sarif", SARIF},
		{"markdown", Markdown}, {"junit", JUnit}, {"gitlab", GitLab}, {"rdjson", RDJSON},
	}
}

// Formats lists the names that Lookup knows, in the order users are told.
func Formats() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// Lookup returns the writer of a format.
func Lookup(name string) (Writer, bool) {
	for _, f := range formats() {
		if f.name == name {
			return f.write, true
		}
	}
	return nil, false
}

// RuleURL is the address of a rule's page.
func RuleURL(id string) string {
	return "https://github.com/evctl/evctl/blob/main/docs/rules/" + id + ".md"
}

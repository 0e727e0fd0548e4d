package main

import (
	"io"
	"os"

	"github.com/mattn/go-isatty"

	"github.com/evctl/evctl/ci/report"
)

// isTerminal reports whether w is a terminal that understands escapes.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd()) && os.Getenv("TERM") != "dumb"
}

// style is how standard output is to look. --color decides over NO_COLOR, and
// that over CLICOLOR_FORCE and CLICOLOR.
func (a *app) style() report.Style {
	terminal := isTerminal(a.stdout)
	color := terminal && os.Getenv("CLICOLOR") != "0"
	if force := os.Getenv("CLICOLOR_FORCE"); force != "" && force != "0" {
		color = true
	}
	if os.Getenv("NO_COLOR") != "" {
		color = false
	}
	switch a.color {
	case "always":
		color = true
	case "never":
		color = false
	}
	return report.Style{
		Color: color, Links: color && terminal,
		Details: terminal || a.verbose, Verbose: a.verbose, Quiet: a.quiet,
	}
}

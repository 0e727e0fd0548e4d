package report

import (
	"io"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"github.com/evctl/evctl"
)

// ink colours text for one writer. It uses the 16 ANSI colours and asks the
// terminal nothing.
type ink struct {
	renderer *lipgloss.Renderer
	links    bool
}

func newInk(w io.Writer, style Style) ink {
	renderer := lipgloss.NewRenderer(w)
	renderer.SetColorProfile(termenv.Ascii)
	if style.Color {
		renderer.SetColorProfile(termenv.ANSI)
	}
	return ink{renderer: renderer, links: style.Links}
}

func (i ink) color(code, text string) string {
	return i.renderer.NewStyle().Foreground(lipgloss.Color(code)).Render(text)
}

func (i ink) bold(text string) string { return i.renderer.NewStyle().Bold(true).Render(text) }
func (i ink) dim(text string) string  { return i.renderer.NewStyle().Faint(true).Render(text) }
func (i ink) good(text string) string { return i.color("2", text) }

// accent is for rule ids and code.
func (i ink) accent(text string) string { return i.color("6", text) }

func (i ink) severity(s evctl.Severity, text string) string {
	switch s {
	case evctl.Error:
		return i.color("1", text)
	case evctl.Warning:
		return i.color("3", text)
	}
	return i.color("4", text)
}

// rule writes [family/rule], linked to its page where the writer is a terminal.
func (i ink) rule(id string) string {
	text := i.accent("[" + id + "]")
	if i.links {
		return termenv.Hyperlink(RuleURL(id), text)
	}
	return text
}

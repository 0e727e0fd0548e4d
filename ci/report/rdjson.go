package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/evctl/evctl"
)

// RDJSON writes a DiagnosticResult in the format of reviewdog (proto/rdf of its
// repository), for `reviewdog -f=rdjson`. Columns count bytes and ranges end
// before their end, as ours. Since reviewdog posts messages as Markdown, what
// comes from outside is escaped. Findings that are waived are left out.
func RDJSON(w io.Writer, r *Report, _ Style) error {
	result := rdResult{Source: rdSource{Name: "evctl", URL: "https://github.com/evctl/evctl"}, Diagnostics: []rdDiagnostic{}}
	for _, f := range r.Findings {
		if !f.Waived() {
			result.Diagnostics = append(result.Diagnostics, diagnostic(f))
		}
	}
	return encode(w, result)
}

type rdResult struct {
	Source      rdSource       `json:"source"`
	Diagnostics []rdDiagnostic `json:"diagnostics"`
}

type rdSource struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

type rdDiagnostic struct {
	Message  string      `json:"message"`
	Location *rdLocation `json:"location,omitempty"`
	Severity string      `json:"severity"`
	Code     rdCode      `json:"code"`
	Related  []rdRelated `json:"related_locations,omitempty"`
}

type rdCode struct {
	Value string `json:"value"`
	URL   string `json:"url"`
}

type rdRelated struct {
	Message  string      `json:"message"`
	Location *rdLocation `json:"location"`
}

type rdLocation struct {
	Path  string   `json:"path"`
	Range *rdRange `json:"range,omitempty"`
}

type rdRange struct {
	Start rdPosition  `json:"start"`
	End   *rdPosition `json:"end,omitempty"`
}

type rdPosition struct {
	Line   int `json:"line"`
	Column int `json:"column,omitempty"`
}

func diagnostic(f evctl.Finding) rdDiagnostic {
	d := rdDiagnostic{Message: rdMessage(f), Location: rdLocated(f.Position), Severity: rdSeverity(f.Severity), Code: rdCode{f.Rule, RuleURL(f.Rule)}}
	relate := func(p evctl.Position, message string) {
		if at := rdLocated(p); at != nil {
			d.Related = append(d.Related, rdRelated{escapeMarkdown(message), at})
		}
	}
	if f.Old != nil {
		relate(f.Old.Position, "as it was")
	}
	for _, r := range f.Related {
		relate(r.Position, r.Message)
	}
	return d
}

// rdMessage is the message and the story as Markdown, a line each.
func rdMessage(f evctl.Finding) string {
	var b strings.Builder
	b.WriteString(escapeMarkdown(f.Message))
	for _, l := range story(f) {
		text := code(cut(l.text))
		if l.prose() {
			text = escapeMarkdown(l.text)
		}
		fmt.Fprintf(&b, "\n%s: %s", l.label, text)
	}
	return b.String()
}

func rdLocated(p evctl.Position) *rdLocation {
	switch {
	case p.File == "":
		return nil
	case p.Line == 0:
		return &rdLocation{Path: p.File}
	}
	at := rdRange{Start: rdPosition{p.Line, p.Column}}
	if p.EndLine > 0 {
		at.End = &rdPosition{p.EndLine, p.EndColumn}
	}
	return &rdLocation{Path: p.File, Range: &at}
}

func rdSeverity(s evctl.Severity) string {
	switch s {
	case evctl.Error:
		return "ERROR"
	case evctl.Warning:
		return "WARNING"
	}
	return "INFO"
}

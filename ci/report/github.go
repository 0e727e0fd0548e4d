package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/evctl/evctl"
)

// GitHub shows ten annotations of each kind for a step and drops the rest
// without a word.
const maxAnnotations = 10

// GitHub writes workflow commands that annotate a pull request, errors first.
// Of a kind with more findings than GitHub shows, the last annotation says how
// many are left out. Findings that are waived are not annotated.
func GitHub(w io.Writer, r *Report, style Style) error {
	var b strings.Builder
	ex := excerpts{source: style.Source}
	for _, severity := range []evctl.Severity{evctl.Error, evctl.Warning, evctl.Info} {
		all := slices.DeleteFunc(slices.Clone(r.Findings), func(f evctl.Finding) bool {
			return f.Severity != severity || f.Waived()
		})
		shown := all
		if len(all) > maxAnnotations {
			shown = all[:maxAnnotations-1]
		}
		for _, f := range shown {
			annotate(&b, &ex, f)
		}
		if n := len(all) - len(shown); n > 0 {
			fmt.Fprintf(&b, "::%s title=evctl::%d more of this kind are left out here, see the summary of the job\n", command(severity), n)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func command(s evctl.Severity) string {
	switch s {
	case evctl.Error:
		return "error"
	case evctl.Warning:
		return "warning"
	}
	return "notice"
}

func annotate(b *strings.Builder, ex *excerpts, f evctl.Finding) {
	var properties []string
	set := func(name string, value any) {
		if text := fmt.Sprint(value); text != "" && text != "0" {
			properties = append(properties, name+"="+escapeProperty(text))
		}
	}
	p := f.Position
	set("file", p.File)
	set("line", p.Line)
	set("col", ex.character(p.File, p.Line, p.Column))
	if p.EndLine <= p.Line { // a longer range would move the annotation to its end
		set("endColumn", ex.character(p.File, p.Line, p.EndColumn))
	}
	set("title", "evctl "+f.Rule)
	fmt.Fprintf(b, "::%s %s::%s\n", command(f.Severity), strings.Join(properties, ","), escapeData(told(f)))
}

func escapeData(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
}

func escapeProperty(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(escapeData(text))
}

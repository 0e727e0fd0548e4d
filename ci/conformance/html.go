package conformance

import (
	_ "embed" // the page
	"html/template"
	"io"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/contracts/verdict"
)

//go:embed page.html
var page string

// HTML writes one page that needs nothing from the network and runs no script.
func HTML(w io.Writer, r *Report, style Style) error {
	t, err := template.New("page").Funcs(template.FuncMap{
		"place": func(p evctl.Position) string { return place(p, style) },
		"about": func(v verdict.Verdict) string { return report.Clean(about(v)) },
		"said":  func(v verdict.Verdict) string { return report.Clean(said(v)) },
		"clean": report.Clean, "summary": summary, "url": report.RuleURL,
		"class": func(o verdict.Outcome) string { return strings.ReplaceAll(string(o), " ", "-") },
	}).Parse(page)
	if err != nil {
		return err
	}
	return t.Execute(w, r)
}

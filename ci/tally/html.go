package tally

import (
	_ "embed" // the page and its style
	"html/template"
	"io"

	"github.com/evctl/evctl/ci/webpage"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

// HTML writes the tally as one self-contained web page without a script. The
// Tally has counted over time: its Times was set.
func (t *Tally) HTML(w io.Writer, run Run) error {
	parsed, err := template.New("page").Funcs(template.FuncMap{"plural": plural, "percent": percent, "thousands": thousands, "version": versionText}).Parse(pageHTML)
	if err != nil {
		return err
	}
	return parsed.Execute(w, struct {
		page
		webpage.Assets
	}{t.page(run), webpage.New(pageCSS, "")})
}

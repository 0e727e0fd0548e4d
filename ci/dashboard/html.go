package dashboard

import (
	_ "embed" // the page, its style and its script
	"html/template"
	"io"
	"strings"

	"github.com/evctl/evctl/ci/webpage"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// HTML writes one self-contained web page: no request leaves it, its policy
// allows exactly its own script and style, and everything from outside is
// escaped.
func HTML(w io.Writer, d *Dashboard) error {
	t, err := template.New("page").Funcs(template.FuncMap{
		"left": left, "minus": func(n int) int { return -n }, "link": link, "plural": plural, "debts": newDebtTable, "short": short,
	}).Parse(pageHTML)
	if err != nil {
		return err
	}
	return t.Execute(w, struct {
		page
		webpage.Assets
	}{newPage(d), webpage.New(pageCSS, pageJS)})
}

// link lets through only addresses that a browser may follow from the page.
func link(url string) string {
	if strings.HasPrefix(url, "https://") || strings.HasPrefix(url, "http://") {
		return url
	}
	return ""
}

// A debtTable is known debt by a name, under the head of that name's column.
type debtTable struct {
	By, Head string
	Rows     []debtRow
	Buckets  []column
}

func newDebtTable(by, head string, rows []debtRow, buckets []column) debtTable {
	return debtTable{by, head, rows, buckets}
}

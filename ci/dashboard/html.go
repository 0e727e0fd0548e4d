package dashboard

import (
	"crypto/sha256"
	_ "embed" // the page, its style and its script
	"encoding/base64"
	"html/template"
	"io"
	"strings"
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
		Style                 template.CSS
		Script                template.JS
		StyleHash, ScriptHash string
	}{newPage(d), template.CSS(pageCSS), template.JS(pageJS), digest(pageCSS), digest(pageJS)})
}

// digest is a source expression of the Content Security Policy (level 3).
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
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

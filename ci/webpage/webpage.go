// Package webpage holds what the pages that evctl writes have in common: their
// look, and that each is one file which makes no request. Its policy allows
// exactly its own style and script.
//
// Hand an [Assets] to a template, which puts its parts where they belong.
package webpage

import (
	"crypto/sha256"
	_ "embed" // the style
	"encoding/base64"
	"html/template"
)

//go:embed style.css
var style string

// Assets are a page's style and script, and their source expressions in the
// Content Security Policy (level 3).
type Assets struct {
	Style                 template.CSS
	Script                template.JS
	StyleHash, ScriptHash string
}

// New returns the assets of a page with a style of its own behind the common one,
// and a script, which may be empty.
func New(own, script string) Assets {
	css := style + own
	return Assets{template.CSS(css), template.JS(script), digest(css), digest(script)}
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

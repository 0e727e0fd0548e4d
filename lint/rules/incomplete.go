package rules

import (
	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/link"
)

// Incomplete is a library that matters and whose code is not there.
var Incomplete = evctl.Rule{
	ID:       "lint/incomplete",
	Severity: evctl.Error,
	Doc: `A library that writes or publishes is imported, and its code is not there to be read.

Without its types a call of it is recognised by its name alone, and not at all where an interface of the repository stands between: code that uses it
may pass unseen. evctl reads the module cache or the vendor folder and downloads nothing by itself.

Run ` + "`go mod download`" + ` before ` + "`evctl lint`" + ` (in CI, restore the module cache), or vendor the dependencies. No C compiler is needed: files that
use cgo are read, not compiled.

A package that does not type-check is analysed as far as it does and reported as a warning, at its first error: the compiler refuses it, but what was left out
may hold anything.`,
}

func checkIncomplete(p *link.Program, report func(evctl.Finding, link.Confidence)) {
	for path, at := range p.Missing {
		f := Incomplete.At(at, "%s is imported, and its code is not in the module cache: calls of it are known by name alone", path)
		f.Subject, f.Path = path, path
		f.Remedy = "run go mod download"
		report(f, link.High)
	}
}

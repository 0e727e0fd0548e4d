// Package codeowners tells who owns a file by the repository's CODEOWNERS, as
// GitHub and GitLab read it: the last pattern that matches decides.
//
// Call [Load] or [Parse], then [Owners.Of]. GitLab's sections are read as one
// list, their default owners are passed over.
package codeowners

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// files are the places of the file, the first that exists counts.
var files = [...]string{".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"}

// Owners are the lines of a CODEOWNERS file. The zero value knows no owner.
type Owners []line

type line struct {
	globs  []string
	owners []string
}

// Load reads the file of a repository; one without has no owners.
func Load(fsys fs.FS) (Owners, error) {
	for _, name := range files {
		text, err := fs.ReadFile(fsys, name)
		switch {
		case err == nil:
			return Parse(string(text)), nil
		case !errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
	}
	return nil, nil
}

// Parse reads the text of a CODEOWNERS file. A line that is not understood
// owns nothing.
func Parse(text string) Owners {
	var owners Owners
	for raw := range strings.Lines(text) {
		fields := strings.Fields(strings.ReplaceAll(raw, `\ `, "\x00"))
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") || strings.HasPrefix(fields[0], "[") || strings.HasPrefix(fields[0], "^[") {
			continue
		}
		l := line{globs: globs(strings.ReplaceAll(fields[0], "\x00", " "))}
		for _, name := range fields[1:] {
			if strings.HasPrefix(name, "#") {
				break
			}
			l.owners = append(l.owners, name)
		}
		owners = append(owners, l)
	}
	return owners
}

// globs translates a pattern: without a slash it matches at any depth, a
// folder matches what it holds, a last /* does not look deeper.
func globs(pattern string) []string {
	base, folder := strings.CutSuffix(pattern, "/")
	anchored := strings.Contains(base, "/")
	base = strings.TrimPrefix(base, "/")
	if !anchored {
		base = "**/" + base
	}
	switch {
	case folder:
		return []string{base + "/**"}
	case anchored && strings.HasSuffix(base, "/*"):
		return []string{base}
	}
	return []string{base, base + "/**"}
}

// Of returns the owners of a file, a slash-separated path from the root; none
// if no line matches or the last one that does names nobody.
func (o Owners) Of(file string) []string {
	for i := len(o) - 1; i >= 0; i-- {
		for _, glob := range o[i].globs {
			if ok, _ := doublestar.Match(glob, file); ok {
				return o[i].owners
			}
		}
	}
	return nil
}

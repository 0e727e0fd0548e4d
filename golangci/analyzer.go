package golangci

import (
	"encoding/json"
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/effects"
	"github.com/evctl/evctl/lint/load"
	"github.com/evctl/evctl/lint/unit"
)

// A summary is the fact of a package: what it does, as JSON, since facts must be
// encoded the same way each time, and gob does not do that for maps.
type summary struct {
	Path string
	JSON []byte
}

// AFact marks it as one.
func (*summary) AFact() {}

func (s *summary) String() string { return "what " + s.Path + " does" }

func (l *linter) run(pass *analysis.Pass) (any, error) {
	p := packageOf(pass)
	if !own(pass.Module) || len(p.Files) == 0 || strings.HasSuffix(p.Path, ".test") { // the last runs tests
		return nil, nil
	}
	known := unit.Facts{}
	for _, fact := range pass.AllPackageFacts() {
		s, does := fact.Fact.(*summary), &effects.Package{} // facts of other types are not shown
		if err := json.Unmarshal(s.JSON, does); err != nil {
			return nil, fmt.Errorf("read %s: %w", s, err)
		}
		known[s.Path] = does
	}
	p.Own = func(path string) bool {
		return known[path] != nil || path == p.Path || path == pass.Module.Path || strings.HasPrefix(path, pass.Module.Path+"/")
	}
	if err := known.Add(p, l.entries...); err != nil {
		return nil, err
	}
	text, err := json.Marshal(known[p.Path])
	if err != nil {
		return nil, err
	}
	pass.ExportPackageFact(&summary{p.Path, text})
	for _, f := range known.Judge(p.Dir, l.least) {
		if !slices.Contains(l.disabled, f.Rule) {
			report(pass, f)
		}
	}
	return nil, nil
}

// own reports whether a module is one of the work tree. The standard library has
// none.
func own(m *analysis.Module) bool { return m != nil && m.Path != "" && m.Version == "" }

// packageOf returns the package as package unit takes it, without its tests.
func packageOf(pass *analysis.Pass) *load.Package {
	p := &load.Package{Path: pass.Pkg.Path(), Fset: pass.Fset, Types: pass.Pkg, Info: pass.TypesInfo, Matched: true, Clean: true}
	for _, file := range pass.Files {
		name := pass.Fset.Position(file.Package).Filename
		if !strings.HasSuffix(name, "_test.go") {
			p.Files, p.Dir = append(p.Files, file), filepath.Dir(name)
		}
	}
	return p
}

// report hands a finding to the driver, its message with the rule in front.
// Related places are left out, since golangci-lint makes an issue of each.
func report(pass *analysis.Pass, f evctl.Finding) {
	pass.Report(analysis.Diagnostic{Pos: position(pass, f.Position), Category: f.Rule, Message: f.Rule + ": " + f.Message})
}

// position finds a line and column in the files of the package; it is invalid for
// other packages.
func position(pass *analysis.Pass, p evctl.Position) token.Pos {
	for _, file := range pass.Files {
		f := pass.Fset.File(file.Package)
		if filepath.ToSlash(f.Name()) == p.File && p.Line <= f.LineCount() {
			return f.LineStart(p.Line) + token.Pos(max(p.Column-1, 0))
		}
	}
	return token.NoPos
}

package effects

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/load"
)

// Config says what to summarise with.
type Config struct {
	Catalog *catalog.Catalog
	Own     func(importPath string) bool // whether a package belongs to the repository
	File    func(name string) string     // the name that positions give a file
	Sinks   []catalog.Entry              // those of the catalogue that the configuration adds
}

// Summarize returns what the functions of a package do.
func Summarize(p *load.Package, c Config) *Package {
	s := &summarizer{
		Config: c, pkg: p, out: &Package{Path: p.Path, Dir: p.Dir},
		sinks: index(c.Catalog), imported: map[string]*types.Package{},
		seen: map[string]bool{}, literals: map[*ast.FuncLit]string{},
	}
	s.addImports(p.Types)
	for _, file := range p.Files {
		s.file(file)
	}
	s.types()
	s.named()
	s.out.Flows = compact(s.out.Flows)
	return s.out
}

type summarizer struct {
	Config
	pkg      *load.Package
	out      *Package
	sinks    sinks
	imported map[string]*types.Package  // all that the package imports, directly or not
	seen     map[string]bool            // interfaces and library functions that are noted
	literals map[*ast.FuncLit]string    // keys of those that are summarised
	methods  map[string][]catalog.Entry // of libraries that are not there, by name, once asked for
}

func (s *summarizer) addImports(p *types.Package) {
	if p == nil || s.imported[p.Path()] != nil {
		return
	}
	s.imported[p.Path()] = p
	for _, i := range p.Imports() {
		s.addImports(i)
	}
}

func (s *summarizer) position(pos token.Pos) evctl.Position {
	p := s.pkg.Fset.Position(pos)
	return evctl.Position{File: s.File(p.Filename), Line: p.Line, Column: p.Column}
}

func (s *summarizer) file(file *ast.File) {
	generated := ast.IsGenerated(file)
	if generated && hasOpaqueGenerator(file) {
		return
	}
	s.directives(file)
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			s.function(decl, generated)
		case *ast.GenDecl:
			s.variables(decl, generated)
		}
	}
}

// hasOpaqueGenerator reports whether the file's generator is known to write
// code that is recognised by its API alone.
func hasOpaqueGenerator(file *ast.File) bool {
	for _, group := range file.Comments {
		if group.Pos() > file.Package {
			break
		}
		if load.IsOpaque(group.Text()) {
			return true
		}
	}
	return false
}

// function summarises one declaration.
func (s *summarizer) function(decl *ast.FuncDecl, generated bool) {
	obj, _ := s.pkg.Info.Defs[decl.Name].(*types.Func)
	if obj == nil || decl.Body == nil {
		return
	}
	f := &Func{Key: obj.FullName(), Name: decl.Name.Name, Pos: s.position(decl.Name.Pos()), Generated: generated, Directive: directives(decl.Doc)}
	sig := obj.Signature()
	if takesTest(sig) || s.isTestFolder() {
		return
	}
	f.Generic = sig.TypeParams().Len() + sig.RecvTypeParams().Len()
	if sig.Recv() != nil {
		f.Recv = ref(sig.Recv().Type()).Name
		f.Name = f.Recv[strings.LastIndexByte(f.Recv, '.')+1:] + "." + f.Name
	}
	w := newWalker(s, f, sig)
	if decl.Recv != nil && len(decl.Recv.List[0].Names) > 0 {
		w.env[s.pkg.Info.Defs[decl.Recv.List[0].Names[0]]] = Value{Kind: Recv, Text: f.Recv}
	}
	w.body(decl.Type, decl.Body)
	s.out.Funcs = append(s.out.Funcs, f)
}

// takesTest reports whether a function is part of a test, whatever its file is
// called: it takes a *testing.T or its like.
func takesTest(sig *types.Signature) bool {
	for p := range sig.Params().Variables() {
		if n := named(p.Type()); n != nil && pkgPath(n.Obj()) == "testing" {
			return true
		}
	}
	return false
}

// isTestFolder reports whether the package stands below a folder of the
// repository that by its name holds tests or what they need.
func (s *summarizer) isTestFolder() bool {
	folder := s.File(s.pkg.Dir)
	if filepath.IsAbs(folder) { // the repository may stand anywhere
		return false
	}
	for part := range strings.SplitSeq(folder, "/") {
		switch {
		case part == "test", part == "tests", part == "testing", part == "e2e", part == "testdata",
			strings.HasPrefix(part, "mock"), strings.HasSuffix(part, "mocks"), strings.HasPrefix(part, "testutil"), strings.HasPrefix(part, "testhelper"), strings.HasPrefix(part, "testsupport"):
			return true
		}
	}
	return false
}

// variables summarises what the initialisers of package variables do, as one
// function a variable that has any.
func (s *summarizer) variables(decl *ast.GenDecl, generated bool) {
	if decl.Tok != token.VAR {
		return
	}
	for _, spec := range decl.Specs {
		spec := spec.(*ast.ValueSpec)
		if len(spec.Values) == 0 {
			continue
		}
		name := spec.Names[0].Name
		f := &Func{Key: s.pkg.Path + ".var " + name, Name: name, Pos: s.position(spec.Pos()), Generated: generated}
		w := newWalker(s, f, types.NewSignatureType(nil, nil, nil, nil, nil, false))
		for i, value := range spec.Values {
			v := w.expr(value)
			if i < len(spec.Names) && len(spec.Names) == len(spec.Values) {
				w.flow(s.pkg.Info.Defs[spec.Names[i]], value, v)
			}
		}
		f.Body = *w.steps
		if len(f.Sites) > 0 {
			s.out.Funcs = append(s.out.Funcs, f)
		}
	}
}

// directives returns the words behind //evctl: in a comment.
func directives(doc *ast.CommentGroup) []string {
	if doc == nil {
		return nil
	}
	var out []string
	for _, c := range doc.List {
		if word, ok := strings.CutPrefix(c.Text, "//evctl:"); ok {
			out = append(out, strings.TrimSpace(word))
		}
	}
	return out
}

// compact sorts flows and drops doubles.
func compact(flows []Flow) []Flow {
	key := func(f Flow) string {
		from := ""
		if f.From != nil {
			from = f.From.String()
		}
		return strings.Join([]string{f.Into.String(), from, f.Func}, "\x00")
	}
	slices.SortFunc(flows, func(a, b Flow) int { return strings.Compare(key(a), key(b)) })
	return slices.CompactFunc(flows, func(a, b Flow) bool { return key(a) == key(b) })
}

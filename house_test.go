package evctl_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/evctl/evctl"

type pkg struct {
	ImportPath string
	Imports    []string
	Doc        string
}

func packages(t *testing.T) []pkg {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,Doc", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// rooms lists what each top folder may import of this module, besides the
// vocabulary at the root, internal/ and itself. A folder that is not listed
// fails the test: new rooms are a decision.
var rooms = map[string][]string{
	"":            {},
	"third_party": {},
	"internal":    {"third_party"},
	"compat":      {},
	"envelope":    {},
	"registry":    {},
	"lint":        {},
	"contracts":   {},
	"examples":    {"envelope"},
	"ci":          {"compat", "envelope", "registry", "lint", "contracts"},
	"cmd":         {"ci", "compat", "envelope", "registry", "lint", "contracts"},
}

func room(importPath string) (string, bool) {
	rest, ok := strings.CutPrefix(importPath+"/", module+"/")
	top, _, _ := strings.Cut(rest, "/")
	return top, ok
}

func TestImportsPointOneWay(t *testing.T) {
	for _, p := range packages(t) {
		from, _ := room(p.ImportPath)
		allowed, ok := rooms[from]
		if !ok {
			t.Errorf("%s: folder %q is not in the table of rooms", p.ImportPath, from)
		}
		for _, imp := range p.Imports {
			to, ours := room(imp)
			switch {
			case !ours || to == from && from != "":
			case from == "":
				t.Errorf("the vocabulary must not import %s", imp)
			case to == "" || to == "internal" || slices.Contains(allowed, to):
			default:
				t.Errorf("%s must not import %s", p.ImportPath, imp)
			}
		}
	}
}

// homes names the packages that may import each third-party parser.
var homes = map[string][]string{
	"github.com/santhosh-tekuri/jsonschema": {"internal/jsonschema"},
	"github.com/dlclark/regexp2":            {"internal/jsonschema"},
	"github.com/hamba/avro":                 {"internal/avro"},
	"github.com/bufbuild/protocompile":      {"internal/protobuf"},
	"github.com/go-json-experiment/json":    {"internal/jsondoc"},
	"github.com/goccy/go-yaml":              {"internal/yamldoc"},
	"go.yaml.in/yaml":                       {"internal/openapi"},
	"github.com/twmb/franz-go":              {"registry/confluent", "internal/kafka", "envelope/franz"},
	"github.com/prometheus":                 {"envelope/prommetrics"},
	"go.opentelemetry.io":                   {"envelope/otelmetrics"},
	"github.com/klauspost/compress":         {"envelope/records"},
	"github.com/spf13/cobra":                {"cmd/evctl"},
	"github.com/charmbracelet/lipgloss":     {"ci/report"},
}

func TestParsersStayBehindOnePackage(t *testing.T) {
	for _, p := range packages(t) {
		for _, imp := range p.Imports {
			for library, packages := range homes {
				if strings.HasPrefix(imp, library) && !slices.Contains(packages, strings.TrimPrefix(p.ImportPath, module+"/")) {
					t.Errorf("%s imports %s, which only %s may", p.ImportPath, imp, strings.Join(packages, ", "))
				}
			}
		}
	}
}

func TestEveryPackageSaysWhatItIsFor(t *testing.T) {
	for _, p := range packages(t) {
		if p.Doc == "" {
			t.Errorf("%s has no package comment", p.ImportPath)
		}
		if base := path.Base(p.ImportPath); base == "util" || base == "utils" || base == "common" || base == "helpers" {
			t.Errorf("%s: name the package by what it does", p.ImportPath)
		}
	}
}

// sources walks the module's own Go files, and passes over nested modules.
func sources(t *testing.T, visit func(file string, tree *ast.File)) {
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			name := d.Name()
			if file != "." && (name == "testdata" || strings.HasPrefix(name, ".") || isModule(file)) {
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(file) != ".go" {
			return nil
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err == nil {
			visit(file, tree)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func isModule(dir string) bool {
	found, _ := filepath.Glob(filepath.Join(dir, "go.mod"))
	return len(found) > 0
}

func TestNothingRunsBeforeMain(t *testing.T) {
	sources(t, func(file string, tree *ast.File) {
		for _, decl := range tree.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s declares func init", file)
			}
		}
	})
}

// maxLines bounds a file by hand; generated files are exempt.
const maxLines = 400

func TestFilesStaySmall(t *testing.T) {
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".go" || strings.HasPrefix(d.Name(), "zz_") {
			return err
		}
		set := token.NewFileSet()
		if _, err := parser.ParseFile(set, file, nil, parser.PackageClauseOnly); err != nil {
			return err
		}
		lines := 0
		set.Iterate(func(f *token.File) bool { lines = f.LineCount(); return true })
		if lines > maxLines {
			t.Errorf("%s has %d lines: split it by concept, the limit is %d", file, lines, maxLines)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

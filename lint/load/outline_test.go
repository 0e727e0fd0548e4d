package load

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// long stands for a long list.
var long = strings.Repeat("1, ", 100)

func TestOutline(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"func f() { if x { } }\nvar y = 1", "func f() {}\nvar y = 1"},
		{"func f(a interface{ M() }) struct{ x int } { return nil }", "func f(a interface{ M() }) struct{ x int } {}"},
		{"func (t T[P]) f() (a, b int) { \"}\" }\n", "func (t T[P]) f() (a, b int) {}\n"},
		{"func asm(a int) int\nfunc g() { '{'; `{`; /* { */ // {\n}\n", "func asm(a int) int\nfunc g() {}\n"},
		{"type F func() struct{}\nfunc g() { }", "type F func() struct{}\nfunc g() {}"},
		{"func f() {", "func f() {"},
		{"func f() map[string]interface{} { }", "func f() map[string]interface{} {}"},
		{"var a = []int{" + long + "}\nvar b = [...]int{" + long + "}\nvar c struct{" + long + "}", "var a = []int{}\nvar b = [...]int{" + long + "}\nvar c struct{" + long + "}"},
		{"var (\n\ta = map[string]T{" + long + "}\n)\nfunc f() { }", "var (\n\ta = map[string]T{}\n)\nfunc f() {}"},
		{"var f = func() int {" + long + "}", "var f = func() int {}"},
	} {
		if got := string(outline([]byte(c.src), "{}")); got != c.want {
			t.Errorf("%q: got %q, want %q", c.src, got, c.want)
		}
	}
}

// The standard library shows what real source looks like: each declaration
// must still be there, without its body.
func TestOutlineOfTheStandardLibrary(t *testing.T) {
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(strings.TrimSpace(string(goroot)), "src")
	seen := 0
	for _, dir := range []string{"net/http", "go/types", "database/sql", "runtime", "slices", "reflect"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(file) != ".go" || strings.Contains(file, "testdata") {
				return err
			}
			src, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			seen++
			if want, got := declarations(t, src), declarations(t, outline(src, "{}")); want != got {
				t.Errorf("%s: got\n%s\nwant\n%s", file, got, want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 100 {
		t.Errorf("saw only %d files", seen)
	}
}

// declarations prints the signature of every function and the name of every
// other declaration.
func declarations(t *testing.T, src []byte) string {
	file, err := parser.ParseFile(token.NewFileSet(), "", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			out.WriteString(d.Name.Name + string(rune('0'+d.Type.Params.NumFields())) + "\n")
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					out.WriteString(s.Name.Name + "\n")
				case *ast.ValueSpec:
					out.WriteString(s.Names[0].Name + "\n")
				}
			}
		}
	}
	return out.String()
}

func FuzzOutline(f *testing.F) {
	f.Add([]byte("package a\nfunc f(x struct{}) { \"\\\"\" }"))
	f.Fuzz(func(t *testing.T, src []byte) {
		if got := outline(src, "{}"); len(got) > len(src)+2*bytes.Count(src, []byte("func")) {
			t.Errorf("%q grows to %q", src, got)
		}
	})
}

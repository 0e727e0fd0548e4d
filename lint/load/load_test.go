package load

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"testing"
)

func write(t *testing.T, files map[string]string) string {
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// load returns which packages were visited, with how many functions each.
func load(t *testing.T, c Config) (string, Result, error) {
	var mu sync.Mutex
	var seen []string
	r, err := Load(context.Background(), c, func(p *Package) {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, fmt.Sprintf("%s(%d)", p.Path, len(p.Types.Scope().Names())))
	})
	sort.Strings(seen)
	return strings.Join(seen, " "), r, err
}

func TestOwnPackagesAreVisited(t *testing.T) {
	dir := write(t, map[string]string{
		"go.mod":                 "module a.example/shop\n\ngo 1.24\n\nrequire (\n\ta.example/bus v1.0.0\n\ta.example/kit v1.0.0\n)\nreplace a.example/bus => ./third_party/bus\nreplace a.example/kit => ../kit\n",
		"main.go":                "package main\n\nimport (\n\t\"a.example/bus\"\n\t\"a.example/kit\"\n)\n\nfunc main() { bus.Send(kit.Name()) }\n",
		"third_party/bus/go.mod": "module a.example/bus\n",
		"third_party/bus/bus.go": "package bus\n\nfunc Send(s string) { this does not compile }\n",
	})
	kit := filepath.Join(filepath.Dir(dir), "kit")
	if err := os.MkdirAll(kit, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"go.mod": "module a.example/kit\n", "kit.go": "package kit\n\nfunc Name() string { return \"\" }\n"} {
		if err := os.WriteFile(filepath.Join(kit, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	seen, r, err := load(t, Config{Dir: dir})
	if err != nil || seen != "a.example/kit(1) a.example/shop(1)" || len(r.Broken) > 0 {
		t.Errorf("got %q, %+v, %v", seen, r, err)
	}
}

func TestBrokenCodeIsAnalysedAsFarAsItGoes(t *testing.T) {
	dir := write(t, map[string]string{
		"go.mod":    "module a.example/shop\n\ngo 1.24\n",
		"a/a.go":    "package a\n\nimport \"gone.example/bus\"\n\nfunc F() { bus.Send(); undefined() }\n\nfunc G() {}\n",
		"b/b.go":    "package b\n\nimport \"a.example/shop/a\"\n\nfunc F() { a.F() }\n",
		"c/c.go":    "package c\n\nfunc F( {\n",
		"d/d.go":    "not go at all",
		"e/e.go":    "package e\n\nimport \"C\"\n\nfunc F() C.int { return C.f() }\n",
		"f/f_win.x": "",
	})
	seen, r, err := load(t, Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if want := "a.example/shop/a(2) a.example/shop/b(1) a.example/shop/c(0) a.example/shop/e(1)"; !strings.HasPrefix(seen, "a.example/shop/a(2) a.example/shop/b(1)") {
		t.Errorf("got %q, want about %q", seen, want)
	}
	if len(r.Missing) != 1 || r.Missing[0].Path != "gone.example/bus" || r.Missing[0].At.Line != 3 {
		t.Errorf("missing: %v", r.Missing)
	}
	var broken []string
	for _, b := range r.Broken {
		broken = append(broken, filepath.Base(b.Path))
		if b.String() == "" || b.First == nil {
			t.Errorf("%+v says nothing", b)
		}
	}
	if got := strings.Join(broken, " "); got != "a c d" {
		t.Errorf("broken: %s: %v", got, r.Broken)
	}
}

func TestOverlay(t *testing.T) {
	dir := write(t, map[string]string{
		"go.mod": "module a.example/shop\n\ngo 1.24\n",
		"a.go":   "package shop\n\nfunc F() {}\n",
		"b.go":   "package shop\n\nfunc F() {}\n",
	})
	seen, r, err := load(t, Config{Dir: dir, Overlay: map[string][]byte{
		filepath.Join(dir, "b.go"):   nil,
		filepath.Join(dir, "a.go"):   []byte("package shop\n\nfunc A() {}\n\nfunc B() {}\n"),
		filepath.Join(dir, "c/c.go"): []byte("package c\n"),
	}})
	if err != nil || seen != "a.example/shop(2) a.example/shop/c(0)" || len(r.Broken) > 0 {
		t.Errorf("got %q, %+v, %v", seen, r, err)
	}
}

func TestWhatIsNoGoModule(t *testing.T) {
	if _, _, err := load(t, Config{Dir: t.TempDir()}); !errors.Is(err, ErrNoModule) {
		t.Errorf("no go.mod: got %v", err)
	}
	dir := write(t, map[string]string{"go.mod": "module ???\n"})
	if _, _, err := load(t, Config{Dir: dir}); err == nil || errors.Is(err, ErrNoModule) {
		t.Errorf("bad go.mod: got %v", err)
	}
	t.Setenv("PATH", "")
	if _, _, err := load(t, Config{Dir: dir}); !errors.Is(err, ErrNoGo) {
		t.Errorf("no go command: got %v", err)
	}
}

// A package whose functions alone change is looked at again, and those that
// import it are not; a signature is seen by all.
func TestKeysFollowWhatImportersSee(t *testing.T) {
	dir := write(t, map[string]string{
		"go.mod":     "module a.example/shop\n\ngo 1.24\n",
		"a/a.go":     "package a\n\nconst Max = 1\n\nfunc A() int { return 1 }\n",
		"b/b.go":     "package b\n\nimport \"a.example/shop/a\"\n\nfunc B() int { return a.A() }\n",
		"c/c.go":     "package c\n\nimport \"a.example/shop/b\"\n\nfunc C() int { return b.B() }\n",
		"other/o.go": "package other\n",
	})
	known := map[string]bool{}
	look := func() string {
		var mu sync.Mutex
		fresh := map[string]bool{}
		c := Config{Dir: dir, Cached: func(_, key string) bool { mu.Lock(); defer mu.Unlock(); return known[key] }}
		var seen []string
		r, err := Load(context.Background(), c, func(p *Package) {
			mu.Lock()
			defer mu.Unlock()
			fresh[p.Key] = true
			seen = append(seen, filepath.Base(p.Path))
		})
		if err != nil || len(r.Broken) > 0 {
			t.Fatal(r.Broken, err)
		}
		for key := range fresh {
			known[key] = true
		}
		sort.Strings(seen)
		return strings.Join(seen, " ")
	}
	edit := func(text string) {
		if err := os.WriteFile(filepath.Join(dir, "a/a.go"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct{ text, want string }{
		{"package a\n\nconst Max = 1\n\nfunc A() int { return 1 }\n", "a b c other"},
		{"package a\n\nconst Max = 1\n\nfunc A() int { return 1 }\n", ""},
		{"package a\n\nconst Max = 1\n\nfunc A() int { println(); return 1 }\n", "a"},
		{"package a\n\nconst Max = 1\n\nfunc A() (n int) { println(); return 1 }\n", "a b c"},
		{"package a\n\nconst Max = 2\n\nfunc A() (n int) { println(); return 1 }\n", "a b c"},
	} {
		edit(step.text)
		if got := look(); got != step.want {
			t.Errorf("after %q: looked at %q, want %q", step.text, got, step.want)
		}
	}
}

func TestImporters(t *testing.T) {
	dir := write(t, map[string]string{
		"go.mod":     "module a.example/shop\n\ngo 1.24\n",
		"a/a.go":     "package a\n",
		"b/b.go":     "package b\n\nimport _ \"a.example/shop/a\"\n",
		"c/c.go":     "package c\n\nimport _ \"a.example/shop/b\"\n",
		"other/o.go": "package other\n",
	})
	_, r, err := load(t, Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"a": 3, "b": 2, "c": 1, "other": 1, "none": 0} {
		if got := r.Importers(map[string]bool{filepath.Join(dir, name): true}); len(got) != want {
			t.Errorf("of %s: %v, want %d", name, got, want)
		}
	}
}

func TestImportCyclesAreNamed(t *testing.T) {
	dir := write(t, map[string]string{
		"go.mod":       "module a.example/shop\n\ngo 1.24\n",
		"a/a.go":       "package a\n\nimport _ \"a.example/shop/b\"\n",
		"b/b.go":       "package b\n\nimport _ \"a.example/shop/a\"\n",
		"self/self.go": "package self\n\nimport _ \"a.example/shop/self\"\n",
		"fine/fine.go": "package fine\n",
	})
	seen, r, err := load(t, Config{Dir: dir})
	if err != nil || !strings.Contains(seen, "fine") || !strings.Contains(fmt.Sprint(r.Broken), "import cycle") {
		t.Errorf("got %q, %v, %v", seen, r.Broken, err)
	}
}

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

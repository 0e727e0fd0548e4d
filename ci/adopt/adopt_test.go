package adopt

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evctl/evctl/ci/config"
)

func repository(t *testing.T, files ...string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	run(t, dir, "git", "init", "-q", "-b", "main")
	for _, file := range files {
		write(t, dir, file, "{}\n")
	}
	return dir
}

func run(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
}

func write(t *testing.T, dir, file, text string) {
	t.Helper()
	target := filepath.Join(dir, file)
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(target, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func look(t *testing.T, dir string) *Survey {
	t.Helper()
	s, err := Look(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func paths(p Plan) []string {
	var out []string
	for _, f := range p.Files {
		out = append(out, f.Path)
	}
	return out
}

func TestInitWritesWhatIsMissingAndNothingElse(t *testing.T) {
	dir := repository(t, "schemas/events/order.paid/1.json", "schemas/events/order.paid/2.json",
		"api/user.avsc", "node_modules/x/y.avsc", ".github/CODEOWNERS")
	s := look(t, dir)
	p := s.Plan("v0.1.0")
	want := []string{"evctl.yaml", ".git/hooks/pre-commit", ".github/workflows/evctl.yml", ".github/workflows/evctl-nightly.yml"}
	if got := paths(p); !slices.Equal(got, want) {
		t.Fatalf("plans %v, want %v", got, want)
	}
	written, err := s.Write(p)
	if err != nil || !slices.Equal(written, want) {
		t.Fatalf("wrote %v, %v", written, err)
	}
	c, err := config.Load(dir, "")
	if err != nil {
		t.Fatalf("the written configuration is not valid: %v", err)
	}
	if c.Registry.Name != "events" || c.Registry.Dir != "schemas" || len(c.Schemas) != 1 || c.Schemas[0].Path != "**/{subject}.avsc" {
		t.Errorf("configuration is %+v", c)
	}
	if info, err := os.Stat(filepath.Join(dir, ".git/hooks/pre-commit")); err != nil || info.Mode()&0o111 == 0 {
		t.Errorf("the hook is not executable: %v %v", info, err)
	}

	again := look(t, dir).Plan("v0.1.0")
	if len(again.Files) != 0 {
		t.Errorf("a second init plans %v", paths(again))
	}
}

func TestInitRespectsWhereHooksLive(t *testing.T) {
	for name, test := range map[string]struct {
		prepare func(dir string)
		file    string // planned hook
		note    string // or the file to add to
	}{
		"core.hooksPath": {func(dir string) { run(t, dir, "git", "config", "core.hooksPath", ".githooks") }, ".githooks/pre-commit", ""},
		"husky":          {func(dir string) { write(t, dir, ".husky/pre-push", "true\n") }, ".husky/pre-commit", ""},
		"husky, taken":   {func(dir string) { write(t, dir, ".husky/pre-commit", "npm test\n") }, "", ".husky/pre-commit"},
		"pre-commit":     {func(dir string) { write(t, dir, ".pre-commit-config.yaml", "repos: []\n") }, "", ".pre-commit-config.yaml"},
		"hook, taken":    {func(dir string) { write(t, dir, ".git/hooks/pre-commit", "#!/bin/sh\n") }, "", ".git/hooks/pre-commit"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := repository(t)
			test.prepare(dir)
			p := look(t, dir).Plan("v0.1.0")
			if planned := slices.Contains(paths(p), test.file); planned != (test.file != "") {
				t.Errorf("plans %v, want %q", paths(p), test.file)
			}
			if test.note == "" {
				return
			}
			noted := slices.ContainsFunc(p.Notes, func(n Note) bool { return n.Path == test.note && strings.Contains(n.Add, "evctl") })
			if !noted {
				t.Errorf("notes %+v say nothing of %s", p.Notes, test.note)
			}
		})
	}
}

func TestInitNeverOverwrites(t *testing.T) {
	dir := repository(t)
	s := look(t, dir)
	p := s.Plan("v0.1.0")
	write(t, dir, "evctl.yaml", "mine\n")
	if _, err := s.Write(p); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(filepath.Join(dir, "evctl.yaml")); string(text) != "mine\n" {
		t.Errorf("evctl.yaml was overwritten: %s", text)
	}
}

func TestTheOfferedConfigurationIsValidWhateverWasFound(t *testing.T) {
	for _, files := range [][]string{nil, {"a.proto"}, {"x.schema.json", "y.avsc"}, {"a/b/c/1.json", "d/e/f/1.proto"}} {
		s := look(t, repository(t, files...))
		if _, err := config.Parse("evctl.yaml", []byte(s.config())); err != nil {
			t.Errorf("%v: %v\n%s", files, err, s.config())
		}
	}
}

// A contract is proposed beside an OpenAPI document, with its owner, and the
// configuration puts off what the service does not keep yet.
func TestInitProposesContracts(t *testing.T) {
	dir := repository(t, "shop/openapi.yaml", "api/openapi.json", "kept/openapi.yaml", "kept/contract.yaml", "node_modules/x/openapi.yaml")
	write(t, dir, "shop/openapi.yaml", "openapi: 3.1.0\npaths: {/pay: {post: {operationId: pay}}}\n")
	write(t, dir, "CODEOWNERS", "/shop/ @shop\n")
	s := look(t, dir)
	s.Today = time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
	p := s.Plan("v0.1.0")
	if got, want := paths(p), []string{"evctl.yaml", "shop/contract.yaml", ".git/hooks/pre-commit"}; !slices.Equal(got, want) {
		t.Fatalf("plans %v, want %v", got, want)
	}
	if !strings.Contains(p.Files[0].Text, "\norg:\n  adopted: 2026-11-30\n") || !strings.Contains(p.Files[1].Text, `owner: "@shop"`) {
		t.Errorf("plans\n%s\n%s", p.Files[0].Text, p.Files[1].Text)
	}
	if !slices.ContainsFunc(p.Notes, func(n Note) bool { return n.Path == "api/openapi.json" && strings.Contains(n.Why, "no key openapi") }) {
		t.Errorf("notes %v", p.Notes)
	}
	if _, err := s.Write(p); err != nil {
		t.Fatal(err)
	}
	if c, err := config.Load(dir, ""); err != nil || c.Org.Adopted != "2026-11-30" {
		t.Errorf("the written configuration is not valid: %v", err)
	}
}

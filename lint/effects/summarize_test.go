package effects_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/evctl/evctl/internal/ruletest"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/effects"
	"github.com/evctl/evctl/lint/load"
)

// Each archive holds one package and, in `want`, what Summarize says of it.
func TestSummarize(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	known, err := catalog.Default()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			for _, f := range archive.Files {
				if err := os.WriteFile(filepath.Join(dir, filepath.Base(f.Name)), f.Data, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			var got string
			_, err = load.Load(context.Background(), load.Config{Dir: dir}, func(p *load.Package) {
				got = text(effects.Summarize(p, effects.Config{Catalog: known, Own: p.Own, File: filepath.Base}))
			})
			if err != nil {
				t.Fatal(err)
			}
			ruletest.Compare(t, archive, "want", got)
			if ruletest.Update() {
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// text prints a summary: a function a paragraph, its steps indented.
func text(p *effects.Package) string {
	var b strings.Builder
	for _, f := range p.Funcs {
		fmt.Fprintf(&b, "%s\n", f.Key)
		steps(&b, f, f.Body, "  ")
	}
	for _, f := range p.Flows {
		from := f.Func
		if f.From != nil {
			from = f.From.String()
		}
		fmt.Fprintf(&b, "flow %s <- %s\n", f.Into, from)
	}
	return b.String()
}

func steps(b *strings.Builder, f *effects.Func, list []effects.Step, indent string) {
	for _, s := range list {
		switch s.Op {
		case effects.Do:
			site(b, &f.Sites[s.Site], s.Site, indent)
		case effects.Branch:
			for _, arm := range s.Arms {
				fmt.Fprintf(b, "%sarm", indent)
				if arm.Error {
					fmt.Fprintf(b, " error of %v", arm.Failed)
				}
				fmt.Fprintln(b)
				steps(b, f, arm.Steps, indent+"  ")
			}
		default:
			fmt.Fprintf(b, "%s%s\n", indent, s.Op)
			steps(b, f, s.Steps, indent+"  ")
		}
	}
}

func site(b *strings.Builder, s *effects.Site, index int, indent string) {
	fmt.Fprintf(b, "%s%d: %s", indent, index, s.Func)
	if s.Iface != nil {
		fmt.Fprintf(b, "%s %s", s.Iface, s.Method)
	}
	if s.Called.Kind != effects.Unknown {
		fmt.Fprintf(b, "value %s", value(s.Called))
	}
	for _, e := range s.Effects {
		fmt.Fprintf(b, " %s", e)
	}
	for _, role := range []catalog.Role{catalog.SQL, catalog.Tx, catalog.Func, catalog.Key, catalog.Value} {
		if v, ok := s.Roles[role]; ok {
			fmt.Fprintf(b, " %s=%s", role, value(v))
		}
	}
	if s.How != effects.Now {
		fmt.Fprintf(b, " %s", s.How)
	}
	if s.Dropped {
		fmt.Fprint(b, " dropped")
	}
	fmt.Fprintln(b)
}

func value(v effects.Value) string {
	out := string(v.Kind)
	switch v.Kind {
	case effects.Const:
		return fmt.Sprintf("%q", v.Text)
	case effects.Param, effects.Result:
		out += fmt.Sprint(v.Index)
	case effects.Local:
	default:
		out += " " + v.Text
	}
	if v.Of != "" {
		out += " of " + v.Of
	}
	return out
}

// Package ruletest runs a family's archives: each rule's testdata/NAME.txtar,
// and its variants NAME,VARIANT.txtar, hold the input files and, in the file
// `want`, every finding that they must yield. Call [Run] from one test a
// family; go test -update rewrites the archives. Tests only.
package ruletest

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/evctl/evctl"
)

var update = flag.Bool("update", false, "rewrite the want sections of rule archives, and other golden files")

// Update reports whether golden files are to be rewritten.
func Update() bool { return *update }

// Run judges each archive of the rules in dir. The judge gets the input files
// by name. Findings of other rules are compared too, so an extra finding
// fails; the first archive of a rule must show the rule itself.
func Run(t *testing.T, dir string, rules []evctl.Rule, judge func(t *testing.T, files map[string][]byte) []evctl.Finding) {
	for _, rule := range rules {
		_, name, _ := strings.Cut(rule.ID, "/")
		variants, err := filepath.Glob(filepath.Join(dir, name+",*.txtar"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range append([]string{filepath.Join(dir, name+".txtar")}, variants...) {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
				runArchive(t, file, rule, judge)
			})
		}
	}
}

func runArchive(t *testing.T, file string, rule evctl.Rule, judge func(*testing.T, map[string][]byte) []evctl.Finding) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	want := -1
	for i, f := range archive.Files {
		if f.Name == "want" {
			want = i
			continue
		}
		files[f.Name] = f.Data
	}
	if want < 0 {
		archive.Files = append(archive.Files, txtar.File{Name: "want"})
		want = len(archive.Files) - 1
	}
	findings := judge(t, files)
	if !strings.Contains(filepath.Base(file), ",") && !fires(findings, rule.ID) {
		t.Errorf("the archive does not show %s: got\n%s", rule.ID, Text(findings))
	}
	got := []byte(Text(findings))
	if Update() {
		archive.Files[want].Data = got
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(got, archive.Files[want].Data) {
		t.Errorf("findings differ\n--- want\n%s--- got\n%s", archive.Files[want].Data, got)
	}
}

func fires(findings []evctl.Finding, id string) bool {
	for _, f := range findings {
		if f.Rule == id {
			return true
		}
	}
	return false
}

// Text prints findings the way the archives hold them.
func Text(findings []evctl.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		fmt.Fprintf(&b, "%s: %s: %s [%s]\n", f.Position, f.Severity, f.Message, f.Rule)
		line(&b, "path", f.Path)
		line(&b, "direction", string(f.Direction))
		if f.Sides == nil {
			witness(&b, f.Witness)
		}
		for _, side := range f.Sides {
			line(&b, string(side.Direction), side.Message)
			witness(&b, side.Witness)
		}
		if f.Consumers != nil {
			line(&b, "consumers", cmp.Or(strings.Join(f.Consumers, ", "), "none"))
		}
		line(&b, "remedy", f.Remedy)
		if f.Confidence != "" {
			line(&b, "confidence", f.Confidence)
			for _, r := range f.Related {
				line(&b, "via", strings.TrimLeft(r.Position.String()+": "+r.Message, ": "))
			}
		}
	}
	return b.String()
}

func witness(b *strings.Builder, w *evctl.Witness) {
	if w == nil {
		return
	}
	line(b, "event", string(w.Value))
	line(b, "at", w.At)
	line(b, "via", w.Via)
	line(b, "seen as", string(w.Projected))
	line(b, "datum", string(w.Datum))
	line(b, "bytes", w.Hex)
	line(b, "written", w.Written)
	line(b, "read", w.Read)
	line(b, "error", w.Error)
	if w.Unverified {
		line(b, "witness", "unverified")
	}
}

func line(b *strings.Builder, label, text string) {
	if text != "" {
		fmt.Fprintf(b, "  %-9s  %s\n", label, strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n             "))
	}
}

// Compare holds the archive's file of that name against what was got; under
// -update it puts it there, and the caller writes the archive.
func Compare(t *testing.T, archive *txtar.Archive, name, got string) {
	for i, f := range archive.Files {
		if f.Name != name {
			continue
		}
		if Update() {
			archive.Files[i].Data = []byte(got)
		} else if string(f.Data) != got {
			t.Errorf("%s differs\n--- want\n%s--- got\n%s", name, f.Data, got)
		}
		return
	}
	if !Update() {
		t.Errorf("the archive has no %s; run with -update", name)
		return
	}
	archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(got)})
}

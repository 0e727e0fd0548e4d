package ci

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/contracts/exceptions"
	"github.com/evctl/evctl/internal/suggest"
	"github.com/evctl/evctl/lint"
	"github.com/evctl/evctl/lint/link"
	golang "github.com/evctl/evctl/lint/load"
	lintrules "github.com/evctl/evctl/lint/rules"
)

// goModules returns the folders that hold a Go module, sorted. Copies of other
// people's code and data of tests are left out.
func goModules(files fs.FS) ([]string, error) {
	var out []string
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != "." && isOutside(d.Name()) {
			return fs.SkipDir
		}
		if !d.IsDir() && d.Name() == "go.mod" {
			out = append(out, path.Dir(name))
		}
		return nil
	})
	return out, err
}

func isOutside(dir string) bool {
	switch dir {
	case "vendor", "third_party", "testdata", "node_modules":
		return true
	}
	return strings.HasPrefix(dir, ".") || strings.HasPrefix(dir, "_")
}

// An analysis is what became of the Go code of a repository.
type analysis struct {
	config  *config.Config
	overlay map[string][]byte
	changed []string // Go files; nil if everything is to be judged

	findings          []evctl.Finding
	folders           []string
	affected          []string // folders that hold or import what changed
	directives        []*link.Directive
	skipped           []string // functions
	packages, broken  int
	publishes, writes int // that could not be followed
	sinks             map[string]string
}

func (a *analysis) run(ctx context.Context, modules []string) error {
	for _, module := range modules {
		result, err := lint.Run(ctx, a.options(module))
		if errors.Is(err, golang.ErrNoModule) {
			continue
		}
		switch {
		case errors.Is(err, golang.ErrNoPackage) && len(modules) > 1: // perhaps in another
			continue
		case errors.Is(err, golang.ErrNoPackage):
			return &UsageError{err, "patterns are those of go list, relative to each module"}
		case err != nil && ctx.Err() != nil:
			return err
		case err != nil:
			a.findings = append(a.findings, failed(module, err))
			continue
		}
		a.add(result)
	}
	if a.packages > 0 {
		a.checkSinks()
	}
	a.sort()
	return nil
}

// sort puts the findings in order, without those that two modules share.
func (a *analysis) sort() {
	evctl.SortFindings(a.findings)
	a.findings = slices.CompactFunc(a.findings, func(x, y evctl.Finding) bool { return x.Position == y.Position && x.ID() == y.ID() })
}

func (a *analysis) options(module string) lint.Options {
	o := lint.Options{
		Root: a.config.Root, Dir: filepath.Join(a.config.Root, filepath.FromSlash(module)),
		Packages: a.config.Lint.Packages, Sinks: a.config.Lint.Sinks, Overlay: a.overlay, Confidence: link.Medium, Changed: a.changed,
	}
	for _, c := range []link.Confidence{link.Low, link.Medium, link.High} {
		if c.String() == a.config.Lint.MinConfidence {
			o.Confidence = c
		}
	}
	return o
}

func (a *analysis) add(r lint.Result) {
	a.findings = append(a.findings, r.Findings...)
	a.folders = append(a.folders, r.Folders...)
	a.affected = append(a.affected, r.Affected...)
	a.packages += r.Packages
	a.broken += len(r.Broken)
	a.publishes += r.UnresolvedPublishes
	a.writes += r.UnresolvedWrites
	a.directives = append(a.directives, r.Directives...)
	a.skipped = append(a.skipped, r.Skipped...)
	maps.Copy(a.sinks, r.Sinks)
}

// checkExceptions reports directives that name an exception which nobody has
// filed.
func (a *analysis) checkExceptions(file *exceptions.File) {
	var filed []string
	if file != nil {
		for _, e := range file.Exceptions {
			filed = append(filed, e.ID)
		}
	}
	for _, d := range a.directives {
		_, id := d.Ignores()
		if id == "" || slices.Contains(filed, id) {
			continue
		}
		f := lintrules.BadDirective.At(d.Pos, "//evctl:ignore names %s, and %s holds no such exception%s", id, a.config.Exceptions.File, suggest.Hint(id, filed))
		f.Key, f.Confidence, f.Remedy = id, link.High.String(), "evctl exceptions add files one"
		a.findings = append(a.findings, f)
	}
	a.sort()
}

// checkSinks reports configured functions that no module holds, and those that
// cannot mean what the configuration says.
func (a *analysis) checkSinks() {
	for i, sink := range a.config.Lint.Sinks {
		fault, there := a.sinks[sink.Match]
		if there && fault == "" {
			continue
		}
		if !there {
			fault = "no package that is imported declares " + sink.Match
		}
		f := lintrules.Incomplete.At(a.config.Position("lint", "sinks", i), "%s", fault)
		f.Subject, f.Confidence, f.Remedy = sink.Match, link.High.String(), "write the function as go doc names it, with its import path"
		a.findings = append(a.findings, f)
	}
}

// narrowed returns the findings that the change is answerable for: those in a
// package that holds or imports what changed, those whose way leads through a
// package that holds it, and whatever keeps the analysis from seeing all.
func (a *analysis) narrowed() []evctl.Finding {
	if a.changed == nil {
		return a.findings
	}
	touched := map[string]bool{}
	for _, file := range a.changed {
		touched[path.Dir(file)] = true
	}
	return slices.DeleteFunc(slices.Clone(a.findings), func(f evctl.Finding) bool {
		through := slices.ContainsFunc(f.Related, func(r evctl.Related) bool { return r.Depth > 0 && touched[path.Dir(r.File)] })
		return !through && !blinds(f) && !slices.Contains(a.affected, path.Dir(f.Position.File))
	})
}

// blinds reports whether a finding says that the analysis could not see what may
// matter anywhere.
func blinds(f evctl.Finding) bool {
	return f.Rule == lintrules.Incomplete.ID && f.Severity == evctl.Error
}

// reported counts the packages that findings are reported in.
func (a *analysis) reported() int {
	if a.changed == nil {
		return a.packages
	}
	return len(a.affected)
}

// note says what was left out.
func (a *analysis) note() string {
	var parts []string
	if n := a.packages - a.reported(); n > 0 {
		parts = append(parts, fmt.Sprintf("%d others neither changed nor import what did", n))
	}
	if n := len(a.skipped); n > 0 {
		parts = append(parts, fmt.Sprintf("%d functions are too long to be followed whole, the first is %s", n, a.skipped[0]))
	}
	if a.broken > 0 {
		parts = append(parts, fmt.Sprintf("%d packages do not type-check and were analysed in part", a.broken))
	}
	return strings.Join(parts, "; ")
}

// failed says that a module could not be analysed at all.
func failed(module string, err error) evctl.Finding {
	f := lintrules.Incomplete.At(evctl.Position{File: path.Join(module, "go.mod")}, "not analysed: %s", err)
	f.Subject, f.Confidence = module, link.High.String()
	f.Remedy = "run go mod download"
	if errors.Is(err, golang.ErrNoGo) {
		f.Remedy = "install Go, or leave the family out with --skip lint"
	}
	return f
}

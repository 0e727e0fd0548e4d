package ci

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/lint"
	"github.com/evctl/evctl/lint/link"
	golang "github.com/evctl/evctl/lint/load"
	lintrules "github.com/evctl/evctl/lint/rules"
)

// Lint judges the Go code of a repository alone. It needs git only for what is
// staged and for what is new.
func Lint(ctx context.Context, o Options) (report.Report, error) {
	cfg, err := load(o)
	if err != nil {
		return report.Report{}, err
	}
	if o.Now.IsZero() {
		o.Now = time.Now()
	}
	o.All, o.Only = true, []string{"lint"}
	r := &run{options: o, config: cfg}
	if r.selected, err = newSelection(o, Rules()); err != nil {
		return report.Report{}, err
	}
	if r.scope, err = openScope(ctx, cfg, o); err == nil {
		defer r.scope.repo.Close()
	} else if o.Staged || o.New {
		return report.Report{}, err
	} else {
		files := os.DirFS(cfg.Root)
		r.scope = &scope{published: files, ancestor: files, current: files}
	}
	out, err := r.lintAlone(ctx)
	return out, reached(err)
}

// lintAlone is report for the one family.
func (r *run) lintAlone(ctx context.Context) (report.Report, error) {
	r.ledger = newLedger(r.selected)
	r.base = r.baseConfig()
	if err := r.readWaivers(); err != nil {
		return report.Report{}, err
	}
	found, err := r.lintCode(ctx, &sides{files: r.scope.current, all: true})
	if err != nil {
		return report.Report{}, err
	}
	switch {
	case r.ledger["lint"].State == report.NotConfigured:
		return report.Report{}, &UsageError{errors.New("no Go module below " + r.config.Root), "go mod init makes one"}
	case r.analysed.Folders == nil && len(found) > 0: // nothing could be analysed
		return report.Report{}, errors.New(found[0].Position.File + ": " + found[0].Message)
	}
	old := map[string][]int{}
	if r.options.New {
		before := *r
		before.ledger = newLedger(r.selected)
		was, err := before.lintCode(ctx, &sides{files: r.scope.ancestor, all: true, old: true})
		if err != nil {
			return report.Report{}, err
		}
		for _, f := range was {
			old[f.ID()] = nil
		}
	}
	if found, err = r.settle(found); err != nil {
		return report.Report{}, err
	}
	found, hidden := without(found, old)
	out := report.New(r.options.Tool, report.Against{Kind: "none"}, r.ledger.list(), found)
	out.Notes = r.notes
	out.Hide(hidden)
	return out, nil
}

// lintCode analyses the Go modules of one side and notes what was looked at.
func (r *run) lintCode(ctx context.Context, s *sides) ([]evctl.Finding, error) {
	if !r.selected.family("lint") {
		return nil, nil
	}
	modules, err := goModules(s.files)
	if err != nil {
		return nil, err
	}
	switch {
	case len(modules) == 0:
		r.ledger.skipped("lint", report.NotConfigured, "")
		return nil, nil
	case !s.all && !r.touchesGo():
		r.ledger.skipped("lint", report.NotLookedAt, "no Go code changed")
		return nil, nil
	}
	overlay, err := r.overlay(ctx, s)
	if err != nil {
		return nil, err
	}
	a := analysis{config: r.config, overlay: overlay, sinks: map[string]string{}}
	if err := a.run(ctx, modules); err != nil {
		return nil, err
	}
	r.analysed = &service.Lint{Findings: a.findings, Folders: a.folders}
	r.ledger.saw("lint", "packages", a.packages)
	r.ledger["lint"].Note = a.note()
	return a.findings, nil
}

// touchesGo reports whether the change holds a file that could matter to Go
// code; it opens none.
func (r *run) touchesGo() bool {
	for file := range r.scope.changed {
		if isGo(file) {
			return true
		}
	}
	return false
}

func isGo(file string) bool {
	switch path.Base(file) {
	case "go.mod", "go.sum", "go.work":
		return true
	}
	return path.Ext(file) == ".go"
}

// overlay returns the Go files in which a side differs from the work tree.
func (r *run) overlay(ctx context.Context, s *sides) (map[string][]byte, error) {
	files, side := map[string]bool{}, s.files
	switch {
	case s.old:
		files, side = r.scope.changed, r.scope.ancestor
	case r.options.Staged:
		for _, staged := range []bool{true, false} {
			changes, err := r.scope.repo.Changed(ctx, "HEAD", staged)
			if err != nil {
				return nil, nil // before the first commit
			}
			for _, c := range changes {
				files[c.Path] = true
			}
		}
	}
	overlay := map[string][]byte{}
	for file := range files {
		if !isGo(file) {
			continue
		}
		text, err := fs.ReadFile(side, file)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		overlay[filepath.Join(r.config.Root, filepath.FromSlash(file))] = text
	}
	return overlay, nil
}

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

	findings          []evctl.Finding
	folders           []string
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
	evctl.SortFindings(a.findings)
	a.findings = slices.CompactFunc(a.findings, func(x, y evctl.Finding) bool { return x.Position == y.Position && x.ID() == y.ID() })
	return nil
}

func (a *analysis) options(module string) lint.Options {
	o := lint.Options{
		Root: a.config.Root, Dir: filepath.Join(a.config.Root, filepath.FromSlash(module)),
		Packages: a.config.Lint.Packages, Sinks: a.config.Lint.Sinks, Overlay: a.overlay, Confidence: link.Medium,
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
	a.packages += r.Packages
	a.broken += len(r.Broken)
	a.publishes += r.UnresolvedPublishes
	a.writes += r.UnresolvedWrites
	maps.Copy(a.sinks, r.Sinks)
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

// note says what was not followed, so that a clean result is not taken for
// proof.
func (a *analysis) note() string {
	var parts []string
	if a.publishes+a.writes > 0 {
		parts = append(parts, fmt.Sprintf("%d calls that publish and %d that write by their names lead nowhere", a.publishes, a.writes))
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

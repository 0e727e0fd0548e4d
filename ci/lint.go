package ci

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/contracts"
	"github.com/evctl/evctl/contracts/service"
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
	o.All, o.Only = !o.Changed, []string{"lint"}
	r := &run{options: o, config: cfg}
	if r.selected, err = newSelection(o, Rules()); err != nil {
		return report.Report{}, err
	}
	if r.scope, err = openScope(ctx, cfg, o); err == nil {
		defer r.scope.repo.Close()
	} else if o.Staged || o.New || o.Changed {
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
	found, err := r.lintCode(ctx, &sides{files: r.scope.current, all: r.options.All})
	if err != nil {
		return report.Report{}, err
	}
	switch {
	case r.ledger["lint"].State == report.NotConfigured:
		return report.Report{}, &UsageError{errors.New("no Go module below " + r.config.Root), "go mod init makes one"}
	case r.analysed != nil && r.analysed.Folders == nil && len(found) > 0: // nothing could be analysed
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
	changed, err := r.changedCode(ctx, s)
	if err != nil {
		return nil, err
	}
	switch {
	case len(modules) == 0:
		r.ledger.skipped("lint", report.NotConfigured, "")
		return nil, nil
	case changed != nil && len(changed) == 0:
		r.ledger.skipped("lint", report.NotLookedAt, "no Go code changed")
		return nil, nil
	}
	overlay, err := r.overlay(ctx, s)
	if err != nil {
		return nil, err
	}
	a := analysis{config: r.config, overlay: overlay, changed: changed, sinks: map[string]string{}}
	if err := a.run(ctx, modules); err != nil {
		return nil, err
	}
	a.checkExceptions(r.waivers.file)
	r.analysed = &service.Lint{Findings: a.findings, Folders: a.folders}
	r.ledger.saw("lint", "packages", a.reported())
	// Also where there are none: a clean result must not be taken for proof.
	r.ledger.saw("lint", "unresolved-publish-calls", a.publishes)
	r.ledger.saw("lint", "unresolved-write-calls", a.writes)
	r.ledger["lint"].Note = a.note()
	return a.narrowed(), nil
}

// analysedCode analyses the Go modules of the work tree for those who only want
// to know whether there is a dual write; nil if there are none, or no service.
func analysedCode(ctx context.Context, cfg *config.Config, files fs.FS) (*service.Lint, error) {
	services, err := contracts.Files(files, cfg.Contracts, guessesContracts(cfg))
	if err != nil || len(services) == 0 {
		return nil, err
	}
	modules, err := goModules(files)
	if err != nil || len(modules) == 0 {
		return nil, err
	}
	a := analysis{config: cfg, sinks: map[string]string{}}
	if err := a.run(ctx, modules); err != nil || a.packages == 0 {
		return nil, err
	}
	return &service.Lint{Findings: a.findings, Folders: a.folders}, nil
}

// changedCode returns the Go files that the change touches, tests apart, sorted:
// those of the commit if it is staged. It opens none. Nil means that everything
// is to be judged, because that was asked for, or because the change touches
// what all code depends on.
func (r *run) changedCode(ctx context.Context, s *sides) ([]string, error) {
	if s.all || r.base != nil && !reflect.DeepEqual(r.base.Lint, r.config.Lint) {
		return nil, nil
	}
	changed := r.scope.changed
	if r.options.Staged {
		changes, err := r.scope.repo.Changed(ctx, "HEAD", true)
		if err != nil {
			return nil, nil // before the first commit
		}
		changed = map[string]bool{}
		for _, c := range changes {
			changed[c.Path] = true
			changed[c.Old] = c.Old != ""
		}
	}
	files := []string{}
	for file := range changed {
		switch {
		case isModule(file):
			return nil, nil
		case path.Ext(file) == ".go" && !strings.HasSuffix(file, "_test.go"):
			files = append(files, file)
		}
	}
	slices.Sort(files)
	return files, nil
}

func isModule(file string) bool {
	switch path.Base(file) {
	case "go.mod", "go.sum", "go.work":
		return true
	}
	return false
}

func isGo(file string) bool { return isModule(file) || path.Ext(file) == ".go" }

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

package ci

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/contracts/service"
)

// Run checks a repository and reports what it found. An error means that it
// could not judge; [ExitCode] tells whose mistake it is.
func Run(ctx context.Context, o Options) (report.Report, error) {
	r, err := begin(ctx, o)
	if err != nil {
		return report.Report{}, err
	}
	defer r.scope.repo.Close()
	out, err := r.report(ctx)
	return out, reached(err)
}

// begin reads the configuration and finds the two sides of a run, whose
// repository must be closed.
func begin(ctx context.Context, o Options) (*run, error) {
	cfg, err := load(o)
	if err != nil {
		return nil, err
	}
	if o.Now.IsZero() {
		o.Now = time.Now()
	}
	if o.WriteBaseline && (o.Staged || o.New || len(o.Only)+len(o.Skip) > 0) {
		return nil, &UsageError{errors.New("a baseline holds what a whole run finds"), "leave out --staged, --new, --only and --skip"}
	}
	o.All = o.All || o.WriteBaseline
	selected, err := newSelection(o, Rules())
	if err != nil {
		return nil, err
	}
	s, err := openScope(ctx, cfg, o)
	if err != nil {
		return nil, err
	}
	r := &run{options: o, config: cfg, selected: selected, scope: s}
	if err := r.prepare(); err != nil {
		return nil, errors.Join(err, s.repo.Close())
	}
	return r, nil
}

// prepare reads what both sides configure and waive.
func (r *run) prepare() error {
	cfg := r.config
	if err := r.scope.lookBack(cfg); err != nil {
		return err
	}
	r.ledger = newLedger(r.selected)
	r.base = r.baseConfig()
	if r.scope.tip == "" {
		r.notes = append(r.notes, "this is the first commit: nothing was published before it")
	}
	return r.readWaivers()
}

// load returns the configuration, its rules resolved. It may lead to nothing:
// then the old side decides whether that is a mistake or a change.
func load(o Options) (*config.Config, error) {
	cfg := o.Config
	if cfg == nil {
		var err error
		if cfg, err = config.Load(o.Dir, o.ConfigFile); err != nil && !errors.Is(err, config.ErrNothing) {
			return nil, err
		}
	}
	return cfg, cfg.ResolveRules(Rules())
}

// A run is one check under way.
type run struct {
	options  Options
	config   *config.Config
	base     *config.Config // of the base branch; nil if it has none
	selected selection
	scope    *scope
	ledger   ledger
	unasked  bool // there is a remote registry, and it is left out
	waivers  waivers
	analysed *service.Lint // nil if no Go code was analysed
	notes    []string
	strict   int // changes that would break a reader that rejects unknown fields
}

func (r *run) report(ctx context.Context) (report.Report, error) {
	sides, err := r.openSides(ctx)
	if err != nil {
		return report.Report{}, err
	}
	found, err := r.collect(ctx, sides)
	if err != nil {
		return report.Report{}, err
	}
	old, err := r.oldFindings(ctx, sides)
	if err != nil {
		return report.Report{}, err
	}
	if found, err = r.settle(append(found, r.guards()...)); err != nil {
		return report.Report{}, err
	}
	found, hidden := without(found, old)
	out := report.New(r.options.Tool, r.against(sides), r.ledger.list(), found)
	out.Notes = r.notes
	out.Summary.Strict = r.strict
	out.Hide(hidden)
	return out, nil
}

func (r *run) against(s *sides) report.Against {
	a := r.scope.against(r.config)
	if s.remote != nil {
		a.Registry = hosts(r.config.Registry)
	}
	return a
}

// without parts the findings that the old side has too from the others: those
// with a fingerprint that it has, which break no version beyond those it breaks
// there.
func without(findings []evctl.Finding, old map[string][]int) (kept, hidden []evctl.Finding) {
	for _, f := range findings {
		broken, has := old[f.ID()]
		if !has || slices.ContainsFunc(f.Breaks, func(version int) bool { return !slices.Contains(broken, version) }) {
			kept = append(kept, f)
			continue
		}
		hidden = append(hidden, f)
	}
	return kept, hidden
}

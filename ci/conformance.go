package ci

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/contracts"
	"github.com/evctl/evctl/contracts/exceptions"
	"github.com/evctl/evctl/contracts/verdict"
)

// services judges the services that the change touches by the RFC.
func (r *run) services(ctx context.Context, s *sides) ([]evctl.Finding, error) {
	if !r.selected.family("rfc") && !r.selected.family("contract") {
		return nil, nil
	}
	if !s.all && !r.touchesServices() {
		r.skipServices(report.NotLookedAt, "no contract and no file of one changed")
		return nil, nil
	}
	o, err := serviceOptions(r.config, s.files, r.options.Now)
	if err != nil {
		return nil, err
	}
	o.Exceptions, o.Waivers, o.Lint = r.waivers.file, r.waivers.run, r.analysed
	o.Mode = func(subject string) evctl.Mode { return r.mode(s, subject) }
	if r.config.Registry.Dir != "" || len(r.config.Schemas) > 0 {
		o.Source, o.Field = s.current, fields(r.config.Semantics.Evctl())
	}
	if !s.all {
		o.Touched = func(files []string) bool {
			return slices.ContainsFunc(files, func(file string) bool { return r.isChanged(file) })
		}
	}
	result, err := contracts.Check(ctx, s.files, o)
	if err != nil {
		return nil, err
	}
	r.sawServices(result)
	return result.Findings(), nil
}

// guessesContracts reports whether nobody chose where contracts are.
func guessesContracts(cfg *config.Config) bool { return cfg.Position("contracts") == cfg.Position() }

// isChanged reports whether a file, or one below a folder, changed.
func (r *run) isChanged(name string) bool {
	if r.scope.changed[name] {
		return true
	}
	for file := range r.scope.changed {
		if len(file) > len(name) && file[:len(name)] == name && file[len(name)] == '/' {
			return true
		}
	}
	return false
}

// touchesServices reports whether the change holds a file that could matter to
// a service; it opens none.
func (r *run) touchesServices() bool {
	for file := range r.scope.changed {
		if path.Ext(file) != ".go" {
			return true
		}
	}
	return false
}

func (r *run) skipServices(state report.State, why string) {
	for _, family := range []string{"contract", "rfc"} {
		if r.selected.family(family) {
			r.ledger.skipped(family, state, why)
		}
	}
}

// sawServices notes what was looked at. Invalid contracts were, too.
func (r *run) sawServices(result contracts.Result) {
	switch {
	case result.Seen == 0:
		r.skipServices(report.NotConfigured, "")
		return
	case len(result.Services)+len(result.Invalid) == 0:
		r.skipServices(report.NotLookedAt, "no contract and no file of one changed")
		return
	}
	if r.selected.family("contract") {
		r.ledger.saw("contract", "contracts", len(result.Services)+len(result.Invalid))
	}
	if !r.selected.family("rfc") {
		return
	}
	r.ledger.saw("rfc", "services", len(result.Services))
	for _, s := range result.Services {
		r.ledger.saw("rfc", "verdicts", len(s.Verdicts))
	}
	if n := result.Count(verdict.Error); n > 0 {
		r.ledger["rfc"].Counts["unread"] = n
	}
}

// serviceOptions are what the configuration says of services, but for the
// registry and the exceptions.
func serviceOptions(cfg *config.Config, fsys fs.FS, now time.Time) (contracts.Options, error) {
	judged, err := samples(fsys, cfg.Envelope.Events)
	if err != nil {
		return contracts.Options{}, err
	}
	o := contracts.Options{Globs: cfg.Contracts, Guess: guessesContracts(cfg), Others: cfg.Consumers, Topics: cfg.Org.Topics, Now: now, Judged: judged}
	if cfg.Org.Adopted != "" {
		o.Adopted, err = time.Parse(time.DateOnly, cfg.Org.Adopted)
	}
	return o, err
}

// Conformance judges the services of the work tree by the RFC: those named, or
// all. Exceptions and approvers count as the work tree has them.
func Conformance(ctx context.Context, cfg *config.Config, services []string, strict bool, now time.Time) (result contracts.Result, err error) {
	if err := cfg.ResolveRules(Rules()); err != nil {
		return result, &UsageError{Err: err}
	}
	fsys := os.DirFS(cfg.Root)
	o, err := serviceOptions(cfg, fsys, now)
	if err != nil {
		return result, err
	}
	if o.Lint, err = analysedCode(ctx, cfg, fsys); err != nil {
		return result, err
	}
	o.Services, o.Strict, o.Mode = services, strict, cfg.Mode
	if o.Exceptions, err = readExceptions(fsys, cfg.Exceptions.File); err != nil {
		return result, err
	}
	calendar, err := Calendar(cfg, fsys)
	if err != nil {
		return result, err
	}
	o.Waivers = exceptions.Run{Now: now, Calendar: calendar, Base: o.Exceptions, Approvers: cfg.Org.Approvers, All: true}
	if cfg.Registry.Dir != "" || len(cfg.Schemas) > 0 {
		registry, close, err := OpenRegistry(ctx, cfg)
		if err != nil {
			return result, err
		}
		defer func() { err = errors.Join(err, close()) }()
		o.Source, o.Field = registry, fields(cfg.Semantics.Evctl())
	}
	result, err = contracts.Check(ctx, fsys, o)
	for i := range result.Services {
		for j := range result.Services[i].Verdicts {
			v := &result.Services[i].Verdicts[j]
			if v.Severity != evctl.Off {
				v.Severity = cfg.Severity(v.Rule, v.Severity)
			}
		}
	}
	if errors.Is(err, contracts.ErrUnknownService) {
		err = &UsageError{err, "evctl rfc without arguments shows all services"}
	}
	return result, err
}

// VerifyContracts looks at the contracts of the work tree alone, and returns
// how many there are and what is wrong with them.
func VerifyContracts(ctx context.Context, cfg *config.Config) (int, []evctl.Finding, error) {
	fsys := os.DirFS(cfg.Root)
	o, err := serviceOptions(cfg, fsys, time.Time{})
	if err != nil {
		return 0, nil, err
	}
	return contracts.Verify(ctx, fsys, o)
}

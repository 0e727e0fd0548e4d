package lint

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/effects"
	"github.com/evctl/evctl/lint/link"
	"github.com/evctl/evctl/lint/load"
	"github.com/evctl/evctl/lint/rules"
)

// Options say what to judge.
type Options struct {
	Root       string            // folder that positions are relative to, absolute
	Dir        string            // folder of the module; empty: Root
	Packages   []string          // patterns of go list: findings elsewhere are left out; empty: ./...
	Tags       []string          // build tags
	Overlay    map[string][]byte // contents by absolute file name, nil for a file that is gone
	FirstParty []string          // import paths that count as the repository's own
	Network    bool              // modules may be downloaded
	Env        []string          // more of the environment of the go command
	Confidence link.Confidence   // least that is reported
	Sinks      []catalog.Sink    // what functions do that the catalogue does not know
	NoCache    bool              // neither read nor write the user's cache
	Changed    []string          // files, relative to Root, for Result.Affected
}

// A Result is what was found, and how much was looked at.
type Result struct {
	Findings []evctl.Finding // sorted
	Packages int
	Funcs    int
	Folders  []string // of the packages, relative to the root, sorted
	Affected []string // those of Folders that hold a file of Options.Changed or import one that does, sorted
	// UnresolvedPublishes and UnresolvedWrites count calls that by their names
	// publish or write, and that could not be followed.
	UnresolvedPublishes, UnresolvedWrites int
	Directives                            []*link.Directive // that stand in the code
	Broken                                []load.Broken
	Missing                               []load.Missing
	Sinks                                 map[string]string // functions of Options.Sinks that are there, and what is wrong with each
	Skipped                               []string          // functions too large to be looked at whole
}

// Run judges the packages that match. The error wraps [load.ErrNoModule] or
// [load.ErrNoGo], or says why the go command could not list them.
func Run(ctx context.Context, o Options) (Result, error) {
	known, err := catalog.Default()
	if err != nil {
		return Result{}, err
	}
	sinks, err := entries(o.Sinks)
	if err != nil {
		return Result{}, err
	}
	known = known.With(sinks...)
	if o.Dir == "" {
		o.Dir = o.Root
	}
	facts := &cache{}
	if !o.NoCache {
		facts = openCache()
		defer facts.sweep()
	}
	config := load.Config{
		Dir: o.Dir, Tags: o.Tags, Overlay: o.Overlay, FirstParty: o.FirstParty, Network: o.Network, Env: o.Env,
		Cached: facts.get, Salt: o.salt(),
	}
	loaded, err := load.Load(ctx, config, func(p *load.Package) {
		key := p.Key
		if !p.Clean {
			key = "" // what is wrong must be said each time
		}
		facts.put(key, effects.Summarize(p, effects.Config{Catalog: known, Own: p.Own, File: o.relative, Sinks: sinks}))
	})
	if err != nil {
		return Result{}, fmt.Errorf("load Go code: %w", err)
	}
	packages := facts.packages()
	program := link.Join(packages)
	program.Missing = o.unknown(known, loaded.Missing)
	r := Result{
		Packages: len(packages), Funcs: len(program.Funcs), Directives: program.Directives, Broken: loaded.Broken, Missing: loaded.Missing,
		Skipped: program.Skipped, UnresolvedPublishes: program.UnresolvedPublishes, UnresolvedWrites: program.UnresolvedWrites,
	}
	for _, p := range packages {
		r.Folders = append(r.Folders, o.relative(p.Dir))
	}
	slices.Sort(r.Folders)
	r.Affected = o.affected(loaded)
	r.Sinks = found(packages)
	r.Findings = Judge(program, o.Confidence)
	r.Findings = o.addBroken(r.Findings, loaded.Broken)
	return r, o.narrow(ctx, config, &r)
}

// narrow leaves the findings in the packages that were asked for. All are
// analysed: who implements an interface may stand anywhere.
func (o Options) narrow(ctx context.Context, config load.Config, r *Result) error {
	if len(o.Packages) == 0 || slices.Equal(o.Packages, []string{"./..."}) {
		return nil
	}
	config.Patterns = o.Packages
	folders, err := load.Folders(ctx, config)
	if err != nil {
		return err
	}
	r.Folders = nil
	for _, folder := range folders {
		r.Folders = append(r.Folders, o.relative(folder))
	}
	r.Packages = len(r.Folders)
	r.Affected = slices.DeleteFunc(r.Affected, func(folder string) bool { return !slices.Contains(r.Folders, folder) })
	r.Findings = slices.DeleteFunc(r.Findings, func(f evctl.Finding) bool {
		return !slices.Contains(r.Folders, path.Dir(f.Position.File)) && f.Rule != rules.Incomplete.ID
	})
	return nil
}

// affected returns the folders that the changed files are in, and those of the
// packages that import them.
func (o Options) affected(loaded load.Result) []string {
	changed := map[string]bool{}
	for _, file := range o.Changed {
		changed[filepath.Join(o.Root, filepath.FromSlash(path.Dir(file)))] = true
	}
	var out []string
	for folder := range loaded.Importers(changed) {
		out = append(out, o.relative(folder))
	}
	slices.Sort(out)
	return out
}

func entries(sinks []catalog.Sink) ([]catalog.Entry, error) {
	var out []catalog.Entry
	for _, sink := range sinks {
		entry, err := sink.Entry()
		if err != nil {
			return nil, err
		}
		out = append(out, entry)
	}
	return out, nil
}

// found joins what the packages know of configured functions.
func found(packages []*effects.Package) map[string]string {
	out := map[string]string{}
	for _, p := range packages {
		for _, n := range p.Named {
			out[n.Func] = n.Fault
		}
	}
	return out
}

// Judge asks all rules, and returns sorted what is at least that sure.
func Judge(p *link.Program, least link.Confidence) []evctl.Finding {
	var out []evctl.Finding
	report := func(f evctl.Finding, sure link.Confidence) {
		f.Exempt = p.Exception(f) // also of what is not sure enough
		if sure >= least {
			f.Confidence = sure.String()
			out = append(out, f)
		}
	}
	all, checks := rules.All(), rules.Checks()
	unused := slices.IndexFunc(all, func(r evctl.Rule) bool { return r.ID == rules.UnusedIgnore.ID })
	for i, check := range checks {
		if i != unused {
			check(p, report)
		}
	}
	checks[unused](p, report) // of what the others left
	evctl.SortFindings(out)
	return slices.CompactFunc(out, func(a, b evctl.Finding) bool { return a.Position == b.Position && a.ID() == b.ID() })
}

// unknown returns the missing imports of libraries that write, publish or
// consume, as far as the catalogue knows.
func (o Options) unknown(known *catalog.Catalog, missing []load.Missing) map[string]evctl.Position {
	out := map[string]evctl.Position{}
	if len(missing) == 0 {
		return out
	}
	acting := known.Acting()
	for _, m := range missing {
		if module, ok := known.Module(m.Path); ok && acting[module] {
			out[m.Path] = evctl.Position{File: o.relative(m.At.Filename), Line: m.At.Line, Column: m.At.Column}
		}
	}
	return out
}

// relative names a file or folder below the root with slashes; others stay
// absolute.
func (o Options) relative(name string) string {
	rel, err := filepath.Rel(o.Root, name)
	if err != nil || strings.HasPrefix(rel, "..") {
		return filepath.ToSlash(name)
	}
	return filepath.ToSlash(rel)
}

package ci

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/registry"
	"github.com/evctl/evctl/registry/confluent"
	"github.com/evctl/evctl/registry/dir"
)

// sides are the two states of the registry that a run compares.
type sides struct {
	base      *dir.Registry // where the change started
	git       *dir.Registry // what the base branch publishes; nil if the change touches no schema
	published evctl.Source  // that, joined with the remote registry if it is asked
	joined    *registry.Joined
	remote    *confluent.Registry // nil if it is not asked
	current   *dir.Registry
	files     fs.FS    // of the current side
	all       bool     // look at every subject
	subjects  []string // else at these, sorted
}

// layoutOf is where the configuration says that schemas are.
func layoutOf(cfg *config.Config) dir.Layout {
	l := dir.Layout{Name: cfg.Registry.Name, Dir: cfg.Registry.Dir}
	for _, s := range cfg.Schemas {
		l.Patterns = append(l.Patterns, dir.Pattern{Path: s.Path, Subject: s.Subject, Since: s.Since, Root: s.Root, Message: s.Message})
	}
	return l
}

func (r *run) openSides(ctx context.Context) (*sides, error) {
	layout := layoutOf(r.config)
	current, err := dir.Open(r.scope.current, layout)
	if err != nil {
		return nil, &UsageError{Err: err}
	}
	if !r.options.All && !r.options.New && !r.touchesSchemas() {
		return &sides{current: current, files: r.scope.current}, nil
	}
	if r.base != nil {
		layout = layoutOf(r.base) // what was published stays where it was
	}
	published, err := dir.Published(ctx, r.scope.repo, r.scope.tip, layout)
	if err != nil {
		return nil, err
	}
	current.Continue(published)
	base, err := dir.Open(r.scope.ancestor, layout)
	if err != nil {
		return nil, err
	}
	s := &sides{base: base, git: published, published: published, current: current, files: r.scope.current, all: r.options.All}
	if err := r.join(s); err != nil {
		return nil, err
	}
	if s.subjects, err = r.affected(ctx, s); err != nil {
		return nil, err
	}
	if !s.all && len(s.subjects) == 0 {
		return s, nil
	}
	current.Continue(published)
	return s, nil
}

// touchesSchemas reports whether the change holds a file that could matter to a
// registry; it opens none.
func (r *run) touchesSchemas() bool {
	for file := range r.scope.changed {
		_, schema := evctl.FormatOf(file)
		if schema || path.Ext(file) == ".yaml" || path.Base(file) == "evctl.lock" {
			return true
		}
	}
	return false
}

// join adds the remote registry to what is published, if there is one and it
// may be asked.
func (r *run) join(s *sides) error {
	remote, err := openRemote(r.config.Registry)
	if remote == nil || err != nil {
		return err
	}
	if r.options.Staged || r.options.Offline {
		r.unasked = true
		flag := "--offline"
		if r.options.Staged {
			flag = "--staged"
		}
		r.notes = append(r.notes, fmt.Sprintf("compared with git only: under %s the registry %s is not asked", flag, hosts(r.config.Registry)))
		return nil
	}
	s.remote, s.joined = remote, registry.Join(s.git, remote)
	s.published = s.joined
	return nil
}

// affected returns the subjects that the change touches, sorted: through their
// own files, and through shared files that they refer to. Versions of the
// embedded registry are not shared in this sense, since they never change. If
// the change moves the registry, it touches all.
func (r *run) affected(ctx context.Context, s *sides) ([]string, error) {
	names := map[string]bool{}
	var shared []string
	for file := range r.scope.changed {
		_, schema := evctl.FormatOf(file)
		for _, side := range []*dir.Registry{s.base, s.current} {
			if name, ok := side.SubjectOf(file); ok && (schema || path.Base(file) == "subject.yaml") {
				names[name] = true
			}
		}
		if schema && !r.isVersion(file) && r.nearSchemas(file) {
			shared = append(shared, file)
		}
	}
	for _, side := range []*dir.Registry{s.base, s.current} {
		dependents, err := side.Dependents(ctx, shared...)
		if err != nil {
			return nil, err
		}
		if r.base != nil && !reflect.DeepEqual(layoutOf(r.base), layoutOf(r.config)) {
			dependents = side.Subjects()
		}
		for _, name := range dependents {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names)), nil
}

// isVersion reports whether a file is a version in the embedded registry.
func (r *run) isVersion(file string) bool {
	root := path.Join(r.config.Registry.Dir, r.config.Registry.Name) + "/"
	_, err := strconv.Atoi(strings.TrimSuffix(path.Base(file), path.Ext(file)))
	return r.config.Registry.Dir != "" && strings.HasPrefix(file, root) && err == nil
}

// nearSchemas reports whether a file lies where schemas may refer to: in the
// registry's folder, or below the root of a layout.
func (r *run) nearSchemas(file string) bool {
	roots := []string{r.config.Registry.Dir}
	for _, l := range r.config.Schemas {
		base, _ := doublestar.SplitPattern(l.Path)
		roots = append(roots, base, l.Root)
	}
	return slices.ContainsFunc(roots, func(root string) bool {
		return root == "." || root != "" && strings.HasPrefix(file, root+"/")
	})
}

// collect asks every family that is wanted, on two sides.
func (r *run) collect(ctx context.Context, s *sides) ([]evctl.Finding, error) {
	found := r.loosened(s)
	if !s.all && len(s.subjects) == 0 {
		for _, name := range []string{"parse", "schema", "compat", "registry"} {
			r.ledger.skipped(name, report.NotLookedAt, "no schema changed")
		}
	} else {
		verdicts, err := r.judge(ctx, s)
		if err != nil {
			return nil, err
		}
		found = append(found, r.tally(verdicts)...)
		about, err := r.registry(ctx, s, verdicts)
		if err != nil {
			return nil, err
		}
		found = append(found, about...)
	}
	if r.selected.family("envelope") {
		events, err := r.events(ctx, s, len(s.subjects) > 0)
		if err != nil {
			return nil, err
		}
		found = append(found, events...)
	}
	return found, nil
}

// tally joins the verdicts and notes what was looked at.
func (r *run) tally(verdicts []judged) []evctl.Finding {
	var found []evctl.Finding
	for _, name := range []string{"parse", "schema", "compat"} {
		if !r.selected.family(name) {
			continue
		}
		r.ledger.saw(name, "schemas", 0)
		for _, v := range verdicts {
			r.ledger.saw(name, "schemas", v.schemas)
			if name == "compat" {
				r.ledger.saw(name, "versions", v.versions)
			}
		}
	}
	for _, v := range verdicts {
		found = append(found, v.findings...)
		for _, p := range v.passed {
			r.strict += len(p.strict)
		}
	}
	return found
}

// oldFindings returns the fingerprints of what the old side has, for --new.
func (r *run) oldFindings(ctx context.Context, s *sides) (map[string]bool, error) {
	if !r.options.New {
		return nil, nil
	}
	old := *r
	old.ledger = newLedger(r.selected, func(string) bool { return false })
	found, err := old.collect(ctx, &sides{base: s.git, git: s.git, published: s.git, current: s.git, files: r.scope.published, all: true})
	ids := map[string]bool{}
	for _, f := range found {
		ids[f.ID()] = true
	}
	return ids, err
}

// looksAt lists the subjects to look at.
func (s *sides) looksAt() []string {
	if s.all {
		return s.current.Subjects()
	}
	return s.subjects
}

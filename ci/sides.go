package ci

import (
	"context"
	"fmt"
	"io/fs"
	"path"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/consumers"
	"github.com/evctl/evctl/contracts"
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
	files     fs.FS               // of the current side
	declared  *consumers.Declared // by contracts; nil until somebody asks
	all       bool                // look at every subject
	old       bool                // they stand for the old side, for --new
	subjects  []string            // else at these, sorted
	chosen    []string            // of all, these alone; nil: every one
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
		return nil, &UsageError{err, "evctl config verify"}
	}
	quiet := !r.options.All && !r.options.New && !r.touchesSchemas()
	if quiet && len(layout.Patterns) == 0 && len(current.Subjects()) > 0 {
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
	if err := r.hasInput(s); err != nil {
		return nil, err
	}
	if err := r.join(s); err != nil {
		return nil, err
	}
	s.subjects, err = r.affected(ctx, s)
	return s, err
}

// hasInput refuses a configuration that leads to no schema, event or contract, on
// neither side: a run over nothing is not a pass. A hook is left alone, since
// what is configured may not be staged yet.
func (r *run) hasInput(s *sides) error {
	if r.options.Staged || len(s.current.Subjects())+len(s.base.Subjects()) > 0 {
		return nil
	}
	files, err := samples(s.files, r.config.Envelope.Events)
	if err != nil || len(files) > 0 {
		return err
	}
	files, err = contracts.Files(s.files, r.config.Contracts, guessesContracts(r.config), r.config.Consumers...)
	if err != nil || len(files) > 0 {
		return err
	}
	if len(r.options.Only) > 0 && r.selected.family("lint") { // who asks for it by name needs no schema
		if modules, err := goModules(s.files); err != nil || len(modules) > 0 {
			return err
		}
	}
	return &UsageError{fmt.Errorf("nothing to check: no file is where %s says", r.config.File), "evctl config verify looks for what is missing"}
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

// looksAt lists the subjects to look at.
func (s *sides) looksAt() []string {
	if s.chosen != nil {
		return s.chosen
	}
	if s.all {
		return s.current.Subjects()
	}
	return s.subjects
}

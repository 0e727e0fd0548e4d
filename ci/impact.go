package ci

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/consumers"
	"github.com/evctl/evctl/compat"
	"github.com/evctl/evctl/compat/impact"
	"github.com/evctl/evctl/internal/suggest"
	"github.com/evctl/evctl/registry"
	"github.com/evctl/evctl/registry/dir"
)

// readers reads who consumes what on a side, once.
func (r *run) readers(ctx context.Context, s *sides) (*consumers.Declared, error) {
	if s.declared == nil {
		declared, err := declaredBy(ctx, consumers.Sources{Config: r.config, Files: s.files, Offline: r.options.Staged || r.options.Offline})
		if err != nil {
			return nil, err
		}
		s.declared = declared
		if len(declared.Unasked)+len(declared.Unread) > 0 {
			r.notes = append(r.notes, "not all consumers are known: "+declared.Unknown())
		}
	}
	return s.declared, nil
}

func declaredBy(ctx context.Context, s consumers.Sources) (*consumers.Declared, error) {
	s.Guess = guessesContracts(s.Config)
	declared, err := consumers.Read(ctx, s)
	var missing *consumers.PlaceError
	if errors.As(err, &missing) {
		err = &UsageError{err, "check the repositories out first, or take the place out of consumers"}
	}
	return declared, err
}

// Consumers reads who consumes what, as the contracts of the work tree declare
// it, and those that the configuration lists under consumers.
func Consumers(ctx context.Context, cfg *config.Config, offline bool) (*consumers.Declared, error) {
	return declaredBy(ctx, consumers.Sources{Config: cfg, Files: os.DirFS(cfg.Root), Offline: offline})
}

// Impact adds to a judgement of one change which declared consumers it hits:
// those of the subject whose version one of the schemas is. Files that belong to
// no registry have no consumers.
func Impact(ctx context.Context, cfg *config.Config, change evctl.Change, j evctl.Judgement) (evctl.Judgement, error) {
	subject := subjectOf(append(slices.Clone(change.Old), change.New))
	if cfg == nil || subject == "" || j.Verdict == evctl.Invalid {
		return j, nil
	}
	declared, err := Consumers(ctx, cfg, false)
	if err != nil {
		return j, reached(err)
	}
	if readers := declared.Readers(subject); readers != nil {
		j.Findings = impact.Judge(ctx, change, j.Findings, readers)
	}
	return j, nil
}

// subjectOf is the subject of the first schema that is a registered version.
func subjectOf(schemas []*evctl.Schema) string {
	for _, s := range schemas {
		if s.Version > 0 {
			return s.Subject
		}
	}
	return ""
}

// ReadersOf tells who reads a subject, or every subject if it is empty, and what
// a proposed schema would do to each: a file, or a version of the subject as
// Resolve reads it. It is compared with all published versions of the work tree
// under the subject's own mode and policy.
func ReadersOf(ctx context.Context, cfg *config.Config, workDir, subject, proposed string) (*consumers.Table, error) {
	declared, err := Consumers(ctx, cfg, false)
	if err != nil {
		return nil, reached(err)
	}
	past, err := consumers.ReadPast(cfg, os.DirFS(cfg.Root), declared)
	if err != nil {
		return nil, err
	}
	list := declared.Consumers
	if subject != "" {
		list = declared.Of(subject)
	}
	table := consumers.NewTable(subject, list, past)
	if proposed == "" {
		return table, knownSubject(ctx, cfg, subject, len(list) > 0)
	}
	change, err := proposal(ctx, cfg, workDir, subject, proposed)
	if err != nil {
		return nil, err
	}
	judgement, err := compat.New().Decide(ctx, change)
	if err == nil {
		table.Propose(ctx, proposed, change, judgement.Findings)
	}
	return table, err
}

// knownSubject refuses a subject that nobody reads and no registry has.
func knownSubject(ctx context.Context, cfg *config.Config, subject string, read bool) (err error) {
	if subject == "" || read {
		return nil
	}
	versions, registry, close, err := everywhere(ctx, cfg, subject)
	if err != nil {
		return err
	}
	if len(versions) == 0 {
		names := registry.Subjects()
		err = &UsageError{fmt.Errorf("no subject %q%s", subject, suggest.Hint(subject, names)), "evctl registry ls lists subjects"}
	}
	return errors.Join(err, close())
}

// everywhere returns the versions of a subject that the work tree has and those
// of the remote registry, if there is one, and the registry of the work tree.
func everywhere(ctx context.Context, cfg *config.Config, subject string) ([]*evctl.Schema, *dir.Registry, func() error, error) {
	remote, err := openRemote(cfg.Registry)
	if err != nil {
		return nil, nil, nil, err
	}
	var git *dir.Registry
	close := func() error { return nil }
	if remote != nil && !cfg.HasPlaces() {
		git, err = dir.Open(os.DirFS(cfg.Root), layoutOf(cfg))
	} else {
		git, close, err = OpenRegistry(ctx, cfg)
	}
	if err != nil {
		return nil, nil, nil, err
	}
	var source evctl.Source = git
	if remote != nil {
		source = registry.Join(git, remote)
	}
	versions, err := source.Versions(ctx, subject)
	if err != nil {
		return nil, nil, nil, errors.Join(reached(err), close())
	}
	return versions, git, close, nil
}

// proposal is the change that a proposed schema is to a subject's published
// versions, which are those below it if it is one itself.
func proposal(ctx context.Context, cfg *config.Config, workDir, subject, proposed string) (change evctl.Change, err error) {
	if err := knownSubject(ctx, cfg, subject, false); err != nil {
		return change, err
	}
	schema, err := Resolve(ctx, cfg, workDir, proposed)
	if err != nil {
		return change, err
	}
	versions, git, close, err := everywhere(ctx, cfg, subject)
	if err != nil {
		return change, err
	}
	defer func() { err = errors.Join(err, close()) }()
	next := *schema
	if next.Subject != subject || next.Version == 0 {
		next.Subject, next.Version = subject, versions[len(versions)-1].Version+1
	}
	settings := git.Settings(subject)
	next.Message = cmp.Or(settings.Message, next.Message)
	change = evctl.Change{New: &next, Mode: cfg.Mode(subject), Semantics: cfg.Semantics.Evctl()}
	for _, v := range versions {
		if v.Version < next.Version {
			change.Old = append(change.Old, v)
		}
	}
	if settings.Mode != nil {
		change.Mode = *settings.Mode
	}
	change.Semantics.Policy = cmp.Or(settings.Policy, change.Semantics.Policy)
	return change, nil
}

package inventory

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/ci/codeowners"
	"github.com/evctl/evctl/ci/dashboard"
	"github.com/evctl/evctl/registry/dir"
)

// subjects lists the event types of the registry.
func (s *source) subjects(ctx context.Context) (err error) {
	layout := ci.Layout(s.config)
	if layout.Dir == "" && len(layout.Patterns) == 0 {
		return nil
	}
	registry, closeRegistry, err := ci.OpenRegistry(ctx, s.config)
	if err != nil {
		return fmt.Errorf("open the registry: %w", err)
	}
	defer func() { err = errors.Join(err, closeRegistry()) }()
	owners, err := codeowners.Load(s.files)
	if err != nil {
		return err
	}
	var changes map[string]time.Time
	if s.commit != "" {
		if changes, err = s.repo.LastChanges(ctx, layout.Paths()...); err != nil {
			return err
		}
	}
	for _, name := range registry.Subjects() {
		subject, err := s.subject(ctx, registry, name, changes)
		if err != nil {
			return err
		}
		if subject.Owner == "" {
			subject.Owner = strings.Join(owners.Of(fileOf(ctx, registry, name)), " ")
		}
		s.out.Subjects = append(s.out.Subjects, subject)
	}
	return nil
}

// consumers lists who declares to read what, also the subjects of others.
func (s *source) consumers(ctx context.Context) error {
	declared, err := ci.Consumers(ctx, s.config, s.Offline)
	if err != nil {
		return err
	}
	for _, c := range declared.Consumers {
		s.out.Consumers = append(s.out.Consumers, dashboard.Consumer{Repository: s.name, Service: c.Service, Subject: c.Subject, Versions: c.Versions, Reads: c.Reads, Replays: c.Replays})
	}
	return nil
}

func (s *source) subject(ctx context.Context, registry *dir.Registry, name string, changes map[string]time.Time) (dashboard.Subject, error) {
	versions, err := registry.Versions(ctx, name)
	if err != nil {
		return dashboard.Subject{}, err
	}
	settings := registry.Settings(name)
	subject := dashboard.Subject{Repository: s.name, Name: name, Owner: settings.Owner, Deprecated: settings.Deprecated, Versions: len(versions), Mode: s.config.Mode(name).String()}
	if settings.Mode != nil {
		subject.Mode = settings.Mode.String()
	}
	var changed time.Time
	for _, v := range versions {
		subject.Format = string(v.Format)
		if v.Retired {
			subject.Retired++
		}
		for _, file := range []string{v.File, path.Join(path.Dir(v.File), "subject.yaml")} {
			if at := changes[file]; at.After(changed) {
				changed = at
			}
		}
	}
	subject.Changed = dashboard.DayOf(changed)
	subject.Errors, subject.Warnings = counted(s.report.Findings, name)
	return subject, nil
}

// fileOf is the file of a subject's newest version.
func fileOf(ctx context.Context, registry *dir.Registry, name string) string {
	newest, err := registry.Get(ctx, evctl.SchemaRef{Subject: name})
	if err != nil {
		return ""
	}
	return newest.File
}

package inventory

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci"
	"github.com/evctl/evctl/ci/baseline"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/dashboard"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/internal/git"
)

// A source is one repository under way.
type source struct {
	Options
	config *config.Config
	files  fs.FS // the work tree
	repo   *git.Repo
	name   string
	commit string // HEAD; empty before the first commit
	report report.Report
	notes  []string
	out    dashboard.Dashboard
}

// repository gathers from the repository that dir lies in.
func repository(ctx context.Context, dir string, o Options) (dashboard.Dashboard, error, error) {
	repo, err := git.Open(ctx, dir, git.Offline)
	if err != nil {
		return unjudged(dir, err), err, nil
	}
	defer repo.Close()
	s := &source{Options: o, repo: repo, name: nameOf(repo.Origin(ctx), repo.Root()), files: os.DirFS(repo.Root())}
	failure := s.judge(ctx, dir)
	if ctx.Err() != nil {
		return s.out, nil, ctx.Err()
	}
	if s.config != nil {
		for _, part := range []func(context.Context) error{s.exceptions, s.history, s.debt, s.subjects, s.consumers, s.services} {
			if err := part(ctx); err != nil {
				s.notes = append(s.notes, err.Error())
			}
		}
	}
	entry := dashboard.Repository{Name: s.name, Commit: s.commit, Families: s.report.Families, Summary: s.report.Summary, Notes: append(s.report.Notes, s.notes...)}
	if failure != nil {
		entry.Unjudged = failure.Error()
	}
	s.out.Repositories = []dashboard.Repository{entry}
	return s.out, failure, ctx.Err()
}

// unjudged is a repository that cannot even be opened.
func unjudged(dir string, err error) dashboard.Dashboard {
	name := dir
	if full, failed := filepath.Abs(dir); failed == nil {
		name = filepath.Base(full)
	}
	return dashboard.Dashboard{Repositories: []dashboard.Repository{{Name: name, Unjudged: err.Error()}}}
}

// judge runs the gate on everything. HEAD counts as published: a dashboard
// shows a state, not a change.
func (s *source) judge(ctx context.Context, dir string) (err error) {
	if s.config, err = config.Load(dir, s.ConfigFile); err != nil {
		return err
	}
	if s.commit, err = s.repo.Head(ctx); err != nil {
		return err
	}
	s.report, err = ci.Run(ctx, ci.Options{Config: s.config, Against: "=HEAD", All: true, Offline: s.Offline, Now: s.Now, Tool: s.Tool})
	return err
}

// nameOf is the name people know a repository by: owner and name from the
// address it was cloned from, else its folder.
func nameOf(origin, root string) string {
	at := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(origin), "/"), ".git")
	if u, err := url.Parse(at); err == nil && u.Host != "" && u.Scheme != "file" {
		at = u.Path
	} else if host, rest, ok := strings.Cut(at, ":"); ok && !strings.Contains(host, "/") && !strings.HasPrefix(rest, "//") {
		at = rest // git@host:owner/name
	} else {
		return filepath.Base(root)
	}
	owner, name := path.Split(strings.Trim(at, "/"))
	return path.Join(path.Base(owner), name)
}

// debt lists what the baseline holds.
func (s *source) debt(context.Context) error {
	name := s.config.BaselineFile()
	text, err := fs.ReadFile(s.files, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	file, err := baseline.Parse(name, text)
	if err != nil {
		return err
	}
	for _, e := range file.Entries {
		s.out.Debt = append(s.out.Debt, dashboard.Debt{Repository: s.name, ID: e.ID, Rule: e.Rule, Subject: e.Subject, Path: e.Path, Owner: e.Owner, Since: dashboard.Day(e.Since)})
	}
	return nil
}

// counted counts the findings of a subject that nothing waives.
func counted(findings []evctl.Finding, subject string) (errs, warnings int) {
	for _, f := range findings {
		switch {
		case f.Subject != subject || f.Waived():
		case f.Severity == evctl.Error:
			errs++
		case f.Severity == evctl.Warning:
			warnings++
		}
	}
	return errs, warnings
}

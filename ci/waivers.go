package ci

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/contracts/exceptions"
	"github.com/evctl/evctl/registry/dir"
	"github.com/evctl/evctl/registry/rules"
)

// waivers are the exceptions of a run, and what they are judged by.
type waivers struct {
	file *exceptions.File // nil if there is none
	run  exceptions.Run
}

// readWaivers reads the exceptions of the change and of the base branch.
func (r *run) readWaivers() error {
	file, err := readExceptions(r.scope.current, r.config.Exceptions.File)
	if err != nil || file == nil {
		return err
	}
	base := r.base
	if base == nil {
		base = config.Default() // under which nobody may approve
	}
	before, err := readExceptions(r.scope.published, base.Exceptions.File)
	if err != nil {
		r.notes = append(r.notes, fmt.Sprintf("the base branch's exceptions do not count: %v", err))
		before = nil
	}
	calendar, err := Calendar(r.config, r.scope.current)
	if err != nil {
		return err
	}
	r.waivers = waivers{file, exceptions.Run{
		Now: r.options.Now, Calendar: calendar, Base: before, Approvers: base.Org.Approvers, SameChange: base.Exceptions.SameChange == "allow",
		All: r.options.All, Complete: r.complete, Used: map[string]bool{},
	}}
	return nil
}

// Calendar reads the organisation's calendar below fsys, the repository's root.
// Without one in the configuration it is Monday to Friday.
func Calendar(cfg *config.Config, fsys fs.FS) (exceptions.Calendar, error) {
	if cfg.Org.Calendar == "" {
		return exceptions.Calendar{}, nil
	}
	text, err := fs.ReadFile(fsys, cfg.Org.Calendar)
	if err != nil {
		return exceptions.Calendar{}, &UsageError{fmt.Errorf("read the calendar: %w", err), "org.calendar names the file"}
	}
	return exceptions.ParseCalendar(cfg.Org.Calendar, text)
}

// readExceptions returns nil if there is no file.
func readExceptions(fsys fs.FS, name string) (*exceptions.File, error) {
	text, err := fs.ReadFile(fsys, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return exceptions.Parse(name, text, resolveRule)
}

// except applies the exceptions to the findings.
func (r *run) except(found []evctl.Finding) []evctl.Finding {
	if r.waivers.file == nil {
		if r.ledger["exception"].State != report.LookedAt { // at settings
			r.ledger.skipped("exception", report.NotConfigured, "")
		}
		return found
	}
	all := r.waivers.file.Apply(found, r.waivers.run)
	if !r.selected.family("exception") {
		return all[:len(found)]
	}
	r.ledger.saw("exception", "exceptions", len(r.waivers.file.List(r.options.Now, r.waivers.run.Calendar)))
	return append(all[:len(found):len(found)], r.severities(r.wanted(all[len(found):]))...)
}

// settings returns a subject's settings without what retires versions by an
// exception that does not count, and says so.
func (r *run) settings(s *sides, j *judged) dir.Settings {
	settings := s.current.Settings(j.subject)
	var kept []dir.Retirement
	for _, entry := range settings.Retired {
		if entry.Exception == "" {
			kept = append(kept, entry)
			continue
		}
		if r.waivers.file != nil && r.waivers.file.Holds(entry.Exception, r.waivers.run) {
			kept = append(kept, entry)
			j.rests = append(j.rests, entry.Exception)
			continue
		}
		f := rules.InvalidSettings.At(s.current.SettingsPosition(j.subject, "retired"),
			"versions %v are retired by %s, which is no approved exception", entry.Versions, entry.Exception)
		f.Subject, f.Path, f.Key = j.subject, "/retired", entry.Exception
		j.findings = append(j.findings, f)
	}
	settings.Retired = kept
	return settings
}

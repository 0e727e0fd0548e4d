package ci

import (
	"context"
	"errors"
	"io/fs"
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/envelope"
)

// events checks the samples of events that the configuration names: all of
// them if a schema changed, else those that changed themselves.
func (r *run) events(ctx context.Context, s *sides, schemasChanged bool) ([]evctl.Finding, error) {
	globs := r.config.Envelope.Events
	if len(globs) == 0 {
		r.ledger.skipped("envelope", report.NotConfigured, "")
		return nil, nil
	}
	files, err := samples(s.files, globs)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		r.ledger.skipped("envelope", report.NotLookedAt, "no file matches envelope.events")
		return nil, nil
	}
	if !s.all && !schemasChanged {
		files = slices.DeleteFunc(files, func(file string) bool { return !r.scope.changed[file] })
	}
	if len(files) == 0 {
		r.ledger.skipped("envelope", report.NotLookedAt, "no sample and no schema changed")
		return nil, nil
	}
	options := eventOptions(r.config, s.current)
	options.Rules = nil // severities are settled for all families at once
	checker := envelope.NewChecker(s.current, options)
	var found collection
	var sum envelope.Summary
	for _, file := range files {
		f, err := s.files.Open(file)
		if err != nil {
			return nil, err
		}
		one, err := checker.ReadStream(ctx, file, f, found.add)
		if err := errors.Join(err, f.Close()); err != nil {
			return nil, err
		}
		sum.Add(one)
	}
	for what, n := range counts(sum) {
		r.ledger.saw("envelope", what, n)
	}
	r.notes = append(r.notes, remarks(sum, found.left)...)
	return found.findings, nil
}

// samples lists the files that the globs match, sorted, each once.
func samples(fsys fs.FS, globs []string) ([]string, error) {
	var files []string
	for _, glob := range globs {
		found, err := doublestar.Glob(fsys, glob, doublestar.WithFilesOnly())
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

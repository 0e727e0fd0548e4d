package ci

import (
	"context"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/registry/dir"
)

// registry asks what a change must not do to published versions, and what is
// wrong with the files of the subjects it touches.
func (r *run) registry(ctx context.Context, s *sides, verdicts []judged) ([]evctl.Finding, error) {
	if !r.selected.family("registry") {
		return nil, nil
	}
	found, err := dir.Compare(ctx, s.base, s.published, s.current, r.inherited, s.subjects...)
	if err != nil {
		return nil, err
	}
	names := s.subjects
	if s.all {
		names = nil // everything, also folders that hold no version
	}
	about, err := s.current.Findings(ctx, names...)
	if err != nil {
		return nil, err
	}
	retired, err := r.retirements(ctx, s)
	if err != nil {
		return nil, err
	}
	r.ledger.saw("registry", "subjects", len(s.looksAt()))
	found = append(append(found, about...), retired...)
	if s.remote == nil {
		return found, nil
	}
	said, err := r.askRemote(ctx, s, verdicts)
	return append(found, said...), err
}

// mode is what a subject is judged by.
func (r *run) mode(s *sides, subject string) evctl.Mode {
	if mode := s.current.Settings(subject).Mode; mode != nil {
		return *mode
	}
	return r.config.Mode(subject)
}

// inherited is the mode and policy of a subject whose settings name none.
func (r *run) inherited(subject string) (evctl.Mode, evctl.Policy) {
	return r.config.Mode(subject), r.config.Semantics.Policy
}

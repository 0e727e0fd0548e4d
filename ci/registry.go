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
	found, err := dir.Compare(ctx, s.base, s.git, s.current, r.inherited, s.subjects...)
	if err != nil {
		return nil, err
	}
	about, err := s.current.Findings(ctx, s.looksAt()...)
	if err != nil {
		return nil, err
	}
	r.ledger.saw("registry", "subjects", len(s.looksAt()))
	return append(found, about...), nil
}

// inherited is the mode and policy of a subject whose settings name none.
func (r *run) inherited(subject string) (evctl.Mode, evctl.Policy) {
	return r.config.Mode(subject), r.config.Semantics.Policy
}

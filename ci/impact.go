package ci

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/config"
	"github.com/evctl/evctl/ci/consumers"
	"github.com/evctl/evctl/compat/impact"
)

// readers reads who consumes what on a side, once.
func (r *run) readers(s *sides) (*consumers.Declared, error) {
	if s.declared == nil {
		declared, err := declaredBy(r.config, s.files)
		if err != nil {
			return nil, err
		}
		s.declared = declared
	}
	return s.declared, nil
}

func declaredBy(cfg *config.Config, files fs.FS) (*consumers.Declared, error) {
	declared, err := consumers.Read(cfg, files, guessesContracts(cfg))
	var missing *consumers.FolderError
	if errors.As(err, &missing) {
		err = &UsageError{err, "check the repositories out first, or take the folder out of consumers"}
	}
	return declared, err
}

// Consumers reads who consumes what, as the contracts of the work tree declare
// it, and those that the configuration lists under consumers.
func Consumers(cfg *config.Config) (*consumers.Declared, error) {
	return declaredBy(cfg, os.DirFS(cfg.Root))
}

// Impact adds to a judgement of one change which declared consumers it hits:
// those of the subject whose version is the old one, or else of the new schema's.
// Without a configuration nobody declares any.
func Impact(ctx context.Context, cfg *config.Config, change evctl.Change, j evctl.Judgement) (evctl.Judgement, error) {
	if cfg == nil || j.Verdict == evctl.Invalid {
		return j, nil
	}
	declared, err := Consumers(cfg)
	if err != nil {
		return j, err
	}
	subject := change.New.Subject
	for _, old := range change.Old {
		if old.Version > 0 {
			subject = old.Subject
		}
	}
	if readers := declared.Readers(subject); readers != nil {
		j.Findings = impact.Judge(ctx, change, j.Findings, readers)
	}
	return j, nil
}

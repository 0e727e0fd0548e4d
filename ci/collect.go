package ci

import (
	"context"
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/report"
	contractrules "github.com/evctl/evctl/contracts/rules/contract"
	registryrules "github.com/evctl/evctl/registry/rules"
)

// collect asks every family that is wanted, on two sides.
func (r *run) collect(ctx context.Context, s *sides) ([]evctl.Finding, error) {
	found := r.loosened(s)
	if !s.all && len(s.subjects) == 0 {
		for _, name := range []string{"parse", "schema", "compat", "registry"} {
			r.ledger.skipped(name, report.NotLookedAt, "no schema changed")
		}
	} else {
		verdicts, err := r.verdicts(ctx, s)
		if err != nil {
			return nil, err
		}
		s.nameSubjects(verdicts)
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
	code, err := r.lintCode(ctx, s)
	if err != nil {
		return nil, err
	}
	found = append(found, code...)
	services, err := r.services(ctx, s)
	return withoutRepeats(append(found, services...)), err
}

// withoutRepeats drops what a contract says of a retired version where the
// subject's own settings are reported for it.
func withoutRepeats(found []evctl.Finding) []evctl.Finding {
	told := map[string]bool{}
	for _, f := range found {
		if f.Rule == registryrules.RetiredVersionRead.ID {
			for _, name := range f.Consumers {
				told[name+" "+f.Subject+"@"+f.Key] = true
			}
		}
	}
	return slices.DeleteFunc(found, func(f evctl.Finding) bool {
		return f.Rule == contractrules.VersionRetired.ID && told[f.Subject+" "+f.Key]
	})
}

// verdicts judges the schemas, unless nobody asks for it.
func (r *run) verdicts(ctx context.Context, s *sides) ([]judged, error) {
	if s.remote == nil && !slices.ContainsFunc([]string{"parse", "schema", "compat"}, r.selected.family) {
		return nil, nil
	}
	return r.judge(ctx, s)
}

// nameSubjects puts the subject before the message of findings in files that
// are not its own: what a shared file breaks looks the same for all who refer
// to it.
func (s *sides) nameSubjects(verdicts []judged) {
	for _, v := range verdicts {
		for i, f := range v.findings {
			if owner, _ := s.current.SubjectOf(f.Position.File); f.Position.File != "" && owner != f.Subject {
				v.findings[i].Message = f.Subject + ": " + f.Message
			}
		}
	}
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
	asked, recalled := 0, 0
	for _, v := range verdicts {
		asked, recalled = asked+v.asked, recalled+v.recalled
	}
	if asked > 0 && recalled == asked && r.selected.family("compat") {
		r.ledger["compat"].State = report.Cached
	}
	for _, v := range verdicts {
		found = append(found, v.findings...)
		for _, id := range v.rests {
			r.waivers.run.Used[id] = true
		}
		changes := map[string]bool{}
		for _, p := range v.passed {
			for _, f := range p.strict {
				if p.fresh {
					changes[f.ID()] = true
				}
			}
		}
		r.strict += len(changes)
	}
	return found
}

// oldFindings returns the fingerprints of what the old side has and the versions
// that each breaks there, for --new.
func (r *run) oldFindings(ctx context.Context, s *sides) (map[string][]int, error) {
	if !r.options.New {
		return nil, nil
	}
	old := *r
	old.base = nil // what the change loosens is new
	old.ledger = newLedger(r.selected)
	found, err := old.collect(ctx, &sides{base: s.git, git: s.git, published: s.git, current: s.git, files: r.scope.published, all: true, old: true})
	broken := map[string][]int{}
	for _, f := range found {
		broken[f.ID()] = append(broken[f.ID()], f.Breaks...)
	}
	return broken, err
}

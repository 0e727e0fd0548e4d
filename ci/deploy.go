package ci

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/ci/consumers"
	"github.com/evctl/evctl/ci/report"
	"github.com/evctl/evctl/compat"
	"github.com/evctl/evctl/compat/impact"
	"github.com/evctl/evctl/contracts"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/registry"
	"github.com/evctl/evctl/registry/dir"
)

// deployFamilies are the families that have a say in whether a service can be
// deployed.
var deployFamilies = []string{"parse", "compat", "registry", "contract"}

// CanDeploy answers whether one service of the repository can be deployed: what
// it publishes against every published version, and what it consumes against
// what is published now. The report's Answer is yes or no, and its findings are
// the reasons. Of the options, those that choose what to look at have no effect.
func CanDeploy(ctx context.Context, o Options, service string) (report.Report, error) {
	o.All, o.New, o.WriteBaseline, o.Only, o.Skip = true, false, false, deployFamilies, nil
	r, err := begin(ctx, o)
	if err != nil {
		return report.Report{}, err
	}
	defer r.scope.repo.Close()
	out, err := r.deploy(ctx, service)
	return out, reached(err)
}

func (r *run) deploy(ctx context.Context, name string) (report.Report, error) {
	s, err := r.openSides(ctx)
	if err != nil {
		return report.Report{}, err
	}
	now, err := r.publishedNow(ctx, s)
	if err != nil {
		return report.Report{}, err
	}
	found, err := r.promises(ctx, s, registry.Join(s.current, now), name)
	if err != nil {
		return report.Report{}, err
	}
	declared, err := r.readers(ctx, s)
	if err != nil {
		return report.Report{}, err
	}
	if contract := declared.Contract(name); contract != nil {
		if len(contract.Spec.Publishes)+len(contract.Spec.Consumes) == 0 {
			return report.Report{}, &UsageError{fmt.Errorf("%s: service %s publishes and consumes nothing", contract.File, name), "say under publishes and consumes what it does"}
		}
		s.chosen = publishedBy(contract)
		s.subjects = s.chosen
		published, err := r.published(ctx, s)
		if err != nil {
			return report.Report{}, err
		}
		consumed, err := r.consumes(ctx, s, now, consumers.Of(contract))
		if err != nil {
			return report.Report{}, err
		}
		found = slices.Concat(found, published, consumed)
	}
	if found, err = r.settle(found); err != nil {
		return report.Report{}, err
	}
	families := slices.DeleteFunc(r.ledger.list(), func(f report.Family) bool { return !slices.Contains(deployFamilies, f.Name) })
	out := report.New(r.options.Tool, r.against(s), families, found)
	out.Notes, out.Summary.Strict = r.notes, r.strict
	out.Question, out.Answer = "can "+name+" be deployed?", "yes"
	if ExitCode(out, nil, r.config.FailOn) != ExitClean {
		out.Answer = "no"
	}
	return out, nil
}

// publishedNow is what is published already: on the base branch itself that is
// its last commit, where a check compares with the one before.
func (r *run) publishedNow(ctx context.Context, s *sides) (evctl.Source, error) {
	if r.options.Against != "" {
		return s.published, nil
	}
	base, err := r.scope.repo.BaseRef(ctx)
	if err != nil || !base.OnIt {
		return s.published, nil // a repository without commits publishes nothing
	}
	head, err := r.scope.repo.Head(ctx)
	if err != nil {
		return nil, err
	}
	git, err := dir.Published(ctx, r.scope.repo, head, layoutOf(r.config))
	if err != nil || s.remote == nil {
		return git, err
	}
	return registry.Join(git, s.remote), nil
}

// promises asks what is wrong with the contract itself.
func (r *run) promises(ctx context.Context, s *sides, source evctl.Source, name string) ([]evctl.Finding, error) {
	o, err := serviceOptions(r.config, s.files, r.options.Now)
	if err != nil {
		return nil, err
	}
	o.Services, o.Source, o.Whole, o.Field = []string{name}, source, true, fields(r.config.Semantics.Evctl())
	o.Mode = func(subject string) evctl.Mode { return r.mode(s, subject) }
	result, err := contracts.Check(ctx, s.files, o)
	if errors.Is(err, contracts.ErrUnknownService) {
		return nil, &UsageError{err, "evctl rfc lists the services of this repository"}
	}
	r.ledger.saw("contract", "contracts", len(result.Services)+len(result.Invalid))
	return slices.DeleteFunc(result.Findings(), func(f evctl.Finding) bool { return !strings.HasPrefix(f.Rule, "contract/") }), err
}

// published judges what the service publishes, as a check of everything would.
func (r *run) published(ctx context.Context, s *sides) ([]evctl.Finding, error) {
	if len(s.chosen) == 0 {
		return nil, nil
	}
	verdicts, err := r.verdicts(ctx, s)
	if err != nil {
		return nil, err
	}
	s.nameSubjects(verdicts)
	found := r.tally(verdicts)
	about, err := r.registry(ctx, s, verdicts)
	return append(found, slices.DeleteFunc(about, func(f evctl.Finding) bool { return !slices.Contains(s.chosen, f.Subject) })...), err
}

// publishedBy lists the event types that a contract publishes.
func publishedBy(c *service.Contract) []string {
	names := []string{}
	for _, p := range c.Spec.Publishes {
		names = append(names, p.Events...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// consumes judges whether the service reads what is published.
func (r *run) consumes(ctx context.Context, s *sides, now evctl.Source, list []consumers.Consumer) ([]evctl.Finding, error) {
	var found []evctl.Finding
	decider := compat.New()
	for _, c := range list {
		published, err := now.Versions(ctx, c.Subject)
		if err != nil {
			return nil, err
		}
		known, err := registry.Join(s.current, now).Versions(ctx, c.Subject)
		if err != nil {
			return nil, err
		}
		for _, change := range readings(known, published, c) {
			change.Semantics = r.config.Semantics.Evctl()
			if policy := s.current.Settings(c.Subject).Policy; policy != "" {
				change.Semantics.Policy = policy
			}
			answer, err := decider.Decide(ctx, change)
			if err != nil {
				return nil, err
			}
			r.ledger.saw("compat", "versions", len(change.Old))
			for _, f := range impact.Judge(ctx, change, answer.Findings, consumers.Readers([]consumers.Consumer{c})) {
				if len(f.Consumers) > 0 || strings.HasPrefix(f.Rule, "parse/") {
					found = append(found, f)
				}
			}
		}
	}
	return once(found), nil
}

// readings are the questions whether a consumer reads the published versions
// that it does not list: newer ones with the nearest older that it lists, and
// those older than all with its oldest. Lists ascend.
func readings(known, published []*evctl.Schema, c consumers.Consumer) []evctl.Change {
	listed := slices.DeleteFunc(slices.Clone(known), func(v *evctl.Schema) bool { return !slices.Contains(c.Versions, v.Version) })
	if len(listed) == 0 {
		return nil // which is a finding about the contract
	}
	var changes []evctl.Change
	past := evctl.Change{New: listed[0], Mode: evctl.Mode{Backward: true, All: true}}
	for _, v := range published {
		switch reader := before(listed, v.Version); {
		case v.Retired || slices.Contains(c.Versions, v.Version):
		case reader == nil:
			past.Old = append(past.Old, v)
		default:
			changes = append(changes, evctl.Change{Old: []*evctl.Schema{reader}, New: v, Mode: evctl.Mode{Forward: true}})
		}
	}
	if len(past.Old) > 0 {
		changes = append(changes, past)
	}
	return changes
}

// before returns the last version below a number, or nil.
func before(versions []*evctl.Schema, number int) *evctl.Schema {
	var last *evctl.Schema
	for _, v := range versions {
		if v.Version < number {
			last = v
		}
	}
	return last
}

// once drops findings that several versions yield alike.
func once(found []evctl.Finding) []evctl.Finding {
	type fact struct {
		id        string
		direction evctl.Direction
		at        evctl.Position
	}
	seen := map[fact]bool{}
	return slices.DeleteFunc(found, func(f evctl.Finding) bool {
		key := fact{f.ID(), f.Direction, f.Position}
		known := seen[key]
		seen[key] = true
		return known
	})
}

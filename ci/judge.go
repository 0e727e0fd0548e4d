package ci

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/compat"
	"github.com/evctl/evctl/compat/impact"
	"github.com/evctl/evctl/registry"
	"github.com/evctl/evctl/registry/dir"
)

// judged is what became of one subject.
type judged struct {
	subject  string
	findings []evctl.Finding
	passed   []passed          // new versions without an error
	rests    []string          // exceptions that retired versions rest on
	readers  []impact.Consumer // nil if no contract declares any
	events   bool              // witnesses are shown as whole events
	schemas  int               // versions judged
	versions int               // versions they were compared with
	asked    int               // questions put to the decider
	recalled int               // those that an earlier run has answered
}

// passed is a version that passes, and what a reader that rejects unknown
// fields would say of it, if that was asked.
type passed struct {
	schema *evctl.Schema
	fresh  bool // the change brings it; else it is published already
	strict []evctl.Finding
}

// needs is what a decision about one version must tell beyond the verdict.
type needs struct {
	fresh  bool // it is new: count what breaks readers that reject unknown fields
	closed bool // such readers are there: what breaks them is an error
	remote bool // a registry may refuse it for their sake, and wants an explanation
}

// judge compares the new versions of every subject with the published ones, in
// parallel, and returns what became of each subject, by name.
func (r *run) judge(ctx context.Context, s *sides) ([]judged, error) {
	declared, err := r.readers(ctx, s)
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	var out []judged
	decider := compat.New().Remember(r.options.Cache, r.options.Build)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(runtime.GOMAXPROCS(0), parallelRequests)) // some wait for the remote registry
	for _, subject := range s.looksAt() {
		group.Go(func() error {
			j := judged{subject: subject, readers: declared.Readers(subject), events: r.options.WholeEvents}
			err := r.judgeSubject(ctx, decider, s, &j)
			mu.Lock()
			defer mu.Unlock()
			out = append(out, j)
			return err
		})
	}
	err = group.Wait()
	slices.SortFunc(out, func(a, b judged) int { return strings.Compare(a.subject, b.subject) })
	return out, err
}

func (r *run) judgeSubject(ctx context.Context, decider evctl.Decider, s *sides, j *judged) error {
	subject := j.subject
	old, err := s.published.Versions(ctx, subject)
	if err != nil {
		return err
	}
	now, err := s.current.Versions(ctx, subject)
	if err != nil {
		return err
	}
	settings := r.settings(s, j)
	old = retire(old, settings)
	candidates := unpublished(old, now)
	asked := needs{fresh: len(candidates) > 0, closed: settings.Closed, remote: s.remote != nil}
	if !asked.fresh && s.all {
		candidates, old = newest(old, now)
	}
	change := evctl.Change{Old: old, Mode: r.mode(s, subject), Semantics: r.config.Semantics.Evctl()}
	if settings.Policy != "" {
		change.Semantics.Policy = settings.Policy
	}
	for _, candidate := range candidates {
		change.New = candidate
		if err := j.decide(ctx, decider, change, asked); err != nil {
			return err
		}
		change.Old = append(slices.Clone(change.Old), candidate)
	}
	return nil
}

// decide asks for one version, and under the lenient policy, if somebody needs
// it, also what a reader that rejects unknown fields would say. That costs as
// much again.
func (j *judged) decide(ctx context.Context, decider evctl.Decider, change evctl.Change, asked needs) error {
	answer, err := decider.Decide(ctx, change)
	if err != nil {
		return err
	}
	j.note(answer)
	if j.events {
		Enclose(answer.Findings, change.Old, change.New)
	}
	j.schemas++
	for _, old := range change.Old {
		if !old.Retired && len(change.Mode.Directions()) > 0 {
			j.versions++
		}
	}
	var strict []evctl.Finding
	if asked != (needs{}) && answer.Verdict == evctl.Compatible && change.New.Format == evctl.JSON && change.Semantics.Policy != evctl.Strict {
		if strict, err = j.closedReaders(ctx, decider, change, answer.Findings); err != nil {
			return err
		}
	}
	if asked.closed {
		answer.Findings, strict = append(answer.Findings, strict...), nil
	}
	if j.readers != nil {
		answer.Findings = impact.Judge(ctx, change, answer.Findings, j.readers)
	}
	j.findings = append(j.findings, answer.Findings...)
	if !fails(answer.Findings) {
		j.passed = append(j.passed, passed{change.New, asked.fresh, strict})
	}
	return nil
}

func (j *judged) note(answer evctl.Judgement) {
	j.asked++
	if answer.Cached {
		j.recalled++
	}
}

// closedReaders returns what the strict policy adds to the findings known.
func (j *judged) closedReaders(ctx context.Context, decider evctl.Decider, change evctl.Change, known []evctl.Finding) ([]evctl.Finding, error) {
	change.Semantics.Policy = evctl.Strict
	answer, err := decider.Decide(ctx, change)
	j.note(answer)
	return slices.DeleteFunc(answer.Findings, func(f evctl.Finding) bool {
		return f.Severity < evctl.Error || f.Direction == "" ||
			slices.ContainsFunc(known, func(k evctl.Finding) bool { return k.ID() == f.ID() && k.Direction == f.Direction })
	}), err
}

// retire marks the versions that the subject's settings take out of comparisons,
// and no others.
func retire(versions []*evctl.Schema, settings dir.Settings) []*evctl.Schema {
	out := slices.Clone(versions)
	for i, v := range out {
		if retired := settings.IsRetired(v.Version); retired != v.Retired {
			marked := *v
			marked.Retired = retired
			out[i] = &marked
		}
	}
	return out
}

func fails(findings []evctl.Finding) bool {
	return slices.ContainsFunc(findings, func(f evctl.Finding) bool { return f.Severity == evctl.Error })
}

// unpublished returns the versions that the published ones do not hold in this
// form: new ones, and published ones that were edited.
func unpublished(old, now []*evctl.Schema) []*evctl.Schema {
	return slices.DeleteFunc(slices.Clone(now), func(s *evctl.Schema) bool {
		return s.Retired || slices.ContainsFunc(old, func(o *evctl.Schema) bool { return o.Version == s.Version && sameThroughRefs(o, s) })
	})
}

// newest returns the newest version that is not retired, and what came before.
func newest(old, now []*evctl.Schema) (candidate, before []*evctl.Schema) {
	for _, s := range slices.Backward(now) {
		if !s.Retired {
			before = slices.DeleteFunc(slices.Clone(old), func(o *evctl.Schema) bool { return o.Version >= s.Version })
			return []*evctl.Schema{s}, before
		}
	}
	return nil, old
}

// sameThroughRefs reports whether two versions say the same, and what they
// refer to as well.
func sameThroughRefs(a, b *evctl.Schema) bool {
	if !registry.Same(a, b) || a.Message != b.Message || len(a.Refs) != len(b.Refs) {
		return false
	}
	for name, ref := range a.Refs {
		if other := b.Refs[name]; other == nil || !registry.Same(ref, other) {
			return false
		}
	}
	return true
}

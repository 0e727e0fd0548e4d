package rules

import (
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/effects"
	"github.com/evctl/evctl/lint/link"
)

// CommitBeforeEffect is a message that is acknowledged before it is dealt with.
var CommitBeforeEffect = evctl.Rule{
	ID:       "lint/commit-before-effect",
	Severity: evctl.Error,
	Doc: `A consumer acknowledges a message, or commits its offset, before it has done what the message asks for.

If the process stops in between, or what follows fails, nobody delivers the message again: it is lost, and no log says so. Some clients commit by
themselves as soon as they hand out a message (kafka-go's ` + "`ReadMessage`" + ` in a consumer group does).

Do the work first and acknowledge behind it, so that a failure leads to a second delivery; and make the work such that a second delivery does
no harm.`,
}

func checkCommitBeforeEffect(p *link.Program, report func(evctl.Finding, link.Confidence)) {
	for _, f := range p.Funcs {
		if ack, effect := ackFirst(f); ack != nil {
			finding := f.About(CommitBeforeEffect.At(ack.Site.Pos, "%s acknowledges the message (%s) before it deals with it (%s)",
				f.Name, ack.Path(), effect.Path()), ack, effect)
			finding.Path = ack.Sink
			finding.Remedy = "acknowledge behind the work"
			report(finding, min(ack.Confidence, effect.Confidence))
		}
	}
}

// ackFirst returns an acknowledgement and an effect that follows it. What
// follows may also be a read, if nothing was done before: it is the first step
// of dealing with the message, and may fail.
func ackFirst(f *link.Func) (ack, effect *link.Effect) {
	for _, s := range f.Sites {
		acks := slices.IndexFunc(s.Effects, func(e *link.Effect) bool { return e.Kind == catalog.Ack && e.Arg < 0 && e.How == effects.Now })
		if acks < 0 || lastingEffect(s) != nil || endsTurn(f.Body, s.Index) {
			continue
		}
		ack := s.Effects[acks]
		idle := !slices.ContainsFunc(f.Sites[:s.Index], func(before *link.Site) bool { return lastingEffect(before) != nil || has(before, catalog.Read) })
		for _, later := range f.Sites[s.Index+1:] {
			e := lastingEffect(later)
			if e == nil && idle && ack.Next == nil {
				e = readEffect(later)
			}
			if e != nil && link.Together(ack, e) && later.Turn.Has(s.Index) {
				return ack, e
			}
		}
	}
	return nil, nil
}

// endsTurn reports whether a site stands on a way that ends in the next turn of
// a loop: what comes behind the loop is about other messages.
func endsTurn(steps []effects.Step, site int) bool {
	ends := len(steps) > 0 && steps[len(steps)-1].Op == effects.Leave
	return slices.ContainsFunc(steps, func(step effects.Step) bool {
		return ends && step.Op == effects.Do && step.Site == site || endsTurn(step.Steps, site) ||
			slices.ContainsFunc(step.Arms, func(arm effects.Arm) bool { return endsTurn(arm.Steps, site) })
	})
}

func readEffect(s *link.Site) *link.Effect {
	if i := slices.IndexFunc(s.Effects, func(e *link.Effect) bool { return e.Kind == catalog.Read }); i >= 0 {
		return s.Effects[i]
	}
	return nil
}

// lastingEffect returns what a site changes for good, here or elsewhere.
func lastingEffect(s *link.Site) *link.Effect {
	for _, e := range s.Effects {
		if e.IsWrite() || e.Kind == catalog.Outbox || e.Kind == catalog.Publish || e.Kind == catalog.Mutate {
			return e
		}
	}
	return nil
}

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

The same holds where the work is handed to a goroutine or a channel and nobody waits for it: handed on is not done.

Do the work first and acknowledge behind it, so that a failure leads to a second delivery; and make the work such that a second delivery does
no harm.`,
}

func checkCommitBeforeEffect(p *link.Program, report func(evctl.Finding, link.Confidence)) {
	for _, f := range p.Funcs {
		ack, effect := ackFirst(f)
		how := "before it deals with it"
		if ack == nil {
			ack, effect = ackMeanwhile(f)
			how = "while what deals with it may still run"
		}
		if ack == nil {
			continue
		}
		finding := f.About(CommitBeforeEffect.At(ack.Site.Pos, "%s acknowledges the message (%s) %s (%s)", f.Name, ack.Path(), how, effect.Path()), ack, effect)
		finding.Path = ack.Sink
		finding.Remedy = "acknowledge behind the work"
		report(finding, min(ack.Confidence, effect.Confidence))
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

// ackMeanwhile returns an acknowledgement, and what was begun before it and not
// waited for: a goroutine that has an effect, or the message sent on a channel.
func ackMeanwhile(f *link.Func) (ack, effect *link.Effect) {
	for _, s := range f.Sites {
		acks := slices.IndexFunc(s.Effects, func(e *link.Effect) bool { return e.Kind == catalog.Ack && e.Arg < 0 && e.How == effects.Now })
		if acks < 0 || lastingEffect(s) != nil || slices.ContainsFunc(f.Sites[:s.Index], worksNow) {
			continue
		}
		for _, begun := range f.Sites[:s.Index] {
			if e := begins(f, begun); e != nil && s.Turn.Has(begun.Index) && link.Together(s.Effects[acks], e) && !awaited(f, begun, s) {
				return s.Effects[acks], e
			}
		}
	}
	return nil, nil
}

func worksNow(s *link.Site) bool { return s.How == effects.Now && lastingEffect(s) != nil }

// begins returns what a site leaves to a goroutine to do.
func begins(f *link.Func, s *link.Site) *link.Effect {
	if s.How == effects.Go {
		return lastingEffect(s)
	}
	if i := slices.IndexFunc(s.Effects, func(e *link.Effect) bool { return e.Kind == catalog.HandOff && e.How == effects.Now }); i >= 0 {
		e := s.Effects[i]
		if isMessage(e.At().In, e.At().Roles[catalog.Value], 0) {
			return e
		}
	}
	return nil
}

// isMessage reports whether a value was fetched, or is what a function is given
// that a library calls with each message, or a literal in one that fetches.
func isMessage(f *link.Func, v effects.Value, depth int) bool {
	switch {
	case depth > 4:
		return false
	case v.Kind == effects.Param:
		return f.Consumer || f.Outer != ""
	case v.Base != nil: // a field of it
		return isMessage(f, *v.Base, depth+1)
	case v.Kind == effects.Result && v.Of == "" && v.Index < len(f.Sites):
		s := f.Sites[v.Index]
		return s.Site.Has(catalog.Fetch) || isMessage(f, s.Recv, depth+1)
	}
	return slices.ContainsFunc(v.Parts, func(part effects.Value) bool { return isMessage(f, part, depth+1) })
}

// awaited reports whether a function waits between two sites.
func awaited(f *link.Func, from, to *link.Site) bool {
	return slices.ContainsFunc(f.Sites[from.Index+1:to.Index], func(s *link.Site) bool {
		return to.Before.Has(s.Index) && slices.ContainsFunc(s.Effects, func(e *link.Effect) bool { return e.Kind == catalog.Await && e.How == effects.Now })
	})
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

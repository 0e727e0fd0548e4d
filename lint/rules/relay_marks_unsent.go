package rules

import (
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/sqltext"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/effects"
	"github.com/evctl/evctl/lint/link"
)

// RelayMarksUnsent is a relay that counts an event as sent before it is.
var RelayMarksUnsent = evctl.Rule{
	ID:       "lint/relay-marks-unsent",
	Severity: evctl.Error,
	Doc: `A relay marks a row of the outbox as sent, or deletes it, although the broker has not taken the event.

That is so where the mark comes first and the process stops before the publish; where the error of the publish is logged and the mark follows all the
same; and where the publish runs in a goroutine that nobody waits for. Nothing sends the event again: the outbox has lost it, which is the one thing
that it is for.

Publish, wait until the broker confirms, and mark the row only then. An event that is sent twice because the mark failed does no harm to consumers
that recognise events by their id.`,
}

func checkRelayMarksUnsent(p *link.Program, report func(evctl.Finding, link.Confidence)) {
	for _, f := range p.Funcs {
		if f.Library {
			continue
		}
		mark, publish, why := marksUnsent(f)
		if mark == nil {
			continue
		}
		finding := f.About(RelayMarksUnsent.At(mark.Site.Pos, "%s marks an event as sent (%s) %s (%s)", f.Name, mark.Path(), why, publish.Path()), publish, mark)
		finding.Path = mark.Sink
		finding.Remedy = "mark the row once the broker has confirmed the event"
		report(finding, min(mark.Confidence, publish.Confidence))
	}
}

// marksUnsent returns a mark, the publish that it tells of, and why the mark
// may be wrong.
func marksUnsent(f *link.Func) (mark, publish *link.Effect, why string) {
	var marks, publishes []*link.Effect
	for _, s := range f.Sites {
		for _, e := range s.Effects {
			switch {
			case e.Kind == catalog.Publish:
				publishes = append(publishes, e)
			case marksSent(f, e):
				marks = append(marks, e)
			}
		}
	}
	for _, publish := range publishes {
		for _, mark := range marks {
			if !link.Together(mark, publish) {
				continue
			}
			if why := tooEarly(mark, publish, marks); why != "" {
				return mark, publish, why
			}
		}
	}
	return nil, nil, ""
}

// marksSent reports whether an effect says of rows of an outbox that they are
// done with, or deletes them: of an outbox that is called so, or of the table whose rows the function reads first.
func marksSent(f *link.Func, e *link.Effect) bool {
	if e.Verb == sqltext.Insert || !saysSent(e) {
		return false
	}
	return e.Kind == catalog.Outbox || e.IsWrite() && e.Table != "" && e.Verb != sqltext.Unknown &&
		slices.ContainsFunc(f.Sites[:e.Site.Index], func(s *link.Site) bool {
			return slices.ContainsFunc(s.Effects, func(r *link.Effect) bool { return r.Kind == catalog.Read && r.Table == e.Table })
		})
}

// saysSent reports whether a change says that an event is done with: by its
// statement, or by the name of what makes it.
func saysSent(e *link.Effect) bool {
	if e.Verb == sqltext.Delete {
		return true
	}
	said := e.At().Roles[catalog.SQL].Text
	for _, f := range e.Through() {
		said += " " + f.Name[strings.LastIndexByte(f.Name, '.')+1:]
	}
	said = strings.ToLower(said)
	for _, word := range [...]string{"fail", "retry", "retries", "attempt", "claim", "lock", "reserve"} {
		if strings.Contains(said, word) {
			return false
		}
	}
	for _, word := range [...]string{"sent", "published", "processed", "delivered", "dispatched", "completed", "done", "acked"} {
		if strings.Contains(said, word) {
			return true
		}
	}
	return false
}

// tooEarly says why a mark may be made of an event that was not published, or "".
func tooEarly(mark, publish *link.Effect, marks []*link.Effect) string {
	m, s := mark.Site, publish.Site
	before := s.Before.Has(m.Index) && m.Index < s.Index
	switch {
	case before && !inTx(m) && !slices.ContainsFunc(marks, func(e *link.Effect) bool { return e.Site.Index > s.Index }):
		return "before it publishes it"
	case before || m.Index == s.Index || m.How == effects.Go:
		return ""
	case s.How == effects.Go:
		return "without waiting for the publish"
	case s.Dropped:
		return "whether or not it was published"
	case marksAfterFailure(s.In.Body, s.Index, m.Index):
		return "also when the publish failed"
	}
	return ""
}

// marksAfterFailure reports whether a mark is made in a turn in which the
// publish failed: nothing leaves, and nothing goes around the mark, where it did.
func marksAfterFailure(steps []effects.Step, publish, mark int) bool {
	t := turn{publish: publish, mark: mark}
	t.run(steps, false)
	return t.wrong
}

// A turn follows one publish through a function.
type turn struct {
	publish, mark int
	wrong         bool // the mark is made where the publish may have failed
}

// run follows steps. It returns whether the publish may have failed behind them,
// and whether nothing goes on there.
func (t *turn) run(steps []effects.Step, failed bool) (after, ended bool) {
	for _, step := range steps {
		switch step.Op {
		case effects.Do:
			t.wrong = t.wrong || failed && step.Site == t.mark
			failed = failed || step.Site == t.publish
		case effects.Branch:
			if failed, ended = t.branch(step.Arms, failed); ended {
				return failed, true
			}
		case effects.Scope:
			failed, _ = t.run(step.Steps, failed)
		case effects.Loop: // what is marked behind it may be a list of what was sent
			t.run(step.Steps, failed)
		case effects.Exit, effects.Leave:
			return failed, true
		}
	}
	return failed, false
}

func (t *turn) branch(arms []effects.Arm, failed bool) (after, ended bool) {
	tells := slices.ContainsFunc(arms, func(a effects.Arm) bool { return a.Error && slices.Contains(a.Failed, t.publish) })
	ended = true
	for _, arm := range arms {
		out, left := t.run(arm.Steps, failed && (arm.Error || !tells))
		if !left {
			after, ended = after || out, false
		}
	}
	return after, ended
}

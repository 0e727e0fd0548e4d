package rules

import (
	"net/http"
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/effects"
	"github.com/evctl/evctl/lint/link"
)

// RetryWithoutKey is a retry around what does harm when it is done again.
var RetryWithoutKey = evctl.Rule{
	ID:       "lint/retry-without-key",
	Severity: evctl.Warning,
	Doc: `Something is retried that a second attempt does twice: a request that carries no idempotency key, or a row that is added before a
step that may fail.

An attempt that failed may have been carried out: the answer was lost, or the time was up. The next attempt then charges a second time. And where
a unit adds a row and then publishes, a publish that fails has the next attempt add the row again, or fail on it for good.

Retry the step that failed and not all that led to it; give requests an idempotency key that stays the same on each attempt; write so that a second
write does no harm (` + "`ON CONFLICT DO NOTHING`" + `), or in one transaction with what may fail.

Retries of net/http's own count too, with low confidence: a request with the header ` + "`Idempotency-Key`" + ` and a body that can be had again is
sent a second time when a connection breaks that was used before. Where only one layer may retry, set ` + "`req.GetBody = nil`" + `.`,
}

func checkRetryWithoutKey(p *link.Program, report func(evctl.Finding, link.Confidence)) {
	once := slices.ContainsFunc(p.Funcs, keepsNoConnection)
	for _, f := range p.Funcs {
		if f.Library {
			continue
		}
		for _, s := range f.Sites {
			e, then := doneTwice(p, s)
			if e == nil {
				continue
			}
			finding := f.About(RetryWithoutKey.At(s.Pos, "%s retries what changes something in another system (%s) and sends no idempotency key", f.Name, e.Path()), e)
			if then != nil {
				finding = f.About(RetryWithoutKey.At(s.Pos, "%s retries as one what adds to %s (%s) and what may fail behind it (%s)", f.Name, e.Object(), e.Path(), then.Path()), e, then)
			}
			finding.Path = e.Sink
			finding.Remedy = "send the same idempotency key on each attempt, or retry only the step that failed"
			report(finding, e.Confidence)
		}
		if sent := sentTwice(p, f); sent != nil && !once {
			finding := f.About(RetryWithoutKey.At(sent.Site.Pos, "%s sends a request with an idempotency key (%s), which net/http sends again by itself when a connection breaks", f.Name, sent.Path()), sent)
			finding.Path = sent.Sink
			finding.Remedy = "set req.GetBody = nil where only one layer may retry"
			report(finding, link.Low)
		}
	}
}

// doneTwice returns what a site runs again and must not: a request, or a row
// that is added before what may fail, which is then returned as well.
func doneTwice(p *link.Program, s *link.Site) (e, then *link.Effect) {
	for _, e := range s.Effects {
		if !repeats(s, e) || remembers(p, s, e) {
			continue
		}
		if changesUnkeyed(p, s, e) {
			return e, nil
		}
		if then := cutOff(e); then != nil {
			return e, then
		}
	}
	return nil, nil
}

// repeats reports whether it is the site that has an effect run again: it hands
// a function to one that retries, stands in a loop that ends on success, or
// calls a client that retries.
func repeats(s *link.Site, e *link.Effect) bool {
	if e.Arg >= 0 {
		return !e.Next.Retried && slices.ContainsFunc(s.Targets, func(t link.Target) bool { return t.Retry && t.Arg == e.Arg })
	}
	return e.Next == nil && s.Notes["retry"] == "true" || s.InLoop && untilSuccess(s.In.Body, s.Index, false)
}

// untilSuccess reports whether a site stands in a loop that its success ends
// and its failure does not.
func untilSuccess(steps []effects.Step, site int, inLoop bool) bool {
	for _, step := range steps {
		if inLoop && step.Op == effects.Branch && endsOnSuccess(step.Arms, site) {
			return true
		}
		if untilSuccess(step.Steps, site, inLoop || step.Op == effects.Loop) {
			return true
		}
		for _, arm := range step.Arms {
			if untilSuccess(arm.Steps, site, inLoop) {
				return true
			}
		}
	}
	return false
}

func endsOnSuccess(arms []effects.Arm, site int) bool {
	leaves, stays := false, false
	for _, arm := range arms {
		exits := len(arm.Steps) > 0 && arm.Steps[len(arm.Steps)-1].Op == effects.Exit
		leaves = leaves || !arm.Error && exits
		stays = stays || arm.Error && !exits && slices.Contains(arm.Failed, site)
	}
	return leaves && stays
}

// remembers reports whether what is retried carries a key, or looks at what an
// attempt before it has done.
func remembers(p *link.Program, s *link.Site, e *link.Effect) bool {
	return slices.ContainsFunc(append(e.Through(), s.In), func(f *link.Func) bool {
		return setsKey(p, f) || p.CarriesKey(f) || f != s.In && guarded(f)
	})
}

// changesUnkeyed reports whether a retried effect is a request that changes
// something in another system, made or only sent by what is retried.
func changesUnkeyed(p *link.Program, s *link.Site, e *link.Effect) bool {
	switch e.Kind {
	case catalog.Request:
		return changes(p, e) && has(s, catalog.Send)
	case catalog.Send:
		req := p.Role(e, catalog.Req)
		if req.Kind != effects.Result || req.Of != "" || req.Index >= len(s.In.Sites) {
			return false
		}
		return slices.ContainsFunc(s.In.Sites[req.Index].Effects, func(made *link.Effect) bool { return made.Kind == catalog.Request && changes(p, made) })
	case catalog.Mutate:
		return changesAsVendor(p, e)
	case catalog.RPC:
		return movesMoney(procedure(p, e))
	}
	return false
}

// cutOff returns what may fail after an effect that adds to the database for
// good, in the function where both come together.
func cutOff(e *link.Effect) *link.Effect {
	if !adds(e) || !e.IsWrite() || e.Ignore {
		return nil
	}
	for e = e.Next; e != nil; e = e.Next {
		if inTx(e.Site) {
			return nil
		}
		for _, later := range e.Site.In.Sites[e.Site.Index+1:] {
			for _, then := range later.Effects {
				if (then.IsWrite() || then.Kind == catalog.Publish || then.Kind == catalog.Mutate) && link.Together(e, then) && later.Before.Has(e.Site.Index) {
					return then
				}
			}
		}
	}
	return nil
}

// sentTwice returns what a function sends with a key, in a way that net/http
// repeats when a connection breaks: by Request.GetBody, and for these headers.
func sentTwice(p *link.Program, f *link.Func) *link.Effect {
	keyed := slices.ContainsFunc(f.Sites, func(s *link.Site) bool {
		header := http.CanonicalHeaderKey(s.Roles[catalog.Key].Text)
		return s.Site.Has(catalog.SetKey) && (header == "Idempotency-Key" || header == "X-Idempotency-Key")
	})
	if !keyed || f.Has(catalog.SendOnce) {
		return nil
	}
	for _, s := range f.Sites {
		if s.Func != "net/http.NewRequest" && s.Func != "net/http.NewRequestWithContext" {
			continue
		}
		for _, made := range s.Effects {
			if made.Kind == catalog.Request && changes(p, made) {
				return sendOf(f, made)
			}
		}
	}
	return nil
}

// keepsNoConnection reports whether a function sets up a transport that uses no
// connection twice.
func keepsNoConnection(f *link.Func) bool {
	return slices.ContainsFunc(f.Sites, func(s *link.Site) bool {
		return s.Site.Has(catalog.SendOnce) && s.Roles[catalog.Key].Text == "DisableKeepAlives"
	})
}

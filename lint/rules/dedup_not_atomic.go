package rules

import (
	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/effects"
	"github.com/evctl/evctl/lint/link"
)

// DedupNotAtomic is a mark that a message was handled, beside the work and not
// with it.
var DedupNotAtomic = evctl.Rule{
	ID:       "lint/dedup-not-atomic",
	Severity: evctl.Error,
	Doc: `A consumer looks whether it has handled a message, does the work, and marks the message as handled in a step of its own.

A crash between the work and the mark does the work again on the next delivery. Two deliveries at one time both find no mark, and both do it.

Insert the message's id into an inbox table in the transaction that does the work; a unique constraint then refuses the second.`,
}

func checkDedupNotAtomic(p *link.Program, report func(evctl.Finding, link.Confidence)) {
	for _, f := range p.Funcs {
		if !consumes(f) {
			continue
		}
		if look, work, mark := lookWorkMark(f); mark != nil {
			finding := f.About(DedupNotAtomic.At(mark.Site.Pos, "%s looks for the message (%s), does the work (%s), and marks it in a step of its own (%s)",
				f.Name, look.Path(), work.Path(), mark.Path()), look, work, mark)
			finding.Path = mark.Sink
			finding.Remedy = "insert the message's id into an inbox table, in the transaction that does the work"
			report(finding, min(look.Confidence, work.Confidence, mark.Confidence))
		}
	}
}

// lookWorkMark returns a look into a cache, a write behind it, and a write to a
// cache behind that. The work may stand where the look failed: for many clients
// a key that is not there is an error.
func lookWorkMark(f *link.Func) (look, work, mark *link.Effect) {
	for _, s := range f.Sites {
		for _, e := range s.Effects {
			switch {
			case e.Kind == catalog.CacheRead && look == nil:
				look = e
			case look != nil && work == nil && e.IsWrite() && s.Index > look.Site.Index:
				work = e
			case work != nil && e.Kind == catalog.CacheWrite && link.Together(work, e) && s.Index > work.Site.Index && ofOneStore(look, e):
				return look, work, e
			}
		}
	}
	return nil, nil, nil
}

// ofOneStore reports whether two effects on caches are of one: a method of the
// same type has them, or they are called on the same field.
func ofOneStore(a, b *link.Effect) bool {
	look, mark := a.At(), b.At()
	if a.Next != nil && b.Next != nil && look.In.Recv == mark.In.Recv {
		return true
	}
	return look.Recv.Kind != effects.Field || mark.Recv.Kind != effects.Field || look.Recv.Text == mark.Recv.Text
}

// consumes reports whether a function deals with messages that a broker may
// deliver again: it fetches or acknowledges them, or a library calls it with
// each.
func consumes(f *link.Func) bool {
	if f.Consumer {
		return true
	}
	for _, s := range f.Sites {
		for _, e := range s.Effects {
			if e.Kind == catalog.Fetch || e.Kind == catalog.Ack {
				return true
			}
		}
	}
	return false
}

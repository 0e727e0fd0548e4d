package link

import (
	"slices"
	"strings"

	"github.com/evctl/evctl/internal/sqltext"
	"github.com/evctl/evctl/lint/catalog"
)

// A Meet is a function in which a publish meets a write of state, or an open
// transaction, coming from different calls: the lowest such function.
type Meet struct {
	*Func
	Write   *Effect // nil if the transaction alone is known
	Publish *Effect
	Others  []*Effect // further publishes that meet it here
	InTx    bool      // the publish happens before the transaction commits
}

// Confidence says how sure both effects are.
func (m Meet) Confidence() Confidence {
	if m.Write == nil {
		return m.Publish.Confidence
	}
	return min(m.Write.Confidence, m.Publish.Confidence)
}

// Meets returns where publishes meet writes. Each publish is told once, in the
// lowest function where it does; what a caller adds to it is not told again.
// What happens on an error path does not meet what happens beside it, and a
// relay, which publishes what it reads and then marks it, meets nothing.
func (p *Program) Meets() []Meet { return p.meets }

func (p *Program) findMeets() {
	told := map[*Effect]bool{}
	for _, f := range p.bottomUp() {
		if m, ok := p.meet(f, told); ok {
			p.meets = append(p.meets, m)
		}
	}
	slices.SortFunc(p.meets, func(a, b Meet) int { return compareFuncs(a.Func, b.Func) })
	p.meets = slices.CompactFunc(p.meets, func(a, b Meet) bool { return a.Key == b.Key && a.Publish.Site.Index == b.Publish.Site.Index })
}

// bottomUp returns all functions, callees first.
func (p *Program) bottomUp() []*Func {
	out := slices.Clone(p.Funcs)
	slices.SortStableFunc(out, func(a, b *Func) int { return a.order - b.order })
	return out
}

func (p *Program) meet(f *Func, told map[*Effect]bool) (Meet, bool) {
	m := Meet{Func: f}
	relay := f.isRelay()
	for _, publish := range f.siteEffects(catalog.Publish) {
		if tells(publish, told) {
			continue
		}
		if relay {
			told[publish] = true
			continue
		}
		write := f.meeting(publish)
		inTx := publish.Site.InTx || f.TxRoot || write != nil && (f.InTx || publish.InTx)
		if write == nil && (!inTx || publish.InTx && !publish.Site.InTx && !f.TxRoot) {
			continue
		}
		told[publish] = true
		switch {
		case m.Publish == nil, m.Write == nil && write != nil, betterMeet(write, publish, m):
			if m.Publish != nil {
				m.Others = append(m.Others, m.Publish)
			}
			m.Write, m.Publish, m.InTx = write, publish, inTx
		default:
			m.Others = append(m.Others, publish)
		}
	}
	return m, m.Publish != nil
}

func betterMeet(write, publish *Effect, m Meet) bool {
	return write != nil && min(write.Confidence, publish.Confidence) > m.Confidence()
}

// tells reports whether a publish was told in a callee.
func tells(e *Effect, told map[*Effect]bool) bool {
	for ; e != nil; e = e.Next {
		if told[e] {
			return true
		}
	}
	return false
}

// siteEffects returns the effects of a kind at the sites of a function, in
// their order.
func (f *Func) siteEffects(kind catalog.Effect) []*Effect {
	var out []*Effect
	for _, s := range f.Sites {
		for _, e := range s.Effects {
			if e.Kind == kind {
				out = append(out, e)
			}
		}
	}
	return out
}

// meeting returns the surest write that happens on one path with the publish.
func (f *Func) meeting(publish *Effect) *Effect {
	var best *Effect
	for _, s := range f.Sites {
		for _, e := range s.Effects {
			if e.IsWrite() && Together(e, publish) && (best == nil || e.Confidence > best.Confidence) {
				best = e
			}
		}
	}
	return best
}

// Together reports whether two effects of one function come from different
// calls, and may both happen in one run that goes well: neither stands on an
// error path that the other does not.
func Together(a, b *Effect) bool {
	if a.Site == b.Site {
		return a.Arg != b.Arg
	}
	return (a.Site.Before.Has(b.Site.Index) || b.Site.Before.Has(a.Site.Index)) && slices.Equal(a.Site.Arms, b.Site.Arms)
}

// isRelay reports whether a function hands on what somebody stored for it: by
// its name, or because it publishes in a loop what it read and then changes
// the same rows.
func (f *Func) isRelay() bool {
	name := strings.ToLower(lastName(f.Key))
	if strings.Contains(name, "outbox") || strings.Contains(name, "relay") {
		return true
	}
	for _, publish := range f.siteEffects(catalog.Publish) {
		if !publish.InLoop {
			continue
		}
		for _, read := range f.siteEffects(catalog.Read) {
			if read.Table != "" && read.Site.Index < publish.Site.Index && f.marks(read.Table, publish) {
				return true
			}
		}
	}
	return false
}

// marks reports whether all that the function writes is rows of the table,
// after the publish.
func (f *Func) marks(table string, publish *Effect) bool {
	found := false
	for _, s := range f.Sites {
		for _, e := range s.Effects {
			if !e.IsWrite() || !Together(e, publish) {
				continue
			}
			if e.Table != table || e.Verb == sqltext.Insert || e.Site.Index < publish.Site.Index {
				return false
			}
			found = true
		}
	}
	return found
}

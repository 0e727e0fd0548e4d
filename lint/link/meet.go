package link

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evctl/evctl/internal/sqltext"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/effects"
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

// settleMeets tells, once it is known which functions run in transactions,
// what each meet is, and makes one of those in a function and its closures.
func (p *Program) settleMeets() {
	slices.SortStableFunc(p.meets, func(a, b Meet) int { return compareFuncs(a.Func, b.Func) })
	at := map[string]int{}
	var out []Meet
	for _, m := range p.meets {
		m.InTx = m.InTx || m.HeldTx
		key := fmt.Sprint(outermost(m.Key), m.InTx)
		if i, seen := at[key]; seen {
			out[i].join(m)
			continue
		}
		at[key] = len(out)
		out = append(out, m)
	}
	p.meets = out
}

// meet looks for what meets in a function whose callees were looked at.
func (p *Program) meet(f *Func) {
	if f.Library || strings.HasSuffix(f.Key, ".main") { // in main everything comes together
		return
	}
	relay := f.isRelay()
	var outside, inside Meet // of a transaction
	for _, publish := range f.siteEffects(catalog.Publish) {
		if publish.Told || publish.Apart {
			continue
		}
		if relay {
			publish.Told = true
			continue
		}
		write := f.meeting(publish)
		inTx := publish.Site.InTx || publish.InTx && (publish.Next == nil || !publish.Next.InTx)
		if write == nil && !inTx {
			continue
		}
		publish.Told = true
		if inTx || publish.InTx {
			inside.join(Meet{Func: f, Write: write, Publish: publish, InTx: true})
		} else {
			outside.join(Meet{Func: f, Write: write, Publish: publish})
		}
	}
	for _, m := range []Meet{outside, inside} {
		if m.Publish != nil {
			p.meets = append(p.meets, m)
		}
	}
}

// join makes one of two meets of a function: the surer one, with what else is
// published.
func (m *Meet) join(other Meet) {
	switch {
	case m.Publish == nil:
		*m = other
	case other.surer(*m):
		other.Others = append(append(other.Others, m.Publish), m.Others...)
		*m = other
	default:
		m.Others = append(append(m.Others, other.Publish), other.Others...)
	}
}

// surer reports whether a meet tells more than another, or as much more surely.
func (m Meet) surer(other Meet) bool {
	if (m.Write == nil) != (other.Write == nil) {
		return other.Write == nil
	}
	return m.Confidence() > other.Confidence()
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
			if e.IsWrite() && !isGuard(e.Table) && Together(e, publish) && !f.apart(e, publish) && (best == nil || e.Confidence > best.Confidence) {
				best = e
			}
		}
	}
	return best
}

// apart reports whether one of two effects belongs to a consumer that the
// function only starts.
func (f *Func) apart(a, b *Effect) bool {
	return a.Apart || b.Apart || (a.Site.How == effects.Go) != (b.Site.How == effects.Go) && f.fetchesApart()
}

// fetchesApart reports whether a goroutine of the function fetches messages.
func (f *Func) fetchesApart() bool {
	return slices.ContainsFunc(f.Effects, func(e *Effect) bool { return e.Kind == catalog.Fetch && e.How == effects.Go })
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
	return f.empties() != ""
}

// empties returns the table whose rows a function reads, publishes in a loop,
// and then changes; "" if there is none.
func (f *Func) empties() string {
	for _, publish := range f.siteEffects(catalog.Publish) {
		if !publish.Site.InLoop {
			continue
		}
		for _, read := range f.siteEffects(catalog.Read) {
			if read.Table != "" && read.Site.Index < publish.Site.Index && f.marks(read.Table, publish) {
				return read.Table
			}
		}
	}
	return ""
}

// relayed returns the tables of events, by their name, that a relay empties.
func (p *Program) relayed() map[string]bool {
	tables := map[string]bool{}
	for _, f := range p.Funcs {
		if table := f.empties(); table != "" && hasWord(table, "event", "message", "notification") {
			tables[table] = true
		}
	}
	return tables
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

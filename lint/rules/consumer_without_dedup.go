package rules

import (
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/sqltext"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/link"
)

// ConsumerWithoutDedup is work that a second delivery does again.
var ConsumerWithoutDedup = evctl.Rule{
	ID:       "lint/consumer-without-dedup",
	Severity: evctl.Warning,
	Doc: `A consumer adds a row, sends a mail or calls another system for each message, and nothing tells a second delivery from the first.

Brokers deliver at least once: after a crash, a rebalance, a slow acknowledgement the same message comes again, and the row, the mail, the
charge comes twice.

Insert the message's id into an inbox table, in the transaction that does the work, and do nothing if it is there already. Where the row has a
natural key that comes from the message, say what happens on a conflict (` + "`ON CONFLICT DO NOTHING`" + `). Updates that set state to what the message says
need nothing.`,
}

func checkConsumerWithoutDedup(p *link.Program, report func(evctl.Finding, link.Confidence)) {
	for _, f := range p.Funcs {
		effect, ack := addsPerMessage(f)
		if effect == nil || guarded(f) {
			continue
		}
		finding := f.About(ConsumerWithoutDedup.At(effect.Site.Pos, "%s does for each delivery what a second one does again (%s), and remembers no message",
			f.Name, effect.Path()), effect, ack)
		finding.Path = effect.Sink
		finding.Remedy = "insert the message's id into an inbox table, in the transaction that does the work"
		report(finding, effect.Confidence)
	}
}

// guarded reports whether a function, or what it calls, remembers messages: in
// a cache, in an inbox, or by a row that must not be there already.
func guarded(f *link.Func) bool {
	return slices.ContainsFunc(f.Sites, func(s *link.Site) bool {
		return slices.ContainsFunc(s.Effects, func(e *link.Effect) bool {
			return e.Kind == catalog.CacheGuard || e.Kind == catalog.CacheRead || e.Ignore || isInbox(e.Table)
		})
	})
}

func isInbox(table string) bool {
	for _, word := range [...]string{"inbox", "processed", "dedup", "consumed", "handled", "idempot"} {
		if strings.Contains(strings.ToLower(table), word) {
			return true
		}
	}
	return false
}

// addsPerMessage returns an effect that a second delivery has again, and the
// acknowledgement behind it.
func addsPerMessage(f *link.Func) (effect, ack *link.Effect) {
	for _, s := range f.Sites {
		acks := slices.IndexFunc(s.Effects, func(e *link.Effect) bool { return e.Kind == catalog.Ack && e.Next == nil })
		if acks < 0 {
			continue
		}
		for _, before := range f.Sites[:s.Index] {
			if i := slices.IndexFunc(before.Effects, adds); i >= 0 && s.Before.Has(before.Index) {
				return before.Effects[i], s.Effects[acks]
			}
		}
	}
	return nil, nil
}

// adds reports whether an effect adds something each time it happens.
func adds(e *link.Effect) bool {
	switch {
	case e.Kind == catalog.Mutate: // but for one that signs in
		return !readsByName(e.At().In.Name)
	case !e.IsWrite():
		return false
	case e.Verb != sqltext.Unknown:
		return e.Verb == sqltext.Insert
	}
	method := e.Func[strings.LastIndexByte(e.Func, '.')+1:]
	return strings.HasPrefix(method, "Insert") || strings.HasPrefix(method, "Create")
}

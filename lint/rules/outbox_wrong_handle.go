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

// OutboxWrongHandle is an outbox that is not in the transaction of the state.
var OutboxWrongHandle = evctl.Rule{
	ID:       "lint/outbox-wrong-handle",
	Severity: evctl.Error,
	Doc: `The state and the row of the outbox are written through different database handles: one through the transaction, the other, or both, through
the pool of connections.

What goes through the pool is committed at once and by itself. If the transaction then rolls back, the state is there without its event, or the
event without its state: the dual write that the outbox was to end. The tests pass, for without failures both rows appear. The statement on the
pool may also wait for locks that the transaction holds, which waits for the statement.

Write both through the transaction: hand ` + "`tx`" + ` down to whatever writes, and make the outbox's publisher from it.`,
}

func checkOutboxWrongHandle(p *link.Program, report func(evctl.Finding, link.Confidence)) {
	for _, f := range p.Funcs {
		write, outbox := onTwoHandles(p, f)
		if write == nil || slices.ContainsFunc(outbox.Through(), func(g *link.Func) bool { w, _ := onTwoHandles(p, g); return w != nil }) {
			continue
		}
		astray, what, other := write, write.Object(), "the outbox"
		if onPool(outbox) {
			astray, what, other = outbox, "the outbox", write.Object()
		}
		finding := f.About(OutboxWrongHandle.At(astray.Site.Pos, "%s writes %s through the pool (%s), and so not in one transaction with %s", f.Name, what, astray.Path(), other),
			write, outbox)
		finding.Path = astray.Sink
		finding.Remedy = "write both through the same transaction"
		report(finding, min(write.Confidence, outbox.Confidence))
	}
}

// onTwoHandles returns a write of state and one of an outbox that happen on one
// path and in different transactions.
func onTwoHandles(p *link.Program, f *link.Func) (write, outbox *link.Effect) {
	for _, s := range f.Sites {
		for _, o := range s.Effects {
			if o.Kind != catalog.Outbox || o.Verb != sqltext.Insert && o.Verb != sqltext.Unknown || o.Next != nil && o.Next.InTx {
				continue
			}
			for _, other := range f.Sites {
				for _, w := range other.Effects {
					if w.IsWrite() && link.Together(w, o) && apart(p, w, o) {
						return w, o
					}
				}
			}
		}
	}
	return nil, nil
}

// apart reports whether a write and an outbox of one function use different
// handles: the outbox the pool, or the write the pool where the transaction of
// the outbox is open.
func apart(p *link.Program, write, outbox *link.Effect) bool {
	if onPool(outbox) {
		return true
	}
	inOne := inTx(write.Site) && inTx(outbox.Site)
	return inOne && (onPool(write) || queriesOf(write) != "" && queriesOf(write) == queriesOf(outbox) &&
		isField(write.Site.Recv) && p.Handle(outbox.Site).Tx)
}

// onPool reports whether an effect surely goes through the pool: it is called on
// a library's type that is no transaction, or, where one type is both, on a
// field although a transaction is at hand.
func onPool(e *link.Effect) bool {
	at := e.At()
	_, bound := at.Roles[catalog.Tx]
	switch {
	case at.Iface != nil:
		return false
	case !bound:
		recv, _, _ := strings.Cut(at.Func, ").")
		return strings.HasSuffix(recv, ".DB") || strings.HasSuffix(recv, ".Pool")
	}
	return e.Next == nil && at.Notes["pool"] == "maybe" && inTx(e.Site) && isField(e.Tx)
}

func isField(v effects.Value) bool {
	return (v.Kind == effects.Field || v.Kind == effects.Global) && !v.Tx
}

// queriesOf returns the type whose method a site calls to have an effect, such
// as the one that sqlc generates.
func queriesOf(e *link.Effect) string {
	if e.Next == nil || !e.Next.Site.In.Generated {
		return ""
	}
	return e.Next.Site.In.Recv
}

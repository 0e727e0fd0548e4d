package rules

import (
	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/link"
)

// DualWrite is a write of state and a publish that no outbox joins.
var DualWrite = evctl.Rule{
	ID:       "lint/dual-write",
	Severity: evctl.Error,
	Doc: `State is written and an event is published as two steps, with nothing that makes both happen or neither.

Between the two the process may crash, the broker may be away, the deadline may pass. Then the database says one thing and the event stream
another: an order that nobody ships, or a shipment of an order that was never stored. Publishing first turns the gap around, and a retry around
both publishes twice. It shows under load and in deploys, seldom in tests.

Insert the event into an outbox table in the transaction that writes the state, and let a relay publish what stands there; or derive the events
from the table by change data capture.

The finding stands in the lowest function where both come together, and shows how each is reached, through interfaces and closures. Not
reported: a publish that only happens where the write failed, and the other way round; a relay, which publishes what it read and then marks
it; caches and search indexes. It is as sure as what it had to resolve: *high* where every call is of a concrete function, *medium* where
all types that an interface may hold agree, *low* where they differ. ` + "`lint.min-confidence`" + ` says what is shown.`,
}

func checkDualWrite(p *link.Program, report func(evctl.Finding, link.Confidence)) {
	for _, m := range p.Meets() {
		if m.InTx {
			continue
		}
		f := DualWrite.At(m.Publish.Site.Pos, "%s writes %s (%s) and publishes (%s), and nothing makes both happen or neither",
			m.Name, m.Write.Object(), m.Write.Path(), m.Publish.Path())
		f.Remedy = "insert the event into an outbox in the transaction of the write, and let a relay publish it"
		report(m.About(f), m.Confidence())
	}
}

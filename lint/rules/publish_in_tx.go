package rules

import (
	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/link"
)

// PublishInTx is a publish before the transaction it belongs to commits.
var PublishInTx = evctl.Rule{
	ID:       "lint/publish-in-tx",
	Severity: evctl.Error,
	Doc: `An event is handed to a broker while the database transaction that it tells of is still open.

The broker takes no part in the transaction. If the commit fails afterwards, or somebody cancels the request, consumers have been told of
something that never happened. Until then the transaction holds its locks and its connection for as long as the broker takes to answer: a slow
broker becomes a slow database.

Insert the event into an outbox table through the same transaction, and let a relay publish it once it is committed. Moving the publish
behind the commit alone only trades this finding for ` + "`lint/dual-write`" + `.

The transaction is followed through closures that a helper runs in one, through functions that begin or commit it elsewhere, and through
parameters; the finding stands in the lowest function where it and the publish come together. A function that writes and publishes is reported here if
it begins the transaction, is handed it, or never runs outside of one; where only some callers hold one it is a ` + "`lint/dual-write`" + `.`,
}

func checkPublishInTx(p *link.Program, report func(evctl.Finding, link.Confidence)) {
	for _, m := range p.Meets() {
		if !m.InTx {
			continue
		}
		f := PublishInTx.At(m.Publish.Site.Pos, "%s publishes (%s) before the transaction commits", m.Name, m.Publish.Path())
		if m.Write != nil {
			f.Message += ", which also writes " + m.Write.Object() + " (" + m.Write.Path() + ")"
		}
		f.Remedy = "insert the event into an outbox through the same transaction, and let a relay publish it after the commit"
		report(m.About(f), m.Confidence())
	}
}

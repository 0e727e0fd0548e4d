package rules

import (
	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/link"
)

// NetworkInTx is a call of another system inside of a transaction.
var NetworkInTx = evctl.Rule{
	ID:       "lint/network-in-tx",
	Severity: evctl.Warning,
	Doc: `Another system is called over the network while a database transaction is open.

The transaction holds its locks and its connection for as long as the other system takes, so its slowness becomes the database's. What the other
system did stays done if the transaction rolls back, and is done again if it is run again.

Call before the transaction begins or after it commits. What must follow from the stored state goes through the outbox.`,
}

func checkNetworkInTx(p *link.Program, report func(evctl.Finding, link.Confidence)) {
	for _, f := range p.Funcs {
		for _, s := range f.Sites {
			if !inTx(s) {
				continue
			}
			for _, e := range s.Effects {
				if e.Kind != catalog.Send && e.Kind != catalog.Mutate || !entersTx(s, e) {
					continue
				}
				finding := f.About(NetworkInTx.At(s.Pos, "%s calls another system (%s) before the transaction commits", f.Name, e.Path()), e)
				finding.Path = e.Sink
				finding.Remedy = "call before the transaction begins, or after it commits"
				report(finding, e.Confidence)
				break
			}
		}
	}
}

// inTx reports whether a transaction is open at a site: its function began it,
// or is what somebody runs in one.
func inTx(s *link.Site) bool { return s.InTx || s.In.TxRoot }

// entersTx reports whether the transaction is not one that a callee opened
// and told of.
func entersTx(s *link.Site, e *link.Effect) bool { return e.Next == nil || !e.Next.InTx }

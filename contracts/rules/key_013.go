package rules

import (
	"time"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/contracts/verdict"
)

// Key013 asks that nobody retries longer than keys live.
var Key013 = evctl.Rule{
	ID:       "rfc/key-013",
	Severity: evctl.Error,
	Aliases:  []string{"KEY-013"},
	Doc: `A client retries longer than the service remembers its keys.

After the time to live the service does not know the key any more, and takes the retry for a new request. An app with a queue for
journeys by plane, and a service that keeps keys for a day, once made 41 orders of one.

Keep ` + "`retryHorizon`" + ` of every client at least one hour below ` + "`idempotency.ttl`" + `, of the operation with the shortest one. A client that
keeps its keys on disk comes back after days: it needs a time to live of 72 hours or more.

- Clause: KEY-013, DEFAULT, seed 000 §4.1: "the SDK enforces retry_horizon ≤ TTL − 1h"
- Inputs: contract
- Confidence: exact for what is declared`,
}

const (
	horizonMargin = time.Hour
	offlineTTL    = 72 * time.Hour
)

func checkKey013(s *service.Service, v *verdict.Sheet) {
	at := s.Position("spec", "clients")
	if len(s.Spec.Clients) == 0 {
		v.NotConfigured(at, "the contract names no clients")
		return
	}
	ttl, operation := shortestTTL(s)
	source := s.Position("spec", "idempotency", "ttl")
	if operation != "" {
		source = s.Position("spec", "operations", operation, "idempotency", "ttl")
	}
	for i, c := range s.Spec.Clients {
		v.On(c.Name, s.MoneyMoving())
		at := s.Position("spec", "clients", i, "retryHorizon")
		switch {
		case !ttl.Set:
			v.Fail(source, "client %s retries, and the contract says no ttl, want one", c.Name)
		case !c.RetryHorizon.Set:
			v.Inconclusive(at, "client %s says no retryHorizon", c.Name)
		case c.RetryHorizon.Duration > ttl.Duration-horizonMargin:
			v.Fail(at, "client %s retries for %s, keys live for %s, want one hour less", c.Name, c.RetryHorizon, ttl).Because(source, "how long keys live")
		case c.KeyPersistence == "disk" && ttl.Duration < offlineTTL:
			v.Fail(at, "client %s keeps keys on disk and may come back after days, keys live for %s, want 72h or more", c.Name, ttl).Because(source, "how long keys live")
		default:
			v.Pass(at, "%s within %s", c.RetryHorizon, ttl)
		}
	}
}

// shortestTTL returns the time to live that clients must reckon with, and the
// operation that sets it, if it is not the service.
func shortestTTL(s *service.Service) (ttl service.Duration, operation string) {
	ttl = s.Spec.Idempotency.TTL
	for id, o := range s.Spec.Operations {
		own := o.Idempotency.TTL
		if own.Set && (!ttl.Set || own.Duration < ttl.Duration || own.Duration == ttl.Duration && operation > id) {
			ttl, operation = own, id
		}
	}
	return ttl, operation
}

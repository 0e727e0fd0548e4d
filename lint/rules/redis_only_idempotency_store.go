package rules

import (
	"slices"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/effects"
	"github.com/evctl/evctl/lint/link"
)

// RedisOnlyIdempotencyStore is a record of handled keys that may forget.
var RedisOnlyIdempotencyStore = evctl.Rule{
	ID:       "lint/redis-only-idempotency-store",
	Severity: evctl.Warning,
	Doc: `Which idempotency keys were handled is remembered in a cache alone.

A cache evicts, expires, and loses its last writes in a failover; its record is never one step with the state that it guards. A crash between
the two leaves a key that is taken and work that was not done, or the other way round, and a retry then does nothing or everything twice.

Keep the key in a table of the database, with a unique constraint, inserted in the transaction that does the work. A cache in front of that table
is fine.`,
}

func checkRedisOnlyIdempotencyStore(p *link.Program, report func(evctl.Finding, link.Confidence)) {
	for _, f := range p.Funcs {
		if !aboutKeys(f) || keepsKeys(f) {
			continue
		}
		guard, sure := cacheGuard(f)
		if guard == nil || slices.ContainsFunc(guard.Through(), aboutKeys) {
			continue // told where it is done
		}
		finding := f.About(RedisOnlyIdempotencyStore.At(guard.Site.Pos, "%s remembers idempotency keys in a cache alone (%s)", f.Name, guard.Path()), guard)
		finding.Path = guard.Sink
		finding.Remedy = "insert the key into a table, in the transaction that does the work"
		report(finding, sure)
	}
}

// aboutKeys reports whether a function deals with idempotency keys: it or its
// type or package is called so, or it reads one from a request.
func aboutKeys(f *link.Func) bool {
	return catalog.IsKeyName(f.Key) || slices.ContainsFunc(f.Sites, func(s *link.Site) bool {
		key := s.Roles[catalog.Key]
		return s.Site.Has(catalog.ReadKey) && key.Kind == effects.Const && catalog.IsKeyName(key.Text)
	})
}

// keepsKeys reports whether a function also writes keys to a table.
func keepsKeys(f *link.Func) bool {
	return slices.ContainsFunc(f.Sites, func(s *link.Site) bool {
		return slices.ContainsFunc(s.Effects, func(e *link.Effect) bool { return e.IsWrite() && catalog.IsKeyName(e.Table) })
	})
}

// cacheGuard returns the effect that takes a key in a cache: in one step, or by
// a read and a write behind it.
func cacheGuard(f *link.Func) (*link.Effect, link.Confidence) {
	var read *link.Effect
	for _, s := range f.Sites {
		for _, e := range s.Effects {
			switch {
			case e.Kind == catalog.CacheGuard:
				return e, e.Confidence
			case e.Kind == catalog.CacheRead && read == nil:
				read = e
			case e.Kind == catalog.CacheWrite && read != nil && s.Before.Has(read.Site.Index):
				return e, min(e.Confidence, read.Confidence)
			}
		}
	}
	return nil, link.Low
}

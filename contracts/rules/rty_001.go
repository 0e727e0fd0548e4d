package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/contracts/verdict"
)

// Rty001 asks that one layer retries, and only one.
var Rty001 = evctl.Rule{
	ID:       "rfc/rty-001",
	Severity: evctl.Error,
	Aliases:  []string{"RTY-001"},
	Doc: `More than one layer retries on a path, or the one that does is not the outermost holder of the key.

Retries multiply. Three layers that each try four times turn one request into 64 at the service that is already in trouble, and a
layer that knows nothing of keys repeats what nobody can recognise.

Let the client that made the key retry, and set every other layer to zero attempts in so many words: an Istio route without
` + "`retries`" + ` retries twice, an Envoy ` + "`retry_policy`" + ` without a number once. The message gives the product of attempts on the worst path,
from a client over mesh and gateway to the service, and on to whom it calls. Relays, resolvers and consumers are holders of keys of
their own, and not part of such a path. A contract without the block ` + "`retries`" + ` is inconclusive; an empty one says that there are no such layers.

- Clause: RTY-001, MUST, seed 000 §11: "Retries MUST occur at exactly one layer (the outermost key holder)."
- Inputs: contract; Istio VirtualService, Envoy routes, Gateway API and BackendTrafficPolicy, gRPC service config
- Confidence: declared, as far as clients and call sites go; exact for mesh files`,
}

// A hop is one layer on a path.
type hop struct {
	name    string
	retries int
	holder  bool // it made the key
	at      evctl.Position
}

func checkRty001(s *service.Service, v *verdict.Sheet) {
	v.On("", s.MoneyMoving())
	at := s.Position("spec", "retries")
	if len(s.Spec.Clients) == 0 && s.Layers.State == service.Absent {
		v.NotConfigured(at, "the contract names no clients and no retries")
		return
	}
	var worst []hop
	for _, path := range paths(s) {
		if wrong(path) && (worst == nil || product(path) > product(worst)) {
			worst = path
		}
	}
	if worst != nil {
		retrying := retrying(worst)
		failed := v.Fail(retrying[len(retrying)-1].at, "%s; one request becomes up to %d attempts", complaint(worst), product(worst))
		for _, h := range retrying {
			failed.Because(h.at, "%s", h.name)
		}
		return
	}
	switch s.Layers.State {
	case service.Present:
		v.Pass(at, "only holders of keys retry")
	case service.Absent:
		v.Inconclusive(at, "%s", s.Layers.Why)
	default:
		verdict.Need(v, s.Layers, at)
	}
}

// paths returns the ways from the clients to the service, and on to each of those
// it calls.
func paths(s *service.Service) [][]hop {
	var out [][]hop
	for _, root := range roots(s) {
		in := slices.Concat(root, layersTo(s, s.Metadata.Name))
		out = append(out, in)
		for _, id := range slices.Sorted(maps.Keys(s.Spec.Operations)) {
			for i, call := range s.Spec.Operations[id].Calls {
				library := hop{"the call from " + id + " to " + call.To, retriesOf(s, call), false, s.Position("spec", "operations", id, "calls", i)}
				out = append(out, slices.Concat(in, []hop{library}, layersTo(s, call.To)))
			}
		}
	}
	return out
}

// roots returns the clients that matter: of those that made the key and of
// those that did not, the one that retries most. Without clients there is one
// root, of which nothing is known.
func roots(s *service.Service) [][]hop {
	worst := map[bool]hop{}
	for i, c := range s.Spec.Clients {
		h := hop{"client " + c.Name, max(c.MaxAttempts-1, 0), c.Role != "inner", s.Position("spec", "clients", i)}
		if known, ok := worst[h.holder]; !ok || h.retries > known.retries {
			worst[h.holder] = h
		}
	}
	var out [][]hop
	for _, holder := range []bool{true, false} {
		if h, ok := worst[holder]; ok {
			out = append(out, []hop{h})
		}
	}
	if len(out) == 0 {
		out = append(out, nil)
	}
	return out
}

// retriesOf returns how often a call is repeated: as it says itself, or as the
// contract of the service called says of this client.
func retriesOf(s *service.Service, call service.Call) int {
	attempts := call.MaxAttempts
	for _, other := range s.Org.Fleet {
		for _, c := range other.Spec.Clients {
			if other.Metadata.Name == call.To && c.Name == s.Metadata.Name && call.MaxAttempts == 0 {
				attempts = c.MaxAttempts
			}
		}
	}
	return max(attempts-1, 0)
}

// layersTo returns the layers on the way to a service, each once, with the most
// retries of its routes.
func layersTo(s *service.Service, name string) []hop {
	byName := map[string]hop{}
	for _, one := range append([]*service.Service{s}, s.Org.Fleet...) {
		if one != s && one.Metadata.Name != name {
			continue
		}
		for _, l := range one.LayersTo(name) {
			label := l.Name
			if l.Default {
				label += " (its default)"
			}
			if known, ok := byName[l.Name]; !ok || l.Retries > known.retries {
				byName[l.Name] = hop{label, l.Retries, false, l.Position}
			}
		}
	}
	var out []hop
	for _, key := range slices.Sorted(maps.Keys(byName)) {
		out = append(out, byName[key])
	}
	return out
}

func retrying(path []hop) []hop {
	return slices.DeleteFunc(slices.Clone(path), func(h hop) bool { return h.retries == 0 })
}

// wrong reports whether a path breaks the clause.
func wrong(path []hop) bool {
	layers := retrying(path)
	return len(layers) > 1 || len(layers) == 1 && !layers[0].holder
}

// product is the most attempts that the last hop sees of one request.
func product(path []hop) int {
	n := 1
	for _, h := range path {
		n = min(n*(1+h.retries), 1_000_000_000)
	}
	return n
}

func complaint(path []hop) string {
	var words []string
	for _, h := range retrying(path) {
		words = append(words, fmt.Sprintf("%s %s", h.name, times(h.retries)))
	}
	if len(words) == 1 {
		return words[0] + ", want the outermost holder of the key alone to retry"
	}
	return fmt.Sprintf("%d layers retry, want one: %s", len(words), strings.Join(words, ", "))
}

func times(n int) string {
	if n == 1 {
		return "retries once"
	}
	return fmt.Sprintf("retries %d times", n)
}

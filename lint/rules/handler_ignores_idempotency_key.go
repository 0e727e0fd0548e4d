package rules

import (
	"net/http"
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/effects"
	"github.com/evctl/evctl/lint/link"
)

// HandlerIgnoresIdempotencyKey is an endpoint that cannot tell a repetition.
var HandlerIgnoresIdempotencyKey = evctl.Rule{
	ID:       "lint/handler-ignores-idempotency-key",
	Severity: evctl.Warning,
	Doc: `An endpoint creates something on each POST, and nothing on its way reads an idempotency key.

A client that got no answer sends the request again, and so do proxies and queues. Without a key the endpoint cannot know that it has carried the
request out already, and creates twice.

Read ` + "`Idempotency-Key`" + ` from the request, insert it into a table in the transaction that creates, and answer a repetition with what was answered
before. A middleware that does so for a group of routes is enough.`,
}

func checkHandlerIgnoresIdempotencyKey(p *link.Program, report func(evctl.Finding, link.Confidence)) {
	if keyMiddleware(p) {
		return
	}
	told := map[*link.Func]bool{}
	for _, f := range p.Funcs {
		for _, s := range f.Sites {
			if !s.Site.Has(catalog.Route) {
				continue
			}
			r := routeOf(p, s)
			if !r.creates() {
				continue
			}
			for _, h := range r.handlers {
				e := createsUnkeyed(p, h)
				if e == nil || told[h] {
					continue
				}
				told[h] = true
				finding := h.About(HandlerIgnoresIdempotencyKey.At(e.Site.Pos, "%s answers %s, creates on each request (%s) and reads no idempotency key",
					h.Name, strings.TrimSpace("POST "+strings.TrimPrefix(r.path.Text, "POST ")), e.Path()), e)
				finding.Path = e.Sink
				finding.Related = append(finding.Related, evctl.Related{Position: s.Pos, Message: "the route"})
				finding.Remedy = "read Idempotency-Key and insert it in the transaction that creates"
				report(finding, e.Confidence)
			}
		}
	}
}

// A route is what a chain of calls says of one: in one call, or, as gorilla/mux
// has it, Methods("POST").Path("/orders").HandlerFunc(h).
type route struct {
	method   string
	path     effects.Value
	handlers []*link.Func
}

func routeOf(p *link.Program, s *link.Site) route {
	var r route
	for range 5 {
		if r.method == "" {
			r.method = s.Roles[catalog.Method].Text
		}
		if r.method == "" {
			r.method = s.Notes["method"]
		}
		if r.path.Kind == effects.Unknown {
			r.path = s.Roles[catalog.Path]
		}
		if len(r.handlers) == 0 {
			r.handlers = p.Registered(s)
		}
		if s.Recv.Kind != effects.Result || s.Recv.Of != "" || s.Recv.Index >= s.Index {
			break
		}
		s = s.In.Sites[s.Recv.Index]
	}
	if r.method == "" { // HandleFunc("POST /orders", …), router.POST("/orders", …)
		r.method, _, _ = strings.Cut(r.path.Text, " ")
	}
	return r
}

// creates reports whether a route is for POST, and its path does not say that
// it reads or signs in.
func (r route) creates() bool {
	return strings.EqualFold(r.method, http.MethodPost) && (r.path.Kind != effects.Const || !catalog.IsSafePath(r.path.Text))
}

// keyMiddleware reports whether some middleware of the program reads a key.
func keyMiddleware(p *link.Program) bool {
	for _, f := range p.Funcs {
		for _, s := range f.Sites {
			if s.Site.Has(catalog.Middleware) && slices.ContainsFunc(p.Registered(s), func(m *link.Func) bool { return readsKey(p, m) || aboutKeys(m) }) {
				return true
			}
		}
	}
	return false
}

// readsKey reports whether a function, or one that it calls, reads a key, or
// hands on one that it did not make up.
func readsKey(p *link.Program, f *link.Func) bool {
	return aboutKeys(f) || slices.ContainsFunc(f.Sites, func(s *link.Site) bool {
		return slices.ContainsFunc(s.Effects, func(e *link.Effect) bool {
			return (e.Kind == catalog.ReadKey || e.Kind == catalog.SetKey && mintedHere(e.At().In, e.At().Roles[catalog.Value], 0) == nil) &&
				catalog.IsKeyName(p.Role(e, catalog.Key).Text) || catalog.IsKeyName(e.Table)
		})
	})
}

// createsUnkeyed returns what a handler adds, or hands to a broker, on each
// request, if nothing in it looks at a key.
func createsUnkeyed(p *link.Program, h *link.Func) *link.Effect {
	if readsKey(p, h) || p.CarriesKey(h) {
		return nil
	}
	for _, s := range h.Sites {
		if i := slices.IndexFunc(s.Effects, func(e *link.Effect) bool { return adds(e) && !e.Ignore || e.Kind == catalog.Publish }); i >= 0 {
			return s.Effects[i]
		}
	}
	return nil
}

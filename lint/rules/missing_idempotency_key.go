package rules

import (
	"net/http"
	"slices"
	"strings"
	"unicode"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/effects"
	"github.com/evctl/evctl/lint/link"
)

// MissingIdempotencyKey is a request that changes something elsewhere and that
// the other side cannot tell from its repetition.
var MissingIdempotencyKey = evctl.Rule{
	ID:       "lint/missing-idempotency-key",
	Severity: evctl.Warning,
	Doc: `A request changes something in another system and carries nothing by which that system could tell it from a repetition.

Time-outs leave the caller not knowing whether the request was carried out. Whoever then sends it again, be it the caller, its own caller, a
proxy or a queue, charges twice, pays out twice, ships twice.

Send a key that names the intent, not the attempt: made where the intent is stored, stored with it, and the same on each attempt. In HTTP that is
the header ` + "`Idempotency-Key`" + `; many APIs have a field of their own.

Looked at are POST and PATCH, vendors' libraries, and remote procedures that by their name move money. Not reported: paths that read or sign in
(` + "`/search`, `/oauth2/token`" + `), and generated clients, whose callers are looked at instead.`,
}

func checkMissingIdempotencyKey(p *link.Program, report func(evctl.Finding, link.Confidence)) {
	if setsKeyInTransport(p) {
		return
	}
	for _, f := range p.Funcs {
		if f.Generated || f.Library || setsKey(p, f) || p.CarriesKey(f) || readsByName(f.Name) {
			continue
		}
		e := unkeyed(p, f)
		if e == nil {
			continue
		}
		finding := f.About(MissingIdempotencyKey.At(e.Site.Pos, "%s changes something in another system (%s) and sends no idempotency key", f.Name, e.Path()), e)
		finding.Path = e.Sink
		finding.Remedy = "send a key that names the intent and stays the same on each attempt"
		report(finding, e.Confidence)
	}
}

// setsKeyInTransport reports whether the program has a RoundTripper that gives
// each request a key.
func setsKeyInTransport(p *link.Program) bool {
	return slices.ContainsFunc(p.Funcs, func(f *link.Func) bool {
		return strings.HasSuffix(f.Name, ".RoundTrip") && setsKey(p, f)
	})
}

// setsKey reports whether a function gives a key to what it sends, or the id of
// the event that it tells of.
func setsKey(p *link.Program, f *link.Func) bool {
	return slices.ContainsFunc(f.Sites, func(s *link.Site) bool {
		return slices.ContainsFunc(s.Effects, func(e *link.Effect) bool {
			name := p.Role(e, catalog.Key).Text
			return e.Kind == catalog.SetKey && (catalog.IsKeyName(name) || catalog.IsEventID(name))
		})
	})
}

// readsByName reports whether a function is called as if it only read.
func readsByName(name string) bool {
	name = name[strings.LastIndexByte(name, '.')+1:]
	var words strings.Builder
	lower := false
	for _, r := range name {
		if lower && unicode.IsUpper(r) {
			words.WriteByte('-')
		}
		words.WriteRune(unicode.ToLower(r))
		lower = unicode.IsLower(r)
	}
	return catalog.IsSafePath(words.String())
}

// unkeyed returns what a function sends that changes something, and that no
// function below it, but for generated ones, has sent.
func unkeyed(p *link.Program, f *link.Func) *link.Effect {
	sends := slices.ContainsFunc(f.Sites, func(s *link.Site) bool { return has(s, catalog.Send) })
	for _, s := range f.Sites {
		for _, e := range s.Effects {
			switch e.Kind {
			case catalog.Request:
				if sends && changes(p, e) && !decidedBelow(p, e) && !readsByName(e.At().In.Name) {
					return sendOf(f, e)
				}
			case catalog.Mutate:
				if e.At().Notes["minted"] == "" && e.At().Notes["kind"] == "" && changesAsVendor(p, e) && !toldBelow(e) {
					return e
				}
			case catalog.RPC:
				if movesMoney(procedure(p, e)) && !toldBelow(e) {
					return e
				}
			}
		}
	}
	return nil
}

func has(s *link.Site, kind catalog.Effect) bool {
	return slices.ContainsFunc(s.Effects, func(e *link.Effect) bool { return e.Kind == kind })
}

// changes reports whether a request has a method that changes something and
// that nobody may repeat, and a path that does not say otherwise.
func changes(p *link.Program, e *link.Effect) bool {
	method := p.Role(e, catalog.Method)
	if method.Kind != effects.Const || method.Text != http.MethodPost && method.Text != http.MethodPatch {
		return false
	}
	path := p.Role(e, catalog.Path)
	return path.Kind != effects.Const || !catalog.IsSafePath(path.Text)
}

// changesAsVendor is changes for a call that is a request of its own.
func changesAsVendor(p *link.Program, e *link.Effect) bool {
	if method := p.Role(e, catalog.Method); method.Kind == effects.Const {
		return changes(p, e)
	}
	if method := e.At().Notes["method"]; method != "" && method != http.MethodPost && method != http.MethodPatch {
		return false
	}
	path := p.Role(e, catalog.Path)
	return path.Kind != effects.Const || !catalog.IsSafePath(path.Text)
}

// decidedBelow reports whether a function between knows what the request is, and
// sends it.
func decidedBelow(p *link.Program, e *link.Effect) bool {
	if e.Next == nil {
		return false
	}
	below := e.Next.Site.In
	return !below.Generated && p.Role(e.Next, catalog.Method).Kind == effects.Const &&
		slices.ContainsFunc(below.Sites, func(s *link.Site) bool { return has(s, catalog.Send) })
}

// toldBelow reports whether a function between is written by hand.
func toldBelow(e *link.Effect) bool {
	return slices.ContainsFunc(e.Through(), func(f *link.Func) bool { return !f.Generated })
}

// sendOf returns the effect that sends a request, or the request's own.
func sendOf(f *link.Func, request *link.Effect) *link.Effect {
	for _, s := range f.Sites[request.Site.Index:] {
		for _, e := range s.Effects {
			if e.Kind == catalog.Send {
				return e
			}
		}
	}
	return request
}

// procedure returns the name of a remote procedure.
func procedure(p *link.Program, e *link.Effect) string {
	path := p.Role(e, catalog.Path).Text
	return path[strings.LastIndexAny(path, "/.")+1:]
}

// movesMoney reports whether a remote procedure by its name does what nobody
// wants twice.
func movesMoney(name string) bool {
	name = strings.ToLower(name)
	for _, verb := range [...]string{"charge", "refund", "payout", "transfer", "capture", "withdraw", "deposit", "pay", "debit", "credit"} {
		if strings.HasPrefix(name, verb) {
			return true
		}
	}
	return false
}

package rules

import (
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/effects"
	"github.com/evctl/evctl/lint/link"
)

// KeyMintedPerAttempt is an idempotency key that a second attempt does not
// repeat.
var KeyMintedPerAttempt = evctl.Rule{
	ID:       "lint/key-minted-per-attempt",
	Severity: evctl.Error,
	Doc: `An idempotency key is made at random inside of what runs again: a message handler, a request handler, a loop of retries.

Each attempt then carries another key, and the other side takes each for a new intent. The key is there and protects nothing, which is worse
than none: everybody believes in it.

Derive the key from what names the intent (the message's id, the order's id, the key that the caller sent), or make it once, store it with the
intent, and read it on each attempt.`,
}

func checkKeyMintedPerAttempt(p *link.Program, report func(evctl.Finding, link.Confidence)) {
	for _, f := range p.Funcs {
		again := runsAgain(f)
		for _, s := range f.Sites {
			for _, e := range s.Effects {
				key := p.Role(e, catalog.Key).Text
				if e.Kind != catalog.SetKey || again == "" && !s.InLoop || !catalog.IsKeyName(key) {
					continue
				}
				made := mintedHere(f, p.Role(e, catalog.Value), 0)
				if made == nil || again == "" && !made.InLoop {
					continue
				}
				why := again
				if why == "" {
					why = "a loop"
				}
				finding := KeyMintedPerAttempt.At(s.Pos, "%s makes %s at random in %s: another attempt has another key", f.Name, key, why)
				finding.Subject, finding.Path, finding.Key = f.Subject(), key, key
				finding.Related = []evctl.Related{{Position: made.Pos, Message: "made here"}}
				finding.Remedy = "derive the key from what names the intent, or store it with the intent"
				report(finding, e.Confidence)
			}
		}
	}
}

// runsAgain says because of what a function runs again for one intent, or "".
func runsAgain(f *link.Func) string {
	switch {
	case f.Retried:
		return "a retry"
	case consumes(f):
		return "a message handler"
	case handlesRequests(f):
		return "a request handler"
	}
	return ""
}

// handlesRequests reports whether a function by its parameters answers HTTP
// requests.
func handlesRequests(f *link.Func) bool {
	return slices.ContainsFunc(f.Params, func(p effects.Parameter) bool {
		t := p.Type[strings.LastIndexByte(p.Type, '/')+1:]
		switch t {
		case "http.Request", "gin.Context", "v4.Context", "echo.Context", "v2.Ctx", "v3.Ctx", "fiber.Ctx":
			return true
		}
		return false
	})
}

// mintedHere returns the site of the function that made the value at random, if
// one did.
func mintedHere(f *link.Func, v effects.Value, depth int) *link.Site {
	if depth > 4 {
		return nil
	}
	if v.Kind == effects.Result && v.Of == "" && v.Index < len(f.Sites) {
		s := f.Sites[v.Index]
		if s.Site.Has(catalog.NewID) || s.Site.Has(catalog.NewOrderedID) {
			return s
		}
		if made := mintedHere(f, s.Recv, depth+1); made != nil { // id.String()
			return made
		}
		for _, arg := range s.Args { // stripe.String(id)
			if made := mintedHere(f, arg, depth+1); made != nil && len(s.Args) == 1 {
				return made
			}
		}
		return nil
	}
	if len(v.Parts) == 1 {
		return mintedHere(f, v.Parts[0], depth+1)
	}
	return nil
}

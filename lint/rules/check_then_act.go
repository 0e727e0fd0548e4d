package rules

import (
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/link"
)

// CheckThenAct is a look for a key that two requests may take at one time.
var CheckThenAct = evctl.Rule{
	ID:       "lint/check-then-act",
	Severity: evctl.Warning,
	Doc: `A table is asked whether it holds an idempotency key, and the key is inserted in a later statement if it does not.

Two requests with the same key that come at one time both find nothing, and both go on. That is the usual case and no rare one: clients repeat a
request while the first is still at work. A transaction around both statements does not help, for neither sees what the other has not committed.

Let the insert decide: a unique constraint on the key, ` + "`INSERT … ON CONFLICT DO NOTHING`" + `, and no row inserted means that another was first. A look before
it may save work, and is not what protects.

Where the insert stands in the transaction of the work, a unique constraint makes it right; whether there is one the code does not show, so such a
place is reported with low confidence.`,
}

func checkCheckThenAct(p *link.Program, report func(evctl.Finding, link.Confidence)) {
	for _, f := range p.Funcs {
		if f.Library {
			continue
		}
		look, insert := looksThenInserts(f)
		if look == nil {
			continue
		}
		finding := f.About(CheckThenAct.At(look.Site.Pos, "%s looks for a key (%s) and inserts it in a later statement (%s): two at one time both find nothing",
			f.Name, look.Path(), insert.Path()), look, insert)
		finding.Path = insert.Sink
		finding.Remedy = "let the insert decide: a unique constraint and ON CONFLICT DO NOTHING"
		sure := min(look.Confidence, insert.Confidence, link.Medium) // a constraint may stand behind it
		if insert.InTx || inTx(insert.Site) {
			sure = link.Low
		}
		report(finding, sure)
	}
}

// looksThenInserts returns a read of keys and an insert of one behind it. The
// insert may stand where the read failed: for many clients a row that is not
// there is an error.
func looksThenInserts(f *link.Func) (look, insert *link.Effect) {
	for _, s := range f.Sites {
		for _, e := range s.Effects {
			switch {
			case look == nil && e.Kind == catalog.Read && ofKeys(e):
				look = e
			case look != nil && s.Index > look.Site.Index && e.IsWrite() && adds(e) && !e.Ignore && ofKeys(e) && (e.Table == look.Table || e.Table == "" || look.Table == ""):
				return look, e
			}
		}
	}
	return nil, nil
}

// ofKeys reports whether an effect is about idempotency keys or handled
// messages, by its table, by its text, or by the name of what has it.
func ofKeys(e *link.Effect) bool {
	return catalog.IsKeyName(e.Table) || isInbox(e.Table) || catalog.IsKeyName(e.At().Roles[catalog.SQL].Text) ||
		slices.ContainsFunc(append(e.Through(), e.Site.In), func(f *link.Func) bool {
			return catalog.IsKeyName(f.Name[strings.LastIndexByte(f.Name, '.')+1:])
		})
}

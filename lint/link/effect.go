package link

import (
	"fmt"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/sqltext"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/effects"
)

// Confidence says how sure it is that an effect happens.
type Confidence int

// The confidences, in rising order.
const (
	Low    Confidence = iota // who implements an interface differs in it, or a name alone says so
	Medium                   // all who implement an interface have it
	High                     // nothing stands between that could be another
)

func (c Confidence) String() string { return [...]string{"low", "medium", "high"}[c] }

// Call is the effect of calling a function that a parameter holds.
const Call catalog.Effect = "call"

// Queue is the effect of writing a message into a table that stands for a
// broker.
const Queue catalog.Effect = "queue"

// An Effect is what a function does to the outside, by itself or through those
// it calls. A query is a read, a write or a write of an outbox if its text is
// known.
type Effect struct {
	Kind       catalog.Effect
	Sink       string // the library's function, as a person writes it
	Func       string // the library's function, whole
	Verb       sqltext.Verb
	Table      string
	Ignore     bool          // a row that is there already is no error: ON CONFLICT
	SQL        effects.Value // of a query whose text a parameter holds
	Tx         effects.Value // the handle it uses, in the words of the function
	Callee     effects.Value // of a call: the parameter
	InTx       bool          // in a transaction of the function itself, or of one it calls
	InLoop     bool
	Retried    bool
	How        effects.How
	Confidence Confidence
	Site       *Site   // where the function does it
	Arg        int     // it is done by this argument of the site, which the callee runs; -1: by the callee
	Next       *Effect // in the callee; nil: the site itself does it
	Apart      bool    // it happens in a goroutine that fetches messages, and not in what starts that
	Told       bool    // of a publish: it met a write, or a transaction, in the callee or here
}

// Sink site and function of an effect: where it happens in the end.
func (e *Effect) last() *Effect {
	for e.Next != nil {
		e = e.Next
	}
	return e
}

// At returns the site where the effect happens in the end.
func (e *Effect) At() *Site { return e.last().Site }

// Chain returns how the function comes to the effect, one place a call.
func (e *Effect) Chain() []evctl.Related {
	var out []evctl.Related
	for ; e != nil && len(out) < maxChain; e = e.Next {
		what := e.Sink
		if e.Next != nil {
			what = "calls " + display(e.Next.Site.In)
		}
		if e.Next == nil && e.Table != "" {
			what += fmt.Sprintf(" (%s %s)", e.Verb, e.Table)
		}
		out = append(out, evctl.Related{Position: e.Site.Pos, Message: what, Depth: len(out) + 1})
	}
	return out
}

// maxChain bounds how many calls a report shows of the way to one effect.
const maxChain = 64

// Path returns the names of those that lead to the effect: repo.Create →
// (*orderRepo).Create → Tx.Exec.
func (e *Effect) Path() string {
	var names []string
	for ; e != nil; e = e.Next {
		if e.Next != nil {
			names = append(names, display(e.Next.Site.In))
		} else {
			names = append(names, e.Sink)
		}
	}
	if len(names) > 5 {
		names = append(append(names[:2:2], "…"), names[len(names)-2:]...)
	}
	return strings.Join(names, " → ")
}

// Through returns the functions that stand between a function and the effect,
// outermost first.
func (e *Effect) Through() []*Func {
	var out []*Func
	for ; e.Next != nil; e = e.Next {
		out = append(out, e.Next.Site.In)
	}
	return out
}

// display names a function for people, with its package: orders.Repo.Create.
func display(f *Func) string {
	pkg := outermost(f.Key)
	pkg = strings.TrimLeft(pkg, "(*")
	slash := strings.LastIndexByte(pkg, '/')
	pkg, _, _ = strings.Cut(pkg[slash+1:], ".")
	name := pkg + "." + f.Name
	if f.Outer != "" {
		name += " (closure)"
	}
	return name
}

// Display names the function for people, with its package.
func (f *Func) Display() string { return display(f) }

// key tells the effects of one function apart.
func (e *Effect) key() string {
	names := "" // of headers and fields: a helper that sets several has an effect for each
	if e.Kind == catalog.SetKey || e.Kind == catalog.ReadKey {
		names = e.At().Roles[catalog.Key].Text
	}
	return fmt.Sprint(e.Told, e.Kind, e.Func, e.Verb, e.Table, e.InTx, e.Retried, e.Callee.Index, e.Callee.Of, e.SQL.Index, e.Site.Index, e.Arg, e.Tx.Kind, e.Tx.Index, e.Tx.Of, e.Tx.Text, names)
}

// IsWrite reports whether the effect changes state for good, and is none of an
// outbox. Text that is not known counts as a write where the library's function
// is meant for writing.
func (e *Effect) IsWrite() bool { return e.Kind == catalog.Write || e.Kind == catalog.Query }

package link

import (
	"slices"
	"strings"

	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/effects"
)

// contexts finds, callers first, in which circumstances functions run: inside
// of a transaction, again and again, once for each message.
func (p *Program) contexts() {
	var inTx []*Func
	mark := func(f *Func) {
		if !f.InTx {
			f.InTx = true
			inTx = append(inTx, f)
		}
	}
	for _, f := range p.Funcs {
		if f.takesTx() {
			mark(f)
		}
		for _, s := range f.Sites {
			for _, t := range s.Targets {
				t.Callers = append(t.Callers, s)
				if t.Tx {
					t.TxRoot = true
					mark(t.Func)
				}
				if s.InTx && s.How != effects.Go {
					mark(t.Func)
				}
				t.Func.Retried = t.Func.Retried || t.Retry
			}
			if s.Site.Has(catalog.Consume) {
				for _, g := range p.functions(s.Roles[catalog.Func], f) {
					g.Consumer = true
				}
			}
		}
	}
	for len(inTx) > 0 {
		f := inTx[len(inTx)-1]
		inTx = inTx[:len(inTx)-1]
		for _, s := range f.Sites {
			for _, t := range s.Targets {
				if s.How != effects.Go {
					mark(t.Func)
				}
			}
		}
	}
	p.holdTx()
}

// holdTx finds the functions that never run outside of a transaction: each of
// their callers is in one. Those that nobody calls are not among them.
func (p *Program) holdTx() {
	for _, f := range p.Funcs {
		f.HeldTx = f.InTx && (f.TxRoot || f.takesTx() || len(f.Callers) > 0)
	}
	for changed := true; changed; {
		changed = false
		for _, f := range p.Funcs {
			if f.HeldTx && !f.TxRoot && !f.takesTx() && slices.ContainsFunc(f.Callers, (*Site).outsideTx) {
				f.HeldTx, changed = false, true
			}
		}
	}
}

// outsideTx reports whether a call may happen while no transaction is open.
func (s *Site) outsideTx() bool { return s.How == effects.Go || !s.InTx && !s.In.HeldTx }

// takesTx reports whether the function is handed a library's transaction.
func (f *Func) takesTx() bool {
	for _, param := range f.Params {
		if param.Tx {
			return true
		}
	}
	return false
}

// countUnresolved counts the sites that lead nowhere although their name says
// that they publish or write.
func (p *Program) countUnresolved() {
	for _, f := range p.Funcs {
		for _, s := range f.Sites {
			switch holder, name := s.named(); {
			case isPublishName(name):
				p.UnresolvedPublishes++
			case isWriteName(name) && isStoreName(holder):
				p.UnresolvedWrites++
			}
		}
	}
}

// named returns what the code calls a callee that nobody knows: a method of an
// interface, or a function in a field. It returns nothing for any other.
func (s *Site) named() (holder, name string) {
	switch {
	case s.isUnresolved():
		return s.Iface.Name, methodName(s.Method)
	case s.Called.Kind == effects.Field && len(s.Targets)+len(s.Site.Effects) == 0:
		i := strings.LastIndexByte(s.Called.Text, '.')
		return s.Called.Text[:max(i, 0)], s.Called.Text[i+1:]
	}
	return "", ""
}

// isUnresolved reports whether nobody knows what a site calls.
func (s *Site) isUnresolved() bool { return s.Iface != nil && len(s.Targets)+len(s.Site.Effects) == 0 }

func isPublishName(name string) bool {
	return hasWord(name, "publish", "produce", "emit", "enqueue", "dispatch", "broadcast")
}

// isBrokerName reports whether an interface or its method is called like one
// that hands messages on.
func isBrokerName(iface, method string) bool {
	return isPublishName(method) || hasWord(method, "send", "notify") || hasWord(iface, "queue", "publisher", "producer", "bus", "broker", "pubsub", "sender", "emitter", "stream", "messag")
}

func isWriteName(name string) bool {
	return hasWord(name, "create", "save", "insert", "update", "upsert", "delete", "store", "remove", "add", "put", "persist")
}

func isStoreName(name string) bool {
	return hasWord(name[strings.LastIndexByte(name, '.')+1:], "repo", "repository", "store", "storage", "dao", "querier", "queries", "db", "database", "persistence")
}

func hasWord(name string, words ...string) bool {
	name = strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
	for _, w := range words {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

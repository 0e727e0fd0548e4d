package link

import (
	"slices"
	"strings"

	"github.com/evctl/evctl/internal/sqltext"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/effects"
)

// SinkName writes a library's function for people: uuid.NewString.
func SinkName(function string) string { return sinkName(function) }

// sinkName writes a library's function for people: kgo.Client.Produce.
func sinkName(function string) string {
	name := strings.NewReplacer("(", "", ")", "", "*", "").Replace(function)
	slash := strings.LastIndexByte(name, '/')
	last := name[slash+1:]
	if dot := strings.IndexByte(last, '.'); slash > 0 && dot > 1 && last[0] == 'v' && strings.Trim(last[1:dot], "0123456789") == "" {
		parent := name[:slash] // …/kgo/v2.Client
		last = parent[strings.LastIndexByte(parent, '/')+1:] + last[dot:]
	}
	return last
}

// text returns the SQL text of a query at a site: the argument, what a builder
// makes of it, or what the statement was prepared with.
func (p *Program) text(s *Site) effects.Value {
	v, ok := s.Roles[catalog.SQL]
	if !ok {
		v = s.Recv
	}
	if v.Kind != effects.Result || v.Of != "" || v.Index >= len(s.In.Sites) {
		if ok {
			return v
		}
		return effects.Value{}
	}
	made := s.In.Sites[v.Index]
	switch {
	case made.Site.Has(catalog.SQLText):
		return effects.Value{Kind: effects.Const, Text: made.Notes["statement"]}
	case made.Roles[catalog.SQL].Kind != effects.Unknown:
		return made.Roles[catalog.SQL]
	case ok:
		return v
	}
	return effects.Value{}
}

// table returns the table, collection or model that a site is about.
func (p *Program) table(s *Site) string {
	if v := s.Roles[catalog.Table]; v.Kind == effects.Const {
		return strings.ToLower(v.Text)
	}
	for _, role := range []catalog.Role{catalog.Value, catalog.Message} {
		if t := s.Roles[role].Type; t != "" {
			return strings.ToLower(t[strings.LastIndexByte(t, '.')+1:])
		}
	}
	return p.tableOf(s.Recv, s.In, 0)
}

// tableOf looks for the name of a table in how a handle came to be:
// db.Collection("orders"), db.Model(&Order{}).
func (p *Program) tableOf(v effects.Value, f *Func, depth int) string {
	if depth > 3 {
		return ""
	}
	if v.Kind == effects.Result && v.Of == "" && v.Index < len(f.Sites) {
		made := f.Sites[v.Index]
		if table := made.Roles[catalog.Table]; made.Site.Has(catalog.OpenTable) {
			if table.Kind == effects.Const {
				return strings.ToLower(table.Text)
			}
			return strings.ToLower(table.Type[strings.LastIndexByte(table.Type, '.')+1:])
		}
		return p.tableOf(made.Recv, f, depth+1)
	}
	for _, part := range v.Parts {
		if t := p.tableOf(part, f, depth+1); t != "" {
			return t
		}
	}
	return ""
}

// isOutbox reports whether a table, type, field or function is one of an
// outbox by its name.
func isOutbox(name string) bool {
	name = strings.ReplaceAll(strings.ToLower(name), "_", "")
	return strings.Contains(name, "outbox") || strings.Contains(name, "transactionalmessage")
}

// isCache reports whether a write only refreshes what can be computed again, by
// the name of its table or of the type that does it.
func (p *Program) isCache(s *Site, e *Effect) bool {
	recv := s.In.Recv[strings.LastIndexByte(s.In.Recv, '.')+1:]
	return strings.Contains(strings.ToLower(e.Table), "cache") || strings.HasSuffix(recv, "Cache")
}

// outboxByName reports whether a write is one of an outbox: by its table, or
// where that is not known, by what it is done with and by who does it.
func (p *Program) outboxByName(s *Site, e *Effect) bool {
	if isOutbox(e.Table) || p.outboxes[e.Table] && e.Table != "" {
		return true
	}
	for _, v := range append([]effects.Value{s.Recv}, s.Args...) {
		if isOutbox(v.Type) || v.Kind == effects.Field && isOutbox(v.Text[strings.LastIndexByte(v.Text, '/')+1:]) {
			return true
		}
		for _, part := range v.Parts {
			if part.Kind == effects.Field && isOutbox(part.Text[strings.LastIndexByte(part.Text, '/')+1:]) || isOutbox(part.Type) {
				return true
			}
		}
	}
	if e.Table == "" || e.Verb == sqltext.Unknown {
		return isOutbox(lastName(s.In.Key))
	}
	return isOutbox(s.In.Recv[strings.LastIndexByte(s.In.Recv, '/')+1:]) && e.Verb == sqltext.Insert
}

// lastName drops the import path in front of a function's key, all but the
// package's own name.
func lastName(key string) string { return key[strings.LastIndexByte(key, '/')+1:] }

// handle follows a database handle to where it comes from: q.WithTx(tx) is tx.
func (p *Program) handle(s *Site, v effects.Value) effects.Value { return p.follow(v, s.In, 0) }

func (p *Program) follow(v effects.Value, f *Func, depth int) effects.Value {
	if depth > 4 {
		return v
	}
	if v.Kind == effects.Result && v.Of == "" && v.Index < len(f.Sites) {
		made := f.Sites[v.Index]
		switch {
		case made.Site.Has(catalog.BindTx):
			tx := p.follow(made.Roles[catalog.Tx], f, depth+1)
			tx.Tx = true
			return tx
		case made.Site.Has(catalog.Begin):
			v.Tx = true
			return v
		}
		for _, t := range made.Targets {
			for _, r := range t.Returns {
				if r.Kind == effects.Result && r.Index < len(t.Sites) && t.Sites[r.Index].Site.Has(catalog.Begin) {
					v.Tx = true
				}
			}
			for _, a := range made.Args { // repo.WithTx(tx)
				if a.Tx && !v.Tx && t.Returns != nil {
					return p.follow(a, f, depth+1)
				}
			}
		}
		return v
	}
	if v.Kind == effects.Unknown {
		for _, part := range v.Parts {
			if got := p.follow(part, f, depth+1); got.Tx || got.Kind == effects.Field {
				return got
			}
		}
	}
	return v
}

// isOutboxPublisher reports whether what a site publishes through was made to
// write into an outbox.
func (p *Program) isOutboxPublisher(s *Site) bool {
	return p.madeFor(s.Recv, s.In, 0) || isOutbox(s.Recv.Type[strings.LastIndexByte(s.Recv.Type, '/')+1:]) ||
		s.Recv.Kind == effects.Field && isOutbox(s.Recv.Text[strings.LastIndexByte(s.Recv.Text, '.')+1:])
}

func (p *Program) madeFor(v effects.Value, f *Func, depth int) bool {
	if depth > 14 || f == nil {
		return false
	}
	if v.Of != "" && v.Of != f.Key {
		f = p.node(v.Of, f.Args)
		v.Of = ""
		if f == nil || len(f.Sites) == 0 {
			return false
		}
	}
	if v.Kind == effects.Result && v.Index < len(f.Sites) {
		made := f.Sites[v.Index]
		switch {
		case made.Site.Has(catalog.OutboxPublisher):
			tx := p.follow(made.Roles[catalog.Tx], f, 0)
			return tx.Tx || made.Notes["pool"] == ""
		case made.Site.Has(catalog.WrapPublisher):
			return p.madeFor(made.Roles[catalog.Publisher], f, depth+1)
		}
		for _, t := range made.Targets {
			for _, r := range t.Returns {
				if p.madeFor(r, t.Func, depth+1) {
					return true
				}
				if r.Kind == effects.Unknown || r.Kind == effects.Local {
					for _, part := range r.Parts {
						if part.Kind == effects.Param && part.Index < len(made.Args) && p.madeFor(made.Args[part.Index], f, depth+1) {
							return true
						}
					}
				}
			}
		}
	}
	return slices.ContainsFunc(v.Parts, func(part effects.Value) bool { return p.madeFor(part, f, depth+1) })
}

// othersUseOutbox reports whether another function that the site may call
// writes into an outbox instead.
func (p *Program) othersUseOutbox(s *Site, t Target) bool {
	return slices.ContainsFunc(s.Targets, func(o Target) bool {
		return o.Func != t.Func && o.Arg == t.Arg && o.does(catalog.Outbox) && !o.does(catalog.Publish)
	})
}

// standsForPublish reports whether a callee only writes where another that the
// site may call only publishes: a queue in a table beside one of a broker. What
// it writes is the message.
func (p *Program) standsForPublish(s *Site, t Target) bool {
	if s.Iface == nil || t.Arg >= 0 || len(s.Targets) < 2 || !isBrokerName(s.Iface.Name, methodName(s.Method)) || t.does(catalog.Publish) {
		return false
	}
	return slices.ContainsFunc(s.Targets, func(o Target) bool {
		return o.Func != t.Func && o.Arg < 0 && o.does(catalog.Publish) && !slices.ContainsFunc(o.Effects, (*Effect).IsWrite)
	})
}

// does reports whether a function leads to an effect.
func (f *Func) does(kind catalog.Effect) bool {
	return slices.ContainsFunc(f.Effects, func(e *Effect) bool { return e.Kind == kind })
}

// isGuard reports whether a table remembers what was dealt with, or how much:
// a write of it is no state that an event tells of.
func isGuard(table string) bool {
	table = strings.ReplaceAll(table, "_", "")
	for _, word := range []string{"inbox", "idempoten", "dedup", "processedmessage", "processedevent", "ratelimit", "throttl", "quota"} {
		if strings.Contains(table, word) {
			return true
		}
	}
	return false
}

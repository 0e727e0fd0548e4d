package link

import (
	"slices"

	"github.com/evctl/evctl/internal/sqltext"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/effects"
)

// Limits of what is kept of one function. Beyond them the first of each kind
// stay: a rule needs one, not all.
const (
	maxPerSite = 4  // effects of a kind at one site
	maxPerFunc = 24 // effects of a kind
	maxRounds  = 6  // for functions that call each other
)

// flowEffects finds what each function leads to: callees first, those that
// call each other together until nothing is added.
func (p *Program) flowEffects(groups [][]*Func) {
	for _, group := range groups {
		for range maxRounds {
			changed := false
			for _, f := range group {
				changed = p.flowInto(f) || changed
			}
			if !changed || len(group) == 1 && !p.callsItself(group[0]) {
				break
			}
		}
		for _, f := range group {
			p.meet(f)
		}
	}
}

func (p *Program) callsItself(f *Func) bool {
	return slices.ContainsFunc(f.Sites, func(s *Site) bool {
		return slices.ContainsFunc(s.Targets, func(t Target) bool { return t.Func == f })
	})
}

// flowInto computes the effects of a function's sites, then their order, then
// its own effects. It reports whether the function has new ones.
func (p *Program) flowInto(f *Func) bool {
	for _, s := range f.Sites {
		p.flowSite(s)
	}
	p.trace(f)
	old := map[string]*Effect{}
	for _, e := range f.Effects {
		old[e.key()] = e
	}
	changed := false
	kinds := map[catalog.Effect]int{}
	for _, s := range f.Sites {
		for _, e := range s.Effects {
			e.InTx = e.InTx || s.InTx
			k := e.key()
			if old[k] == nil && kinds[e.Kind] < maxPerFunc {
				old[k] = e
				f.Effects = append(f.Effects, e)
				changed = true
			}
			kinds[e.Kind]++
		}
	}
	return changed
}

// flowSite computes what a site leads to.
func (p *Program) flowSite(s *Site) {
	old := map[string]*Effect{}
	kinds := map[catalog.Effect]int{}
	for _, e := range s.Effects {
		old[e.key()] = e
		kinds[e.Kind]++
	}
	add := func(e *Effect) {
		e.Site = s
		e.InLoop = e.InLoop || s.InLoop
		if e.How == effects.Now {
			e.How = s.How
		}
		if k := e.key(); old[k] == nil && kinds[e.Kind] < maxPerSite {
			old[k] = e
			kinds[e.Kind]++
			s.Effects = append(s.Effects, e)
		}
	}
	if kind, ok := p.directed(s); ok {
		add(&Effect{Kind: kind, Sink: s.called(), Func: s.called(), Arg: -1, Confidence: High})
		return
	}
	if !s.Shape || !slices.ContainsFunc(s.Targets, func(t Target) bool { return t.Arg < 0 }) {
		p.own(s, add)
	}
	if s.isUnresolved() && isPublishName(methodName(s.Method)) && isBrokerName(s.Iface.Name, "") {
		add(&Effect{Kind: catalog.Publish, Sink: s.called(), Func: s.called(), Arg: -1, Confidence: Low})
	}
	if s.Called.Kind == effects.Param {
		add(&Effect{Kind: Call, Callee: s.Called, Arg: -1, Confidence: High})
	}
	if s.Iface != nil && s.Site.Has(catalog.Publish) && p.isOutboxPublisher(s) {
		return // what it holds is known
	}
	for i := 0; i < len(s.Targets); i++ {
		switch t := s.Targets[i]; {
		case t.Library:
			p.fromLibrary(s, t, add)
		default:
			p.fromTarget(s, t, add)
		}
	}
}

// fromLibrary adds what a library's method does that an interface holds: as if
// it were called directly.
func (p *Program) fromLibrary(s *Site, t Target, add func(*Effect)) {
	if len(s.Site.Effects) > 0 && !s.Shape {
		return // the catalogue knows the interface itself
	}
	direct := t.Func.Func.Sites[0]
	direct.Recv, direct.Args = s.Recv, s.Args
	roles := map[catalog.Role]effects.Value{}
	for role, v := range direct.Roles {
		tx := v.Tx
		switch {
		case v.Kind == effects.Recv:
			v = s.Recv
		case v.Index < len(s.Args):
			v = s.Args[v.Index]
		}
		v.Tx = v.Tx || tx
		roles[role] = v
	}
	direct.Roles = roles
	p.own(&Site{Site: &direct, In: s.In, Index: s.Index}, func(e *Effect) {
		e.Confidence = Medium
		if t.Concrete {
			e.Confidence = High
		}
		add(e)
	})
}

// own adds what the catalogue says of the site's callee.
func (p *Program) own(s *Site, add func(*Effect)) {
	for _, kind := range s.Site.Effects {
		e := &Effect{Kind: kind, Sink: sinkName(s.Func), Func: s.Func, Arg: -1, Confidence: High, Tx: p.handle(s, s.Roles[catalog.Tx])}
		if kind == catalog.HandOff {
			e.Sink = "a send on a channel"
		}
		if kind == catalog.Query {
			e.classify(p.text(s), s.Notes["read"] != "")
		}
		if e.Table == "" {
			e.Table = p.table(s)
		}
		if kind == catalog.Publish && p.isOutboxPublisher(s) {
			e.Kind = catalog.Outbox
		}
		if e.IsWrite() && p.outboxByName(s, e) {
			e.Kind = catalog.Outbox
		}
		if e.IsWrite() && p.isCache(s, e) {
			e.Kind = catalog.CacheWrite
		}
		if s.Shape {
			e.Confidence = Medium
		}
		add(e)
	}
}

// classify turns a query into what its text says it is.
func (e *Effect) classify(text effects.Value, read bool) {
	switch text.Kind {
	case effects.Param:
		e.SQL = text
		if read {
			e.Kind = catalog.Read
		}
		return
	case effects.Const:
		s := sqltext.Read(text.Text)
		e.Verb, e.Table, e.Ignore = s.Verb, s.Table, s.Ignore
		switch {
		case s.Verb.Writes():
			e.Kind = catalog.Write
		case s.Verb == sqltext.Unknown:
			break
		default:
			e.Kind = catalog.Read
			return
		}
	}
	if e.Kind == catalog.Query && read {
		e.Kind = catalog.Read
	}
}

// fromTarget adds what a callee leads to, in the words of the caller.
func (p *Program) fromTarget(s *Site, t Target, add func(*Effect)) {
	outside := t.Apart || s.How == effects.Go && t.does(catalog.Fetch)
	fetches := t.fetchesApart()
	for _, inner := range t.Effects {
		apart := outside || inner.Apart || fetches && inner.How == effects.Go
		if inner.Kind == Call {
			p.fromCall(s, t, inner, apart, add)
			continue
		}
		if inner.Kind == catalog.HandOff && t.Outer == "" {
			continue // what others hand on is their own affair
		}
		e := *inner
		e.Next, e.Arg = inner, t.Arg
		e.InTx, e.Retried, e.Apart = inner.InTx || t.Tx, inner.Retried || t.Retry, apart
		e.Tx = p.translate(inner.Tx, s, t)
		if inner.SQL.Kind == effects.Param {
			e.SQL = effects.Value{}
			e.Kind = catalog.Query
			e.classify(p.translate(inner.SQL, s, t), inner.Kind == catalog.Read)
			if e.IsWrite() && isOutbox(e.Table) {
				e.Kind = catalog.Outbox
			}
		}
		if e.IsWrite() && p.standsForPublish(s, t) {
			e.Kind = Queue
		}
		if !t.Concrete {
			e.Confidence = min(e.Confidence, Medium)
			if inner.Kind == catalog.Publish && p.othersUseOutbox(s, t) {
				e.Confidence = Low
			}
		}
		add(&e)
	}
}

// fromCall resolves the call of a callee's parameter by the argument that the
// caller gives. The function that it finds becomes a target of the site.
func (p *Program) fromCall(s *Site, t Target, call *Effect, apart bool, add func(*Effect)) {
	v := call.Callee
	if v.Of != "" && v.Of != t.Key { // a parameter of a function around the callee
		e := *call
		e.Next, e.Arg, e.InTx, e.Apart = call, t.Arg, call.InTx || t.Tx, apart
		if v.Of == s.In.Key {
			e.Callee.Of = ""
		}
		add(&e)
		return
	}
	if v.Index >= len(s.Args) || t.Arg >= 0 {
		return
	}
	arg := s.Args[v.Index]
	if arg.Kind == effects.Param && (arg.Of == "" || arg.Of != t.Key) {
		add(&Effect{Kind: Call, Callee: arg, Arg: v.Index, InTx: call.InTx, Retried: call.Retried, Apart: apart, Next: call, Confidence: call.Confidence, How: call.How})
	}
	for _, f := range p.functions(arg, s.In) {
		i := slices.IndexFunc(s.Targets, func(o Target) bool { return o.Func == f && o.Arg == v.Index })
		if i < 0 {
			s.Targets = append(s.Targets, Target{Func: f, Concrete: true, Arg: v.Index})
			i = len(s.Targets) - 1
		}
		s.Targets[i].Tx = s.Targets[i].Tx || call.InTx
		s.Targets[i].Retry = s.Targets[i].Retry || call.Retried
		s.Targets[i].Apart = s.Targets[i].Apart || apart
	}
}

// translate puts a value of a callee into the words of the caller.
func (p *Program) translate(v effects.Value, s *Site, t Target) effects.Value {
	mine := v.Of == "" || v.Of == t.Key
	switch {
	case v.Of == s.In.Key:
		v.Of = ""
	case v.Kind == effects.Param && mine && t.Arg < 0 && v.Index < len(s.Args):
		tx := v.Tx
		v = p.handle(s, s.Args[v.Index])
		v.Tx = v.Tx || tx
	case v.Kind == effects.Recv && mine && t.Arg < 0:
		tx := v.Tx
		v = p.handle(s, s.Recv)
		v.Tx = v.Tx || tx
	case mine && (v.Kind == effects.Param || v.Kind == effects.Result || v.Kind == effects.Recv):
		v.Of = t.Key
	}
	return v
}

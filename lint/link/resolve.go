package link

import (
	"slices"
	"strings"

	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/effects"
)

// An implementer is a type with its arguments that an interface may hold.
type implementer struct {
	*effects.Type
	args []string
}

// targets returns the functions that a site may call. What it calls through
// the parameters of callees is added when their effects are known.
func (p *Program) targets(s *Site) []Target {
	var out []Target
	add := func(f *Func, concrete bool, arg int) {
		if f != nil && !slices.ContainsFunc(out, func(t Target) bool { return t.Func == f && t.Arg == arg }) {
			out = append(out, Target{Func: f, Concrete: concrete, Arg: arg})
		}
	}
	switch {
	case s.Iface != nil:
		for _, f := range p.methods(s.ref(), substitute(s.Method, s.In.Args), s.In) {
			add(f, false, -1)
		}
		single := len(out) == 1
		for i := range out {
			out[i].Concrete = single && out[i].Library
		}
	case s.Func != "":
		add(p.node(s.Func, p.argsFor(s)), true, -1)
	case s.Called.Kind != effects.Unknown:
		for _, f := range p.functions(s.Called, s.In) {
			add(f, false, -1)
		}
	}
	if role, ok := s.Roles[catalog.Func]; ok && (s.Has(catalog.Run) || s.Has(catalog.RunTx) || s.Has(catalog.Retry) || s.Has(catalog.BindTx)) {
		for _, f := range p.functions(role, s.In) {
			if !slices.ContainsFunc(out, func(t Target) bool { return t.Func == f }) {
				out = append(out, Target{Func: f, Concrete: true, Arg: 0, Tx: s.Has(catalog.RunTx) || s.Has(catalog.BindTx), Retry: s.Has(catalog.Retry)})
			}
		}
	}
	return out
}

// ref returns the interface of a site with the type arguments of its function.
func (s *Site) ref() effects.Ref {
	r := *s.Iface
	r.Name = substitute(r.Name, s.In.Args)
	r.Args = substituteAll(r.Args, s.In.Args)
	return r
}

// argsFor returns the type arguments of the callee. A literal shares those of
// the function around it.
func (p *Program) argsFor(s *Site) []string {
	if outermost(s.Func) == outermost(s.In.Key) {
		if len(s.TypeArgs) == 0 {
			return s.In.Args
		}
	}
	return substituteAll(s.TypeArgs, s.In.Args)
}

func outermost(key string) string {
	key, _, _ = strings.Cut(key, "$")
	return key
}

// functions returns the functions that a value may be.
func (p *Program) functions(v effects.Value, in *Func) []*Func {
	var out []*Func
	switch v.Kind {
	case effects.FuncRef:
		if v.Iface != nil {
			r := *v.Iface
			r.Args = substituteAll(r.Args, in.Args)
			return p.methods(r, substitute(v.Text, in.Args), in)
		}
		var args []string
		if outermost(v.Text) == outermost(in.Key) {
			args = in.Args
		}
		out = append(out, p.node(v.Text, args))
	case effects.Field, effects.Global:
		out = p.put(v.Text)
	case effects.Recv:
		out = p.put(in.Recv)
	case effects.Local, effects.Unknown:
		for _, part := range v.Parts {
			if part.Kind == effects.FuncRef || part.Kind == effects.Field || part.Kind == effects.Global {
				out = append(out, p.functions(part, in)...)
			}
		}
	case effects.Result:
		if v.Of == "" && v.Index < len(in.Sites) && in.Sites[v.Index] != nil {
			out = p.made(in.Sites[v.Index])
		}
	}
	return slices.DeleteFunc(out, func(f *Func) bool { return f == nil })
}

// put returns the functions that some code puts into a field, a variable or a
// named function type.
func (p *Program) put(into string) []*Func {
	var out []*Func
	for _, flow := range p.into[into] {
		f := p.node(flow.Func, nil)
		if f == nil || !flow.Made {
			out = append(out, f)
			continue
		}
		for _, r := range f.Returns {
			if r.Kind == effects.FuncRef {
				out = append(out, p.functions(r, f)...)
			}
		}
	}
	return out
}

// made returns the functions that a call may return: those that its callee
// returns, and those it is given, which a wrapper calls.
func (p *Program) made(s *Site) []*Func {
	var out []*Func
	for _, t := range s.Targets {
		for _, r := range t.Returns {
			if r.Kind == effects.FuncRef && t.Arg < 0 {
				out = append(out, p.functions(r, t.Func)...)
			}
		}
	}
	if len(out) == 0 && len(s.Targets) > 0 {
		return nil
	}
	for _, arg := range s.Args {
		if arg.Kind == effects.FuncRef {
			out = append(out, p.functions(arg, s.In)...)
		}
	}
	return out
}

// methods returns who may implement a method of an interface, seen from a
// function: a decorator does not call itself or one of its kind.
func (p *Program) methods(r effects.Ref, sig string, from *Func) []*Func {
	skip := p.decorated(r.Name, sig, from)
	id := r.String() + "\x00" + sig
	found, ok := p.answers[id]
	if !ok {
		found = p.search(r, sig, map[string]bool{})
		p.answers[id] = found
	}
	var out []*Func
	for _, a := range found {
		if !slices.Contains(skip, a.holder) && !slices.Contains(out, a.Func) {
			out = append(out, a.Func)
		}
	}
	return out
}

// An answer is a function that implements an interface's method, for one type
// that holds it.
type answer struct {
	*Func
	holder string
}

// search finds the answers. A type that embeds an interface answers with those
// that implement it.
func (p *Program) search(r effects.Ref, sig string, visited map[string]bool) []answer {
	if visited[r.String()] {
		return nil
	}
	visited[r.String()] = true
	name := methodName(sig)
	sig = substitute(sig, r.Args)
	var out []answer
	for _, impl := range p.implementers(r) {
		for _, m := range impl.Methods {
			if methodName(m.Sig) != name || !match(sig, m.Sig, pad(impl.args, impl.Generic)) {
				continue
			}
			if m.Iface != nil {
				inner := *m.Iface
				inner.Args = substituteAll(inner.Args, impl.args)
				for _, a := range p.search(inner, substitute(m.Sig, impl.args), visited) {
					out = append(out, answer{a.Func, impl.Name})
				}
			} else if f := p.node(m.Func, impl.args); f != nil {
				out = append(out, answer{f, impl.Name})
			}
		}
	}
	return out
}

// implementers returns the types that the interface may hold: those that are
// put into it, also by way of other interfaces, or else all that fit.
func (p *Program) implementers(r effects.Ref) []implementer {
	id := r.String()
	if found, ok := p.resolved[id]; ok {
		return found
	}
	if t := p.types[strings.TrimPrefix(r.Name, "*")]; t != nil { // a type argument
		return []implementer{{t, r.Args}}
	}
	p.resolved[id] = nil
	out := p.seen(r, map[string]bool{})
	if len(out) == 0 {
		out = p.fitting(r)
	}
	slices.SortFunc(out, func(a, b implementer) int {
		return strings.Compare(a.Name+strings.Join(a.args, ","), b.Name+strings.Join(b.args, ","))
	})
	p.resolved[id] = out
	return out
}

// seen returns the types that some code puts into an interface.
func (p *Program) seen(r effects.Ref, visited map[string]bool) []implementer {
	if visited[r.String()] {
		return nil
	}
	visited[r.String()] = true
	var out []implementer
	for _, f := range p.into[r.Name] {
		if f.From == nil {
			continue
		}
		bound := make([]string, 16)
		if !matchArgs(r.Args, f.Into.Args, bound) {
			continue
		}
		from := effects.Ref{Name: substitute(f.From.Name, r.Args), Args: substituteBound(f.From.Args, bound)}
		if p.interfaces[from.Name] != nil {
			for _, impl := range p.seen(from, visited) {
				if p.fits(impl.Type, r) != nil {
					out = append(out, impl)
				}
			}
			continue
		}
		if t := p.types[from.Name]; t != nil && !t.Double {
			args := from.Args
			if t.Generic > 0 && slices.ContainsFunc(args, func(a string) bool { return strings.Contains(a, open) }) {
				if fitted := p.fits(t, r); fitted != nil {
					args = fitted
				}
			}
			out = append(out, implementer{t, args})
		}
	}
	return out
}

func matchArgs(texts, patterns, bound []string) bool {
	if len(texts) != len(patterns) {
		return len(texts) == 0 || len(patterns) == 0
	}
	for i := range texts {
		if !match(texts[i], patterns[i], bound) {
			return false
		}
	}
	return true
}

func substituteBound(texts, bound []string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = t
		for j, b := range bound {
			if b != "" {
				out[i] = strings.ReplaceAll(out[i], open+string(rune('0'+j))+close, b)
			}
		}
	}
	return out
}

// fitting returns the types whose methods fit an interface.
func (p *Program) fitting(r effects.Ref) []implementer {
	i := p.interfaces[r.Name]
	if i == nil || len(i.Methods) == 0 {
		return nil
	}
	var out []implementer
	rarest := i.Methods[0]
	for _, m := range i.Methods {
		if len(p.byMethod[methodName(m)]) < len(p.byMethod[methodName(rarest)]) {
			rarest = m
		}
	}
	for _, t := range p.byMethod[methodName(rarest)] {
		if t.Double {
			continue
		}
		if args := p.fits(t, r); args != nil {
			out = append(out, implementer{t, args})
		}
	}
	return out
}

// fits returns the type arguments with which a type has all methods of an
// interface; nil if there are none.
func (p *Program) fits(t *effects.Type, r effects.Ref) []string {
	i := p.interfaces[r.Name]
	if i == nil {
		return nil
	}
	bound := make([]string, t.Generic, t.Generic+1)
	for _, want := range i.Methods {
		want = substitute(want, r.Args)
		if !slices.ContainsFunc(t.Methods, func(m effects.Method) bool { return match(want, m.Sig, bound) }) {
			return nil
		}
	}
	return bound
}

func pad(args []string, n int) []string {
	out := make([]string, n)
	copy(out, args)
	return out
}

// findDecorators notes the types that, in a method of an interface that they
// implement, call that same method on a value of the interface.
func (p *Program) findDecorators() {
	for _, key := range sortedKeys(p.declared) {
		f := p.declared[key]
		for i := range f.Sites {
			s := &f.Sites[i]
			if s.Iface == nil || f.Recv == "" || !strings.HasSuffix(f.Name, "."+methodName(s.Method)) {
				continue
			}
			t := p.types[f.Recv]
			if t == nil || p.fits(t, *s.Iface) == nil {
				continue
			}
			k := s.Iface.Name + "\x00" + methodName(s.Method)
			if !slices.Contains(p.decorators[k], f.Recv) {
				p.decorators[k] = append(p.decorators[k], f.Recv)
			}
		}
	}
}

// decorated returns the types that a call is not handed to because it comes
// from one of them.
func (p *Program) decorated(iface, sig string, from *Func) []string {
	all := p.decorators[iface+"\x00"+methodName(sig)]
	if slices.Contains(all, from.Recv) && strings.HasSuffix(from.Name, "."+methodName(sig)) {
		return all
	}
	return nil
}

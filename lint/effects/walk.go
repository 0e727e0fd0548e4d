package effects

import (
	"go/ast"
	"go/types"
	"maps"
	"strconv"
)

// Limits of what is summarised of one function; beyond them it is noted in
// [Package.Skipped].
const (
	maxSites = 2_000
	maxDepth = 200 // of nested statements and expressions
)

// A walker follows one function in the order in which it runs.
type walker struct {
	*summarizer
	fn       *Func
	sig      *types.Signature // of the function or inlined literal
	outerSig *types.Signature // of the function
	steps    *[]Step
	env      map[types.Object]Value // what variables hold, as far as known
	errs     map[types.Object][]int // the sites that an error variable comes from
	how      How
	loops    int
	depth    int
	literals *int // number of literals in the declaration
}

func newWalker(s *summarizer, f *Func, sig *types.Signature) *walker {
	return &walker{
		summarizer: s, fn: f, sig: sig, outerSig: sig, steps: new([]Step), literals: new(int),
		env: map[types.Object]Value{}, errs: map[types.Object][]int{},
	}
}

func (w *walker) info() *types.Info { return w.pkg.Info }

func (w *walker) body(typ *ast.FuncType, body *ast.BlockStmt) {
	index := 0
	for _, field := range typ.Params.List {
		t := w.info().TypeOf(field.Type)
		names := field.Names
		if len(names) == 0 {
			names = []*ast.Ident{nil}
		}
		for _, name := range names {
			p := Parameter{Type: text(t), Tx: w.isTx(t)}
			if name != nil {
				p.Tx = p.Tx || w.namedTx(name.Name, t)
				p.Name = name.Name
				w.env[w.info().Defs[name]] = Value{Kind: Param, Index: index, Text: name.Name, Tx: p.Tx}
			}
			w.fn.Params = append(w.fn.Params, p)
			index++
		}
	}
	w.block(body)
	w.fn.Body = *w.steps
}

// literal summarises a function literal once, and returns its key.
func (w *walker) literal(lit *ast.FuncLit) string {
	if key, ok := w.summarizer.literals[lit]; ok {
		return key
	}
	*w.literals++
	sig, _ := w.info().TypeOf(lit).(*types.Signature)
	if sig == nil {
		return ""
	}
	f := &Func{
		Key: outermost(w.fn.Key) + "$" + strconv.Itoa(*w.literals), Name: w.fn.Name, Outer: w.fn.Key,
		Pos: w.position(lit.Pos()), Generic: w.fn.Generic, Generated: w.fn.Generated, Recv: w.fn.Recv,
	}
	w.summarizer.literals[lit] = f.Key
	inner := newWalker(w.summarizer, f, sig)
	inner.literals, inner.depth = w.literals, w.depth
	for obj, v := range w.env {
		inner.env[obj] = v.from(w.fn.Key)
	}
	inner.body(lit.Type, lit.Body)
	w.out.Funcs = append(w.out.Funcs, f)
	return f.Key
}

func outermost(key string) string {
	for i := range len(key) {
		if key[i] == '$' {
			return key[:i]
		}
	}
	return key
}

// from returns the value as a literal inside the function sees it.
func (v Value) from(function string) Value {
	switch v.Kind {
	case Param, Recv, Result:
		if v.Of == "" {
			v.Of = function
		}
	}
	if v.Base != nil {
		base := v.Base.from(function)
		v.Base = &base
	}
	if v.Parts != nil {
		parts := make([]Value, len(v.Parts))
		for i, p := range v.Parts {
			parts[i] = p.from(function)
		}
		v.Parts = parts
	}
	return v
}

func (w *walker) add(step Step) { *w.steps = append(*w.steps, step) }

// within runs visit so that its steps are collected apart, and returns them.
func (w *walker) within(visit func()) []Step {
	outer := w.steps
	w.steps = new([]Step)
	visit()
	inner := *w.steps
	w.steps = outer
	return inner
}

// site adds a site as the next step and returns its index.
func (w *walker) site(s Site) int {
	if len(w.fn.Sites) >= maxSites {
		w.skip()
		return maxSites - 1
	}
	if s.How == Now {
		s.How = w.how
	}
	s.InLoop = w.loops > 0
	w.fn.Sites = append(w.fn.Sites, s)
	w.add(Step{Op: Do, Site: len(w.fn.Sites) - 1})
	return len(w.fn.Sites) - 1
}

func (w *walker) skip() {
	if n := len(w.out.Skipped); n == 0 || w.out.Skipped[n-1] != w.fn.Key {
		w.out.Skipped = append(w.out.Skipped, w.fn.Key)
	}
}

// enter reports whether there is depth left; leave must follow.
func (w *walker) enter() bool {
	w.depth++
	if w.depth > maxDepth {
		w.skip()
		return false
	}
	return true
}

func (w *walker) leave() { w.depth-- }

// A memory is what is known of the variables at one place.
type memory struct {
	env  map[types.Object]Value
	errs map[types.Object][]int
}

func (w *walker) remember() memory { return memory{maps.Clone(w.env), maps.Clone(w.errs)} }

func (w *walker) recall(m memory) { w.env, w.errs = maps.Clone(m.env), maps.Clone(m.errs) }

// merge joins what is known at the ends of several ways.
func (w *walker) merge(ends []memory) {
	if len(ends) == 0 {
		return
	}
	w.env, w.errs = ends[0].env, ends[0].errs
	for _, end := range ends[1:] {
		for obj, v := range end.env {
			if mine, ok := w.env[obj]; !ok || !same(mine, v) {
				w.env[obj] = either(mine, v, obj)
			}
		}
		for obj, sites := range end.errs {
			w.errs[obj] = union(w.errs[obj], sites)
		}
	}
}

func union(a, b []int) []int {
	out := append([]int(nil), a...)
	for _, n := range b {
		found := false
		for _, m := range a {
			found = found || m == n
		}
		if !found {
			out = append(out, n)
		}
	}
	return out
}

package link

import "slices"

// order returns the functions in groups of those that call each other, callees
// first.
func (p *Program) order() [][]*Func {
	t := tarjan{program: p, state: map[*Func]*visit{}}
	for _, f := range p.Funcs {
		if t.state[f] == nil {
			t.walk(f)
		}
	}
	for i, group := range t.groups {
		for _, f := range group {
			f.order = i
		}
		slices.SortFunc(group, func(a, b *Func) int { return compareFuncs(a, b) })
	}
	return t.groups
}

func compareFuncs(a, b *Func) int {
	if a.Key != b.Key {
		if a.Key < b.Key {
			return -1
		}
		return 1
	}
	return slices.Compare(a.Args, b.Args)
}

// tarjan finds strongly connected components without recursion: chains of
// calls may be long.
type tarjan struct {
	program *Program
	state   map[*Func]*visit
	stack   []*Func
	groups  [][]*Func
}

type visit struct {
	index, low int
	onStack    bool
	next       []*Func
}

func (t *tarjan) open(f *Func) *visit {
	v := &visit{index: len(t.state), low: len(t.state), onStack: true, next: t.program.leadsTo(f)}
	t.state[f] = v
	t.stack = append(t.stack, f)
	return v
}

func (t *tarjan) walk(root *Func) {
	t.open(root)
	for path := []*Func{root}; len(path) > 0; {
		f := path[len(path)-1]
		v := t.state[f]
		if len(v.next) > 0 {
			g := v.next[0]
			v.next = v.next[1:]
			if w := t.state[g]; w == nil {
				t.open(g)
				path = append(path, g)
			} else if w.onStack {
				v.low = min(v.low, w.index)
			}
			continue
		}
		path = path[:len(path)-1]
		if len(path) > 0 {
			parent := t.state[path[len(path)-1]]
			parent.low = min(parent.low, v.low)
		}
		if v.low == v.index {
			t.closeGroup(f)
		}
	}
}

func (t *tarjan) closeGroup(root *Func) {
	var group []*Func
	for {
		f := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		t.state[f].onStack = false
		group = append(group, f)
		if f == root {
			break
		}
	}
	t.groups = append(t.groups, group)
}

// leadsTo returns the functions that a function may call, also those it hands
// to others.
func (p *Program) leadsTo(f *Func) []*Func {
	var out []*Func
	for _, s := range f.Sites {
		for _, t := range s.Targets {
			out = append(out, t.Func)
		}
		for _, arg := range s.Args {
			out = append(out, p.functions(arg, f)...)
		}
	}
	return out
}

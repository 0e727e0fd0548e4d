package link

import (
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/catalog"
	"github.com/evctl/evctl/lint/effects"
)

// A Program is all packages of a repository, joined.
type Program struct {
	Funcs []*Func // sorted by key, then type arguments; a generic function once for each list of them
	// Publishes and Writes count the sites whose name says so and that lead
	// nowhere: nobody knows what they do.
	UnresolvedPublishes, UnresolvedWrites int
	Skipped                               []string // functions too large to be summarised whole
	// Missing are the libraries that the catalogue knows and that could not be
	// found, with the place of the first import.
	Missing map[string]evctl.Position
	// Directives are those of all packages, as they stand in the code.
	Directives []*Directive

	declared   map[string]*effects.Func
	types      map[string]*effects.Type
	interfaces map[string]*effects.Interface
	into       map[string][]effects.Flow // by what it is put into
	byMethod   map[string][]*effects.Type
	nodes      map[string]*Func
	work       []*Func
	resolved   map[string][]implementer
	answers    map[string][]answer // by interface and method
	decorators map[string][]string // by interface and method: the types that hand the call on
	outboxes   map[string]bool     // tables that a relay empties
	meets      []Meet
	sealed     bool // all nodes are known
}

// A Func is one function of the program.
type Func struct {
	*effects.Func
	Args    []string // type arguments
	Sites   []*Site
	Effects []*Effect // what a call of it leads to
	Callers []*Site
	// InTx means that it may run inside of a transaction that a caller holds.
	InTx bool
	// HeldTx means that it never runs outside of one.
	HeldTx bool
	// TxRoot means that a transaction begins with it: it is the function that
	// somebody runs in one.
	TxRoot   bool
	Consumer bool // a library calls it with each message
	Retried  bool // somebody runs it again until it succeeds

	order int
}

// A Site is one call of a function of the program.
type Site struct {
	*effects.Site
	In      *Func
	Index   int
	Targets []Target
	Effects []*Effect
	// Before holds the indexes of the sites that may have run before, without
	// having failed.
	Before Set
	// Turn holds those of Before that ran in the same turn of each loop around
	// both.
	Turn Set
	// Arms are the error paths that the site stands on, outermost first.
	Arms []int
	// InTx means that a transaction is open here that the function itself
	// began, or will commit.
	InTx bool
}

// A Target is a function that a site may call.
type Target struct {
	*Func
	Concrete bool // nothing else can be called
	Arg      int  // it is this argument, which the callee runs; -1 for the callee
	Tx       bool // the callee runs it in a transaction
	Retry    bool // and until it succeeds
	Apart    bool // the callee runs it in a goroutine that fetches messages
}

// Join links packages. A second time, if it finds tables that a relay empties:
// whoever inserts into them writes an outbox.
func Join(packages []*effects.Package) *Program {
	p := join(packages, nil)
	if tables := p.relayed(); len(tables) > 0 {
		return join(packages, tables)
	}
	return p
}

func join(packages []*effects.Package, outboxes map[string]bool) *Program {
	p := &Program{
		declared: map[string]*effects.Func{}, types: map[string]*effects.Type{}, interfaces: map[string]*effects.Interface{},
		into: map[string][]effects.Flow{}, byMethod: map[string][]*effects.Type{}, nodes: map[string]*Func{},
		resolved: map[string][]implementer{}, answers: map[string][]answer{}, decorators: map[string][]string{}, outboxes: outboxes,
	}
	for _, pkg := range packages {
		p.add(pkg)
	}
	p.addMethods()
	p.findDecorators()
	p.roots()
	groups := p.order()
	p.sealed = true
	p.flowEffects(groups)
	p.contexts()
	p.countUnresolved()
	p.settleMeets()
	return p
}

func (p *Program) add(pkg *effects.Package) {
	for _, f := range pkg.Funcs {
		if p.declared[f.Key] == nil || p.declared[f.Key].Library {
			p.declared[f.Key] = f
		}
	}
	for _, t := range pkg.Types {
		p.types[t.Name] = t
	}
	for _, i := range pkg.Interfaces {
		if p.interfaces[i.Name] == nil || len(i.Directives) > 0 {
			p.interfaces[i.Name] = i
		}
	}
	for _, f := range pkg.Flows {
		p.into[f.Into.Name] = append(p.into[f.Into.Name], f)
	}
	p.Skipped = append(p.Skipped, pkg.Skipped...)
	for _, d := range pkg.Directives {
		p.Directives = append(p.Directives, &Directive{Directive: d})
	}
}

func (p *Program) addMethods() {
	for _, name := range sortedKeys(p.types) {
		t := p.types[name]
		for _, m := range t.Methods {
			n := methodName(m.Sig)
			p.byMethod[n] = append(p.byMethod[n], t)
		}
	}
}

// roots makes a node of each function, and of each list of type arguments that
// some call gives a generic one.
func (p *Program) roots() {
	keys := sortedKeys(p.declared)
	for _, key := range keys {
		if f := p.declared[key]; f.Generic == 0 && !f.Library {
			p.node(key, nil)
		}
	}
	p.drain()
	seen := map[string]bool{}
	for _, n := range p.nodes {
		seen[n.Key] = true
	}
	for _, key := range keys { // generic functions that nobody calls
		if !seen[key] && !p.declared[key].Library {
			p.node(key, nil)
		}
	}
	p.drain()
	for _, id := range sortedKeys(p.nodes) {
		p.Funcs = append(p.Funcs, p.nodes[id])
	}
}

// maxNodes bounds how often generic functions are looked at with other
// arguments.
const maxNodes = 400_000

// node returns the function with the type arguments, or nil.
func (p *Program) node(key string, args []string) *Func {
	f := p.declared[key]
	if f == nil {
		return nil
	}
	if f.Generic == 0 {
		args = nil
	}
	args = args[:min(len(args), f.Generic)]
	id := key
	if len(args) > 0 {
		id += "[" + strings.Join(args, ",") + "]"
	}
	if n, ok := p.nodes[id]; ok {
		return n
	}
	if p.sealed || len(p.nodes) >= maxNodes || len(id) > 2_000 {
		return nil
	}
	n := &Func{Func: f, Args: args}
	p.nodes[id] = n
	p.work = append(p.work, n)
	return n
}

func (p *Program) drain() {
	for len(p.work) > 0 {
		n := p.work[len(p.work)-1]
		p.work = p.work[:len(p.work)-1]
		n.Sites = make([]*Site, len(n.Func.Sites))
		for i := range n.Func.Sites {
			s := &Site{Site: &n.Func.Sites[i], In: n, Index: i}
			n.Sites[i] = s
			s.Targets = p.targets(s)
			for _, arg := range s.Args {
				p.functions(arg, n) // callees may call them
			}
		}
	}
}

// Has reports whether the function itself has a site with the effect.
func (f *Func) Has(effect catalog.Effect) bool {
	return slices.ContainsFunc(f.Sites, func(s *Site) bool { return s.Site.Has(effect) })
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

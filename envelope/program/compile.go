package program

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/internal/jsonschema"
)

// A Half is the part of the policy by which documents are judged.
type Half uint8

// The halves. Under the strict policy they differ in x-extensible-enum alone,
// which binds the writer.
const (
	Writer Half = iota
	Reader
)

// A Program is a compiled schema. It is safe for concurrent use.
type Program struct {
	root *node
	plan []Step
}

// Limits of what is compiled; beyond them the libraries judge whole documents.
const (
	maxNodes = 5_000
	maxProps = 20_000 // in all objects
)

// A Contract is a schema made ready to be compiled for one half or both, one
// after the other.
type Contract struct {
	tree  *jsonschema.Tree
	sem   evctl.Semantics
	known *jsonschema.Projection // nil under the strict policy

	patterns map[string]*pattern
}

// Read resolves a schema. Errors are those of jsonschema.Compile.
func Read(s *evctl.Schema, sem evctl.Semantics) (*Contract, error) {
	tree, err := jsonschema.Resolve(s, sem)
	if err != nil {
		return nil, err
	}
	c := &Contract{tree: tree, sem: sem, patterns: map[string]*pattern{}}
	if sem.Policy != evctl.Strict {
		c.known = tree.Projection()
	}
	return c, nil
}

// Known tells which names the policy keeps; nil under the strict one.
func (c *Contract) Known() *jsonschema.Projection { return c.known }

// Compile reads a schema and compiles one half. The error says that no validator
// can compile the schema.
func Compile(s *evctl.Schema, sem evctl.Semantics, half Half) (*Program, error) {
	c, err := Read(s, sem)
	if err != nil {
		return nil, err
	}
	return c.Compile(half)
}

// Compile compiles one half. The error says that no validator can compile the
// schema; it wraps jsonschema.ErrUnsupported.
func (c *Contract) Compile(half Half) (*Program, error) {
	k := compiler{
		Contract: c, half: half,
		nodes: map[string]*node{}, ids: map[any]int{}, slows: map[slowKey]*slow{},
	}
	root, reason := k.compile()
	if reason != "" && k.err == nil {
		root = k.whole(reason)
	}
	if k.mustCompile && k.err == nil {
		_, k.err = k.tree.Validator(k.tree.Root(), half == Writer)
	}
	if k.err != nil {
		return nil, k.err
	}
	return &Program{root: root, plan: k.steps()}, nil
}

// Validate judges a whole text. The error is a *Fault, the first there is.
func (p *Program) Validate(text []byte) error {
	m := Get(text)
	defer m.Free()
	if i := m.Run(p, m.Space(0), 0); i < 0 || m.End(i) < 0 {
		fault := m.fault
		return &fault
	}
	return nil
}

// Run judges the value at i, which lies that deep in the text, and returns the
// offset behind it.
func (m *Machine) Run(p *Program, i, depth int) int { return m.value(p.root, i, depth) }

// A compiler turns one schema into nodes. A node stands for several sub-schemas
// at once, wherever all of them hold for one value.
type compiler struct {
	*Contract
	half        Half
	nodes       map[string]*node
	ids         map[any]int // of places and locations, for the keys of nodes
	slows       map[slowKey]*slow
	todo        []func()
	finally     []func() // when all nodes are made
	props       int
	plan        []Step
	mustCompile bool   // the library is asked whether the schema is one
	reason      string // why the whole schema is left to the libraries
	err         error
}

// give up compiling: the libraries judge whole documents.
func (k *compiler) giveUp(format string, args ...any) {
	if k.reason == "" {
		k.reason = fmt.Sprintf(format, args...)
	}
}

func (k *compiler) compile() (root *node, reason string) {
	place := k.tree.Root()
	switch {
	case place == nil:
		return nil, "the schema is no object"
	case !k.tree.Static():
		return nil, "a dynamic reference, or a dialect of its own"
	}
	for _, p := range k.tree.Places() {
		k.mustCompile = k.mustCompile || k.backtracks(p) || k.dangles(p)
		if keyword := malformed(k.tree, p); keyword != "" {
			return nil, fmt.Sprintf("%s at %s/%s is unusual", keyword, p.Pointer(), keyword)
		}
	}
	var location *jsonschema.Location
	if k.known != nil {
		location = k.known.Root()
	}
	root = k.node([]*jsonschema.Place{place}, location)
	k.mustCompile = k.mustCompile || k.loops()
	k.work()
	if k.reason == "" && k.err == nil {
		for _, last := range k.finally {
			last()
		}
	}
	return root, k.reason
}

// whole is a program that reads the text, looks at the names, and leaves the
// rest to the library.
func (k *compiler) whole(reason string) *node {
	k.restart()
	var location *jsonschema.Location
	if k.known != nil {
		location = k.known.Root()
	}
	names := k.node(nil, location)
	k.work()
	inProgram := k.reason == ""
	if !inProgram {
		k.restart()
		names = k.node(nil, nil)
		k.work()
	}
	n := *names
	s := k.slow(k.tree.Root(), location, !inProgram)
	k.plan, k.reason = []Step{{Reason: reason}}, ""
	n.free, n.checked = false, allKinds
	for kind := range n.checks {
		n.checks[kind] = append(n.checks[kind], check{op: slowly, keyword: "schema", slow: s})
	}
	return &n
}

// restart forgets what was compiled.
func (k *compiler) restart() {
	k.reason, k.props, k.nodes = "", 0, map[string]*node{}
	k.todo, k.finally, k.plan = nil, nil, nil
}

func (k *compiler) work() {
	for len(k.todo) > 0 && k.reason == "" && k.err == nil {
		next := k.todo[len(k.todo)-1]
		k.todo = k.todo[:len(k.todo)-1]
		next()
	}
}

// key identifies a node: what holds, and where names are known.
func (k *compiler) key(places []*jsonschema.Place, l *jsonschema.Location) string {
	var b strings.Builder
	for _, p := range places {
		b.WriteString(strconv.Itoa(k.id(p)) + ",")
	}
	b.WriteString("@" + strconv.Itoa(k.id(l)))
	return b.String()
}

func (k *compiler) id(of any) int {
	id, ok := k.ids[of]
	if !ok {
		id = len(k.ids)
		k.ids[of] = id
	}
	return id
}

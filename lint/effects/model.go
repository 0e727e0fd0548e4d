package effects

import (
	"slices"
	"strings"

	"github.com/evctl/evctl"
	"github.com/evctl/evctl/lint/catalog"
)

// A Package is what one package does.
type Package struct {
	Path       string
	Dir        string
	Funcs      []*Func      // declared here, with their literals; and what is known of libraries' methods
	Types      []*Type      // named types that are no interfaces: of this package, and of libraries where an interface holds them
	Interfaces []*Interface // that this package declares or calls
	Flows      []Flow       // what is put into interfaces, fields and named function types
	Named      []Named      // of the functions that the configuration names, those that are there
	Skipped    []string     // functions too large to be summarised whole
	Directives []Directive  `json:",omitempty"`
}

// A Func is one function or function literal.
type Func struct {
	Key       string // as go/types names it, of its generic origin; a literal has the key of the function around it and $1, $2 …
	Name      string // for people: Task.Create
	Outer     string // of a literal: the key of the function around it
	Pos       evctl.Position
	Generic   int  // type parameters, with those of its receiver
	Library   bool // stands for a library's function that the catalogue knows
	Generated bool
	Params    []Parameter // without the receiver
	Recv      string      // the receiver's type, without pointer and arguments
	Body      []Step
	Sites     []Site
	Directive []string // //evctl: directives of the declaration, such as publish
	Returns   []Value  `json:",omitempty"` // what its first result comes from
}

// A Parameter is one parameter.
type Parameter struct {
	Name string
	Type string
	Tx   bool // its type is a library's transaction
}

// An Op is what a step is.
type Op string

// The steps that a body consists of.
const (
	Do     Op = "do"     // the site Site
	Branch Op = "branch" // one of Arms
	Loop   Op = "loop"   // Steps, any number of times
	Scope  Op = "scope"  // Steps; an Exit inside leads behind it
	Defer  Op = "defer"  // Steps, when the scope ends
	Exit   Op = "exit"   // leaves the scope
	Leave  Op = "leave"  // leaves the innermost loop or this turn of it
)

// A Step is a piece of a function's control flow. What neither calls nor
// branches is left out.
type Step struct {
	Op    Op
	Site  int    `json:",omitempty"`
	Steps []Step `json:",omitempty"`
	Arms  []Arm  `json:",omitempty"`
}

// An Arm is one way through a branch.
type Arm struct {
	Error  bool  `json:",omitempty"` // taken because something failed
	Failed []int `json:",omitempty"` // the sites that failed, as far as known
	Steps  []Step
}

// How says when a call happens.
type How string

// The ways to call.
const (
	Now      How = ""         // here
	Go       How = "go"       // in a goroutine
	Deferred How = "deferred" // when the function returns
	Later    How = "later"    // whoever got the function calls it
)

// A Site is one call, send or other place that matters.
type Site struct {
	Pos      evctl.Position
	Func     string           `json:",omitempty"` // who is called; empty if a value decides
	Iface    *Ref             `json:",omitempty"` // type of the interface whose Method is called
	Method   string           `json:",omitempty"` // name and signature
	Called   Value            `json:",omitzero"`  // the function value that is called
	TypeArgs []string         `json:",omitempty"` // of Func or its receiver
	Effects  []catalog.Effect `json:",omitempty"` // of a function that the catalogue knows
	Shape    bool             `json:",omitempty"` // it knows it by its shape alone: whoever has the body is right
	Notes    map[string]string
	Roles    map[catalog.Role]Value // arguments with a meaning, where the catalogue gives one
	Recv     Value                  `json:",omitzero"`
	Args     []Value                `json:",omitempty"`
	How      How                    `json:",omitempty"`
	Dropped  bool                   `json:",omitempty"` // its error goes nowhere
	InLoop   bool                   `json:",omitempty"`
}

// Has reports whether the catalogue gives the site an effect.
func (s *Site) Has(effect catalog.Effect) bool {
	return slices.Contains(s.Effects, effect)
}

// A Kind says where a value comes from.
type Kind string

// The kinds of values.
const (
	Unknown Kind = ""
	Const   Kind = "const"   // Text; holes where a part is not known
	Param   Kind = "param"   // parameter Index
	Recv    Kind = "recv"    // the receiver
	Local   Kind = "local"   // a variable that takes several values; Text is its place
	Field   Kind = "field"   // Text is pkg.Type.field
	Global  Kind = "global"  // Text is pkg.name
	FuncRef Kind = "func"    // the function Text
	Result  Kind = "result"  // of site Index
	Context Kind = "context" // looked up in a context by key Text
)

// A Value is where an argument, a receiver or a called function comes from.
type Value struct {
	Kind  Kind
	Index int     `json:",omitempty"`
	Text  string  `json:",omitempty"`
	Of    string  `json:",omitempty"` // key of the function whose parameter, receiver or site it is, if not this one
	Tx    bool    `json:",omitempty"` // its type is a library's transaction
	Type  string  `json:",omitempty"` // its type, if it is a named one of the repository
	Base  *Value  `json:",omitempty"` // of a field: what holds it, if that is known
	Iface *Ref    `json:",omitempty"` // of a method value of an interface
	Parts []Value `json:",omitempty"` // of a variable or a text: what it is made of, as far as known
}

// A Ref names a type. Type parameters in it are written ‹0›, ‹1› …
type Ref struct {
	Name string   // import path and name, or the text of an unnamed type
	Args []string `json:",omitempty"`
	Ptr  bool     `json:",omitempty"`
}

func (r Ref) String() string {
	name := r.Name
	if len(r.Args) > 0 {
		name += "[" + strings.Join(r.Args, ",") + "]"
	}
	if r.Ptr {
		return "*" + name
	}
	return name
}

// A Type is a named type that is no interface, with the methods that a pointer
// to it has.
type Type struct {
	Name    string
	Generic int
	Methods []Method
	Fields  []string // embedded interfaces and fields of interface type: their types
	Key     bool     // a field is for an idempotency key, by its name
	Double  bool     // a mock, a fake or a stub: it stands for another in tests
}

// A Method is one method of a type.
type Method struct {
	Sig   string // name and signature
	Func  string // who implements it
	Iface *Ref   `json:",omitempty"` // the embedded interface that does, if one does
}

// An Interface is the methods that an interface asks for.
type Interface struct {
	Name    string
	Generic int
	Methods []string // name and signature, sorted
	// Directives are the //evctl: directives of its methods, by method name.
	Directives map[string]string `json:",omitempty"`
}

// A Flow is a value that is put somewhere.
type Flow struct {
	Into Ref    // an interface type; or a field or named function type, as Name
	From *Ref   `json:",omitempty"` // the type of what is put into an interface
	Func string `json:",omitempty"` // the function that is put into a field or type
	Made bool   `json:",omitempty"` // it is not Func but what Func returns
}

package catalog

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"
)

// member returns TYPE.METHOD or FUNCTION of the package.
func member(p *types.Package, name string) *types.Func {
	typ, method, isMethod := strings.Cut(name, ".")
	object := p.Scope().Lookup(typ)
	if isMethod {
		object, _, _ = types.LookupFieldOrMethod(object.Type(), true, p, method)
	}
	return object.(*types.Func)
}

// describe writes what an entry says of SQL text and transaction, without what
// may be a pool.
func describe(e Entry) string {
	out := e.Func
	for _, effect := range e.Effects {
		out += " " + string(effect)
	}
	for _, role := range slices.Sorted(maps.Keys(e.Args)) {
		if role != Tx || e.Notes["pool"] == "" {
			out += fmt.Sprintf(" %s=%d", role, e.Args[role])
		}
	}
	return out
}

func TestSink(t *testing.T) {
	for _, test := range []struct {
		sink Sink
		want string // or the error
	}{
		{Sink{Match: "example.com/bus.Emit"}, "example.com/bus.Emit publish"},
		{Sink{Match: "(*example.com/bus.Client).Emit", Effect: "publish", Args: map[Role]Argument{Topic: 1, Message: 2}},
			"(*example.com/bus.Client).Emit publish message=2 topic=1"},
		{Sink{Match: "(acme.Store).Put", Effect: "write, publish", Args: map[Role]Argument{Tx: Receiver}}, "(acme.Store).Put write publish tx=-1"},
		{Sink{Match: "acme.F", Effect: "publsh"}, `unknown effect "publsh": did you mean "publish"?`},
		{Sink{Match: "acme.F", Args: map[Role]Argument{"topik": 1}}, `unknown argument "topik": did you mean "topic"?`},
		{Sink{Match: "acme.F", Effect: "zzz"}, `unknown effect "zzz": want one of ack, auto-ack, await`},
	} {
		e, err := test.sink.Entry()
		got := describe(e)
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, test.want) {
			t.Errorf("%+v: got %q, want %q", test.sink, got, test.want)
		}
	}
}

func TestSinkWantsTheNameOfAFunction(t *testing.T) {
	for _, match := range []string{"", "Emit", "bus.", "(*example.com/bus.Client)", "(*example.com/bus.Client).", "example.com/bus", "*example.com/bus.F",
		"(example.com/bus.Client.Emit", "example.com/bus.Client).Emit", "(*bus.C).Emit.Now", "a b.F", "()."} {
		if e, err := (Sink{Match: match}).Entry(); err == nil || !strings.Contains(err.Error(), "want a function like") {
			t.Errorf("%q: got %v, %v", match, e, err)
		}
	}
}

func TestArgument(t *testing.T) {
	for text, want := range map[string]string{"0": "0", "12": "12", "recv": "-1", "-1": "error", "x": "error", "": "error"} {
		var a Argument
		got := "error"
		if err := a.UnmarshalText([]byte(text)); err == nil {
			got = fmt.Sprint(int(a))
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

func TestDirective(t *testing.T) {
	for name, want := range map[string]string{"publish": "publish", "outbox": "outbox", "store": "write",
		"publsh": `unknown directive "publsh": did you mean "publish"?`, "x": `unknown directive "x": want one of outbox, publish, store`} {
		e, err := Directive(name)
		got := string(e)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

func TestCheckFindsWhatCannotBe(t *testing.T) {
	context := types.NewPackage("context", "context")
	ctx := types.NewNamed(types.NewTypeName(0, context, "Context", nil), types.NewInterfaceType(nil, nil), nil)
	param := func(t types.Type) *types.Var { return types.NewParam(0, nil, "", t) }
	signature := types.NewSignatureType(nil, nil, nil, types.NewTuple(param(ctx), param(types.Typ[types.String]), param(types.Typ[types.Int])), nil, false)
	f := types.NewFunc(0, types.NewPackage("acme", "acme"), "F", signature)
	for _, test := range []struct{ line, want string }{
		{"acme.F query sql=1", ""},
		{"acme.F query", "acme.F: query: want argument sql"},
		{"acme.F query sql=2", "acme.F: sql=2 is of type int, want a string"},
		{"acme.F query sql=3", "acme.F: sql: argument 3, want one of the 3 that there are, counted from 0"},
		{"acme.F publish message=0", "acme.F: message=0 is of type context.Context, want what holds it"},
		{"acme.F publish", "acme.F: publish: want argument message"},
		{"acme.F commit tx=recv", "acme.F: tx: recv, but there is no receiver"},
		{"acme.F write tx=0", "acme.F: tx=0 is of type context.Context, want a transaction"},
		{"acme.F write tx=0 pool=maybe", ""},
		{"acme.F run-tx func=1", "acme.F: func=1 is of type string, want a function"},
		{"acme.F begin", "acme.F: begin: want a result that is the transaction"},
		{"acme.F fetch auto-ack=1", "acme.F: auto-ack=1 is of type string, want a bool"},
	} {
		got := ""
		if err := parseEntry(strings.Fields(test.line)).Check(f); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", test.line, got, test.want)
		}
	}
}

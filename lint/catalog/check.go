package catalog

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// Check says whether the entry can be true of the function: whether its
// arguments exist and can mean what the entry says. It does not see whether the
// function has the effect.
func (e Entry) Check(f *types.Func) error {
	signature := f.Signature()
	if e.Interface && (signature.Recv() == nil || !types.IsInterface(signature.Recv().Type())) {
		return fmt.Errorf("%s: interface, but the receiver is none", e.Func)
	}
	for role, index := range e.Args {
		t, err := argument(signature, index)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", e.Func, role, err)
		}
		if want, ok := role.accepts(t, e); !ok {
			return fmt.Errorf("%s: %s=%d is of type %s, want %s", e.Func, role, index, t, want)
		}
	}
	for _, effect := range e.Effects {
		if missing := effect.lacks(e, signature); missing != "" {
			return fmt.Errorf("%s: %s: want %s", e.Func, effect, missing)
		}
	}
	return nil
}

// argument returns the type of an argument; of the elements, if it is variadic.
func argument(s *types.Signature, index int) (types.Type, error) {
	switch {
	case index == Receiver && s.Recv() != nil:
		return s.Recv().Type(), nil
	case index == Receiver:
		return nil, fmt.Errorf("recv, but there is no receiver")
	case index < 0 || index >= s.Params().Len():
		return nil, fmt.Errorf("argument %d, want one of the %d that there are, counted from 0", index, s.Params().Len())
	}
	t := s.Params().At(index).Type()
	if slice, ok := t.(*types.Slice); ok && s.Variadic() && index == s.Params().Len()-1 {
		t = slice.Elem()
	}
	return t, nil
}

// accepts says whether an argument of the type can have the role, and what the
// role wants.
func (r Role) accepts(t types.Type, e Entry) (want string, ok bool) {
	switch under := t.Underlying().(type) {
	case *types.Interface:
		switch {
		case isContext(t):
			return "no context, unless pool=maybe", r == Tx && e.Notes["pool"] == "maybe"
		case under.Empty() || r == Func || r == Tx || r == Message || r == Value || r == Req:
			return "", true
		case r == Publisher:
			publish, _, _ := types.LookupFieldOrMethod(t, false, nil, "Publish")
			return "something with a method Publish", publish != nil
		}
	case *types.Basic:
		isString, isBool := under.Info()&types.IsString != 0, under.Info()&types.IsBoolean != 0
		switch r {
		case Auto:
			return "bool", isBool
		case SQL, Method, Path, Key, Topic, Table, Command:
			return "a string", isString
		case Value, Message:
			return "", true
		}
	case *types.Slice:
		switch elem, plain := under.Elem(), !e.Has(SetKey); r {
		case Func, Method, Key, Topic, Path:
			want, ok := r.accepts(elem, e)
			return want + " or a list of them", ok && plain
		}
		return "no list", r == Value || r == Message || r == Key
	case *types.Signature:
		return "no function", r == Func || r == Value || r == Message
	case *types.Map:
		return "a string", r == Key || r == Value || r == Message
	}
	return "something else", r == Tx || r == Value || r == Message || r == Req || r == Publisher || r == Func && isHandler(t)
}

func isContext(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Context" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "context"
}

// isHandler reports whether a value that is no function can be called: it has
// exported methods.
func isHandler(t types.Type) bool {
	methods := types.NewMethodSet(t)
	return methods.Len() > 0
}

// lacks names what the effect needs and the entry does not say.
func (f Effect) lacks(e Entry, s *types.Signature) string {
	has := func(roles ...Role) bool {
		return slices.ContainsFunc(roles, func(r Role) bool { _, ok := e.Args[r]; return ok })
	}
	switch f {
	case Query:
		if !has(SQL) && e.Notes["sql-field"] == "" && takesString(s) {
			return "argument sql"
		}
	case Prepare:
		return unless(has(SQL), "argument sql")
	case Begin:
		return unless(has(Tx) || s.Results().Len() > 0 && s.Results().At(0).Type().String() != "error", "a result that is the transaction")
	case Commit, Rollback, BindTx, OutboxPublisher:
		return unless(has(Tx), "argument tx")
	case RunTx, Consume, Retry, Run, Middleware:
		return unless(has(Func), "argument func")
	case Route:
		return unless(has(Func, Value, Method), "argument func")
	case Publish:
		return unless(has(Message) || e.Notes["channel"] != "", "argument message")
	case Request:
		return unless(has(Method, Path), "argument method or path")
	case Send, WrapRequest:
		return unless(has(Req), "argument request")
	case WrapPublisher:
		return unless(has(Publisher), "argument publisher")
	case OpenTable:
		return unless(has(Table), "argument table")
	case SetBody:
		return unless(has(Value), "argument value")
	}
	return ""
}

func unless(ok bool, want string) string {
	if ok {
		return ""
	}
	return want
}

func takesString(s *types.Signature) bool {
	for v := range s.Params().Variables() {
		if strings.HasSuffix(v.Type().String(), "string") {
			return true
		}
	}
	return false
}

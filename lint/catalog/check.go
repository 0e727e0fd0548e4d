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
	for role, index := range e.Args {
		t, err := argument(signature, index)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", e.Func, role, err)
		}
		if !role.accepts(t, e) {
			return fmt.Errorf("%s: %s=%d is of type %s, want %s", e.Func, role, index, t, role.want())
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

// want says what an argument with the role has to be.
func (r Role) want() string {
	switch r {
	case Func:
		return "a function"
	case Auto:
		return "a bool"
	case Tx:
		return "a transaction"
	case Req:
		return "a request"
	case Publisher:
		return "something with a method Publish"
	case Value, Message:
		return "what holds it"
	}
	return "a string"
}

// accepts reports whether an argument of the type can have the role.
func (r Role) accepts(t types.Type, e Entry) bool {
	holds := r == Value || r == Message
	switch under := t.Underlying().(type) {
	case *types.Interface:
		switch {
		case isContext(t):
			return r == Tx && e.Notes["pool"] == "maybe"
		case r == Publisher:
			publish, _, _ := types.LookupFieldOrMethod(t, false, nil, "Publish")
			return publish != nil
		}
		return under.Empty() || holds || r == Func || r == Tx || r == Req
	case *types.Basic:
		isString, isBool := under.Info()&types.IsString != 0, under.Info()&types.IsBoolean != 0
		return holds || r == Auto && isBool || r.isText() && isString
	case *types.Slice:
		isList := r == Func || r == Method || r == Key || r == Topic || r == Path
		return holds || isList && r.accepts(under.Elem(), e)
	case *types.Signature:
		return holds || r == Func
	case *types.Map:
		return holds || r == Key
	}
	return holds || r == Tx || r == Req || r == Publisher || r == Func && types.NewMethodSet(t).Len() > 0
}

func (r Role) isText() bool {
	switch r {
	case SQL, Method, Path, Key, Topic, Table, Command:
		return true
	}
	return false
}

func isContext(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Context" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "context"
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
	case Send:
		return unless(has(Req) || e.Notes["method"] != "", "argument request")
	case WrapRequest:
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

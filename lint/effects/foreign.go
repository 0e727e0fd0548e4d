package effects

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/evctl/evctl/lint/catalog"
)

// foreign walks a call of a library's function that is not known: it may run
// the functions it is given, or wait for those that it was given before.
func (w *walker) foreign(f *types.Func, recv Value, args []Value, call *ast.CallExpr) Value {
	if f.Name() == "Wait" { // of sync.WaitGroup, errgroup.Group and their like
		w.site(Site{Pos: w.position(call.Pos()), Effects: []catalog.Effect{catalog.Await}})
	}
	how, runs := runsArguments(f)
	for _, v := range args {
		if runs && v.Kind == FuncRef {
			site := Site{Pos: w.position(call.Pos()), Func: v.Text, How: how}
			if v.Iface != nil {
				site.Func, site.Iface, site.Method = "", v.Iface, v.Text
			}
			w.site(site)
		}
	}
	v := Value{Parts: parts(append([]Value{recv}, args...))}
	return v
}

// runsArguments reports whether a library's function is likely to run the
// functions it is given before it returns, or beside it, and not to keep them
// for events to come.
func runsArguments(f *types.Func) (How, bool) {
	name := strings.ToLower(f.Name())
	switch {
	case name == "go" || name == "submit":
		return Go, true
	case strings.HasPrefix(name, "afterfunc") || strings.HasPrefix(name, "schedule"):
		return Later, false
	}
	for _, prefix := range []string{"handle", "register", "subscribe", "consume", "route", "use", "on", "add", "get", "post", "put",
		"patch", "delete", "new", "with", "set", "notify", "listen", "serve", "provide", "invoke", "hook", "append", "middleware", "describe", "context"} {
		if strings.HasPrefix(name, prefix) && name != "once" {
			return Now, false
		}
	}
	return Now, true
}

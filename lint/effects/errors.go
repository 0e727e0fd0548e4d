package effects

import (
	"go/ast"
	"go/token"
	"go/types"
)

// An outcome is what holds where a condition came out one way.
type outcome struct {
	failed bool  // something failed
	sites  []int // the sites that did, as far as known
}

func (o outcome) and(p outcome) outcome {
	return outcome{o.failed || p.failed, union(o.sites, p.sites)}
}

// condition tells what failed if e is true, and if it is false.
func (w *walker) condition(e ast.Expr) (yes, no outcome) {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			no, yes = w.condition(e.X)
			return yes, no
		}
	case *ast.BinaryExpr:
		return w.comparison(e)
	case *ast.CallExpr: // errors.Is(err, …), os.IsNotExist(err), isRetryable(err)
		for _, arg := range e.Args {
			if sites, ok := w.errorOf(arg); ok {
				return outcome{true, sites}, no
			}
		}
	}
	return yes, no
}

func (w *walker) comparison(e *ast.BinaryExpr) (yes, no outcome) {
	switch e.Op {
	case token.LAND:
		leftYes, _ := w.condition(e.X)
		rightYes, _ := w.condition(e.Y)
		return leftYes.and(rightYes), no
	case token.LOR:
		leftYes, leftNo := w.condition(e.X)
		rightYes, rightNo := w.condition(e.Y)
		if leftYes.failed && rightYes.failed {
			yes = leftYes.and(rightYes)
		}
		return yes, leftNo.and(rightNo)
	case token.NEQ, token.EQL:
		sites, ok := w.errorOf(e.X)
		other := e.Y
		if !ok {
			sites, ok = w.errorOf(e.Y)
			other = e.X
		}
		if !ok {
			return yes, no
		}
		failed := outcome{true, sites}
		if w.isNil(other) == (e.Op == token.NEQ) {
			return failed, no
		}
		if w.isNil(other) {
			return yes, failed
		}
	}
	return yes, no
}

// errorOf returns the sites whose error an expression is; ok is false if it is
// no error variable.
func (w *walker) errorOf(e ast.Expr) (sites []int, ok bool) {
	id, isIdent := ast.Unparen(e).(*ast.Ident)
	if !isIdent {
		return nil, false
	}
	obj := w.object(id)
	if obj == nil || !isError(obj.Type()) {
		return nil, false
	}
	if _, isVar := obj.(*types.Var); !isVar || obj.Parent() == obj.Pkg().Scope() {
		return nil, false
	}
	return w.errs[obj], true
}

func isError(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "error" && n.Obj().Pkg() == nil
}

func (w *walker) isNil(e ast.Expr) bool { return w.info().Types[e].IsNil() }

// drop notes that a call's error goes nowhere.
func (w *walker) drop(v Value, e ast.Expr) {
	if v.Kind == Result && v.Of == "" && returnsError(w.info().TypeOf(e)) {
		w.fn.Sites[v.Index].Dropped = true
	}
}

func returnsError(t types.Type) bool {
	if tuple, ok := t.(*types.Tuple); ok {
		return tuple.Len() > 0 && isError(tuple.At(tuple.Len()-1).Type())
	}
	return t != nil && isError(t)
}

package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/evctl/evctl/lint/catalog"
)

func (w *walker) block(b *ast.BlockStmt) {
	if b != nil {
		w.stmts(b.List)
	}
}

func (w *walker) stmts(list []ast.Stmt) {
	for _, s := range list {
		w.stmt(s)
	}
}

func (w *walker) stmt(s ast.Stmt) {
	defer w.leave()
	if !w.enter() {
		return
	}
	switch s := s.(type) {
	case *ast.BlockStmt:
		w.block(s)
	case *ast.ExprStmt:
		w.drop(w.expr(s.X), s.X)
		if w.ends(s.X) {
			w.add(Step{Op: Exit})
		}
	case *ast.AssignStmt:
		w.assign(s)
	case *ast.DeclStmt:
		w.declare(s.Decl)
	case *ast.ReturnStmt:
		w.returns(s)
	case *ast.IfStmt:
		w.ifStmt(s)
	case *ast.ForStmt:
		w.optional(s.Init)
		w.loop(func() {
			if s.Cond != nil {
				w.expr(s.Cond)
			}
			w.block(s.Body)
			w.optional(s.Post)
		})
	case *ast.RangeStmt:
		w.rangeStmt(s)
	case *ast.SwitchStmt:
		w.switchStmt(s)
	case *ast.TypeSwitchStmt:
		w.typeSwitch(s)
	case *ast.SelectStmt:
		w.selectStmt(s)
	case *ast.GoStmt:
		w.apart(s.Call, Go)
	case *ast.DeferStmt:
		w.deferStmt(s)
	case *ast.SendStmt:
		w.expr(s.Chan)
		v := w.expr(s.Value)
		w.flowType(elem(w.info().TypeOf(s.Chan)), s.Value, v)
		w.site(Site{Pos: w.position(s.Arrow), Effects: []catalog.Effect{catalog.HandOff}, Roles: map[catalog.Role]Value{catalog.Value: v}})
	case *ast.LabeledStmt:
		w.stmt(s.Stmt)
	case *ast.IncDecStmt:
		w.expr(s.X)
	case *ast.BranchStmt:
		w.branch(s)
	}
}

func (w *walker) optional(s ast.Stmt) {
	if s != nil {
		w.stmt(s)
	}
}

// branch notes a continue, and a break that leaves a loop. A break that may
// leave only a switch goes on behind its arm, which is near enough.
func (w *walker) branch(s *ast.BranchStmt) {
	if s.Tok == token.CONTINUE && w.loops > 0 || s.Tok == token.BREAK && s.Label != nil {
		w.add(Step{Op: Leave})
	}
}

func (w *walker) loop(body func()) {
	before := w.remember()
	w.loops++
	steps := w.within(body)
	w.loops--
	w.merge([]memory{w.remember(), before})
	if len(steps) > 0 {
		w.add(Step{Op: Loop, Steps: steps})
	}
}

func (w *walker) rangeStmt(s *ast.RangeStmt) {
	v := w.expr(s.X)
	item := Value{Kind: Local, Text: w.place(s.X), Parts: []Value{v}}
	for _, target := range []ast.Expr{s.Key, s.Value} {
		if id, ok := target.(*ast.Ident); ok && id.Name != "_" {
			w.env[w.object(id)] = item
		}
	}
	w.loop(func() { w.block(s.Body) })
}

// ifStmt takes one of two arms. What failed in each is told by the condition.
func (w *walker) ifStmt(s *ast.IfStmt) {
	w.optional(s.Init)
	w.expr(s.Cond)
	yes, no := w.condition(s.Cond)
	w.arms([]way{
		{outcome: yes, run: func() { w.block(s.Body) }},
		{outcome: no, run: func() { w.optional(s.Else) }},
	})
}

// A way is one arm to be walked.
type way struct {
	outcome
	run func()
}

func (w *walker) arms(ways []way) {
	before := w.remember()
	var arms []Arm
	var ends []memory
	for _, way := range ways {
		w.recall(before)
		steps := w.within(way.run)
		arms = append(arms, Arm{Error: way.failed, Failed: way.sites, Steps: steps})
		if !ended(steps) {
			ends = append(ends, w.remember())
		}
	}
	w.recall(before)
	w.merge(ends)
	for _, arm := range arms {
		if len(arm.Steps) > 0 {
			w.add(Step{Op: Branch, Arms: arms})
			return
		}
	}
}

// ended reports whether nothing runs behind the steps.
func ended(steps []Step) bool {
	if len(steps) == 0 {
		return false
	}
	last := steps[len(steps)-1].Op
	return last == Exit || last == Leave
}

func (w *walker) switchStmt(s *ast.SwitchStmt) {
	w.optional(s.Init)
	if s.Tag != nil {
		w.expr(s.Tag)
	}
	var ways []way
	whole := false
	for _, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		whole = whole || c.List == nil
		ways = append(ways, way{outcome: w.caseOutcome(s.Tag, c), run: func() {
			for _, e := range c.List {
				w.expr(e)
			}
			w.stmts(c.Body)
		}})
	}
	if !whole {
		ways = append(ways, way{run: func() {}})
	}
	w.arms(ways)
}

// caseOutcome tells what failed where a case of a switch is taken.
func (w *walker) caseOutcome(tag ast.Expr, c *ast.CaseClause) outcome {
	var all outcome
	for _, e := range c.List {
		if tag == nil {
			yes, _ := w.condition(e)
			all = all.and(yes)
			continue
		}
		if sites, ok := w.errorOf(tag); ok && !w.isNil(e) {
			all = all.and(outcome{failed: true, sites: sites})
		}
	}
	return all
}

func (w *walker) typeSwitch(s *ast.TypeSwitchStmt) {
	w.optional(s.Init)
	var held Value
	ast.Inspect(s.Assign, func(n ast.Node) bool {
		if a, ok := n.(*ast.TypeAssertExpr); ok {
			held = w.expr(a.X)
			return false
		}
		return true
	})
	ways := []way{{run: func() {}}}
	for _, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		ways = append(ways, way{run: func() {
			if obj := w.info().Implicits[c]; obj != nil {
				v := held
				v.Tx = v.Tx || w.isTx(obj.Type())
				w.env[obj] = v
			}
			w.stmts(c.Body)
		}})
	}
	w.arms(ways)
}

func (w *walker) selectStmt(s *ast.SelectStmt) {
	var ways []way
	for _, c := range s.Body.List {
		c := c.(*ast.CommClause)
		ways = append(ways, way{run: func() {
			w.optional(c.Comm)
			w.stmts(c.Body)
		}})
	}
	w.arms(ways)
}

// apart walks a call that runs in a goroutine or later.
func (w *walker) apart(call *ast.CallExpr, how How) {
	outer := w.how
	w.how = how
	w.drop(w.call(call), call)
	w.how = outer
}

func (w *walker) deferStmt(s *ast.DeferStmt) {
	before := w.remember()
	steps := w.within(func() { w.apart(s.Call, Deferred) })
	w.recall(before)
	if len(steps) > 0 {
		w.add(Step{Op: Defer, Steps: steps})
	}
}

func (w *walker) returns(s *ast.ReturnStmt) {
	results := w.sig.Results()
	for i, e := range s.Results {
		v := w.expr(e)
		if i == 0 && v.Kind != Const && len(w.fn.Returns) < maxParts && w.sig == w.outerSig {
			w.fn.Returns = append(w.fn.Returns, v)
		}
		if len(s.Results) == results.Len() {
			w.flowType(results.At(i).Type(), e, v)
		} else if tuple, ok := w.info().TypeOf(e).(*types.Tuple); ok && tuple.Len() == results.Len() {
			for j := range tuple.Len() {
				w.convert(results.At(j).Type(), tuple.At(j).Type())
			}
		}
	}
	w.add(Step{Op: Exit})
}

// ends reports whether a call never returns.
func (w *walker) ends(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	switch f := w.callee(call).(type) {
	case *types.Builtin:
		return f.Name() == "panic"
	case *types.Func:
		switch f.FullName() {
		case "os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf", "runtime.Goexit":
			return true
		}
	}
	return false
}

func elem(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	switch t := t.Underlying().(type) {
	case *types.Chan:
		return t.Elem()
	case *types.Slice:
		return t.Elem()
	case *types.Array:
		return t.Elem()
	case *types.Map:
		return t.Elem()
	case *types.Pointer:
		return elem(t.Elem())
	}
	return nil
}

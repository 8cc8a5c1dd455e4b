package goread

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// The function of a chunk of many rounds has a loop over whole ones,
//
//	for x = x[K:]; len(x) >= K; x = x[K:] { … (*[K]T)(x) … }
//
// in which, and before which, x is looked at by (*[K]T)(x) alone. So what is before the loop, and a round, see K
// elements of x, whatever its length, and after the loop x has fewer than K. The loop is cut: what it
// writes, an array that was made before it, is replaced by unknown accumulators.

// Cut is the loop over rounds of K elements, executed once on unknown accumulators.
type Cut struct {
	K    int
	Held []bv.Value // the accumulators, unknown
	Read []bv.Value // the elements of a round, unknown; none: no round is executed

	Before []bv.Value // what the accumulators are where the loop begins
	After  []bv.Value // and after a round, of Held and Read

	loop *ast.ForStmt
	x    types.Object
	made bool
}

// findLoop finds the loop over rounds, and wants x looked at as the form says.
func (r *run) findLoop(decl *ast.FuncDecl, x types.Object) {
	c := r.cut
	for _, s := range decl.Body.List {
		loop, ok := s.(*ast.ForStmt)
		if ok && loop.Init != nil && loop.Cond != nil && loop.Post != nil && r.isStep(loop.Init, x) && r.isStep(loop.Post, x) && r.isWhile(loop.Cond, x) {
			c.loop, c.x = loop, x
			break
		}
	}
	if c.loop == nil {
		r.stop(decl, "function "+decl.Name.Name, fmt.Sprintf("want a loop for x = x[%d:]; len(x) >= %[1]d; x = x[%[1]d:]", c.K))
	}
	allowed := map[*ast.Ident]bool{}
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr: // (*[K]T)(x)
			if len(n.Args) == 1 && r.info.Types[n.Fun].IsType() {
				array, pointer := arrayOf(r.info.TypeOf(n))
				if id, ok := n.Args[0].(*ast.Ident); ok && array != nil && pointer && array.Len() == int64(c.K) {
					allowed[id] = true
				}
			}
		case *ast.ReturnStmt, *ast.BranchStmt, *ast.LabeledStmt, *ast.FuncLit, *ast.DeferStmt:
			if n.Pos() < c.loop.End() {
				r.stop(n, fmt.Sprintf("%T", n), "want none up to the end of the loop over rounds")
			}
		case *ast.Ident:
			if n.Pos() < c.loop.End() && !allowed[n] && r.info.Uses[n] == x && !(c.loop.Pos() <= n.Pos() && n.Pos() < c.loop.Body.Pos()) {
				r.stop(n, n.Name, fmt.Sprintf("want it as (*[%d]T)(%s) alone, up to the end of the loop over rounds", c.K, n.Name))
			}
		}
		return true
	})
}

// isK reports whether an expression is the number of elements of a round.
func (r *run) isK(e ast.Expr) bool {
	v := r.info.Types[e].Value
	return v != nil && v.ExactString() == fmt.Sprint(r.cut.K)
}

// isStep reports whether a statement is x = x[K:].
func (r *run) isStep(s ast.Stmt, x types.Object) bool {
	set, ok := s.(*ast.AssignStmt)
	if !ok || set.Tok != token.ASSIGN || len(set.Lhs) != 1 || len(set.Rhs) != 1 || !r.refers(set.Lhs[0], x) {
		return false
	}
	cut, ok := set.Rhs[0].(*ast.SliceExpr)
	return ok && r.refers(cut.X, x) && cut.Low != nil && r.isK(cut.Low) && cut.High == nil && !cut.Slice3
}

// isWhile reports whether an expression is len(x) >= K.
func (r *run) isWhile(e ast.Expr, x types.Object) bool {
	is, ok := e.(*ast.BinaryExpr)
	return ok && is.Op == token.GEQ && r.isK(is.Y) && r.isLen(is.X, x)
}

// cutLoop executes the loop over rounds: one round from unknown accumulators, and then what follows from
// others that are unknown.
func (r *run) cutLoop() {
	c := r.cut
	c.made = true
	r.statement(c.loop.Init, nil)
	x := r.env[c.x]
	left := x.val
	if len(left.arr.cells) >= c.K {
		r.stop(c.loop, "loop over rounds", "want fewer elements left than a round has")
	}
	held, old := r.accumulators(), r.reached()
	for i, cell := range held {
		delete(old, cell)
		before := cell.val
		c.Before = append(c.Before, r.noKey(c.loop, before))
		cell.val = r.combined(c.Held[i])
		r.asRounded(before, cell.val)
	}
	if c.Read != nil {
		x.val = value{ptr: true, arr: valuesArray(c.Read, "in")}
		r.cutRound(held, old)
		x.val = left
	}
}

// cutRound executes a round, which may write what it holds and what it makes, and undoes it.
func (r *run) cutRound(held []*cell, others map[*cell]bool) {
	c := r.cut
	round := r.branch(r.yes, func() { r.block(c.loop.Body.List) })
	for _, cell := range held {
		after := round.of(cell)
		c.After = append(c.After, r.noKey(c.loop, after))
		r.asRounded(after, cell.val)
	}
	for _, cell := range round.order {
		if others[cell] {
			r.stop(c.loop, "loop over rounds", "writes something else than the accumulators")
		}
	}
}

// asRounded refuses an accumulator that is less rounded than unknown ones are taken to be.
func (r *run) asRounded(is, taken value) {
	if is.product && !taken.product || is.isKey {
		r.stop(r.cut.loop, "loop over rounds", "want accumulators that are rounded elements")
	}
}

// accumulators are the cells of the one local array of as many elements as a round has.
func (r *run) accumulators() (cells []*cell) {
	for _, c := range r.env {
		if c.val.arr == nil || c.val.ptr || len(c.val.arr.cells) != r.cut.K {
			continue
		}
		if cells != nil {
			r.stop(r.cut.loop, "loop over rounds", "want one local array of accumulators before it")
		}
		cells = c.val.arr.cells
	}
	if cells == nil {
		r.stop(r.cut.loop, "loop over rounds", "want a local array of accumulators before it")
	}
	return cells
}

// reached are the cells that the function reaches.
func (r *run) reached() map[*cell]bool {
	all := map[*cell]bool{}
	var visit func(c *cell)
	visit = func(c *cell) {
		if all[c] {
			return
		}
		all[c] = true
		if c.val.arr != nil {
			for _, part := range c.val.arr.cells {
				visit(part)
			}
		}
	}
	for _, c := range r.env {
		visit(c)
	}
	return all
}

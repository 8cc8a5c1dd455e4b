package goread

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// rounds executes a loop: while says whether there is another round, and is nil
// where there always is; next comes after each.
func (r *run) rounds(s ast.Stmt, label types.Object, over *cell, while func() bv.Value, body, next func()) {
	unknown := 0
	for round := 0; ; round++ {
		r.step(s)
		if round > max(maxRounds, r.shape.Lanes) {
			r.stop(s, fmt.Sprintf("loop of more than %d rounds", max(maxRounds, r.shape.Lanes)), "bound the loop by the number of lanes or bits")
		}
		if r.dead() {
			return
		}
		if while != nil {
			r.at = s
			more := while()
			k, known := r.dom.Known(more)
			if known && k == 0 {
				return
			}
			if !known {
				r.leave(over, r.not(more))
			}
		}
		if _, known := r.dom.Known(r.alive()); !known {
			if unknown++; unknown > maxUnknown {
				r.stop(s, fmt.Sprintf("loop of more than %d rounds whose end depends on data", maxUnknown), "bound the loop by a constant")
			}
		}
		if r.dead() {
			return
		}
		again := r.enter()
		r.targets = append(r.targets, target{label, over, again})
		body()
		r.targets = r.targets[:len(r.targets)-1]
		r.end(again)
		if next != nil && !r.dead() {
			next()
		}
	}
}

func (r *run) loop(s *ast.ForStmt, label types.Object) {
	if r.cut != nil && r.cut.loop == s {
		r.cutLoop()
		return
	}
	if r.cut != nil && r.cut.last == s {
		r.lastElements()
		return
	}
	if r.places != nil && (r.places.of.loops[0] == s || r.places.of.loops[1] == s) {
		r.placesLoop(s)
		return
	}
	over := r.enter()
	if s.Init != nil {
		if a, ok := s.Init.(*ast.AssignStmt); ok && a.Tok == token.DEFINE {
			for _, e := range a.Lhs {
				if _, scalar := r.kindOf(r.info.TypeOf(e)); !scalar { // each round has a copy of its own
					r.stop(e, "loop variable of type "+r.info.TypeOf(e).String(), "want a scalar; declare it before the loop")
				}
			}
		}
		r.statement(s.Init, nil)
	}
	var while func() bv.Value
	if s.Cond != nil {
		while = func() bv.Value { return r.truth(s.Cond) }
	}
	var next func()
	if s.Post != nil {
		next = func() { r.statement(s.Post, nil) }
	}
	r.rounds(s, label, over, while, func() { r.block(s.Body.List) }, next)
	r.end(over)
}

// rangeOver is a loop over an integer, an array or a pointer to one.
func (r *run) rangeOver(s *ast.RangeStmt, label types.Object) {
	over := r.enter()
	counter := kind{bits: r.intBits(), signed: true}
	var limit bv.Value
	var of value
	if array, pointer := arrayOf(r.info.TypeOf(s.X)); array != nil {
		limit = r.dom.Const(counter.bits, uint64(array.Len()))
		if blank(s.Value) { // only the length is looked at
			of = value{}
			if containsCall(s.X) {
				r.stop(s.X, "range over a call", "name the array first")
			}
		} else if of = r.eval(s.X); !pointer { // elements are those of a copy
			of.arr = r.copyOf(of.arr)
		} else if of.arr == nil {
			r.stop(s.X, "nil pointer", "panics")
		}
	} else {
		k, ok := r.kindOf(r.info.TypeOf(s.X))
		if !ok || k.float || k.bool {
			r.stop(s.X, "range over "+r.info.TypeOf(s.X).String(), "want an integer, an array or a pointer to an array")
		}
		counter, limit = k, r.exactly(s.X, r.eval(s.X))
	}
	less := bv.ULt
	if counter.signed {
		less = bv.SLt
	}
	i := r.dom.Const(counter.bits, 0)
	r.rounds(s, label, over,
		func() bv.Value { return r.dom.Int(less, i, limit) },
		func() {
			r.iteration(s, s.Key, value{v: i})
			if !blank(s.Value) {
				r.readable(s, of.arr)
				n, _ := r.dom.Known(i)
				r.iteration(s, s.Value, of.arr.cells[n].val)
			}
			r.block(s.Body.List)
		},
		func() { i = r.dom.Int(bv.Add, i, r.dom.Const(counter.bits, 1)) })
	r.end(over)
}

// iteration gives a variable of a range its value for a round.
func (r *run) iteration(s *ast.RangeStmt, e ast.Expr, x value) {
	switch {
	case blank(e):
	case s.Tok == token.DEFINE:
		if x.arr != nil && !x.ptr { // until Go 1.22 all rounds share it
			r.stop(e, "loop variable that is an array", "want the index, and the element by it")
		}
		r.define(e.(*ast.Ident), x)
	default:
		r.store(s, r.place(e), x)
	}
}

func blank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return e == nil || ok && id.Name == "_"
}

func containsCall(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		_, call := n.(*ast.CallExpr)
		found = found || call
		return true
	})
	return found
}

package goread

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
)

// The function of a chunk of many rounds looks at whole rounds, up to M of them, at once:
//
//	c := x[:min(len(x)&^(K-1), M*K)]
//	…
//	x = x[len(c):]
//	for len(x) >= K {
//		c := x[:min(len(x)&^(K-1), M*K)]
//		…
//		x = x[len(c):]
//	}
//
// With a map there are several slices of one length: others are cut by cy := y[:len(c)], and the rests are taken by
// x, y = x[len(c):], y[len(c):].
//
// K is a power of two. Up to the end of the loop, x is looked at by these statements alone. So what is before the loop,
// and what is in it, see 1 to M rounds of K elements, whatever the length of x, and after the loop x has fewer than K.
// Nothing else that is made before the loop is looked at later. The loop is cut: what it writes, an array that was made
// before it, is replaced by unknown accumulators.

// Cut is the loop over rounds of K elements, executed once on unknown accumulators.
type Cut struct {
	K    int
	Held []bv.Value   // the leaves of the accumulators, unknown
	Read [][]bv.Value // the elements of some rounds, unknown, of each array; none: no round is executed

	Most   int        // M, set by the execution
	Before []bv.Value // what the leaves are where the loop begins
	After  []bv.Value // and after the rounds, of Held and Read
	// and after the last elements, where the loop over these has a form that does not depend on their number
	Last []bv.Value

	within *ast.FuncDecl
	loop   *ast.ForStmt
	last   *ast.ForStmt   // the loop over the last elements; nil: it has another form
	arrays []types.Object // x, and the others
	made   bool
}

// maxBatch bounds M.
const maxBatch = 16

// findLoop finds the loop over rounds, and wants the arrays looked at as the form says.
func (r *run) findLoop(decl *ast.FuncDecl, arrays *types.Tuple) {
	c, form := r.cut, fmt.Sprintf("want c := x[:min(len(x)&^%d, M)] and x = x[len(c):], as first "+
		"and last in for len(x) >= %d, and before it", r.cut.K-1, r.cut.K)
	for v := range arrays.Variables() {
		c.arrays = append(c.arrays, v)
	}
	c.within = decl
	list := decl.Body.List
	for i, s := range list {
		if loop, ok := s.(*ast.ForStmt); ok && loop.Init == nil && loop.Cond != nil && loop.Post == nil &&
			r.isWhile(loop.Cond) && i > 0 && len(loop.Body.List) > 1 {
			c.loop, list = loop, list[:i]
			break
		}
	}
	if c.loop == nil || c.K&(c.K-1) != 0 {
		r.Stop(decl, "function "+decl.Name.Name, form)
	}
	allowed := map[*ast.Ident]bool{}
	look := func(list []ast.Stmt) {
		var part types.Object
		var others []types.Object
		for _, s := range list[:len(list)-1] {
			if o := r.isOther(s, part, len(others)+1); o != nil {
				others = append(others, o)
				allow(allowed, s)
			} else if o, most := r.isRounds(s); o != nil && part == nil {
				if part = o; c.Most != 0 && c.Most != most {
					r.Stop(s, "as many rounds at once as "+fmt.Sprint(most), "want them the same before the loop and in it")
				}
				c.Most = most
				allow(allowed, s)
			}
		}
		last := list[len(list)-1]
		if part == nil || len(others) != len(c.arrays)-1 || !r.isRest(last, part) {
			r.Stop(last, "function "+decl.Name.Name, form)
		}
		allow(allowed, last)
		for _, o := range append(others, part) {
			r.keepsRounds(decl, o)
		}
	}
	c.last = r.lastLoop(decl, arrays, c.loop)
	look(list)
	look(c.loop.Body.List)
	allow(allowed, &ast.ExprStmt{X: c.loop.Cond})
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt, *ast.BranchStmt, *ast.LabeledStmt, *ast.FuncLit, *ast.DeferStmt:
			if n.Pos() < c.loop.End() {
				r.Stop(n, fmt.Sprintf("%T", n), "want none up to the end of the loop over rounds")
			}
		case *ast.Ident:
			if n.Pos() < c.loop.End() && !allowed[n] && r.info.Uses[n] != nil && slices.Contains(c.arrays, r.info.Uses[n]) {
				r.Stop(n, n.Name, form)
			}
		}
		return true
	})
}

// allow adds all names of a statement.
func allow(to map[*ast.Ident]bool, s ast.Stmt) {
	ast.Inspect(s, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			to[id] = true
		}
		return true
	})
}

// keepsRounds wants a variable of some rounds to stay what it is: its length and its parts are looked at, and
// nothing else.
func (r *run) keepsRounds(decl *ast.FuncDecl, c types.Object) {
	fine := map[*ast.Ident]bool{}
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if len(n.Args) == 1 && r.isLen(n, c) {
				fine[n.Args[0].(*ast.Ident)] = true
			}
		case *ast.SliceExpr:
			if id, ok := n.X.(*ast.Ident); ok {
				fine[id] = true
			}
		case *ast.Ident:
			if r.info.Uses[n] == c && !fine[n] {
				r.Stop(n, n.Name, fmt.Sprintf("want len(%s) or %[1]s[i:]", n.Name))
			}
		}
		return true
	})
}

// isNumber reports whether an expression is a constant.
func (r *run) isNumber(e ast.Expr, n int) bool {
	v := r.info.Types[e].Value
	return v != nil && v.ExactString() == fmt.Sprint(n)
}

// isRounds is the variable that a statement defines by c := x[:min(len(x)&^(K-1), M*K)], and M; nil: it does
// something else.
func (r *run) isRounds(s ast.Stmt) (c types.Object, most int) {
	set, ok := s.(*ast.AssignStmt)
	if !ok || set.Tok != token.DEFINE || len(set.Lhs) != 1 || len(set.Rhs) != 1 {
		return nil, 0
	}
	part, ok := set.Rhs[0].(*ast.SliceExpr)
	if !ok || !r.refers(part.X, r.cut.arrays[0]) || part.Low != nil || part.Slice3 {
		return nil, 0
	}
	least, ok := part.High.(*ast.CallExpr)
	if !ok || !r.refers(least.Fun, types.Universe.Lookup("min")) || len(least.Args) != 2 {
		return nil, 0
	}
	whole, ok := least.Args[0].(*ast.BinaryExpr)
	if !ok || whole.Op != token.AND_NOT || !r.isLen(whole.X, r.cut.arrays[0]) || !r.isNumber(whole.Y, r.cut.K-1) {
		return nil, 0
	}
	for most = 1; most <= maxBatch; most++ {
		if r.isNumber(least.Args[1], most*r.cut.K) {
			return r.info.Defs[set.Lhs[0].(*ast.Ident)], most
		}
	}
	return nil, 0
}

// isOther is the variable that a statement defines by cy := y[:len(c)], of array i; nil: it does something else.
func (r *run) isOther(s ast.Stmt, c types.Object, i int) types.Object {
	set, ok := s.(*ast.AssignStmt)
	if !ok || c == nil || i >= len(r.cut.arrays) || set.Tok != token.DEFINE || len(set.Lhs) != 1 || len(set.Rhs) != 1 {
		return nil
	}
	part, ok := set.Rhs[0].(*ast.SliceExpr)
	if !ok || !r.refers(part.X, r.cut.arrays[i]) || part.Low != nil || part.Slice3 || part.High == nil ||
		!r.isLen(part.High, c) {
		return nil
	}
	return r.info.Defs[set.Lhs[0].(*ast.Ident)]
}

// isRest reports whether a statement is x = x[len(c):], of all arrays.
func (r *run) isRest(s ast.Stmt, c types.Object) bool {
	set, ok := s.(*ast.AssignStmt)
	if !ok || set.Tok != token.ASSIGN || len(set.Lhs) != len(r.cut.arrays) || len(set.Rhs) != len(r.cut.arrays) {
		return false
	}
	for i, x := range r.cut.arrays {
		rest, ok := set.Rhs[i].(*ast.SliceExpr)
		if !ok || !r.refers(set.Lhs[i], x) || !r.refers(rest.X, x) || rest.Low == nil || !r.isLen(rest.Low, c) ||
			rest.High != nil || rest.Slice3 {
			return false
		}
	}
	return true
}

// lastElements executes the loop over the last elements, and looks at the accumulators after it.
func (r *run) lastElements() {
	last := r.cut.last
	r.cut.last = nil
	r.Loop(last, nil)
	r.cut.last = last
	for _, c := range r.accumulators() {
		r.cut.Last = append(r.cut.Last, r.held(last, c.Val))
	}
}

// isWhile reports whether an expression is len(x) >= K.
func (r *run) isWhile(e ast.Expr) bool {
	is, ok := e.(*ast.BinaryExpr)
	return ok && is.Op == token.GEQ && r.isNumber(is.Y, r.cut.K) && r.isLen(is.X, r.cut.arrays[0])
}

// cutLoop executes the loop over rounds: some rounds from unknown accumulators, and then what follows from
// others that are unknown.
func (r *run) cutLoop() {
	c := r.cut
	c.made = true
	held, old := r.accumulators(), r.reached()
	left := map[*goexec.Cell]goexec.Value{}
	for _, o := range c.arrays {
		x := r.Env[o]
		if left[x] = x.Val; len(x.Val.Arr.Cells) >= c.K {
			r.Stop(c.loop, "loop over rounds", "want fewer elements left than a round has")
		}
		delete(old, x)
	}
	r.forgets()
	for i, cell := range held {
		delete(old, cell)
		before := cell.Val
		c.Before = append(c.Before, r.held(c.loop, before))
		cell.Val = r.combined(i%len(r.shape.Element().Leaves()), c.Held[i])
		r.asRounded(before, cell.Val)
	}
	if c.Read != nil {
		for i, o := range c.arrays {
			r.Env[o].Val = goexec.Value{Ptr: true, Arr: valuesArray(c.Read[i], "in")}
		}
		r.cutRound(held, old)
		for x, val := range left {
			x.Val = val
		}
	}
}

// forgets wants nothing looked at, from the loop on, that was made before it but the arrays and the accumulators: what
// depends on the number of the first rounds is executed for some of the lengths alone.
func (r *run) forgets() {
	kept := map[types.Object]bool{}
	for _, x := range r.cut.arrays {
		kept[x] = true
	}
	for o, c := range r.Env {
		if c.Val.Arr != nil && !c.Val.Ptr && len(c.Val.Arr.Cells) == r.cut.K {
			kept[o] = true
		}
	}
	ast.Inspect(r.cut.within, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Pos() >= r.cut.loop.Pos() {
			if o := r.info.Uses[id]; r.Env[o] != nil && !kept[o] {
				r.Stop(id, id.Name+" in the loop over rounds or after it",
					"want x and the accumulators alone of what is before the loop")
			}
		}
		return true
	})
}

// cutRound executes some rounds, which may write what they hold, what they make and x, and undoes them.
func (r *run) cutRound(held []*goexec.Cell, others map[*goexec.Cell]bool) {
	c := r.cut
	round := r.Branch(r.Yes, func() { r.Block(c.loop.Body.List) })
	for _, cell := range held {
		after := round.Of(cell)
		c.After = append(c.After, r.held(c.loop, after))
		r.asRounded(after, cell.Val)
	}
	for _, cell := range round.Order {
		if others[cell] {
			r.Stop(c.loop, "loop over rounds", "writes something else than the accumulators")
		}
	}
}

// asRounded refuses an accumulator that is less rounded than unknown ones are taken to be.
func (r *run) asRounded(is, taken goexec.Value) {
	if is.Product && !taken.Product {
		r.Stop(r.cut.loop, "loop over rounds", "want accumulators that are rounded elements")
	}
}

// accumulators are the cells of the leaves in the one local array of as many elements as a round has.
func (r *run) accumulators() (cells []*goexec.Cell) {
	for _, c := range r.Env {
		if c.Val.Arr == nil || c.Val.Ptr || len(c.Val.Arr.Cells) != r.cut.K {
			continue
		}
		if cells != nil {
			r.Stop(r.cut.loop, "loop over rounds", "want one local array of accumulators before it")
		}
		cells = c.Val.Arr.ScalarCells()
	}
	if cells == nil {
		r.Stop(r.cut.loop, "loop over rounds", "want a local array of accumulators before it")
	}
	return cells
}

// reached are the cells that the function reaches.
func (r *run) reached() map[*goexec.Cell]bool {
	all := map[*goexec.Cell]bool{}
	var visit func(c *goexec.Cell)
	visit = func(c *goexec.Cell) {
		if all[c] {
			return
		}
		all[c] = true
		if c.Val.Arr != nil {
			for _, part := range c.Val.Arr.Cells {
				visit(part)
			}
		}
	}
	for _, c := range r.Env {
		visit(c)
	}
	return all
}

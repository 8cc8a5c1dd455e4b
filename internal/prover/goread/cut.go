package goread

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

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

// longForm is that of the function of a longer chunk.
const longForm = `func Long($slices) T {
	BEFORE
	c := x[:min(len(x)&^$less, MOST)]
	$others(c)
	FIRST
	$rest(c)
	for len(x) >= $accumulators {
		d := x[:min(len(x)&^$less, MOST)]
		$others(d)
		MORE
		$rest(d)
	}
	LAST
}`

// findLoop finds the loop over rounds, and wants the arrays looked at as the form says.
func (r *run) findLoop(decl *ast.FuncDecl) {
	c, arrays := r.cut, arrayNames[:len(r.shape.In)]
	t := r.chunkTemplate()
	t.holes["LOW"] = hole{}
	t.holes["MOST"] = hole{"some rounds", func(e ast.Expr) bool {
		n, ok := r.constant(e)
		return ok && n > 0 && n%c.K == 0 && n/c.K <= maxBatch
	}}
	form, names := strings.ReplaceAll(longForm, "$less", fmt.Sprint(c.K-1)), map[string][]string{}
	for _, of := range []string{"c", "d"} {
		others, rests := "", []string{"x[len(" + of + "):]"}
		names[of] = []string{of}
		for _, y := range arrays[1:] {
			others += fmt.Sprintf("%s%s := %[2]s[:len(%[1]s)]\n", of, y)
			names[of], rests = append(names[of], of+y), append(rests, y+"[len("+of+"):]")
		}
		form = strings.NewReplacer("$others("+of+")", others, "$rest("+of+")",
			strings.Join(arrays, ", ")+" = "+strings.Join(rests, ", ")).Replace(form)
	}
	want := fmt.Sprintf("want c := x[:min(len(x)&^%d, M)] and x = x[len(c):], as first "+
		"and last in for len(x) >= %d, and before it", c.K-1, c.K)
	if c.K&(c.K-1) != 0 || t.declares(r.chunkText(form)) != "" {
		r.Stop(decl, "function "+decl.Name.Name, want)
	}
	c.Most, _ = r.constant(t.found["MOST"])
	c.Most /= c.K
	for _, part := range []string{"BEFORE", "FIRST", "MORE"} {
		switch n := t.looks(t.lists[part], arrays).(type) {
		case nil:
		case *ast.Ident:
			r.Stop(n, n.Name, want)
		default:
			r.Stop(n, fmt.Sprintf("%T", n), "want none up to the end of the loop over rounds")
		}
	}
	for _, of := range [][2]string{{"FIRST", "c"}, {"MORE", "d"}} {
		for _, name := range names[of[1]] {
			if n := t.looks(t.lists[of[0]], []string{name}, "len("+name+")", name+"[LOW:]"); n != nil {
				r.Stop(n, sourceOf(n), fmt.Sprintf("want len(%s) or %[1]s[i:]", t.bound[name].Name()))
			}
		}
	}
	for _, x := range arrays {
		c.arrays = append(c.arrays, t.bound[x])
	}
	c.within, c.last = decl, t.lastLoop(arrays)
	c.loop = decl.Body.List[len(decl.Body.List)-len(t.lists["LAST"])-1].(*ast.ForStmt)
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

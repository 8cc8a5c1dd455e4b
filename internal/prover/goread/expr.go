package goread

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

const unspecifiedNaN = "the payload of a NaN is unspecified, and its sign; want such bits moved as they are, or the float compared"

// eval evaluates an expression of one value.
func (r *run) eval(e ast.Expr) value {
	r.step(e)
	if c := r.info.Types[e].Value; c != nil {
		return value{v: r.constant(e, c)}
	}
	switch e := e.(type) {
	case *ast.Ident:
		if c := r.variable(e); c != nil {
			if c.val.undefined() {
				r.stop(e, e.Name, "is read where it has no value")
			}
			return c.val
		}
		r.stop(e, e.Name, "want a local variable, a parameter or a constant")
	case *ast.ParenExpr:
		return r.eval(e.X)
	case *ast.IndexExpr:
		if x, ok := r.inRows(e); ok {
			return x
		}
		of, _ := r.base(e)
		r.readable(e, of)
		if x, ok := r.ofWinner(e, of, nil); ok {
			return x
		}
		return r.entry(of, r.index(e, len(of.cells)))
	case *ast.SelectorExpr:
		of, n, _ := r.field(e)
		return of.cells[n].val
	case *ast.StarExpr:
		of := r.pointee(e, r.eval(e.X))
		r.readable(e, of)
		return value{arr: of}
	case *ast.UnaryExpr:
		return r.unary(e)
	case *ast.BinaryExpr:
		return r.binary(e)
	case *ast.CallExpr:
		all := r.call(e, false)
		if len(all) != 1 {
			r.stop(e, "call of several results", "as one value")
		}
		return all[0]
	case *ast.CompositeLit:
		return r.literal(e)
	case *ast.SliceExpr:
		if r.takesSlices() {
			return r.slice(e)
		}
	case *ast.FuncLit:
		r.stop(e, "closure", "want a function of the file instead")
	}
	r.stop(e, fmt.Sprintf("%T", e), "want arithmetic, comparisons, conversions, elements of arrays and calls of functions of the file")
	return value{}
}

// variable is the cell of a local variable or parameter, by what the name refers to.
func (r *run) variable(id *ast.Ident) *cell {
	o := r.info.Uses[id]
	if o == nil {
		o = r.info.Defs[id]
	}
	if c, ok := r.env[o]; ok && o != nil {
		return c
	}
	if v, ok := o.(*types.Var); ok && v.Parent() != nil && v.Parent().Parent() == types.Universe {
		r.stop(id, "variable "+id.Name+" of the package", "other code may change it; want a constant or a parameter")
	}
	return nil
}

// pointee is the array that x points to.
func (r *run) pointee(n ast.Node, x value) *array {
	if x.nil {
		r.stop(n, "nil pointer", "panics")
	}
	if !x.ptr || x.arr == nil {
		r.stop(n, "pointer", "want a pointer to an array or a struct")
	}
	return x.arr
}

// base is the array that an index expression is of, and whether by a pointer.
func (r *run) base(e *ast.IndexExpr) (of *array, via bool) {
	if array, _ := arrayOf(r.info.TypeOf(e.X)); array == nil && !r.isSlice(e.X) {
		r.stop(e, "index of "+r.info.TypeOf(e.X).String(), "want an array or a pointer to one")
	}
	x := r.eval(e.X)
	if x.ptr || x.nil {
		return r.pointee(e, x), true
	}
	if x.arr == nil {
		r.stop(e, "index", "want an array or a pointer to one")
	}
	return x.arr, r.pointed(e.X)
}

// pointed is whether the array that e names is reached through a pointer, such as
// v[1] of v *[2][32]T.
func (r *run) pointed(e ast.Expr) bool {
	for {
		e = ast.Unparen(e)
		if _, pointer := r.info.TypeOf(e).Underlying().(*types.Pointer); pointer {
			return true
		}
		switch x := e.(type) {
		case *ast.StarExpr:
			return true
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		default:
			return false
		}
	}
}

// index evaluates an index, which must be within an array of n elements.
func (r *run) index(e *ast.IndexExpr, n int) bv.Value {
	k := r.kind(e.Index)
	i := r.exactly(e.Index, r.eval(e.Index))
	if x, known := r.dom.Known(i); known && x < uint64(n) && x>>(k.bits-1) == 0 {
		return i
	}
	used := k.bits // bits from there on are zero
	for used > 0 {
		if b, known := r.dom.Known(r.dom.Extract(i, used-1, 1)); !known || b != 0 {
			break
		}
		used--
	}
	if used < 63 && 1<<used <= n {
		return i
	}
	if k.bits < 63 && 1<<k.bits <= n {
		r.panics(e, r.dom.Extract(i, k.bits-1, 1), "index", "want one that is not negative")
		return i
	}
	inside := r.dom.Int(bv.ULt, i, r.dom.Const(k.bits, uint64(n)))
	what := "index"
	if x, known := r.dom.Known(i); known {
		what = fmt.Sprintf("index %d of %d elements", int64(x), n)
	}
	r.panics(e, r.not(inside), what, fmt.Sprintf("want one that is seen to be below %d, such as i & %d or a loop's counter", n, n-1))
	return i
}

// pick is the element of an array at an index that depends on data.
func (r *run) pick(of *array, i bv.Value) value {
	var rec func(lo, bit int) value
	rec = func(lo, bit int) value {
		r.step(r.at)
		if lo >= len(of.cells) {
			return value{}
		}
		if bit < 0 {
			return of.cells[lo].val
		}
		return r.choose(r.dom.Extract(i, bit, 1), rec(lo+1<<bit, bit-1), rec(lo, bit-1))
	}
	bits := 0
	for 1<<bits < len(of.cells) {
		bits++
	}
	x := rec(0, min(bits, i.Width())-1)
	if x.undefined() { // where the program never is
		x = of.cells[0].val
	}
	return x
}

// inRows is an element of a row that data name: of each row the element at the index within it,
// then of those the one of the row. ok is false where no data name the row; then nothing was
// evaluated.
func (r *run) inRows(e *ast.IndexExpr) (x value, ok bool) {
	outer, ok := ast.Unparen(e.X).(*ast.IndexExpr)
	if !ok || r.info.Types[outer.Index].Value != nil {
		return value{}, false
	}
	if row, pointer := arrayOf(r.info.TypeOf(outer)); row == nil || pointer {
		return value{}, false
	}
	rows, _ := r.base(outer)
	r.readable(outer, rows)
	row := r.index(outer, len(rows.cells))
	i := r.index(e, len(rows.cells[0].val.arr.cells))
	at := &array{}
	for _, c := range rows.cells {
		r.readable(e, c.val.arr)
		at.cells = append(at.cells, &cell{val: r.entry(c.val.arr, i)})
	}
	return r.entry(at, row), true
}

// entry is the element of an array at an index.
func (r *run) entry(of *array, i bv.Value) value {
	if n, known := r.dom.Known(i); known && n < uint64(len(of.cells)) {
		return of.cells[n].val
	}
	return r.pick(of, i)
}

// literal is an array or a struct written out.
func (r *run) literal(e *ast.CompositeLit) value {
	if s, pointer := structOf(r.info.TypeOf(e)); s != nil && !pointer {
		return r.structLiteral(e, s)
	}
	array, pointer := arrayOf(r.info.TypeOf(e))
	if array == nil || pointer {
		r.stop(e, "literal of type "+r.info.TypeOf(e).String(), "want an array of a given length")
	}
	return r.arrayLiteral(e)
}

// noKey gives a scalar that must be no key of a float.
func (r *run) noKey(n ast.Node, x value) bv.Value {
	if x.isKey {
		r.stop(n, "key of a float", "want it chosen, compared by min or max, or taken back to its float")
	}
	if x.v == nil {
		r.stop(n, "array or pointer", "want a scalar")
	}
	return x.v
}

// exact evaluates an operand of integer arithmetic. Terms are equal up to the
// payload of a NaN, which arithmetic on the bits would bring to light: it would
// take two NaNs for one and cancel them.
func (r *run) exact(e ast.Expr) bv.Value { return r.exactly(e, r.eval(e)) }

func (r *run) exactly(n ast.Node, x value) bv.Value {
	if x.loose != 0 {
		r.stop(n, "bits of a float op's result", unspecifiedNaN)
	}
	return r.noKey(n, x)
}

// truth evaluates a condition.
func (r *run) truth(e ast.Expr) bv.Value { return r.exact(e) }

// constant is a typed constant as its bits.
func (r *run) constant(e ast.Expr, c constant.Value) bv.Value {
	k := r.kind(e)
	switch {
	case k.bool:
		return r.bit(constant.BoolVal(c))
	case k.float && k.bits == 32:
		f, _ := constant.Float32Val(c)
		return r.dom.Const(32, uint64(math.Float32bits(f)))
	case k.float:
		f, _ := constant.Float64Val(c)
		return r.dom.Const(64, math.Float64bits(f))
	}
	c = constant.ToInt(c)
	if x, exact := constant.Uint64Val(c); exact {
		return r.dom.Const(k.bits, x&(^uint64(0)>>(64-k.bits)))
	}
	x, exact := constant.Int64Val(c)
	if !exact {
		r.stop(e, "constant "+c.String(), "too large")
	}
	return r.dom.Const(k.bits, uint64(x)&(^uint64(0)>>(64-k.bits)))
}

func (r *run) unary(e *ast.UnaryExpr) value {
	if e.Op == token.AND {
		return r.address(e)
	}
	k := r.kind(e)
	x := r.eval(e.X)
	switch {
	case e.Op == token.ADD:
		return x
	case k.float && e.Op == token.SUB:
		x.v, x.loose = r.negated(k, r.float(e.X, x)), looseWhole
		return x
	case e.Op == token.SUB:
		return value{v: r.dom.Int(bv.Sub, r.dom.Const(k.bits, 0), r.exactly(e.X, x))}
	case e.Op == token.XOR, e.Op == token.NOT:
		return value{v: r.dom.Not(r.exactly(e.X, x))}
	}
	r.stop(e, "unary "+e.Op.String(), "want +, -, ^, ! or the address of an array")
	return value{}
}

// address is a pointer to a local array.
func (r *run) address(e *ast.UnaryExpr) value {
	if _, literal := ast.Unparen(e.X).(*ast.CompositeLit); !literal {
		if p := r.place(e.X); p.cell == nil && p.index == nil && p.arr != nil {
			p.arr.outlive()
			return value{arr: p.arr, ptr: true}
		}
	} else if x := r.eval(e.X); x.arr != nil {
		x.arr.outlive()
		return value{arr: x.arr, ptr: true}
	}
	r.stop(e, "address", "want that of a local array")
	return value{}
}

package goexec

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// UnspecifiedNaN is why bits of a float op's result are not computed with.
const UnspecifiedNaN = "the payload of a NaN is unspecified, and its sign; want such bits moved as they are, or " +
	"the float compared"

// Why an expression is refused that is not followed.
const (
	Expressions = "want arithmetic, comparisons, conversions, elements of arrays and calls of functions of the file"
	Closures    = "want a function of the file instead"
)

// Eval evaluates an expression of one value.
func (r *Run) Eval(e ast.Expr) Value {
	r.Step(e)
	if tv := r.Info.Types[e]; tv.Value != nil {
		return r.Constant(e, tv.Value, tv.Type)
	}
	if x, ok := r.Host.Expr(e); ok {
		return x
	}
	switch e := e.(type) {
	case *ast.Ident:
		if c := r.variable(e); c != nil {
			if c.Val.undefined() {
				r.Stop(e, e.Name, "is read where it has no value")
			}
			return c.Val
		}
		if v, ok := r.Info.Uses[e].(*types.Var); ok {
			return r.Host.Global(e, v)
		}
		r.Stop(e, e.Name, "want a local variable, a parameter or a constant")
	case *ast.ParenExpr:
		return r.Eval(e.X)
	case *ast.IndexExpr:
		if x, ok := r.inRows(e); ok {
			return x
		}
		of, _ := r.Base(e)
		r.Readable(e, of)
		return r.entry(of, r.index(e, len(of.Cells)))
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok { // of another package
			if _, ok := r.Info.Uses[x].(*types.PkgName); ok {
				if v, ok := r.Info.Uses[e.Sel].(*types.Var); ok {
					return r.Host.Global(e, v)
				}
			}
		}
		of, n, _ := r.field(e)
		return of.Cells[n].Val
	case *ast.StarExpr:
		of := r.Pointee(e, r.Eval(e.X))
		r.Readable(e, of)
		return Value{Arr: of}
	case *ast.UnaryExpr:
		return r.unary(e)
	case *ast.BinaryExpr:
		return r.binary(e)
	case *ast.CallExpr:
		all := r.call(e, false)
		if len(all) != 1 {
			r.Stop(e, "call of several results", "as one value")
		}
		return all[0]
	case *ast.CompositeLit:
		return r.literal(e)
	case *ast.SliceExpr:
		if r.Slices {
			return r.slice(e)
		}
	case *ast.FuncLit:
		r.Stop(e, "closure", Closures)
	}
	r.Stop(e, fmt.Sprintf("%T", e), Expressions)
	return Value{}
}

// variable is the cell of a local variable or parameter, by what the name refers to.
func (r *Run) variable(id *ast.Ident) *Cell {
	o := r.Info.Uses[id]
	if o == nil {
		o = r.Info.Defs[id]
	}
	if c, ok := r.Env[o]; ok && o != nil {
		return c
	}
	return nil
}

// Pointee is the array that x points to.
func (r *Run) Pointee(n ast.Node, x Value) *Array {
	if x.Nil {
		r.Stop(n, "nil pointer", "panics")
	}
	if !x.Ptr || x.Arr == nil {
		r.Stop(n, "pointer", "want a pointer to an array or a struct")
	}
	return x.Arr
}

// Base is the array that an index expression is of, and whether by a pointer.
func (r *Run) Base(e *ast.IndexExpr) (of *Array, via bool) {
	if array, _ := ArrayOf(r.Info.TypeOf(e.X)); array == nil && !r.isSlice(e.X) {
		r.Stop(e, "index of "+r.Info.TypeOf(e.X).String(), "want an array or a pointer to one")
	}
	x := r.Eval(e.X)
	if x.Ptr || x.Nil {
		return r.Pointee(e, x), true
	}
	if x.Arr == nil {
		r.Stop(e, "index", "want an array or a pointer to one")
	}
	return x.Arr, r.pointed(e.X)
}

// pointed is whether the array that e names is reached through a pointer, such as
// v[1] of v *[2][32]T.
func (r *Run) pointed(e ast.Expr) bool {
	for {
		e = ast.Unparen(e)
		if _, pointer := r.Info.TypeOf(e).Underlying().(*types.Pointer); pointer {
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

var outOfRange = Panic{Why: "an index out of range", What: "index", Want: "want one that is not negative"}

// index evaluates an index, which must be within an array of n elements.
func (r *Run) index(e *ast.IndexExpr, n int) bv.Value {
	k := r.Kind(e.Index)
	i := r.Exact(e.Index)
	x, known := r.Dom.Known(i)
	if known && x < uint64(n) && x>>(k.Bits-1) == 0 {
		return i
	}
	if r.Operator {
		if !known {
			r.Stop(e.Index, "", "an index that depends on data is not supported yet; want a constant, or the variable of a "+
				"loop with a constant bound")
		}
		r.Panics(e.Index, r.Yes, outOfRange)
		r.leave(r.returned, r.Yes)
		return r.Dom.Const(k.Bits, 0)
	}
	used := k.Bits // bits from there on are zero
	for used > 0 && r.Is(r.Dom.Extract(i, used-1, 1), 0) {
		used--
	}
	if used < 63 && 1<<used <= n {
		if k.Signed && used == k.Bits {
			r.Panics(e, r.sign(i), outOfRange)
		}
		return i
	}
	inside := r.Dom.Int(bv.ULt, i, r.Dom.Const(k.Bits, uint64(n)))
	p := outOfRange
	if known {
		p.What = fmt.Sprintf("index %d of %d elements", int64(x), n)
	}
	p.Want = fmt.Sprintf("want one that is seen to be below %d, such as i & %d or a loop's counter", n, n-1)
	r.Panics(e, r.Not(inside), p)
	return i
}

// pick is the element of an array at an index that depends on data.
func (r *Run) pick(of *Array, i bv.Value) Value {
	if len(of.Cells) == 0 {
		r.Stop(r.At, "index", "of a slice without elements")
	}
	var rec func(lo, bit int) Value
	rec = func(lo, bit int) Value {
		r.Step(r.At)
		if lo >= len(of.Cells) {
			return Value{}
		}
		if bit < 0 {
			return of.Cells[lo].Val
		}
		return r.Choose(r.Dom.Extract(i, bit, 1), rec(lo+1<<bit, bit-1), rec(lo, bit-1))
	}
	bits := 0
	for 1<<bits < len(of.Cells) {
		bits++
	}
	x := rec(0, min(bits, i.Width())-1)
	if x.undefined() { // where the program never is
		x = of.Cells[0].Val
	}
	return x
}

// inRows is an element of a row that data name: of each row the element at the index within it,
// then of those the one of the row. ok is false where no data name the row; then nothing was
// evaluated.
func (r *Run) inRows(e *ast.IndexExpr) (x Value, ok bool) {
	outer, ok := ast.Unparen(e.X).(*ast.IndexExpr)
	if !ok || r.Operator || r.Info.Types[outer.Index].Value != nil {
		return Value{}, false
	}
	if row, pointer := ArrayOf(r.Info.TypeOf(outer)); row == nil || pointer {
		return Value{}, false
	}
	rows, _ := r.Base(outer)
	r.Readable(outer, rows)
	row := r.index(outer, len(rows.Cells))
	i := r.index(e, len(rows.Cells[0].Val.Arr.Cells))
	at := &Array{}
	for _, c := range rows.Cells {
		r.Readable(e, c.Val.Arr)
		at.Cells = append(at.Cells, &Cell{Val: r.entry(c.Val.Arr, i)})
	}
	return r.entry(at, row), true
}

// entry is the element of an array at an index.
func (r *Run) entry(of *Array, i bv.Value) Value {
	if n, known := r.Dom.Known(i); known && n < uint64(len(of.Cells)) {
		return of.Cells[n].Val
	}
	return r.pick(of, i)
}

// NoKey gives a scalar that must be no key of a float.
func (r *Run) NoKey(n ast.Node, x Value) bv.Value {
	if x.IsKey {
		r.Stop(n, "key of a float", "want it chosen, compared by min or max, or taken back to its float")
	}
	if x.V == nil {
		r.Stop(n, "array or pointer", "want a scalar")
	}
	return x.V
}

// Exact evaluates an operand of integer arithmetic. Terms are equal up to the
// payload of a NaN, which arithmetic on the bits would bring to light: it would
// take two NaNs for one and cancel them.
func (r *Run) Exact(e ast.Expr) bv.Value { return r.Exactly(e, r.Eval(e)) }

// Exactly gives bits that are computed with.
func (r *Run) Exactly(n ast.Node, x Value) bv.Value {
	if x.Loose != 0 {
		r.Stop(n, "bits of a float op's result", UnspecifiedNaN)
	}
	if x.Given != 0 && r.ReadsBits != nil {
		r.ReadsBits[x.Given] = true
	}
	return r.NoKey(n, x)
}

// Float is a value that is to be computed with as a float.
func (r *Run) Float(n ast.Node, x Value) bv.Value {
	if x.Loose&^Whole != 0 {
		r.Stop(n, "bits of a float op's result as another float", UnspecifiedNaN)
	}
	return r.NoKey(n, x)
}

// Truth evaluates a condition.
func (r *Run) Truth(e ast.Expr) bv.Value { return r.Exact(e) }

// Constant is a number in the code.
func (r *Run) Constant(e ast.Node, c constant.Value, typ types.Type) Value {
	if part, ok := complexPart(typ); ok && r.Operator {
		c = constant.ToComplex(c)
		parts := []constant.Value{constant.Real(c), constant.Imag(c)}
		return Value{Arr: r.newArray(2, func(i int) Value { return r.number(e, part, parts[i]) })}
	}
	k, ok := r.KindOf(typ)
	if !ok {
		r.Stop(e, "expression of type "+typ.String(), Scalars)
	}
	return r.number(e, k, c)
}

func (r *Run) number(e ast.Node, k Kind, c constant.Value) Value {
	var x uint64
	switch {
	case k.Bool:
		return Value{V: r.Bit(constant.BoolVal(c))}
	case k.Float && k.Bits == 32:
		f, _ := constant.Float32Val(c)
		x = uint64(math.Float32bits(f))
	case k.Float:
		f, _ := constant.Float64Val(c)
		x = math.Float64bits(f)
	default:
		c = constant.ToInt(c)
		exact := false
		if x, exact = constant.Uint64Val(c); !exact {
			i, exact := constant.Int64Val(c)
			if x = uint64(i); !exact {
				r.Stop(e, "constant "+c.String(), "too large")
			}
		}
		x &= ^uint64(0) >> (64 - k.Bits)
	}
	if r.Constants != nil {
		r.Constants[Constant{k.Bits, k.Float, x}] = true
	}
	return Value{V: r.Dom.Const(k.Bits, x)}
}

func (r *Run) unary(e *ast.UnaryExpr) Value {
	if e.Op == token.AND && r.Operator {
		r.Stop(e, "address", Expressions)
	} else if e.Op == token.AND {
		return r.address(e)
	}
	if part, ok := complexPart(r.Info.TypeOf(e)); ok && r.Operator && e.Op == token.SUB {
		x := r.Eval(e.X).Arr
		return Value{Arr: r.newArray(2, func(i int) Value { return r.negated(part, x.Cells[i].Val) })}
	} else if ok && r.Operator && e.Op == token.ADD {
		return r.Eval(e.X)
	}
	k := r.Kind(e)
	x := r.Eval(e.X)
	switch {
	case e.Op == token.ADD:
		return x
	case k.Float && e.Op == token.SUB:
		r.Float(e.X, x)
		return r.negated(k, x)
	case e.Op == token.SUB:
		return Value{V: r.Dom.Int(bv.Sub, r.Dom.Const(k.Bits, 0), r.Exactly(e.X, x))}
	case e.Op == token.XOR, e.Op == token.NOT:
		return Value{V: r.Dom.Not(r.Exactly(e.X, x))}
	}
	r.Stop(e, "unary "+e.Op.String(), "want +, -, ^, ! or the address of an array")
	return Value{}
}

// negated is a float with its sign flipped; of a NaN no bit is known.
func (r *Run) negated(k Kind, x Value) Value {
	return Value{V: bv.Negate(r.Dom, k.Format(), x.V), Loose: Whole, Product: x.Product}
}

// address is a pointer to a local array.
func (r *Run) address(e *ast.UnaryExpr) Value {
	if _, literal := ast.Unparen(e.X).(*ast.CompositeLit); !literal {
		if p := r.place(e.X); p.Cell == nil && p.index == nil && p.Arr != nil {
			p.Arr.outlive()
			return Value{Arr: p.Arr, Ptr: true}
		}
	} else if x := r.Eval(e.X); x.Arr != nil {
		x.Arr.outlive()
		return Value{Arr: x.Arr, Ptr: true}
	}
	r.Stop(e, "address", "want that of a local array")
	return Value{}
}

package lower

import (
	"errors"
	"fmt"
	"math"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/rowfn"
	"github.com/shflgen/shflgen/spec"
)

// The functions by which the elements of a vector are taken in, and those that compute their results.

// rowUses is what an expression of a function of rows uses: element v of vectors, and values of the row.
type rowUses struct {
	at       int
	x        ir.Expr
	residual ir.Expr
	power    ir.Expr // the exponentials of a vector
	values   map[string]ir.Expr
	cols     ir.Expr // the number of columns, where the caller gives it
}

// expr is an expression of a function of rows.
func (r *rowApply) expr(e rowfn.E, of rowUses) ir.Expr {
	var args []ir.Expr
	for _, a := range e.Args {
		args = append(args, r.expr(a, of))
	}
	if n := r.of.Cols(); e.Op == "div" && e.Args[1].Op == "n" && n > 1 && n&(n-1) == 0 && !r.of.Ranged() {
		// The same bits by one instruction. 65536 rows of 128 bfloat16 on an H200, layer norm: 10.2 µs, 10.8 by division.
		inverse := uint64(math.Float32bits(1 / float32(n)))
		return r.Call("_mul", args[0], ir.U32.Digits(inverse).FromBits(ir.F32))
	}
	if len(args) > 0 {
		f := r.Func("_" + e.Op)
		if !f.Primitive || len(f.Params) != len(args) {
			r.err = errors.Join(r.err, rowfn.Unknown(e))
		}
		return r.Call("_"+e.Op, args...)
	}
	switch e.Op {
	case "x":
		return of.x
	case "residual":
		return of.residual
	case "n":
		if r.of.Ranged() {
			return of.cols.To(ir.F32)
		}
		return ir.Whole(r.of.Cols())
	case "one":
		return ir.Whole(1)
	case "zero":
		return ir.Whole(0)
	case "power":
		return of.power.At(of.at)
	case "grad", "weight", "bias":
		if r.of.HasGrad() {
			return r.value(of.values[e.Op], of.at)
		}
		return r.Call(fmt.Sprintf("_value%d", of.at), of.values[e.Op])
	}
	value, ok := of.values[e.Op]
	if !ok {
		r.err = errors.Join(r.err, rowfn.Unknown(e))
	}
	return value
}

// valueParams adds parameters for the values of the row that an expression uses.
func (r *rowApply) valueParams(b *ir.Builder, e rowfn.E, values map[string]ir.Expr) {
	for _, n := range e.Names() {
		values[n] = b.Param(n, ir.F32)
	}
}

// value is element v of a vector as a float.
func (r *rowApply) value(x ir.Expr, v int) ir.Expr {
	switch {
	case r.of.InType() == spec.Bfloat16:
		return r.in.upperHalf(x.Words(), v)
	case r.of.In() != spec.AsType:
		return r.Call("_widen", r.in.element(x.Words(), v))
	}
	return r.in.element(x.Words(), v)
}

// summand is element v of a vector as the reduction of a row takes it.
func (r *rowApply) summand(x ir.Expr, v int) ir.Expr {
	if !r.of.MapsStored() {
		return r.value(x, v)
	}
	return r.Call("_widen", r.Call("_map", r.in.element(x.Words(), v)))
}

// floats are what a thread has of a value for each element of a vector.
func (r *rowApply) floats() ir.Array { return ir.Array{Of: ir.F32, N: r.Vector} }

func takeOf(i int) string   { return fmt.Sprintf("_take%d", i) }
func beginOf(i int) string  { return fmt.Sprintf("_begin%d", i) }
func acrossOf(i int) string { return fmt.Sprintf("_across%d", i) }

// take adds the function that adds what a reduction makes of a vector's first elements to the accumulators; begin, that
// of a thread's first vector, which they begin with.
func (r *rowApply) take(i int) {
	r.takes(i, takeOf(i), "The accumulators take in", func(to, e ir.Expr) (with, without ir.Expr) {
		return r.combined(to, e), to
	})
}

func (r *rowApply) begin(i int) {
	r.takes(i, beginOf(i), "The accumulators begin with", func(_, e ir.Expr) (with, without ir.Expr) {
		return e, r.absent
	})
}

func (r *rowApply) takes(i int, name, does string, by func(to, e ir.Expr) (with, without ir.Expr)) {
	sum := r.fn.Sums[i]
	if r.powers {
		does += " the exponentials of the elements of x that the thread has, which are kept."
	} else {
		does += " the elements of x that the thread has."
	}
	b := r.Build(name, nil, does)
	a, values := b.Param("a", r.floats()), map[string]ir.Expr{}
	for _, name := range sum.Of.Elements() {
		values[name] = b.Param(name, r.in.vector())
	}
	r.valueParams(b, sum.Of, values)
	var power ir.Expr
	if r.powers {
		power = b.Param("power", r.floats())
	}
	has := r.having(b)
	for v, to := range a.Elements() {
		of := rowUses{at: v, values: values}
		if x, ok := values["x"]; ok {
			of.x = r.summand(x, v)
		}
		e := r.expr(sum.Of, of)
		if r.of.Ranged() { // the same bits, of what a proof knows by its case
			e = has.one(v).Choose(e, r.absent)
		}
		switch {
		case r.powers:
			b.Set(power.At(v), e)
			e = power.At(v)
		case r.splits && sum.Of.Calls("exp"): // of an element that is not there, too: asm in a choice is a branch
			e = b.Let(fmt.Sprintf("e%d", v), e)
		}
		fills := r.vectors && r.of.Row().Fn == nil
		if fills {
			e = has.one(v).Choose(e, r.absent)
		}
		with, without := by(to, e)
		if !fills && !r.of.Ranged() {
			with = has.one(v).Choose(with, without)
		}
		b.Set(to, with)
	}
}

// values adds functions that give the elements of a vector of weights, as floats.
func (r *rowApply) values() {
	for v := range r.Vector {
		b := r.Build(fmt.Sprintf("_value%d", v), ir.F32, fmt.Sprintf("Element %d of a vector.", v))
		b.Return(r.value(b.Param("x", r.in.vector()), v))
	}
}

// give adds the function that makes results of a vector.
func (r *rowApply) give() {
	vector := r.in.vector()
	b := r.Build("_give", vector, "The results for the elements of a vector.")
	of := rowUses{values: map[string]ir.Expr{}}
	var x ir.Expr
	if r.powers {
		of.power = b.ReadOnly("power", r.floats())
	} else {
		x = b.Param("x", vector)
	}
	beside := r.fn.Beside()
	if r.of.HasGrad() {
		beside = append([]string{r.fn.Second}, beside...)
	}
	for _, name := range beside {
		of.values[name] = b.Param(name, vector)
	}
	r.valueParams(b, r.fn.Give, of.values)
	r.vectorOf(b, func(v int) ir.Expr {
		if of.at = v; !r.powers {
			of.x = r.value(x, v)
		}
		return r.expr(r.fn.Give, of)
	})
}

// first adds the function that makes of a vector and a residual what is taken in.
func (r *rowApply) first() {
	b := r.Build("_first", r.in.vector(),
		"The elements of a vector and a residual, combined and rounded to the type in memory.")
	x, residual := b.Param("x", r.in.vector()), b.Param("residual", r.in.vector())
	r.vectorOf(b, func(v int) ir.Expr {
		return r.expr(r.fn.First, rowUses{at: v, x: r.value(x, v), residual: r.value(residual, v)})
	})
}

// vectorOf ends a function with a vector of elements, each rounded to the type in memory.
func (r *rowApply) vectorOf(b *ir.Builder, element func(v int) ir.Expr) {
	y := b.Declare("y", r.in.vector())
	for w, to := range y.Words() {
		var word ir.Expr
		for i := range r.in.fraction() {
			bits := r.stored(element(w*r.in.fraction() + i))
			if i == 0 {
				word = bits
			} else {
				word = word.Or(bits.To(ir.U32).Shl(i * r.in.of.Bits()))
			}
		}
		b.Set(to, word)
	}
	b.Return(y)
}

// stored are the bits of a float in memory.
func (r *rowApply) stored(e ir.Expr) ir.Expr {
	if r.of.In() != spec.AsType {
		return r.Call("_narrow", e)
	}
	return e.Bits()
}

// peakOf adds the function that gives the maximum of a vector's first elements and of what came before.
func (r *rowApply) peakOf() {
	b := r.Build("_peak_of", ir.F32, "The maximum of peak and the elements of x that the thread has.")
	peak, x := b.Param("peak", ir.F32), b.Param("x", r.in.vector())
	has := r.having(b)
	most := func(v int) ir.Expr { return r.Call("_most", peak, r.value(x, v)) }
	if r.pairs {
		b.Add(ir.Remark{Text: "All elements are there: two at a time, and only the last two are widened."})
		all := has.one(r.Vector - 2).Both(has.one(r.Vector - 1)) // the last one may be there without those before it
		b.IfIn(ir.Braces, all, func() {
			b.Instruct(ir.MaxOfPairs[r.in.of.Type], x.Words()[:1], x.Words()...)
			b.Set(peak, most(0))
			b.Return(most(1))
		})
	}
	for v := range r.Vector {
		if r.vectors || r.of.Ranged() {
			b.Set(peak, r.Call("_most", peak, has.one(v).Choose(r.value(x, v), lowest)))
			continue
		}
		b.Set(peak, has.one(v).Choose(most(v), peak))
	}
	b.Return(peak)
}

// lowest is the float32 that no maximum is below.
var lowest = ir.U32.Digits(0xff800000).FromBits(ir.F32)

// again adds the function that makes compilers forget what they know of a vector.
func (r *rowApply) again() {
	b := r.Build("_again", nil, "x unchanged; compilers take it for another value.")
	words := b.Passed(ir.ByReference, "x", r.in.vector()).Words()
	b.Instruct(ir.Forget, words, words...)
}

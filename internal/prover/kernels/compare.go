package kernels

import (
	"math"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
)

// difference is a result that is another than a form has.
type difference struct {
	at        int
	want, got float64
	missing   bool // nothing defined was stored
}

// agrees compares what a launch on numbers left with a form. Far from 0, where differences are lost in rounding,
// results that are rounded differ if one alone is finite. It differs if no way of the form agrees.
func (k *Kernel) agrees(l launch, r reading, o out, in inputs, left ptx.Memory, far bool, e *env) (
	of difference, same bool,
) {
	for way := range mostWays {
		e.at = 0
		if d, ok := k.agreesIn(l, r, o, in, left, far, e); ok {
			return d, true
		} else if way == 0 {
			of = d
		}
		if !e.next() {
			break
		}
	}
	return of, false
}

// agreesIn is agrees with a form in one of its ways.
func (k *Kernel) agreesIn(l launch, r reading, o out, in inputs, left ptx.Memory, far bool, e *env) (
	of difference, same bool,
) {
	for _, first := range []bool{true, false} {
		want, ok := k.wanted(bv.Numbers{}, l, r, o, in, e, first)
		if !ok {
			return of, false
		}
		if o.form.index && k.AnyTie {
			k.tied(bv.Numbers{}, l, r, o, want, in, left.Elements[o.param])
		}
		if of, same = k.closeTo(o, want, in, left, first, far); !same {
			return of, false
		}
	}
	return of, true
}

// closeTo compares what was left with what is wanted; of the first set, elsewhere nothing.
func (k *Kernel) closeTo(o out, want []bv.Value, in inputs, left ptx.Memory, first, far bool) (
	of difference, same bool,
) {
	t := k.Params[o.param].Type
	for i, c := range left.Elements[o.param] {
		w := want[i]
		if w == nil && first || w == (unspecified{}) {
			continue
		}
		if w == nil {
			w = in[o.param][i]
		}
		x, y := number(t, w), number(t, c.V)
		def, _ := bv.Numbers{}.Known(c.Def)
		if def == 1 && far && o.form.rounds && finite(x) == finite(y) {
			continue
		}
		if def == 0 || !close(x, y, o.form.rounds && want[i] != nil) {
			return difference{i, x, y, def == 0}, false
		}
	}
	return of, true
}

// tied puts the number that was left in the place of the one that is wanted, where equal elements have both.
func (k *Kernel) tied(d bv.Domain, l launch, r reading, o out, want []bv.Value, in inputs, left []check.Cell) {
	r.inputs = o.from
	for s, set := range k.layouts(l)[o.layout].sets {
		if s >= len(want) || want[s] == nil || want[s] == (unspecified{}) {
			continue
		}
		inside := true
		element := bv.Looker(d, func(number uint64) bv.Value {
			at := set[0]
			switch {
			case !o.form.whole && number < uint64(len(set)):
				at = set[number]
			case o.form.whole && number < maxElements && slices.Contains(set, int(number)):
				at = int(number)
			default:
				inside = false
			}
			return in[r.inputs[0]][at]
		})
		if x, y := element(want[s]), element(left[s].V); inside && k.alike(d, r, x, y) {
			want[s] = left[s].V
		}
	}
}

// alike reports whether two elements are the same: floats as real numbers.
func (k *Kernel) alike(d bv.Domain, r reading, x, y bv.Value) bool {
	of := k.Params[r.inputs[0]].Type
	if t, ok := d.(*terms); ok {
		f := algebra.Format(of)
		return t.equal(f, x, y)
	}
	return number(of, x) == number(of, y)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// close compares results on numbers. Those without rounding are equal, but for the sign of zero.
func close(x, y float64, rounds bool) bool {
	switch {
	case x == y || x != x && y != y:
		return true
	case !rounds:
		return math.Abs(x-y) <= 1e-4*math.Abs(x) && math.Abs(x) > 1e3 // sums of many products may be rounded
	}
	return math.Abs(x-y) <= 2e-3*math.Abs(x)+1e-4
}

// number is a value of a type as a number.
func number(t spec.Type, v bv.Value) float64 {
	if t.Half() {
		t, v = spec.Float32, bv.Numbers{}.Convert(bv.F32, *algebra.Format(t), v)
	}
	x, _ := bv.Numbers{}.Known(v)
	switch t {
	case spec.Float32:
		return float64(math.Float32frombits(uint32(x)))
	case spec.Float64:
		return math.Float64frombits(x)
	}
	if t.Class() == spec.Signed {
		return float64(int64(x<<(64-t.Bits())) >> (64 - t.Bits()))
	}
	return float64(x)
}

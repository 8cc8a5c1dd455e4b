// Package rules finds numbers and values for tests of the rules of package rule.
package rules

import (
	"math/rand/v2"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/rule"
)

// formats are those of floats that a rule may have.
var formats = []bv.Format{bv.F16, bv.BF16, bv.F32, bv.F64}

// onesOf are so many ones.
func onesOf(w uint64) uint64 { return 1<<w - 1 }

// variables are the variables of numbers in a row, and those of them that are values of constants.
func variables(r *rule.Row) (all []int, values [rule.NumVars]bool) {
	var used [rule.NumVars]bool
	var visit func(n *rule.Num, value bool)
	visit = func(n *rule.Num, value bool) {
		switch {
		case n == nil:
		case n.Op == rule.Variable:
			used[n.N], values[n.N] = true, values[n.N] || value
		case n.Op == rule.OnesOf || n.Op == rule.TopOf: // of so many bits
			visit(n.X, false)
		case n.Op == rule.LowBits || n.Op == rule.Shifted || n.Op == rule.SignOf:
			visit(n.X, value)
			visit(n.Y, false)
		default:
			visit(n.X, value)
			visit(n.Y, value)
		}
	}
	for _, side := range []*rule.Expr{r.Left, r.Right, r.Wrong} {
		side.Walk(func(e *rule.Expr) {
			visit(e.N, e.Op == rule.Number)
			visit(e.W, false)
		})
	}
	for v, is := range used {
		if is {
			all = append(all, v)
		}
	}
	return all, values
}

// Fits reports whether the left side is an expression on numbers, and the conditions hold.
func Fits(r *rule.Row, v *rule.Numbers) bool {
	if _, ok := Width(r.Left, v); !ok {
		return false
	}
	for _, c := range r.When {
		if !v.Holds(c) {
			return false
		}
	}
	return true
}

// Small calls f of all numbers that fit with widths up to some.
func Small(r *rule.Row, widest uint64, f func(v *rule.Numbers)) {
	all, values := variables(r)
	var v rule.Numbers
	var each func(i int)
	each = func(i int) {
		if i == len(all) {
			if Fits(r, &v) {
				f(&v)
			}
			return
		}
		most := widest
		if values[all[i]] {
			most = onesOf(widest)
		}
		for x := range most + 1 {
			v.V[all[i]] = x
			each(i + 1)
		}
	}
	each(0)
}

// Draw draws numbers that fit, with widths up to some.
func Draw(r *rule.Row, rng *rand.Rand, widest int) (v rule.Numbers, ok bool) {
	all, values := variables(r)
	for range 10000 {
		for _, i := range all {
			if values[i] {
				v.V[i] = DrawBits(rng, 1+rng.IntN(widest))
			} else {
				v.V[i] = rng.Uint64N(uint64(1 + widest>>rng.IntN(3)))
			}
			if i == rule.VarW && rng.IntN(2) == 0 {
				v.V[i] = uint64(widest)
			}
		}
		if Fits(r, &v) {
			return v, true
		}
	}
	return v, false
}

// DrawBits draws a number of w bits: often one that is special, as an integer or as a float.
func DrawBits(rng *rand.Rand, w int) uint64 {
	all := onesOf(uint64(w))
	switch rng.IntN(4) {
	case 0:
		return []uint64{0, 1, all, all >> 1, all>>1 + 1, all - 1, all>>1 - 1, all>>1 + 2}[rng.IntN(8)] & all
	case 1: // zeros, infinities, NaNs and their neighbours
		f := formats[rng.IntN(len(formats))]
		infinity := bv.Infinity(f)
		x := []uint64{infinity, infinity + 1, infinity - 1, infinity | infinity>>1}[rng.IntN(4)]
		return (x | uint64(rng.IntN(2))<<(f.Bits()-1)) & all
	case 2: // a run of ones
		n := rng.IntN(w) + 1
		return onesOf(uint64(n)) << rng.IntN(w) & all
	}
	return rng.Uint64() & all
}

// Width is the width of e on numbers; ok is false where e is no expression of them: a bit that is not there, or
// operands of two widths.
func Width(e *rule.Expr, v *rule.Numbers) (width int, ok bool) {
	var of [3]int
	for i, arg := range e.Args {
		if of[i], ok = Width(arg, v); !ok {
			return 0, false
		}
	}
	switch e.Op {
	case rule.Unknown, rule.Number:
		width = int(v.Of(e.W))
		if width < 1 || width > rule.MaxWidth || e.Op == rule.Number && v.Of(e.N)&^onesOf(uint64(width)) != 0 {
			return 0, false
		}
		return width, true
	case rule.Extract:
		from, width := int(v.Of(e.N)), int(v.Of(e.W))
		return width, from >= 0 && width >= 1 && from <= rule.MaxWidth && width <= rule.MaxWidth && from+width <= of[0]
	case rule.Concat:
		return of[0] + of[1], of[0]+of[1] <= rule.MaxWidth
	case rule.SExt, rule.ZExt:
		width := int(v.Of(e.W))
		return width, of[0] <= width && width <= rule.MaxWidth
	case rule.Is:
		return of[0], e.W == nil || uint64(of[0]) == v.Of(e.W)
	case rule.Not, rule.Neg, rule.Abs, rule.Quiet:
		return of[0], true
	case rule.Select:
		return of[1], of[0] == 1 && of[1] == of[2]
	case rule.Int:
		alike := of[0] == of[1] && (len(e.Args) == 2 || of[0] == of[2])
		if bv.IntOp(e.Code) >= bv.Eq {
			return 1, alike
		}
		return of[0], alike
	case rule.Float:
		if bv.FloatOp(e.Code) >= bv.FEq {
			return 1, of[0] == e.F.Bits() && of[1] == e.F.Bits()
		}
		return e.F.Bits(), of[0] == e.F.Bits() && of[1] == e.F.Bits()
	case rule.Convert:
		return e.To.Bits(), of[0] == e.F.Bits()
	}
	return 0, false
}

// Unknowns are the unknowns of a row, each once.
func Unknowns(r *rule.Row) (all []*rule.Expr) {
	seen := [rule.Slots]bool{}
	for _, side := range []*rule.Expr{r.Left, r.Right, r.Wrong} {
		side.Walk(func(e *rule.Expr) {
			if e.Op == rule.Unknown && !seen[e.Slot] {
				seen[e.Slot] = true
				all = append(all, e)
			}
		})
	}
	return all
}

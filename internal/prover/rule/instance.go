package rule

import (
	"math/rand/v2"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Values for the tests of rules.

// variables are the variables of numbers in a row, and those of them that are values of constants.
func (r *Row) variables() (all []int, values [NumVars]bool) {
	var used [NumVars]bool
	var visit func(n *Num, value bool)
	visit = func(n *Num, value bool) {
		switch {
		case n == nil:
		case n.Op == Variable:
			used[n.N], values[n.N] = true, values[n.N] || value
		case n.Op == OnesOf || n.Op == TopOf: // of so many bits
			visit(n.X, false)
		case n.Op == LowBits || n.Op == Shifted || n.Op == SignOf:
			visit(n.X, value)
			visit(n.Y, false)
		default:
			visit(n.X, value)
			visit(n.Y, value)
		}
	}
	for _, side := range []*Expr{r.Left, r.Right, r.Wrong} {
		side.Walk(func(e *Expr) {
			visit(e.N, e.Op == Number)
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
func (r *Row) Fits(v *Numbers) bool {
	if _, ok := r.Left.Width(v); !ok {
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
func (r *Row) Small(widest uint64, f func(v *Numbers)) {
	all, values := r.variables()
	var v Numbers
	var each func(i int)
	each = func(i int) {
		if i == len(all) {
			if r.Fits(&v) {
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
func (r *Row) Draw(rng *rand.Rand, widest int) (v Numbers, ok bool) {
	all, values := r.variables()
	for range 10000 {
		for _, i := range all {
			if values[i] {
				v.V[i] = DrawBits(rng, 1+rng.IntN(widest))
			} else {
				v.V[i] = rng.Uint64N(uint64(1 + widest>>rng.IntN(3)))
			}
			if i == VarW && rng.IntN(2) == 0 {
				v.V[i] = uint64(widest)
			}
		}
		if r.Fits(&v) {
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
		f := formats[rng.IntN(len(formats))].f
		infinity := bv.Infinity(f)
		x := []uint64{infinity, infinity + 1, infinity - 1, infinity | infinity>>1}[rng.IntN(4)]
		return (x | uint64(rng.IntN(2))<<(f.Bits()-1)) & all
	case 2: // a run of ones
		n := rng.IntN(w) + 1
		return onesOf(uint64(n)) << rng.IntN(w) & all
	}
	return rng.Uint64() & all
}

package check

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// A caller may say how many elements of an array are left for a warp. A proof looks at each number up to
// that of the lanes, so that each access is known to take place or not, and then at all others at once.

// exists is the bit that there is an element i where so many are left.
func exists(d bv.Domain, left bv.Value, i int) bv.Value {
	return d.Int(bv.ULt, d.Const(left.Width(), uint64(i)), left)
}

// Present is how many of the first most elements there are. It ends a proof in which that is not known.
func Present(d bv.Domain, left bv.Value, most int) int {
	for i := range most {
		switch there, known := d.Known(exists(d, left, i)); {
		case !known:
			panic(bv.Stop{Why: "the number of elements that are left may be any"})
		case there == 0:
			return i
		}
	}
	return most
}

// leaves changes the number of elements among the inputs to that of a call, if it is known.
func (c Call) leaves(in []uint64) {
	if !c.Shape.Partial() {
		return
	}
	if n, known := c.Dom.Known(c.Operands[0]); known {
		_, _, operands := c.Shape.Split(in)
		operands[0] = n
	}
}

// operandCases are the operands that a proof looks at one after the other: together every one.
func operandCases(sh spec.Shape, t Traits) []func(*term.Domain) []bv.Value {
	any := func(d *term.Domain) []bv.Value { return symbolicOperands(d, sh, t) }
	if !sh.Partial() {
		return []func(*term.Domain) []bv.Value{any}
	}
	var all []func(*term.Domain) []bv.Value
	for n := range sh.Lanes + 1 {
		all = append(all, func(d *term.Domain) []bv.Value { return []bv.Value{LeftCase(d, sh, n, any(d)[0])} })
	}
	return all
}

// LeftCase is case n of the number of elements that are left: n, or for the number of lanes, this one or any above it.
// A proof that looks at the cases from 0 to the number of lanes looks at every number.
func LeftCase(d bv.Domain, sh spec.Shape, n int, any bv.Value) bv.Value {
	number := d.Const(any.Width(), uint64(n))
	if n < sh.Lanes {
		return number
	}
	return d.Select(d.Int(bv.ULt, any, number), number, any)
}

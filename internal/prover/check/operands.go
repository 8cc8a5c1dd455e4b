package check

import (
	"math/bits"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// On terms, each bit of a distance that the caller gives is a variable of its own, after
// those of the mask: a proof holds for every distance.

// distances are those of a call.
type distances struct {
	dom   bv.Domain
	of    []bv.Value
	rests map[[2]int]bv.Value // by distance and divisor
}

// at is the place of lane i's distance.
func (d distances) at(i int) int {
	if len(d.of) == 1 {
		return 0
	}
	return i
}

// is the bit that the distance of lane i is n.
func (d distances) is(i, n int) bv.Value {
	x := d.of[d.at(i)]
	return d.dom.Int(bv.Eq, x, d.dom.Const(x.Width(), uint64(n)))
}

// mod is the bit that the distance of lane i is n modulo m.
func (d distances) mod(i, m, n int) bv.Value {
	key := [2]int{d.at(i), m}
	if d.rests[key] == nil {
		d.rests[key] = modulo(d.dom, d.of[key[0]], m)
	}
	rest := d.rests[key]
	return d.dom.Int(bv.Eq, rest, d.dom.Const(rest.Width(), uint64(n)))
}

// modulo is the remainder 0..m-1 of a signed number, by Horner's rule from its sign down.
func modulo(d bv.Domain, x bv.Value, m int) bv.Value {
	w := bits.Len(uint(2*m + 1))
	by := d.Const(w, uint64(m))
	less := func(r bv.Value) bv.Value { return d.Select(d.Int(bv.ULt, r, by), r, d.Int(bv.Sub, r, by)) }
	top := x.Width() - 1
	rest := d.Select(d.Extract(x, top, 1), d.Const(w, uint64(m-1)), d.Const(w, 0)) // the sign stands for -1
	for i := top - 1; i >= 0; i-- {
		rest = less(d.Concat(d.Extract(x, i, 1), d.Extract(rest, 0, w-1)))
	}
	return rest
}

// operandBits are the sizes of the operands of a call.
func operandBits(sh shflgen.Shape, t Traits) int {
	if p, _ := sh.Operand(); !p.Uniform {
		return p.Bits
	}
	return t.IntBits
}

// firstOperandBit is the mask bit that the first bit of the first distance is, and
// bitsPerOperand how far the next distance is.
const bitsPerOperand = 64

func firstOperandBit(sh shflgen.Shape) int { return sh.MaskWords() * shflgen.MaskWordBits }

// symbolicOperands stand for all distances.
func symbolicOperands(d *term.Domain, sh shflgen.Shape, t Traits) []bv.Value {
	var all []bv.Value
	for k := range sh.Operands() {
		all = append(all, d.MaskBits(firstOperandBit(sh)+k*bitsPerOperand, operandBits(sh, t)))
	}
	return all
}

// fitting are the inputs of a call with distances of the size that the subject takes.
func fitting(sh shflgen.Shape, t Traits, in []uint64) []uint64 {
	if sh.Operands() == 0 {
		return in
	}
	in = append([]uint64(nil), in...)
	_, _, operands := sh.Split(in)
	for k, x := range operands {
		unused := 64 - operandBits(sh, t)
		operands[k] = uint64(int64(x<<unused) >> unused)
	}
	return in
}

// suitOperands changes a mask and the distances among the inputs, if the terms are equal
// on them, to ones on which the terms differ.
func suitOperands(sh shflgen.Shape, t Traits, d *term.Domain, where term.Guard, mask []uint32, in []uint64) {
	_, _, operands := sh.Split(in)
	first, size := firstOperandBit(sh), operandBits(sh, t)
	holds := d.Holds(where, func(bit int) bool {
		if bit < first {
			return mask == nil || sh.Member(mask, bit)
		}
		return operands[(bit-first)/bitsPerOperand]>>((bit-first)%bitsPerOperand)&1 == 1
	})
	if holds {
		return
	}
	clear(mask)
	clear(operands)
	for _, bit := range d.Witness(where) {
		if bit < first {
			mask[bit/shflgen.MaskWordBits] |= 1 << (bit % shflgen.MaskWordBits)
			continue
		}
		operands[(bit-first)/bitsPerOperand] |= 1 << ((bit - first) % bitsPerOperand)
	}
	for k, x := range operands { // by its sign
		operands[k] = uint64(int64(x<<(64-size)) >> (64 - size))
	}
}

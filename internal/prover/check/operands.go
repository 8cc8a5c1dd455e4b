package check

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// On terms, each bit of a distance that the caller gives is a variable of its own, after
// those of the mask: a proof holds for every distance.

// distances are those of a call.
type distances struct {
	dom   bv.Domain
	of    []bv.Value
	rests map[[2]int][]bv.Value // by distance and divisor: for each rest, the bit that the distance has it
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
		d.rests[key] = residuesOf(d.dom, d.of[key[0]], m)
	}
	return d.rests[key][n]
}

// residuesOf is [residues], by what x leaves where it is known by that.
func residuesOf(d bv.Domain, x bv.Value, m int) []bv.Value {
	rest, ok := bv.RestOf(d, x, uint64(m))
	if !ok {
		return residues(d, x, m)
	}
	is := make([]bv.Value, m)
	for n := range is {
		equals := func(n int) bv.Value {
			return d.Int(bv.Eq, rest, d.Const(rest.Width(), uint64(n)<<(64-rest.Width())>>(64-rest.Width())))
		}
		is[n] = d.Int(bv.Or, equals(n), equals(n-m))
	}
	return is
}

// residues says whether a signed number is congruent to each number below m: from the lowest bit up, each weighs a
// power of two, and the sign the negative of one.
func residues(d bv.Domain, x bv.Value, m int) []bv.Value {
	is := make([]bv.Value, m)
	for n := range is {
		is[n] = d.Const(1, 0)
	}
	is[0] = d.Const(1, 1)
	weight := 1 % m
	for i := range x.Width() {
		if i == x.Width()-1 {
			weight = (m - weight) % m
		}
		with := make([]bv.Value, m)
		for n := range with {
			with[n] = d.Select(d.Extract(x, i, 1), is[(n-weight+m)%m], is[n])
		}
		is, weight = with, 2*weight%m
	}
	return is
}

// operandBits are the sizes of the operands of a call.
func operandBits(sh spec.Shape, t Traits) int {
	switch p, _ := sh.Operand(); {
	case p.Role == spec.LeftRole:
		return t.LeftBits
	case !p.Uniform, p.Role == spec.LabelRole:
		return p.Bits
	}
	return t.IntBits
}

// operandOf is an operand of so many bits; distances have a sign.
func operandOf(sh spec.Shape, x uint64, bits int) uint64 {
	unused := 64 - bits
	if sh.Partial() {
		return x << unused >> unused
	}
	return uint64(int64(x<<unused) >> unused)
}

// firstOperandBit is the mask bit that the first bit of the first distance is, and
// bitsPerOperand how far the next distance is.
const bitsPerOperand = 64

func firstOperandBit(sh spec.Shape) int {
	if !sh.Masked() {
		return 0
	}
	return sh.MaskWords() * spec.MaskWordBits
}

// FreeBit is the first mask bit that stands for nothing in a call without a mask.
func FreeBit(sh spec.Shape) int {
	if sh.Operands() == 0 {
		return 0
	}
	return firstOperandBit(sh) + bitsPerOperand*sh.Operands()
}

// symbolicOperands stand for all distances, or numbers of columns.
func symbolicOperands(d *term.Domain, sh spec.Shape, t Traits) []bv.Value {
	if _, ranged := sh.Cols(); ranged {
		return []bv.Value{SymbolicCols(d, sh, t.IntBits)}
	}
	var all []bv.Value
	for k := range sh.Operands() {
		if d.HasDivisor() {
			all = append(all, d.AnyWithRest(k, FreeBit(sh), operandBits(sh, t)))
			continue
		}
		all = append(all, d.MaskBits(firstOperandBit(sh)+k*bitsPerOperand, operandBits(sh, t)))
	}
	return all
}

// fitting are the inputs of a call with distances of the size that the subject takes.
func fitting(s spec.Spec, t Traits, in []uint64) []uint64 {
	sh := s.Shape()
	if sh.Operands() == 0 && t.Values.Any() && s.Order != spec.AnyOrder {
		return in
	}
	in = append([]uint64(nil), in...)
	if s.Order == spec.AnyOrder {
		exact(s, in[:sh.Values()])
	}
	for i := range in[:min(t.Values.Elements, len(in))] {
		in[i] = t.Values.Nearest(in[i], uint64(i))
	}
	if sh.Operands() == 0 {
		return in
	}
	_, _, operands := sh.Split(in)
	if p, ranged := sh.Cols(); ranged {
		operands[0] = min(max(operands[0], uint64(p.Least)), uint64(sh.Lanes))
		return in
	}
	for k, x := range operands {
		operands[k] = operandOf(sh, x, operandBits(sh, t))
	}
	return in
}

// suitRests changes a mask and the distances among the inputs to ones on which the terms differ, where
// distances are known by what they leave: what a number leaves is a number that leaves it.
func suitRests(c Call, width int, d *term.Domain, where term.Guard, mask []uint32, in []uint64) {
	sh, set := c.Shape, map[int]bool{}
	for _, bit := range d.Witness(where) {
		set[bit] = true
	}
	on := func(bit int) bool { return set[bit] }
	for w := range mask {
		mask[w] = uint32(d.Eval(c.Mask[w], term.Input{Mask: on}))
	}
	_, _, operands := sh.Split(in)
	for k, x := range c.Operands {
		rest, _ := bv.RestOf(d, x, uint64(width))
		operands[k] = operandOf(sh, d.Eval(rest, term.Input{Mask: on}), x.Width())
	}
}

// suitOperands changes a mask and the distances among the inputs, if the terms are equal
// on them, to ones on which the terms differ.
func suitOperands(sh spec.Shape, t Traits, d *term.Domain, where term.Guard, mask []uint32, in []uint64) {
	_, _, operands := sh.Split(in)
	first, size := firstOperandBit(sh), operandBits(sh, t)
	holds := d.Holds(where, func(bit int) bool {
		if bit < first {
			return mask == nil || sh.Member(mask, bit)
		}
		return bit < first+bitsPerOperand*len(operands) &&
			operands[(bit-first)/bitsPerOperand]>>((bit-first)%bitsPerOperand)&1 == 1
	})
	if holds {
		return
	}
	clear(mask)
	clear(operands)
	for _, bit := range d.Witness(where) {
		if bit < first {
			mask[bit/spec.MaskWordBits] |= 1 << (bit % spec.MaskWordBits)
			continue
		} else if bit >= first+bitsPerOperand*len(operands) {
			continue
		}
		operands[(bit-first)/bitsPerOperand] |= 1 << ((bit - first) % bitsPerOperand)
	}
	for k, x := range operands {
		operands[k] = operandOf(sh, x, size)
	}
}

// exact makes whole numbers of floats, so small and so few that every order of an addition gives the same.
func exact(s spec.Spec, elements []uint64) {
	whole := 1 << (s.Type.Bits() - s.Type.ExpBits()) // up to this every whole number is a float
	most := min(max(1, whole/len(elements)), 100)
	every := max(1, len(elements)/whole)
	at := int(elements[0] % uint64(every))
	for i, x := range elements {
		x ^= x >> 17
		elements[i] = 0
		if i%every == at {
			elements[i] = ref.Encode(s.Type, float64(int(x%uint64(2*most+1))-most))
		}
	}
}

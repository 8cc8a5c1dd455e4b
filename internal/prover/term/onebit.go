package term

import "github.com/shflgen/shflgen/internal/prover/bv"

// maxOfOneBit bounds the terms that a number of one bit is made of.
const maxOfOneBit = 40

// comparedOfOneBit is a comparison of two numbers that nothing but one and the same bit chooses, else nil. It is that
// bit, its complement or a number: an index that a comparison tells is within its array.
func (d *Domain) comparedOfOneBit(code bv.IntOp, a, b *Term) *Term {
	if a.w == 1 {
		return nil
	}
	of := ofOneBit{left: maxOfOneBit}
	if !of.adds(a) || !of.adds(b) || of.bit == nil {
		return nil
	}
	var result [2]bool
	for x := range result {
		e := evaluation{d, Input{}, map[*Term]uint64{of.bit: uint64(x)}}
		holds := bv.Numbers{}.Int(code, bv.Word{W: a.w, X: e.of(a)}, bv.Word{W: b.w, X: e.of(b)})
		result[x] = holds.(bv.Word).X == 1
	}
	switch {
	case result[0] == result[1]:
		return d.GuardOf(guardIf(result[0]))
	case result[1]:
		return of.bit
	}
	return d.not1(of.bit)
}

// ofOneBit is the bit that numbers are made of.
type ofOneBit struct {
	bit  *Term
	left int // how many terms may still be looked at
}

// adds reports whether a number, too, is made of that bit and of nothing else.
func (o *ofOneBit) adds(t *Term) bool {
	if _, known := t.known(); known {
		return true
	}
	if o.left--; o.left < 0 {
		return false
	}
	inside := *o
	if inside.addsParts(t) {
		*o = inside
		return true
	}
	o.left = inside.left
	if t.w == 1 && o.bit == nil {
		o.bit = t
	}
	return t == o.bit
}

// addsParts is adds of a number by what it is made of.
func (o *ofOneBit) addsParts(t *Term) bool {
	switch t.kind {
	case kConcat, kSExt, kNeg, kExtract, kSel:
		return !t.some(func(part *Term) bool { return !o.adds(part) })
	case kMany:
		for _, e := range t.in {
			if t.op.float || e.g != True || !o.adds(e.t) {
				return false
			}
		}
		_, known := numberOf(t.bits)
		return known
	}
	return false
}

package check

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/spec"
)

// Masks says which masks callers pass.
type Masks uint8

// The kinds of masks.
const (
	AnyMask  Masks = iota
	Nonempty       // some lane is a member
	Prefix         // the members are lanes 0 to n-1, with n of at least 1
)

// of makes a mask of the kind of any words. Each mask of the kind is made of its own words, so a proof for all words is
// one for all masks of the kind, and for no other.
func (m Masks) of(d bv.Domain, words []bv.Value, lanes int) []bv.Value {
	if m == AnyMask || len(words) == 0 {
		return words
	}
	bits := make([]bv.Value, len(words)*spec.MaskWordBits)
	for i := range bits {
		bits[i] = d.Extract(words[i/spec.MaskWordBits], i%spec.MaskWordBits, 1)
	}
	switch m {
	case Nonempty:
		others := d.Const(1, 0)
		for _, b := range bits[1:lanes] {
			others = d.Int(bv.Or, others, b)
		}
		bits[0] = d.Int(bv.Or, bits[0], d.Int(bv.Xor, others, d.Const(1, 1)))
	case Prefix:
		bits[0] = d.Const(1, 1)
		for i := 1; i < lanes; i++ {
			bits[i] = d.Int(bv.And, bits[i-1], bits[i])
		}
	}
	made := make([]bv.Value, len(words))
	for w := range made {
		from := w * spec.MaskWordBits
		made[w] = bits[from]
		for _, b := range bits[from+1 : from+spec.MaskWordBits] {
			made[w] = d.Concat(made[w], b)
		}
	}
	return made
}

// fitting is the mask of the kind that is made of a mask.
func (m Masks) fitting(mask []uint32, lanes int) []uint32 {
	if m == AnyMask {
		return mask
	}
	n := bv.Numbers{}
	var words []bv.Value
	for _, w := range mask {
		words = append(words, n.Const(spec.MaskWordBits, uint64(w)))
	}
	var made []uint32
	for _, w := range m.of(n, words, lanes) {
		x, _ := n.Known(w)
		made = append(made, uint32(x))
	}
	return made
}

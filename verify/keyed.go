package verify

import (
	"math/rand/v2"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify/bv"
	"github.com/shflgen/shflgen/verify/term"
)

// The proof of Go that takes keys asks nothing of them but which are equal, and takes
// every answer for possible: whether lane j has the key of lane i is a bit of its own,
// bit j of a word of mask bits that belongs to lane i. Those words are independent,
// though real keys are equal or not both ways round, and so for three lanes: what
// holds for all such words holds for all keys. The reference lines up, for lane i, the
// members by the same word.

// ask makes the words of mask bits, one a lane after that of the members.
func (in *symbols) ask(d *term.Domain, s shflgen.Spec) {
	d.SideBySide(1 + s.Lanes())
	for i := range s.Lanes() {
		in.keys = append(in.keys, d.Var(s.Elements()+i, s.Key.Bits()))
	}
	in.same = func(i, j int) bv.Value {
		if i == j {
			return d.Const(1, 1)
		}
		return d.MaskBits((1+i)*shflgen.WarpSize+j, 1)
	}
}

// differingKeys is a mask and keys for a call on which the terms differ, or else some.
// The words of lanes whose keys are equal are made one group.
func differingKeys(rng *rand.Rand, s shflgen.Spec, d *term.Domain, where term.Guard, mask []uint32, in []uint64) {
	keys := in[s.Elements():]
	holds := d.Holds(where, func(bit int) bool {
		i, j := bit/shflgen.WarpSize-1, bit%shflgen.WarpSize
		if i < 0 {
			return mask[0]>>j&1 == 1
		}
		return keys[i] == keys[j]
	})
	if holds {
		return
	}
	clear(mask)
	group := make([]int, s.Lanes()) // by the lane that it goes by
	for i := range group {
		group[i] = i
	}
	for _, bit := range d.Witness(where) {
		i, j := bit/shflgen.WarpSize-1, bit%shflgen.WarpSize
		if i < 0 {
			mask[0] |= 1 << j
			continue
		}
		for k, g := range group {
			if g == group[j] {
				group[k] = group[i]
			}
		}
	}
	odd := rng.Uint64() | 1 // distinct multiples for distinct lanes
	for i, g := range group {
		keys[i] = odd * uint64(g+1) & (^uint64(0) >> (64 - s.Key.Bits()))
	}
}

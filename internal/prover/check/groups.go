package check

import (
	"math/rand/v2"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// A proof uses only which grouping keys are equal, and covers every combination.
//
// By pairs: each lane i has its own mask; bit j is set if lane j has the key of lane i. The
// masks are independent variables. Real keys satisfy more (equality is symmetric and
// transitive), so the proof covers all keys. For lane i, the reference uses the same mask.
//
// By one group: a second mask holds the lanes of one group. Nothing is claimed of other lanes.

// symbolicKeys makes keys with nothing known but their equality.
func symbolicKeys(d *term.Domain, c *Call, pairs bool) {
	sh := c.Shape
	key, _ := sh.Takes(spec.KeyRole)
	for i := range sh.Lanes {
		c.Keys = append(c.Keys, d.Var(sh.Values()+i, key.Bits))
	}
	if !pairs {
		c.Group = d.MaskBits(spec.MaskWordBits, spec.MaskWordBits)
		return
	}
	c.Same = func(i, j int) bv.Value {
		if i == j {
			return d.Const(1, 1)
		}
		return d.MaskBits((1+i)*spec.MaskWordBits+j, 1)
	}
}

// suitKeys is [suit] of a call with keys. mask has 32 bits, or is nil in mask mode full.
func suitKeys(rng *rand.Rand, sh spec.Shape, pairs bool, d *term.Domain, where term.Guard, mask []uint32, in []uint64) {
	_, keys, _ := sh.Split(in)
	key, _ := sh.Takes(spec.KeyRole)
	all := make([]uint32, 1) // of mask mode full none is looked at
	if mask != nil {
		all = mask
	}
	if pairs {
		suitPairs(rng, key.Bits, d, where, all, keys)
	} else {
		suitGroup(rng, key.Bits, d, where, all, keys)
	}
}

// suitPairs makes keys for the masks of the pairs.
func suitPairs(rng *rand.Rand, bits int, d *term.Domain, where term.Guard, mask []uint32, keys []uint64) {
	place := func(bit int) (i, j int) { return bit/spec.MaskWordBits - 1, bit % spec.MaskWordBits }
	holds := d.Holds(where, func(bit int) bool {
		i, j := place(bit)
		if i < 0 {
			return mask[0]>>j&1 == 1
		}
		return keys[i] == keys[j]
	})
	if holds {
		return
	}
	clear(mask)
	group := make([]int, len(keys)) // a lane of each lane's group
	for i := range group {
		group[i] = i
	}
	for _, bit := range d.Witness(where) {
		i, j := place(bit)
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
		keys[i] = odd * uint64(g+1) & (^uint64(0) >> (64 - bits))
	}
}

// suitGroup gives the lanes of a group a key that no other lane has. The other lanes keep their
// keys.
func suitGroup(rng *rand.Rand, bits int, d *term.Domain, where term.Guard, mask []uint32, keys []uint64) {
	group := rng.Uint32()
	holds := d.Holds(where, func(bit int) bool {
		word := mask[0]
		if bit >= spec.MaskWordBits {
			word = group
		}
		return word>>(bit%spec.MaskWordBits)&1 == 1
	})
	if !holds {
		clear(mask)
		group = 0
		for _, bit := range d.Witness(where) {
			if bit < spec.MaskWordBits {
				mask[0] |= 1 << bit
			} else {
				group |= 1 << (bit - spec.MaskWordBits)
			}
		}
	}
	one := rng.Uint64() >> (64 - bits)
	for i := range keys {
		switch {
		case group>>i&1 == 1:
			keys[i] = one
		case keys[i] == one:
			keys[i] ^= 1
		}
	}
}

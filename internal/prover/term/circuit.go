package term

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Bitwise operations, mixed with each other, have no normal form among terms:
// a ^ (b &^ a) is a | b. Where two terms differ, each of their bits is drawn up
// as a diagram over the mask's bits and the bits of what they are made of.

// bitOf is bit i of a term.
type bitOf struct {
	t *Term
	i int
}

// pass is the work on one bit of a comparison. Variables are numbered anew in each
// pass, so that a pass finds most of its diagrams made by the one before.
type pass struct {
	known bv.Memo[bitOf, Guard]
	used  bv.Memo[*Term, int] // variables for bits of a term
}

// freshly runs f in a pass of its own.
func (d *Domain) freshly(f func() bool) bool {
	outer := d.pass
	defer func() { d.pass = outer }()
	d.pass = pass{}
	return f()
}

// maxCircuit bounds the nodes that one comparison may take.
const maxCircuit = 1 << 17

// sameBits reports whether a and b are shown to be equal, bit by bit.
func (d *Domain) sameBits(a, b *Term) (same bool) {
	if d.tooLarge || a.w != b.w || d.fromFloat(a) || d.fromFloat(b) {
		return false // the bits of a NaN are no function of anything
	}
	same = true
	if !d.bounded(maxCircuit, func() {
		for i := 0; i < a.w && same; i++ {
			same = d.freshly(func() bool { return d.bit(a, i) == d.bit(b, i) })
		}
	}) {
		d.tooLarge, same = true, false
	}
	return same
}

// bit is bit i of t as a diagram. A term that is no operation on bits is a separate bit.
func (d *Domain) bit(t *Term, i int) Guard {
	if t.kind == kBits {
		return t.bits[i]
	}
	return d.pass.known.Once(bitOf{t, i}, func() Guard {
		if g, ok := d.bitNew(t, i); ok {
			return g
		}
		return d.free(t)
	})
}

func (d *Domain) bitNew(t *Term, i int) (Guard, bool) {
	switch t.kind {
	case kExtract:
		return d.bit(t.args[0], t.lo+i), true
	case kConcat:
		for _, p := range t.args {
			if i < p.w {
				return d.bit(p, i), true
			}
			i -= p.w
		}
	case kSExt:
		return d.bit(t.args[0], min(i, t.args[0].w-1)), true
	case kSel:
		return d.ite(d.bit(t.args[0], 0), d.bit(t.args[1], i), d.bit(t.args[2], i)), true
	case kCase:
		return d.or(d.and(d.noneOf(t.in), t.bits[i]), d.where(t.in, func(x *Term) Guard { return d.bit(x, i) })), true
	case kMany:
		return d.bitOfMany(t, i)
	}
	return False, false
}

func (d *Domain) bitOfMany(t *Term, i int) (Guard, bool) {
	switch t.op {
	case intOp(bv.And):
		return d.everywhere(t.in, func(x *Term) Guard { return d.bit(x, i) }), true
	case intOp(bv.Or):
		return d.where(t.in, func(x *Term) Guard { return d.bit(x, i) }), true
	case intOp(bv.Xor):
		g := t.bits[i]
		for _, e := range t.in {
			g = d.xor(g, d.and(e.g, d.bit(e.t, i)))
		}
		return g, true
	case intOp(bv.Add):
		if i == 0 { // a parity
			g := t.bits[0]
			for _, e := range t.in {
				if e.n&1 == 1 {
					g = d.xor(g, d.and(e.g, d.bit(e.t, 0)))
				}
			}
			return g, true
		}
		if !d.withoutCarry(t) {
			return False, false
		}
		return d.bitOfSum(t, i)
	}
	return False, false
}

// withoutCarry reports whether a sum is one of bits.
func (d *Domain) withoutCarry(t *Term) bool {
	return d.noCarry.Once(t, func() bool {
		is := true
		for i := 0; i < t.w && is; i++ {
			is = d.freshly(func() bool {
				_, ok := d.bitOfSum(t, i)
				return ok
			})
		}
		return is
	})
}

// bitOfSum is a bit of a sum of summands without a common bit, less a term with only bits of theirs. It fails if they
// do or have not at bit i.
func (d *Domain) bitOfSum(t *Term, i int) (Guard, bool) {
	g := t.bits[i]
	for _, less := range []bool{false, true} {
		for _, e := range t.in {
			shift, negative, ok := power(t.w, e.n)
			if !ok {
				return False, false
			}
			if negative != less || shift > i {
				continue
			}
			b := d.and(e.g, d.bit(e.t, i-shift))
			clash := d.and(g, b)
			if less {
				clash = d.and(d.not(g), b)
			}
			if clash != False {
				return False, false
			}
			g = d.xor(g, b)
		}
	}
	return g, true
}

// free is bit i of t as a variable: that of an element lies beside the mask's bit
// of the same lane, which keeps the diagrams small.
func (d *Domain) free(t *Term) Guard {
	n := d.pass.used[t]
	d.pass.used.Keep(t, n+1)
	if t.kind == kVar {
		return d.node(d.elementPlace(t.name, n), False, True)
	}
	return d.node(termPlace(t.id, n), False, True)
}

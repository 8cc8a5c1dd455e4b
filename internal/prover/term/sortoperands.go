package term

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// A network sorts keys that compilers write in many ways. Two that are equal, bit by bit, are one operand: the first
// of them.

// drawn are the operands of networks, by their bits.
type drawn struct {
	pass  pass                   // its variables stand for the same bits throughout
	first bv.Memo[string, *Term] // by all bits
	same  bv.Memo[*Term, *Term]  // the operand that one is
}

// maxDrawn bounds the nodes that one operand may take; what needs more stays what it is.
const maxDrawn = 1 << 12

// oneOfSameBits is the first operand that has the bits of t.
func (d *Domain) oneOfSameBits(t *Term) *Term {
	return d.drawn.same.Once(t, func() *Term {
		bits, ok := d.drawBits(t)
		if !ok {
			return t
		}
		first := d.drawn.first.Once(fmt.Sprint(bits), func() *Term { return t })
		if first == t {
			return t
		}
		return d.by(lawsOf(Bits)|t.laws|t.lawsOfParts(), first)
	})
}

// drawBits are the bits of t as diagrams, if they are known and take few nodes.
func (d *Domain) drawBits(t *Term) (bits []Guard, ok bool) {
	if t.kind == kVar || t.kind == kBits || d.fromFloat(t) {
		return nil, false
	}
	outer := d.pass
	defer func() { d.drawn.pass, d.pass = d.pass, outer }()
	d.pass = d.drawn.pass
	ok = d.bounded(maxDrawn, func() {
		for i := range t.w {
			bits = append(bits, d.bit(t, i))
		}
	})
	return bits, ok
}

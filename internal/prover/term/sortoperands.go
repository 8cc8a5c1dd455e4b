package term

import "fmt"

// A network sorts keys that compilers write in many ways. Two that are equal, bit by bit, are one operand: the first
// of them.

// drawn are the operands of networks, by their bits.
type drawn struct {
	pass  pass             // its variables stand for the same bits throughout
	first map[string]*Term // by all bits
	same  map[*Term]*Term  // the operand that one is
}

func newDrawn() drawn {
	return drawn{pass{map[bitOf]Guard{}, map[*Term]int{}}, map[string]*Term{}, map[*Term]*Term{}}
}

// maxDrawn bounds the nodes that one operand may take; what needs more stays what it is.
const maxDrawn = 1 << 12

// oneOfSameBits is the first operand that has the bits of t.
func (d *Domain) oneOfSameBits(t *Term) *Term {
	if known, ok := d.drawn.same[t]; ok {
		return known
	}
	as := t
	if bits, ok := d.drawBits(t); ok {
		key := fmt.Sprint(bits)
		if first := d.drawn.first[key]; first != nil {
			as = d.by(lawsOf(Bits)|t.laws|t.lawsOfParts(), first)
		} else {
			d.drawn.first[key] = t
		}
	}
	d.drawn.same[t] = as
	return as
}

// drawBits are the bits of t as diagrams, if they are known and take few nodes.
func (d *Domain) drawBits(t *Term) (bits []Guard, ok bool) {
	if t.kind == kVar || t.kind == kBits || d.fromFloat(t) {
		return nil, false
	}
	outer := d.pass
	defer func() { d.pass = outer }()
	d.pass = d.drawn.pass
	ok = d.bounded(maxDrawn, func() {
		for i := range t.w {
			bits = append(bits, d.bit(t, i))
		}
	})
	return bits, ok
}

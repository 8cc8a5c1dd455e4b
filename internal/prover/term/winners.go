package term

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
)

// The winner of winners. Of several sets of lanes each has a winner, the first lane with the best
// key M of its set; the lane of the union is the least of their numbers in whose set M is the best key K of
// all. The normal form is that of one winner, by two laws:
//
//	the least of the first numbers of words of bits is the first of all bits,
//	k = M and M = K where k = K, if M is at least as good as k, and K as M.
//
// The first holds for any bits. The second needs that k is among the keys of M and
// those of M are among those of K, wherever k is asked.

// byWinners are the forms of the least of the numbers of winners, or of the number of one.
func (d *Domain) byWinners(t *Term) []form {
	if t.w != wordBits {
		return nil
	}
	if forms, ok := d.forms[t]; ok {
		return forms
	}
	var forms []form
	least := t
	if t.kind == kSExt { // small numbers are compared in few bits
		least = t.args[0]
	}
	if least.kind == kMany && least.op == intOp(bv.UMin) {
		forms = d.byLeast(t)
	} else {
		forms = d.byRunning(t)
	}
	if forms != nil {
		d.forms[t] = forms
	}
	return forms
}

// byLeast are the forms of the least of the numbers of winners.
func (d *Domain) byLeast(t *Term) []form {
	all, ok := d.numberedOf(t, nil)
	if !ok || len(all) == 0 {
		return nil
	}
	covers := covering{Domain: d, known: map[*Term]map[*Term]Guard{}}
	last := uint64(wordBits - 1)
	for _, n := range all {
		last = max(last, n.number)
	}
	if last >= maxNumber {
		return nil
	}
	bits := make([]bv.Value, last+1)
	for i := range bits {
		bits[i] = d.constant(1, 0)
	}
	for _, n := range all {
		bit, ok := covers.bit(n)
		if !ok || !bits[n.number].(*Term).is(0) {
			return nil // asked in a way that does not follow, or twice
		}
		bits[n.number] = bit
	}
	covers.alone(bits)
	bits = covers.withoutLosers(bits)
	return []form{{d.FirstBit(bits, nobody).(*Term), False, lawsOf(Winners)}}
}

// alone makes of each bit that a key is not less than the best of the others, or not greater, the bit that it equals
// the best of all, which other bits compare with.
func (c covering) alone(bits []bv.Value) {
	most := map[*Term]bool{}
	for _, b := range bits {
		if eq, _, ok := laneBit(b.(*Term)); ok && len(eq.args) == 2 {
			most[eq.args[0]], most[eq.args[1]] = true, true
		}
	}
	for i, b := range bits {
		if t := b.(*Term); t.kind == kMany && t.w == 1 {
			for _, p := range c.equals(t) {
				if most[p[1]] && p[1].kind == kMany {
					bits[i] = c.intx(bv.Eq, p[0], p[1])
				}
			}
		}
	}
}

// withoutLosers leaves out the numbers with the key that loses to every other. Where that is the best of all, every
// key is: a lower number counts then.
func (c covering) withoutLosers(bits []bv.Value) []bv.Value {
	lost := map[*Term]bool{} // that a best, which a lower number's key is compared with, is the key that loses
	for i, b := range bits {
		condition := b.(*Term)
		if eq, g, ok := laneBit(condition); ok && g == True {
			condition = eq
		}
		if lost[condition] {
			bits[i] = c.constant(1, 0)
			continue
		}
		for _, p := range c.equals(condition) {
			if key, best := p[0], p[1]; c.covers(best, key, True) {
				lost[c.intx(bv.Eq, best, c.constant(best.w, best.op.identity(best.w)))] = true
			}
		}
	}
	for n := len(bits); n > wordBits && bits[n-1].(*Term).is(0); n = len(bits) {
		bits = bits[:n-1]
	}
	return bits
}

// maxNumber bounds the lanes of a union.
const maxNumber = 1 << 20

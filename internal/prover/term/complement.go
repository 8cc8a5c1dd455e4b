package term

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Not flips every bit.
func (d *Domain) Not(v bv.Value) bv.Value { return d.not1(v.(*Term)) }

func (d *Domain) not1(t *Term) *Term {
	return d.intx(bv.Xor, t, d.constant(t.w, ones(t.w)))
}

// flipped reports whether t is made by xor, as a complement is.
func flipped(t *Term) bool { return t.kind == kMany && t.op == intOp(bv.Xor) }

// uncomplemented are two terms that are equal where a and b are, without the complements of single bits
// of one that the other, a number, can have instead.
func (d *Domain) uncomplemented(a, b *Term) (x, y *Term) {
	if a.kind == kBits {
		y, x = d.uncomplemented(b, a)
		return x, y
	}
	if _, ok := b.known(); !ok || a.kind != kConcat {
		return a, b
	}
	parts, flips, lo := slices.Clone(a.args), uint64(0), 0
	for i, p := range parts {
		if p.w == 1 && flipped(p) {
			if bit := d.not1(p); !flipped(bit) {
				parts[i] = bit
				flips |= 1 << lo
			}
		}
		lo += p.w
	}
	if flips == 0 {
		return a, b
	}
	return d.concat(parts...), d.intx(bv.Xor, b, d.constant(b.w, flips))
}

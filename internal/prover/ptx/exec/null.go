package exec

import "github.com/shflgen/shflgen/internal/prover/bv"

// nulls are where cvta takes a generic null to, by space: no place of the space, since no variable in its window has
// the generic address 0. As a number, an address of such a space may be 0.
var nulls = map[string]*region{
	"shared": {name: "a null pointer", space: "shared", align: 1, index: -1},
	"local":  {name: "a null pointer", space: "local", align: 1, index: -1},
}

// isNull reports whether v is null where p is an address in its region, in the generic space or that of the region.
func (t *thread) isNull(v bv.Value, p address) bool {
	q, is := v.(address)
	if is && q.of == nulls[p.of.space] && !p.generic && !q.generic && p.Width() == 64 {
		v = q.off
	} else if is || !p.generic {
		return false
	}
	return p.of != nulls[p.of.space] && t.m.isZero(v) && plain(p.off) && t.m.atMost(p.off) <= uint64(p.of.size)
}

// isZero reports whether a value is the number 0.
func (m *Machine) isZero(v bv.Value) bool {
	if !plain(v) {
		return false
	}
	zero, known := m.Dom.Known(v)
	return known && zero == 0
}

// equal compares values. One may be an address: two addresses of one region are equal where their offsets are, and no
// address of a variable is null.
func (t *thread) equal(a, b Cell) bv.Value {
	here(a.V, b.V)
	p, left := a.V.(address)
	q, right := b.V.(address)
	if left && t.isNull(b.V, p) || right && t.isNull(a.V, q) {
		return t.m.zero
	}
	if left && right && p.of == q.of && p.generic == q.generic {
		return t.compute(bv.Eq, p.off, q.off)
	}
	if !left && !right && (ofGrid(a.V) || ofGrid(b.V)) {
		return t.compute(bv.Eq, a.V, b.V)
	}
	return t.m.Dom.Int(bv.Eq, t.data(a).V, t.data(b).V)
}

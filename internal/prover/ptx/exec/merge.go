package exec

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// copyMemory copies a thread's own memory, which two ways will write.
func copyMemory(all [][]piece) [][]piece {
	c := make([][]piece, len(all))
	for i, bytes := range all {
		c[i] = slices.Clone(bytes)
	}
	return c
}

// mergeMemory is a where the bit c is 1, else b, value by value where the two are cut
// alike, else byte by byte.
func (m *Machine) mergeMemory(c, def bv.Value, a, b [][]piece) [][]piece {
	for i := range a {
		a[i] = m.mergeRegion(c, def, a[i], b[i])
	}
	return a
}

// mergeRegion is mergeMemory of one region.
func (m *Machine) mergeRegion(c, def bv.Value, a, b []piece) []piece {
	switch {
	case a == nil && b == nil:
		return nil
	case a == nil:
		a = make([]piece, len(b))
	case b == nil:
		b = make([]piece, len(a))
	}
	a, b = m.padded(a, b), m.padded(b, a)
	for at := 0; at < len(a); {
		p, q := a[at:], b[at:]
		if p[0] == q[0] {
			at++
			continue
		}
		n := m.common(p, q)
		x := m.merge(c, m.partOrNone(p[0], n), m.partOrNone(q[0], n))
		x.Def = m.and(def, x.Def)
		lay(a, at, n, x)
		at += n
	}
	return a
}

// padded are the bytes that one way left. Words that the other way stored, and that are padding here, are whole: as if
// this way had copied the word, too.
func (m *Machine) padded(bytes, other []piece) []piece {
	own := false
	for at, p := range other {
		if p.cell.V == nil || p.at != 0 || !plain(p.cell.V) {
			continue
		}
		n := p.cell.V.Width() / 8
		if at+n > len(bytes) || stretch(other[at:]) < n || !padded(bytes[at:at+n]) ||
			slices.ContainsFunc(bytes[at:at+n], func(p piece) bool { return p.cell.V != nil && !plain(p.cell.V) }) {
			continue
		}
		if !own {
			bytes, own = slices.Clone(bytes), true
		}
		m.fill(bytes[at : at+n])
		if !padded(bytes[at : at+n]) {
			lay(bytes, at, n, m.join(bytes[at:at+n]))
		}
	}
	return bytes
}

// common is how many bytes to choose between at once: those of a value that one way
// left whole, where the other left one of the same size, or nothing; else one.
func (m *Machine) common(p, q []piece) int {
	whole := func(ps []piece) int {
		if c := ps[0].cell; c.V != nil && ps[0].at == 0 && stretch(ps) >= c.V.Width()/8 {
			return c.V.Width() / 8
		}
		return 0
	}
	a, b := whole(p), whole(q)
	switch {
	case a > 0 && (a == b || q[0].cell.V == nil && stretch(q) >= a):
		return a
	case b > 0 && p[0].cell.V == nil && stretch(p) >= b:
		return b
	}
	return 1
}

// partOrNone is part, and what is undefined of an address that is cut.
func (m *Machine) partOrNone(p piece, n int) Cell {
	if c := p.cell; c.V != nil && !plain(c.V) && (p.at != 0 || c.V.Width() != 8*n) {
		return Cell{m.Dom.Const(8*n, 0), m.zero}
	}
	return m.part(p, n)
}

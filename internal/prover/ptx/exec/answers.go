package exec

import "github.com/shflgen/shflgen/internal/prover/bv"

// A question about a row that is not in focus, such as whether its address is odd, may have any bit as its answer, see
// [Grid.Bit]. An address in that row may depend on the answer. Then the proof does not know where in the row it is, and
// what is read there is undefined, as everything in such a row is. The proof that the address stays in the row is made
// where that row is in focus: there the answer is a side of the path.

// ofAnswers is a value as a term of a sum with numbers of the launch: one of its own for a number that depends on such
// answers alone.
func (t *thread) ofAnswers(v bv.Value) bv.Value {
	if !plain(v) || t.m.grid.Bit == nil || !t.ofMask(v) {
		return v
	}
	if _, known := t.m.grid.sums[v]; known {
		return v
	}
	g := t.m.grid
	u, known := g.answers[v]
	if !known {
		u = g.any("what another row is asked")
		g.unknowns[u].data = v
		g.answers[v] = u
	}
	return multiple(v.Width(), u, 1)
}

// isAnswer reports whether a product is such a number.
func (g *Grid) isAnswer(p product) bool {
	_, is := g.answers[g.unknowns[p[1]].data]
	return is && p[0] == 0
}

// looseBytes is the size of the memory that stands for any place in a row: that of the longest access.
const looseBytes = 16

// anywhere is memory that stands for any place of row k, which is not in focus.
func (m *Machine) anywhere(x *Matrix, k int64) *region {
	if x.loose == nil {
		b := &Buffer{Unit: x.Unit, ReadOnly: x.ReadOnly}
		for range looseBytes {
			b.Cells = append(b.Cells, Cell{m.Dom.Const(8, 0), m.zero})
		}
		b.open(x.region.name)
		b.region.matrix, b.region.other = x, true
		x.loose = b
	}
	m.grid.Touched[k] = true
	return x.loose.region
}

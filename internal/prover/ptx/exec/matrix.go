package exec

import (
	"math/bits"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Matrix is global memory behind a pointer parameter of a kernel that a [Grid] of blocks executes:
// rows of as many elements as there are Cells. It overlaps no other memory. Row r of the matrix is
// row r - PerBlock*%ctaid.x of the block. A vector is one row, of no block: every row has to do with it.
type Matrix struct {
	Name     string
	Unit     int    // bytes of an element, of rows that are a pitch apart
	Align    int    // every row begins at a multiple of so many bytes; 0: of Unit
	Cells    []Cell // of the row in focus
	ReadOnly bool
	Pitch    Pitch // elements from row to row; none: rows are close
	Vector   bool
	Has      []bv.Value // of each element of a row the bit that the row has it; nil: it has all
	From     int        // of a vector: the element that Cells begin with
	Past     bv.Value   // so many elements further, by a multiple of a number of the launch; nil: none
	Names    bool       // the elements are numbers of columns
	ByOne    bool       // the elements may choose the thread that stores, see chosenstore.go

	// Windows are the parts of a vector that are there, each a vector with the same start, in place of Cells; and There
	// says whether a part is there on the path that is taken; nil: it is.
	Windows []*Matrix
	There   func() bool

	region *region
	start  unknown // divided by its alignment
	rows   map[int64]*Buffer
	loose  *Buffer // any place of a row that is not in focus
	before linear  // of a window: the bytes before it
}

// open prepares a matrix for a run.
func (m *Machine) open(x *Matrix) {
	g := m.grid
	x.start = g.any("the start of " + x.Name)
	x.region = &region{name: x.Name, space: "global", align: int(x.align()), index: -1, matrix: x}
	x.rows, x.loose = map[int64]*Buffer{}, nil
	m.ranged = m.ranged || x.Has != nil || x.Names
	for _, w := range x.Windows {
		w.start, w.region, w.rows = x.start, x.region, map[int64]*Buffer{}
		w.before = w.past().plus(constantOf(64, uint64(w.From*w.Unit)), 1)
		m.ranged = m.ranged || w.Has != nil
	}
}

// pitched reports whether rows are a pitch apart.
func (x *Matrix) pitched() bool { return x.Pitch != Pitch{} }

// stride is the distance of the rows, in bytes.
func (x *Matrix) stride() linear {
	if x.pitched() {
		return multiple(64, x.Pitch.of, x.Pitch.by*uint64(x.Unit))
	}
	return constantOf(64, uint64(x.rowBytes()))
}

// rowBytes is the size of a row.
func (x *Matrix) rowBytes() (n int) {
	for _, c := range x.Cells {
		n += c.V.Width() / 8
	}
	return n
}

// address is an address of the matrix as a polynomial.
func (x *Matrix) address(off linear) linear {
	return off.plus(x.begins(), 1)
}

// align is what the start is a multiple of, in bytes.
func (x *Matrix) align() uint64 { return uint64(max(x.Unit, x.Align)) }

// begins is the address of the start.
func (x *Matrix) begins() linear { return multiple(64, x.start, x.align()) }

// past are the bytes of Past.
func (x *Matrix) past() linear {
	if x.Past == nil {
		return linear{w: 64}
	}
	return linear{w: 64}.plus(x.Past.(linear), uint64(x.Unit))
}

// row is the memory of row k of the block.
func (m *Machine) row(x *Matrix, k int64) *Buffer {
	if b := x.rows[k]; b != nil {
		return b
	}
	b := &Buffer{Unit: x.Unit, Align: x.Align, ReadOnly: x.ReadOnly, Cells: x.Cells}
	if !x.Vector && k != m.grid.Focus {
		b.Cells = slices.Clone(x.Cells)
		for i, c := range x.Cells {
			if m.grid.Elsewhere != nil {
				b.Cells[i].V = m.grid.Elsewhere(x, k, i)
			} else {
				b.Cells[i] = Cell{m.Dom.Const(c.V.Width(), 0), m.zero}
			}
		}
	}
	b.open(x.region.name)
	if x.Vector {
		start := x.address(x.past().plus(constantOf(64, uint64(x.From*x.Unit)), 1))
		b.region.start, b.region.matrix = &start, x
		x.rows[k] = b
		return b
	}
	start := x.rowStart(m.grid, k)
	b.region.start, b.region.matrix, b.region.other = &start, x, k != m.grid.Focus
	x.rows[k] = b
	m.grid.Touched[k] = true
	return b
}

// rowStart is where row k of the block starts.
func (x *Matrix) rowStart(g *Grid, k int64) linear {
	row := linear{w: 64, rest: uint64(k)}.with(product{0, g.block}, uint64(g.PerBlock))
	return x.address(row.Times(x.stride()))
}

// inMatrix finds the memory of the row that an address is in, and the bytes from the row's start.
// A row that the matrix may not have is a fault.
func (t *thread) inMatrix(x *Matrix, off linear) (*region, uint64) {
	g := t.m.grid
	if len(x.Windows) > 0 {
		return t.inWindow(x, off)
	}
	if x.Vector {
		if off = off.plus(x.past(), ^uint64(0)); off.n > 0 {
			stop("%s of %s is no place in it: want a column", g.text(off), x.region.name)
		}
		return t.m.row(x, 0).region, off.rest - uint64(x.From*x.Unit)
	}
	k, per, at, loose, ok := x.place(g, off)
	if !ok || loose && k == g.Focus {
		stop("%s of %s is no place in a row of the block: want row*pitch + column", g.text(off), x.region.name)
	}
	switch {
	case !g.owns(per):
		stop("rows of %s are %d a block here, and %d elsewhere", x.region.name, per, g.PerBlock)
	case k < 0 || k >= per:
		stop("row %d of %s of a block that has %d", k, x.region.name, per)
	case k == g.Focus && !g.Exists:
		stop("row %d of %s, counted from the block's first, which may be past the last: nothing "+
			"that led here says that it is below rows", k, x.region.name)
	}
	t.learns(k)
	if loose {
		return t.m.anywhere(x, k), 0
	}
	return t.m.row(x, k).region, at
}

// inWindow finds the part of a vector that an address is in.
func (t *thread) inWindow(x *Matrix, off linear) (*region, uint64) {
	for _, w := range x.Windows {
		if w.There != nil && !w.There() {
			continue
		}
		r := t.m.row(w, 0).region
		at := t.m.grid.pinned(off.plus(w.before, ^uint64(0)))
		if at.n == 0 && at.rest < uint64(r.size) {
			return r, at.rest
		}
	}
	stop("%s of %s is no place in it that is looked at", t.m.grid.text(off), x.region.name)
	return nil, 0
}

// place takes an offset apart: into a row of the block, the rows of a block, and bytes from the
// row's start; loose says that they depend on what another row is asked.
func (x *Matrix) place(g *Grid, off linear) (k, per int64, at uint64, loose, ok bool) {
	stride := int64(x.Pitch.by) * int64(x.Unit)
	if !x.pitched() {
		stride = int64(x.rowBytes())
	}
	ofBlock := product{0, g.block}
	ofRow := product{}
	if x.pitched() {
		ofRow = product{0, x.Pitch.of}
		ofBlock = product{min(g.block, x.Pitch.of), max(g.block, x.Pitch.of)}
	}
	at = off.rest
	if !x.pitched() {
		k = int64(at) / stride
		if int64(at)%stride < 0 {
			k--
		}
		at -= uint64(k * stride)
	}
	for _, term := range off.terms[:off.n] {
		by := int64(term.by)
		switch {
		case g.isAnswer(term.of):
			loose = true
		case by%stride != 0:
			return 0, 0, 0, false, false
		case term.of == ofBlock:
			per = by / stride
		case term.of == ofRow && x.pitched():
			k = by / stride
		default:
			return 0, 0, 0, false, false
		}
	}
	return k, per, at, loose, per > 0
}

// ofOther reports whether a polynomial is an address in a row that is not in focus.
func (m *Machine) ofOther(l linear) bool {
	for _, args := range m.calls {
		for _, a := range args {
			if x := a.Matrix; x != nil && !x.Vector && l.w == 64 {
				k, per, _, _, ok := x.place(m.grid, l.plus(x.begins(), ^uint64(0)))
				if ok {
					return per == m.grid.PerBlock && k != m.grid.Focus
				}
			}
		}
	}
	return false
}

// ofOthers reports whether the low k bits of a polynomial are those of an address in a row that is not in focus, and
// not of one that is: compilers leave out what does not change these bits.
func (m *Machine) ofOthers(l linear, k int) bool {
	s, other := l.Modulo(k).symbols(), false
	for _, args := range m.calls {
		for _, a := range args {
			x := a.Matrix
			if x == nil || !x.pitched() {
				continue
			}
			for row := range m.grid.PerBlock {
				switch is := x.rowStart(m.grid, row).Modulo(k).symbols() == s; {
				case is && row == m.grid.Focus:
					return false
				case is:
					other = true
				}
			}
		}
	}
	return other
}

// executing is the bit that the branches under way lead here, and that the guard of an access may hold.
func (t *thread) executing(in *instr) bv.Value {
	if in.guard < 0 {
		return t.within
	}
	// one that another row leaves undefined may hold
	return t.m.and(t.within, t.m.Dom.Int(bv.Or, t.holds.V, t.m.Dom.Not(t.holds.Def)))
}

// has wants that a row has each element of n bytes that are read of it or written to it. Rows that are not in focus are
// looked at in their turn.
func (t *thread) has(in *instr, r *region, at uint64, n int) {
	if r.matrix == nil || r.matrix.Has == nil || r.other {
		return
	}
	executes, does := t.executing(in), "reads"
	if in.form.name == "st" {
		does = "writes"
	}
	unit := uint64(r.matrix.Unit)
	for i := at / unit; i*unit < at+uint64(n) && i < uint64(len(r.matrix.Has)); i++ {
		t.m.must(t, t.m.where(executes, r.matrix.Has[i]), "%s column %d of a row of %s that may end before it", does, i,
			r.matrix.Name)
	}
}

// ofRange reports whether a region is a row that may end before some of its elements.
func (r *region) ofRange() bool { return r.matrix != nil && r.matrix.Has != nil }

// ofColumn wants that a store of n bytes is to columns that the row in focus has, and that no store before was to one.
func (t *thread) ofColumn(in *instr, r *region, at uint64, n int) {
	if r.other || r.buffer.ReadOnly || at+uint64(n) > uint64(r.size) {
		return
	}
	t.has(in, r, at, n)
	when := t.m.and(t.alive, t.executes(in, r))
	for i := range n {
		for _, before := range r.buffer.access[int(at)+i].writers {
			again := t.m.Dom.Not(t.m.and(when, before.when))
			if never, known := t.m.Dom.Known(again); known && never == 0 {
				stop("stores an element of %s that is stored already", r.name)
			}
			t.m.must(t, again, "stores an element of %s that may be stored already", r.name)
		}
	}
}

// Row is the memory of row k of the block after a run, nil if nothing touched it.
func (x *Matrix) Row(k int64) *Buffer { return x.rows[k] }

// WrittenAt reports whether every byte of cell i was written to, or none.
func (b *Buffer) WrittenAt(i int) (all, none bool) {
	all, none = true, true
	for _, a := range b.access[b.starts[i]:b.starts[i+1]] {
		written := len(a.writers) > 0
		all, none = all && written, none && !written
	}
	return all, none
}

// aligned reports whether n bytes at an offset of a region are aligned. The region's start is a
// polynomial.
func (m *Machine) aligned(r *region, at uint64, n int) bool {
	is, sure := m.grid.congruent(r.start.plus(constantOf(64, at), 1), bits.Len(uint(n))-1, 0, false)
	return is && sure
}

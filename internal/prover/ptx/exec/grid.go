package exec

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Grid is the launch of a kernel by many blocks of one dimension. One of them is executed; its number, the number of
// blocks and the kernel's numbers are unknown. Each block works on consecutive rows of matrices.
type Grid struct {
	// First is the first thread of the block that executes, and End is past the last: those before
	// and after share nothing with them.
	First, End int
	// Stand says that the others of the same warps make each shuffle with those that execute, as an execution of whole
	// warps has shown. Their content is undefined.
	Stand bool
	// Path is the side that is taken of comparisons.
	Path *Path
	// Focus is the row of the block, counted from its first, that is looked at: what is read of
	// another is undefined, and what is stored there is of no matter. NoRow: none is.
	Focus int64
	// Exists says that the matrix has the row in focus.
	Exists bool
	// Bit gives unknown bits: the answers to comparisons about another row, also if the row is missing.
	Bit func(n int, row int64, missing bool) bv.Value

	// Elsewhere gives the elements of a row that is not in focus; nil: they are undefined.
	Elsewhere func(x *Matrix, row int64, i int) bv.Value
	// Homes are the homes of the threads of a kernel. Every row of its block will be in focus, present and missing.
	Homes *Homes

	// Blocks is how many blocks there are, and Number which of them executes, of a program of the kind [Meeting]: known
	// numbers, or unknown ones with bounds, see [Grid.Unknown].
	Blocks, Number bv.Value
	// Loop is a loop with a number of iterations that the launch does not determine; nil: there is none.
	Loop *Loop
	// Late is a number that may be asked for only when Ready says so; Asked says that it was.
	Late  bv.Value
	Ready func() bool
	Asked bool

	// PerBlock is how many rows a block has, as its addresses say; 0: it has none so far.
	PerBlock int64
	// Touched are the rows of the block that were read or written.
	Touched map[int64]bool

	not       func(bv.Value) bv.Value
	bits      map[question]bv.Value
	unknowns  []unknownNumber
	assumed   []interval
	divisions map[division]unknown
	answers   map[bv.Value]unknown // numbers that depend on what rows are asked that are not in focus
	reaches   map[linear][2]*big.Int
	sums      map[bv.Value]linear // values of the domain that were made of numbers of the launch
	block     unknown             // %ctaid.x
	rows      unknown             // of the matrix
}

// question is a comparison of a row that is not in focus: of its number, or of its address modulo
// 2^k.
type question struct {
	of    linear
	k     int
	value uint64
}

// bitOf is the bit that stands for the answer.
func (g *Grid) bitOf(q question) bv.Value {
	if g.bits[q] == nil {
		g.bits[q] = g.Bit(len(g.bits), -int64(q.value), q.k == 0)
	}
	return g.bits[q]
}

// ofRows reports whether a polynomial is PerBlock times the block's number, less the number of rows.
func (g *Grid) ofRows(s linear) bool {
	first, second := s.terms[0], s.terms[1]
	if s.n != 2 || first.of != (product{0, g.block}) || second.of != (product{0, g.rows}) || int64(second.by) != -1 {
		return false
	}
	return g.owns(int64(first.by))
}

// owns notes that a block has n rows, and reports whether that is what it has.
func (g *Grid) owns(n int64) bool {
	if g.PerBlock == 0 {
		g.PerBlock = n
	}
	return n == g.PerBlock
}

// NoRow is no row of a block.
const NoRow = math.MinInt64

// unknownNumber is a number of the launch.
type unknownNumber struct {
	name   string
	lo, hi *big.Int
	data   bv.Value // the number as a value of the domain; nil: there is none
}

func bigOf(x int64) *big.Int { return big.NewInt(x) }

// maxBlock is the greatest number of a block: a grid has at most 2^31 - 1 of them (CUDA
// programming guide, "Technical Specifications per Compute Capability").
const maxBlock = 1<<31 - 2

// NewGrid is a launch in which nothing was compared yet.
func NewGrid(path *Path, focus int64) *Grid {
	g := &Grid{Path: path, Focus: focus, Touched: map[int64]bool{}, bits: map[question]bv.Value{},
		unknowns: make([]unknownNumber, 1),
		reaches:  map[linear][2]*big.Int{}, sums: map[bv.Value]linear{}, answers: map[bv.Value]unknown{}}
	g.block = g.number("the block's number", bigOf(0), bigOf(maxBlock))
	g.rows = g.any("rows")
	return g
}

// any is an unknown number of 64 bits.
func (g *Grid) any(name string) unknown {
	return g.number(name, bigOf(math.MinInt64), bigOf(math.MaxInt64))
}

func (g *Grid) number(name string, lo, hi *big.Int) unknown {
	if len(g.unknowns) > math.MaxUint8 {
		stop("more than %d numbers of the launch", math.MaxUint8)
	}
	g.unknowns = append(g.unknowns, unknownNumber{name: name, lo: lo, hi: hi})
	return unknown(len(g.unknowns) - 1)
}

// Pitch is an argument of 64 bits: the elements from row to row of a matrix, a multiple of some.
type Pitch struct {
	of unknown // so many times
	by uint64
}

// Pitch is that of a matrix, by its name: a multiple of so many elements.
func (g *Grid) Pitch(name string, by int) Pitch { return Pitch{g.any(name), uint64(by)} }

// Arg is the pitch as an argument.
func (p Pitch) Arg() Arg { return Arg{Scalar: multiple(64, p.of, p.by)} }

// Unknown is a number of w bits with nothing known but its bounds.
func (g *Grid) Unknown(w int, name string, least, most int64) Sum {
	return multiple(w, g.number(name, bigOf(least), bigOf(most)), 1)
}

// Data is a number of w bits with known bounds that is also a value of the domain. A sum with other numbers of the
// launch treats it as one of them; by itself it is that value.
func (g *Grid) Data(w int, name string, least, most int64, x bv.Value) Sum {
	u := g.number(name, bigOf(least), bigOf(most))
	g.unknowns[u].data = x
	return multiple(w, u, 1)
}

// Bounds are those of an unknown number after a run.
func (g *Grid) Bounds(v bv.Value) (least, most int64) {
	u := v.(linear).terms[0].of[1]
	known := g.Path.bounds(multiple(64, u, 1))
	return max(known.lo, g.unknowns[u].lo.Int64()), min(known.hi, g.unknowns[u].hi.Int64())
}

// Rows is an argument of 64 bits: the number of rows.
func (g *Grid) Rows() Arg { return Arg{Scalar: multiple(64, g.rows, 1)} }

// text is a polynomial in words.
func (g *Grid) text(l linear) string {
	var parts []string
	for _, x := range l.terms[:l.n] {
		var factors []string
		if c := signedBits(l.w, x.by); c != 1 {
			factors = append(factors, fmt.Sprint(c))
		}
		for _, u := range x.of {
			if u != 0 {
				factors = append(factors, g.unknowns[u].name)
			}
		}
		parts = append(parts, strings.Join(factors, "*"))
	}
	if l.rest != 0 || l.n == 0 {
		parts = append(parts, fmt.Sprint(signedBits(l.w, l.rest)))
	}
	return strings.Join(parts, " + ")
}

// ofGrid reports whether v depends on what the launch does not tell.
func ofGrid(v bv.Value) bool {
	switch v.(type) {
	case linear, union:
		return true
	}
	return false
}

// linearOf is a value as a polynomial: an address of a matrix too, if start is true.
func (t *thread) linearOf(v bv.Value) linear {
	switch v := v.(type) {
	case linear:
		return t.m.grid.pinned(v)
	case union:
		switch r := v.of[0]; {
		case v.n > 1:
			stop("bits of several numbers of the launch that are not followed")
		case r.k == v.w:
			return r.of.Modulo(r.k)
		default:
			return constantOf(v.w, t.settle(r))
		}
	}
	t.data(Cell{V: v})
	x, known := t.m.Dom.Known(v)
	if l, is := t.m.grid.sums[v]; is && !known {
		return t.m.grid.pinned(l)
	}
	if !known {
		stop("an address, or a number of the launch, depends on the data")
	}
	return constantOf(v.Width(), x)
}

// settle chooses the number that a residue is.
func (t *thread) settle(r residue) uint64 {
	step := uint64(1) << min(r.of.Modulo(r.k).symbols().step(), r.k)
	first := r.of.rest & (step - 1)
	for x := first; ; x += step {
		if is, _ := t.m.grid.congruent(r.of, r.k, x, true); is || x+step > lowBits(r.k) {
			return x
		}
	}
}

// value is a polynomial as a register holds it.
func (t *thread) value(l linear) bv.Value {
	if l.n == 0 {
		return t.m.Dom.Const(l.w, l.rest)
	}
	if x := l.terms[0]; l.n == 1 && x.of[0] == 0 && x.by == 1 && t.m.grid.unknowns[x.of[1]].data != nil {
		data := t.m.grid.unknowns[x.of[1]].data
		if w := data.Width(); w < l.w {
			data = t.m.Dom.Extend(data, l.w, false)
		} else if w > l.w {
			data = t.m.Dom.Extract(data, 0, l.w)
		}
		v := t.m.Dom.Int(bv.Add, data, t.m.Dom.Const(l.w, l.rest))
		t.m.grid.sums[v] = l
		return v
	}
	return l
}

// onGrid is op on values. One depends on numbers that the launch does not determine.
func (t *thread) onGrid(op bv.IntOp, a, b bv.Value) bv.Value {
	if v := t.onUnion(op, a, b); v != nil {
		return v
	}
	if op == bv.Add {
		a, b = t.ofAnswers(a), t.ofAnswers(b)
	}
	x, y := t.linearOf(a), t.linearOf(b)
	if x.n == 0 && y.n == 0 { // settled
		return t.m.Dom.Int(op, t.value(x), t.value(y))
	}
	switch op {
	case bv.Add:
		return t.value(x.plus(y, 1))
	case bv.Sub:
		return t.value(x.plus(y, ^uint64(0)))
	case bv.Mul:
		return t.value(x.Times(y))
	case bv.And, bv.Or, bv.Xor:
		if x.n == 0 {
			x, y = y, x
		}
		if y.n == 0 {
			return t.masked(op, x, y.rest)
		}
	case bv.Eq:
		if d := x.plus(y, ^uint64(0)); d.n == 0 {
			return t.bit(d.rest == 0)
		}
		if t.m.grid.whole(x, false) && t.m.grid.whole(y, false) {
			return t.same(x, y)
		}
	case bv.ULt, bv.SLt:
		for _, l := range []linear{x, y} {
			if !t.m.grid.whole(l, op == bv.SLt) {
				stop("%s may wrap around in %d bits before it is compared", t.m.grid.text(l), l.w)
			}
		}
		bit, is := t.m.grid.less(x, y)
		if bit == nil {
			bit = t.bit(is)
		}
		return bit
	}
	stop("an operation on %s and %s that is not followed", t.m.grid.text(x), t.m.grid.text(y))
	return nil
}

// same is the bit that two whole numbers are equal.
func (t *thread) same(x, y linear) bv.Value {
	for _, less := range [][2]linear{{x, y}, {y, x}} {
		bit, is := t.m.grid.less(less[0], less[1])
		if bit != nil {
			stop("%s and %s are compared for equality", t.m.grid.text(x), t.m.grid.text(y))
		}
		if is {
			return t.m.zero
		}
	}
	return t.m.one
}

// remains is the bit that a residue is x.
func (m *Machine) remains(r residue, x uint64) bv.Value {
	is, sure := m.grid.congruent(r.of, r.k, x, false)
	switch {
	case x > lowBits(r.k):
		return m.zero
	case !sure && (m.ofOther(r.of) || m.ofOthers(r.of, r.k)):
		l := r.of.Modulo(r.k)
		return m.grid.bitOf(question{l.symbols(), r.k, (x - l.rest) & lowBits(r.k)})
	case !sure:
		is, _ = m.grid.congruent(r.of, r.k, x, true)
	}
	if is {
		return m.one
	}
	return m.zero
}

// bit is a truth value.
func (t *thread) bit(is bool) bv.Value {
	if is {
		return t.m.one
	}
	return t.m.zero
}

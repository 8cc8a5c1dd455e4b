package tape

import (
	"math"
	"unsafe"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Batch is how many inputs are run at once: a row of each operation stays in the cache.
const Batch = 512

// Program is a part of a tape that can be run. It is not safe for use by several goroutines.
type Program struct {
	steps []step
	roots map[*Node][]uint64
	in    [][]uint64 // by input; nil where it is not needed
	args  []uint64
}

// step is an operation on rows.
type step struct {
	n            *Node
	out, a, b, c []uint64
}

// Program is what some nodes need. Rows are used again when nothing reads them any more, so
// that few are touched.
func (t *Tape) Program(roots ...*Node) *Program {
	p := &Program{roots: map[*Node][]uint64{}, in: make([][]uint64, len(t.vars)), args: make([]uint64, 3)}
	nodes := t.reach(roots, nil)
	last := map[*Node]int{} // the step that reads a node last
	for i, n := range nodes {
		for _, o := range n.operands() {
			last[o] = i
		}
	}
	for _, n := range roots {
		last[n] = len(nodes)
	}
	rows := map[*Node][]uint64{}
	var free [][]uint64
	for i, n := range nodes {
		s := step{n: n}
		if len(free) > 0 && n.code != cVar && n.code != cConst {
			s.out, free = free[len(free)-1], free[:len(free)-1]
		} else {
			s.out = make([]uint64, Batch)
		}
		rows[n] = s.out
		switch n.code {
		case cVar:
			p.in[n.x] = s.out
			continue
		case cConst:
			for j := range s.out {
				s.out[j] = n.x
			}
			continue
		}
		for k, o := range n.operands() {
			*[]*[]uint64{&s.a, &s.b, &s.c}[k] = rows[o]
			if last[o] == i && o.code != cVar && o.code != cConst {
				free = append(free, rows[o])
				last[o] = -1 // once, if it is read twice
			}
		}
		p.steps = append(p.steps, s)
	}
	for _, n := range roots {
		p.roots[n] = rows[n]
	}
	return p
}

// Len is the number of operations.
func (p *Program) Len() int { return len(p.steps) }

// In is the row of an input, to be set before a run; nil where it does not matter.
func (p *Program) In(i int) []uint64 { return p.in[i] }

// Out is the row of a root after a run.
func (p *Program) Out(n *Node) []uint64 { return p.roots[n] }

// Run computes the first n inputs of the rows.
func (p *Program) Run(n int) {
	for i := range p.steps {
		s := &p.steps[i]
		cut := func(row []uint64) []uint64 {
			if row == nil {
				return nil
			}
			return row[:n]
		}
		p.row(s.n, cut(s.out), cut(s.a), cut(s.b), cut(s.c))
	}
}

func (p *Program) row(n *Node, out, a, b, c []uint64) {
	m := ones(int(n.w))
	switch n.code {
	case cExtract:
		each(out, a, func(x uint64) uint64 { return x >> n.x & m })
	case cConcat:
		k := n.a.w
		both(out, a, b, func(x, y uint64) uint64 { return x | y<<k })
	case cZero:
		copy(out, a)
	case cSign:
		s := 64 - n.a.w
		each(out, a, func(x uint64) uint64 { return uint64(int64(x<<s)>>s) & m })
	case cNot:
		each(out, a, func(x uint64) uint64 { return ^x & m })
	case cSelect:
		for i := range out {
			keep := -a[i]
			out[i] = b[i]&keep | c[i]&^keep
		}
	case cInt:
		integers(bv.IntOp(n.sub), n.a.w, m, out, a, b)
	case cFloat:
		switch op := bv.FloatOp(n.sub); n.f {
		case bv.F32:
			floats[float32](op, n.f, out, a, b)
		case bv.F64:
			floats[float64](op, n.f, out, a, b)
		default:
			slowly(op, n.f, out, a, b)
		}
	case cQuiet:
		each(out, a, func(x uint64) uint64 { return quiet(n.f, x) })
	case cConv:
		conversions(n, out, a)
	case cApply:
		if divisions(n, out, a, b) {
			return
		}
		in := p.args[:len(n.fn.Of)]
		rows := [...][]uint64{a, b, c}
		for i := range out {
			for k := range in {
				in[k] = rows[k][i]
			}
			out[i] = n.fn.Value(in)
		}
	}
}

// each and both are small enough that compilers put f into the loop.
func each(out, a []uint64, f func(x uint64) uint64) {
	for i, x := range a {
		out[i] = f(x)
	}
}

func both(out, a, b []uint64, f func(x, y uint64) uint64) {
	for i, x := range a {
		out[i] = f(x, b[i])
	}
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// quiet is x, or for a NaN of format f the quiet one with all bits set but the sign.
func quiet(f bv.Format, x uint64) uint64 {
	if bv.IsNaN(f, x) {
		return ones(f.Bits() - 1)
	}
	return x
}

func integers(op bv.IntOp, w uint8, m uint64, out, a, b []uint64) {
	s := 64 - w
	switch op {
	case bv.Add:
		both(out, a, b, func(x, y uint64) uint64 { return (x + y) & m })
	case bv.Sub:
		both(out, a, b, func(x, y uint64) uint64 { return (x - y) & m })
	case bv.Mul:
		both(out, a, b, func(x, y uint64) uint64 { return x * y & m })
	case bv.And:
		both(out, a, b, func(x, y uint64) uint64 { return x & y })
	case bv.Or:
		both(out, a, b, func(x, y uint64) uint64 { return x | y })
	case bv.Xor:
		both(out, a, b, func(x, y uint64) uint64 { return x ^ y })
	case bv.SMin:
		both(out, a, b, func(x, y uint64) uint64 { return uint64(min(int64(x<<s), int64(y<<s))) >> s })
	case bv.SMax:
		both(out, a, b, func(x, y uint64) uint64 { return uint64(max(int64(x<<s), int64(y<<s))) >> s })
	case bv.UMin:
		both(out, a, b, func(x, y uint64) uint64 { return min(x, y) })
	case bv.UMax:
		both(out, a, b, func(x, y uint64) uint64 { return max(x, y) })
	case bv.Eq:
		both(out, a, b, func(x, y uint64) uint64 { return bit(x == y) })
	case bv.ULt:
		both(out, a, b, func(x, y uint64) uint64 { return bit(x < y) })
	case bv.SLt:
		both(out, a, b, func(x, y uint64) uint64 { return bit(int64(x<<s) < int64(y<<s)) })
	}
}

// floats computes an operation of the format of F on rows. A NaN leaves as the quiet NaN with all
// bits set but the sign.
func floats[F float32 | float64](op bv.FloatOp, f bv.Format, out, a, b []uint64) {
	narrow := unsafe.Sizeof(F(0)) == 4 // constant in each instance
	of := func(x uint64) F {
		if narrow {
			return F(math.Float32frombits(uint32(x)))
		}
		return F(math.Float64frombits(x))
	}
	to := func(x F) uint64 {
		switch {
		case x != x:
			return ones(f.Bits() - 1)
		case narrow:
			return uint64(math.Float32bits(float32(x)))
		}
		return math.Float64bits(float64(x))
	}
	switch op {
	case bv.FAdd:
		both(out, a, b, func(x, y uint64) uint64 { return to(of(x) + of(y)) })
	case bv.FMul:
		both(out, a, b, func(x, y uint64) uint64 { return to(of(x) * of(y)) })
	case bv.FMinNaN:
		both(out, a, b, func(x, y uint64) uint64 { return to(min(of(x), of(y))) })
	case bv.FMaxNaN:
		both(out, a, b, func(x, y uint64) uint64 { return to(max(of(x), of(y))) })
	case bv.FEq:
		both(out, a, b, func(x, y uint64) uint64 { return bit(of(x) == of(y)) })
	case bv.FLt:
		both(out, a, b, func(x, y uint64) uint64 { return bit(of(x) < of(y)) })
	case bv.FUnordered:
		both(out, a, b, func(x, y uint64) uint64 { return bit(of(x) != of(x) || of(y) != of(y)) })
	default:
		slowly(op, f, out, a, b)
	}
}

// slowly is what no loop of its own exists for.
func slowly(op bv.FloatOp, f bv.Format, out, a, b []uint64) {
	w := f.Bits()
	both(out, a, b, func(x, y uint64) uint64 {
		return bv.Numbers{}.Float(op, f, bv.Word{W: w, X: x}, bv.Word{W: w, X: y}).(bv.Word).X
	})
}

func conversions(n *Node, out, a []uint64) {
	switch {
	case n.f == bv.F32 && n.to == bv.F64:
		each(out, a, func(x uint64) uint64 {
			return quiet(bv.F64, math.Float64bits(float64(math.Float32frombits(uint32(x)))))
		})
	case n.f == bv.F64 && n.to == bv.F32:
		each(out, a, func(x uint64) uint64 {
			return quiet(bv.F32, uint64(math.Float32bits(float32(math.Float64frombits(x)))))
		})
	default:
		each(out, a, func(x uint64) uint64 {
			return bv.Numbers{}.Convert(n.to, n.f, bv.Word{W: int(n.a.w), X: x}).(bv.Word).X
		})
	}
}

// divisions are those of words without sign, and shifts; false for another function. Narrow
// divisions are faster.
func divisions(n *Node, out, a, b []uint64) bool {
	narrow, m := n.w <= 32, ones(int(n.w))
	switch n.fn {
	case bv.Divide(bv.Division{Bits: int(n.w)}):
		both(out, a, b, func(x, y uint64) uint64 {
			switch {
			case y == 0:
				return m
			case narrow:
				return uint64(uint32(x) / uint32(y))
			}
			return x / y
		})
	case bv.Divide(bv.Division{Bits: int(n.w), Remainder: true}):
		both(out, a, b, func(x, y uint64) uint64 {
			switch {
			case y == 0:
				return x
			case narrow:
				return uint64(uint32(x) % uint32(y))
			}
			return x % y
		})
	case bv.ShiftFn(bv.Left, int(n.w)):
		both(out, a, b, func(x, k uint64) uint64 { return x << k & m })
	case bv.ShiftFn(bv.Right, int(n.w)):
		both(out, a, b, func(x, k uint64) uint64 { return x >> k })
	default:
		return false
	}
	return true
}

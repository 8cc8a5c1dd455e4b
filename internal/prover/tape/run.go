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
		for i := range out {
			out[i] = a[i] >> n.x & m
		}
	case cConcat:
		k := n.a.w
		for i := range out {
			out[i] = a[i] | b[i]<<k
		}
	case cZero:
		copy(out, a)
	case cSign:
		s := 64 - n.a.w
		for i := range out {
			out[i] = uint64(int64(a[i]<<s)>>s) & m
		}
	case cNot:
		for i := range out {
			out[i] = ^a[i] & m
		}
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
		for i, x := range a {
			if bv.IsNaN(n.f, x) {
				x = ones(n.f.Bits() - 1)
			}
			out[i] = x
		}
	case cConv:
		conversions(n, out, a)
	case cApply:
		if divisions(n, out, a, b) {
			return
		}
		in := p.args[:len(n.fn.Of)]
		for i := range out {
			in[0] = a[i]
			if b != nil {
				in[1] = b[i]
			}
			if c != nil {
				in[2] = c[i]
			}
			out[i] = n.fn.Value(in)
		}
	}
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func integers(op bv.IntOp, w uint8, m uint64, out, a, b []uint64) {
	s := 64 - w
	switch op {
	case bv.Add:
		for i := range out {
			out[i] = (a[i] + b[i]) & m
		}
	case bv.Sub:
		for i := range out {
			out[i] = (a[i] - b[i]) & m
		}
	case bv.Mul:
		for i := range out {
			out[i] = a[i] * b[i] & m
		}
	case bv.And:
		for i := range out {
			out[i] = a[i] & b[i]
		}
	case bv.Or:
		for i := range out {
			out[i] = a[i] | b[i]
		}
	case bv.Xor:
		for i := range out {
			out[i] = a[i] ^ b[i]
		}
	case bv.SMin:
		for i := range out {
			out[i] = uint64(min(int64(a[i]<<s), int64(b[i]<<s))) >> s
		}
	case bv.SMax:
		for i := range out {
			out[i] = uint64(max(int64(a[i]<<s), int64(b[i]<<s))) >> s
		}
	case bv.UMin:
		for i := range out {
			out[i] = min(a[i], b[i])
		}
	case bv.UMax:
		for i := range out {
			out[i] = max(a[i], b[i])
		}
	case bv.Eq:
		for i := range out {
			out[i] = bit(a[i] == b[i])
		}
	case bv.ULt:
		for i := range out {
			out[i] = bit(a[i] < b[i])
		}
	case bv.SLt:
		for i := range out {
			out[i] = bit(int64(a[i]<<s) < int64(b[i]<<s))
		}
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
		for i := range out {
			out[i] = to(of(a[i]) + of(b[i]))
		}
	case bv.FMul:
		for i := range out {
			out[i] = to(of(a[i]) * of(b[i]))
		}
	case bv.FMinNaN:
		for i := range out {
			out[i] = to(min(of(a[i]), of(b[i])))
		}
	case bv.FMaxNaN:
		for i := range out {
			out[i] = to(max(of(a[i]), of(b[i])))
		}
	case bv.FEq:
		for i := range out {
			out[i] = bit(of(a[i]) == of(b[i]))
		}
	case bv.FLt:
		for i := range out {
			out[i] = bit(of(a[i]) < of(b[i]))
		}
	case bv.FUnordered:
		for i := range out {
			x, y := of(a[i]), of(b[i])
			out[i] = bit(x != x || y != y)
		}
	default:
		slowly(op, f, out, a, b)
	}
}

// slowly is what no loop of its own exists for.
func slowly(op bv.FloatOp, f bv.Format, out, a, b []uint64) {
	w := f.Bits()
	for i := range out {
		out[i] = bv.Numbers{}.Float(op, f, bv.Word{W: w, X: a[i]}, bv.Word{W: w, X: b[i]}).(bv.Word).X
	}
}

func conversions(n *Node, out, a []uint64) {
	switch {
	case n.f == bv.F32 && n.to == bv.F64:
		for i, x := range a {
			out[i] = math.Float64bits(float64(math.Float32frombits(uint32(x))))
			if bv.IsNaN(bv.F32, x) {
				out[i] = 1<<63 - 1
			}
		}
	case n.f == bv.F64 && n.to == bv.F32:
		for i, x := range a {
			out[i] = uint64(math.Float32bits(float32(math.Float64frombits(x))))
			if bv.IsNaN(bv.F64, x) {
				out[i] = 0x7fffffff
			}
		}
	default:
		for i, x := range a {
			out[i] = bv.Numbers{}.Convert(n.to, n.f, bv.Word{W: int(n.a.w), X: x}).(bv.Word).X
		}
	}
}

// divisions are those of words without sign, and shifts; false for another function. Narrow
// divisions are faster.
func divisions(n *Node, out, a, b []uint64) bool {
	narrow := n.w <= 32
	switch n.fn {
	case bv.Divide(bv.Division{Bits: int(n.w)}):
		for i, y := range b {
			switch {
			case y == 0:
				out[i] = ones(int(n.w))
			case narrow:
				out[i] = uint64(uint32(a[i]) / uint32(y))
			default:
				out[i] = a[i] / y
			}
		}
	case bv.Divide(bv.Division{Bits: int(n.w), Remainder: true}):
		for i, y := range b {
			switch {
			case y == 0:
				out[i] = a[i]
			case narrow:
				out[i] = uint64(uint32(a[i]) % uint32(y))
			default:
				out[i] = a[i] % y
			}
		}
	case bv.ShiftFn(bv.Left, int(n.w)):
		for i, k := range b {
			out[i] = a[i] << k & ones(int(n.w))
		}
	case bv.ShiftFn(bv.Right, int(n.w)):
		for i, k := range b {
			out[i] = a[i] >> k
		}
	default:
		return false
	}
	return true
}

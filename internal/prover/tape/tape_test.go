package tape_test

import (
	"math"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/tape"
	"github.com/shflgen/shflgen/tests/extent"
)

// step is an operation of a random program: on values of a domain, by their numbers.
type step func(d bv.Domain, v []bv.Value) bv.Value

// program is a random one over inputs of these widths. Its values have the widths w.
type program struct {
	steps []step
	w     []int
}

func (p *program) of(r *rand.Rand, w int) int {
	for {
		if i := len(p.w) - 1 - int(math.Abs(r.NormFloat64())*6); i >= 0 && p.w[i] == w {
			return i
		}
		if i := r.IntN(len(p.w)); p.w[i] == w {
			return i
		}
	}
}

// random is a program of integers of w bits, floats of format f and bits.
func random(r *rand.Rand, n, w int, f bv.Format) *program {
	p := &program{}
	add := func(w int, s step) { p.steps, p.w = append(p.steps, s), append(p.w, w) }
	for i := range 9 {
		width := []int{w, f.Bits(), 1}[i/3]
		add(width, nil)
	}
	constants := []uint64{0, 1, 2, 3, ^uint64(0), 1 << (w - 1), 1<<(w-1) - 1, 5}
	for _, c := range constants {
		add(w, func(d bv.Domain, v []bv.Value) bv.Value { return d.Const(w, c&(^uint64(0)>>(64-w))) })
	}
	for _, c := range []float64{0, math.Copysign(0, -1), 1, math.Inf(1), math.Inf(-1), math.NaN()} {
		add(f.Bits(), func(d bv.Domain, v []bv.Value) bv.Value {
			x, _ := bv.Numbers{}.Known(bv.Numbers{}.Convert(f, bv.F64, bv.Word{W: 64, X: math.Float64bits(c)}))
			return d.Const(f.Bits(), x)
		})
	}
	for len(p.steps) < n {
		a, b, x, y, c, e := p.of(r, w), p.of(r, w), p.of(r, f.Bits()), p.of(r, f.Bits()), p.of(r, 1), p.of(r, 1)
		op, k := bv.IntOp(r.IntN(13)), 1+r.IntN(w-1)
		switch r.IntN(16) {
		case 0, 1, 2, 3:
			width := w
			if op >= bv.Eq {
				width = 1
			}
			add(width, func(d bv.Domain, v []bv.Value) bv.Value { return d.Int(op, v[a], v[b]) })
		case 4:
			op := []bv.IntOp{bv.Add, bv.Sub, bv.Mul}[r.IntN(3)]
			add(w, func(d bv.Domain, v []bv.Value) bv.Value { return d.Int(op, v[a], v[b]) })
		case 5:
			add(w, func(d bv.Domain, v []bv.Value) bv.Value { return d.Not(v[a]) })
		case 6:
			add(w, func(d bv.Domain, v []bv.Value) bv.Value { return d.Select(v[c], v[a], v[b]) })
		case 7: // shifts
			add(w, func(d bv.Domain, v []bv.Value) bv.Value { return d.Concat(d.Const(k, 0), d.Extract(v[a], 0, w-k)) })
		case 8:
			if k%2 == 0 { // a bit as a word, such as a carry
				signed := k%4 == 0
				add(w, func(d bv.Domain, v []bv.Value) bv.Value {
					bit := v[c]
					if k%3 == 0 {
						bit = d.Int(bv.ULt, d.Int(bv.Add, v[a], v[b]), v[b])
					}
					return d.Extend(bit, w, signed)
				})
				continue
			}
			signed := r.IntN(2) == 0
			add(w, func(d bv.Domain, v []bv.Value) bv.Value { return d.Extend(d.Extract(v[a], k, w-k), w, signed) })
		case 9:
			signed := r.IntN(2) == 0
			add(w, func(d bv.Domain, v []bv.Value) bv.Value { return d.Extend(d.Extract(v[a], 0, w-k), w, signed) })
		default:
			p.more(r, w, f, a, b, x, y, c, e, k)
		}
	}
	return p
}

// more adds a residue, an operation of floats or bits, or a shift, of values with these numbers.
func (p *program) more(r *rand.Rand, w int, f bv.Format, a, b, x, y, c, e, k int) {
	add := func(w int, s step) { p.steps, p.w = append(p.steps, s), append(p.w, w) }
	switch 10 + r.IntN(8) {
	case 10: // a residue of a product of words that are widened, or of a small number
		m := uint64(2 + r.IntN(12))
		rem := bv.Divide(bv.Division{Remainder: true, Bits: w})
		add(w, func(d bv.Domain, v []bv.Value) bv.Value {
			low := func(i int) bv.Value { return d.Extend(d.Extract(v[i], 0, w/2), w, false) }
			return bv.Apply(d, rem, d.Int([]bv.IntOp{bv.Mul, bv.Add}[k%2], low(a), low(b)), d.Const(w, m))
		})
	case 11: // reduced once
		m := uint64(3 + r.IntN(9))
		add(w, func(d bv.Domain, v []bv.Value) bv.Value {
			x := d.Int(bv.And, v[a], d.Const(w, m+uint64(k)%m))
			less := d.Int(bv.ULt, x, d.Const(w, m))
			return d.Select(less, x, d.Int(bv.Sub, x, d.Const(w, m)))
		})
	case 12:
		op := []bv.FloatOp{bv.FAdd, bv.FMul, bv.FMin, bv.FMax, bv.FMinNaN, bv.FMaxNaN}[r.IntN(6)]
		add(f.Bits(), func(d bv.Domain, v []bv.Value) bv.Value { return d.Float(op, f, v[x], v[y]) })
	case 13:
		op := []bv.FloatOp{bv.FEq, bv.FLt, bv.FUnordered}[r.IntN(3)]
		add(1, func(d bv.Domain, v []bv.Value) bv.Value { return d.Float(op, f, v[x], v[y]) })
	case 14:
		add(f.Bits(), func(d bv.Domain, v []bv.Value) bv.Value {
			if k%2 == 0 {
				return bv.Negate(d, f, v[x])
			}
			return d.Select(v[c], v[x], v[y])
		})
	case 16: // two shifts, or one turn
		join := []bv.IntOp{bv.Or, bv.Xor, bv.Add}[k%3]
		add(w, func(d bv.Domain, v []bv.Value) bv.Value {
			left := d.Int(bv.And, v[b], d.Const(w, uint64(w-1)))
			right := d.Int(bv.Sub, d.Const(w, uint64(w)), left)
			if r := k / 3; r%2 == 0 {
				right = d.Int(bv.And, right, d.Const(w, uint64(w-1)))
			}
			return d.Int(join, bv.Shift(d, bv.Left, v[a], left), bv.Shift(d, bv.Right, v[a], right))
		})
		add(w, func(d bv.Domain, v []bv.Value) bv.Value { return bv.Rotate(d, v[a], v[b]) })
	case 17: // a least or greatest that a NaN wins
		if f.Bits() == 16 && k%3 == 0 { // a half by way of a float32, as compilers do without such an instruction
			op, from := bv.FloatOp(r.IntN(int(bv.FMaxNaN)+1)), []bv.Format{f, bv.F16, bv.BF16}[r.IntN(3)]
			add(16, func(d bv.Domain, v []bv.Value) bv.Value {
				return d.Convert(f, bv.F32, d.Float(op, bv.F32, d.Convert(bv.F32, f, v[x]), d.Convert(bv.F32, from, v[y])))
			})
			return
		}
		op := []bv.FloatOp{bv.FMin, bv.FMax}[k%2]
		add(f.Bits(), func(d bv.Domain, v []bv.Value) bv.Value {
			nan := d.Convert(f, bv.F64, d.Const(64, math.Float64bits(math.NaN())))
			return d.Select(d.Float(bv.FUnordered, f, v[x], v[y]), nan, d.Float(op, f, v[x], v[y]))
		})
	case 15:
		if k%3 == 0 {
			how := bv.ShiftOp(r.IntN(3))
			add(w, func(d bv.Domain, v []bv.Value) bv.Value { return bv.Shift(d, how, v[a], v[b]) })
			return
		}
		op := []bv.IntOp{bv.And, bv.Or, bv.Xor}[r.IntN(3)]
		add(1, func(d bv.Domain, v []bv.Value) bv.Value { return d.Int(op, v[c], v[e]) })
	}
}

// run executes a program in a domain.
func (p *program) run(d bv.Domain, in []bv.Value) []bv.Value {
	v := append([]bv.Value{}, in...)
	for _, s := range p.steps[len(in):] {
		v = append(v, s(d, v))
	}
	return v
}

// inputs are random ones, with edges.
func inputs(r *rand.Rand, p *program, f bv.Format) (in []bv.Value) {
	for i := range 9 {
		w := p.w[i]
		x := r.Uint64() >> r.IntN(64)
		if r.IntN(3) == 0 {
			x = []uint64{0, 1, 2, 3, ^uint64(0), 1 << (w - 1), 1<<(w-1) - 1, 7}[r.IntN(8)]
		}
		if w == f.Bits() && i/3 == 1 && r.IntN(2) == 0 {
			c := []float64{0, math.Copysign(0, -1), 1, -1, 2, math.Inf(1), math.Inf(-1), math.NaN()}[r.IntN(8)]
			x, _ = bv.Numbers{}.Known(bv.Numbers{}.Convert(f, bv.F64, bv.Word{W: 64, X: math.Float64bits(c)}))
		}
		in = append(in, bv.Numbers{}.Const(w, x))
	}
	return in
}

// recorded is a program on a tape.
func recorded(p *program) (*tape.Tape, []*tape.Node) {
	t := tape.New()
	var in []bv.Value
	for i := range 9 {
		in = append(in, t.Var(p.w[i]))
	}
	var nodes []*tape.Node
	for _, v := range p.run(t, in) {
		nodes = append(nodes, v.(*tape.Node))
	}
	return t, nodes
}

// sameNumber reports whether two values are equal, but for the payload of a NaN.
func sameNumber(f bv.Format, w int, a, b uint64) bool {
	return a == b || w == f.Bits() && bv.IsNaN(f, a) && bv.IsNaN(f, b)
}

var shapes = []struct {
	w int
	f bv.Format
}{{8, bv.F32}, {16, bv.F64}, {64, bv.F32}, {8, bv.F64}, {32, bv.F16}, {8, bv.BF16}}

// TestRun: a tape that is run gives what numbers give.
func TestRun(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for round := range 120 {
		s := shapes[round%len(shapes)]
		p := random(r, 120, s.w, s.f)
		tp, nodes := recorded(p)
		run := tp.Program(nodes...)
		var rows [][]bv.Value
		for row := range 60 {
			in := inputs(r, p, s.f)
			rows = append(rows, in)
			for i, x := range in {
				run.In(i)[row] = x.(bv.Word).X
			}
		}
		run.Run(60)
		for row, in := range rows {
			for i, want := range p.run(bv.Numbers{}, in) {
				if got := run.Out(nodes[i])[row]; !sameNumber(s.f, p.w[i], got, want.(bv.Word).X) {
					t.Fatalf("round %d, value %d of %d bits is %#x, want %v", round, i, p.w[i], got, want)
				}
			}
		}
	}
}

// TestNormal: values with one normal form are equal of every input that is tried.
func TestNormal(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	joined, rounds := 0, 1500
	if extent.Of() == extent.Quick {
		rounds = 300
	}
	for round := range rounds {
		s := shapes[round%len(shapes)]
		p := random(r, 150, s.w, s.f)
		tp, nodes := recorded(p)
		class := map[*tape.Node]int{} // by form, the first value
		first := make([]int, len(nodes))
		for i, n := range nodes {
			form := tp.Normal(n)
			if p.w[i] == s.f.Bits() {
				form = tp.Normal(tp.Quiet(s.f, form).(*tape.Node))
			}
			j, known := class[form]
			if !known {
				j = i
				class[form] = i
			} else if nodes[j] != n {
				joined++
			}
			first[i] = j
		}
		for range 80 {
			v := p.run(bv.Numbers{}, inputs(r, p, s.f))
			for i, j := range first {
				a, b := v[i].(bv.Word), v[j].(bv.Word)
				if a.W != b.W || !sameNumber(s.f, a.W, a.X, b.X) {
					t.Fatalf("round %d: values %d and %d have one form, and are %v and %v", round, i, j, a, b)
				}
			}
		}
	}
	if joined < 2*rounds {
		t.Errorf("%d values joined: nothing was checked", joined)
	}
}

// TestScript: solvers agree that a tape computes what numbers give, and not what they do not.
func TestScript(t *testing.T) {
	extent.NotQuick(t, "asks z3")
	path, err := exec.LookPath("z3")
	if err != nil {
		t.Skip("no z3")
	}
	r := rand.New(rand.NewPCG(9, 10))
	for round := range 12 {
		s := shapes[round%len(shapes)]
		p := random(r, 90, s.w, s.f)
		tp, nodes := recorded(p)
		in := inputs(r, p, s.f)
		var given []*tape.Node
		for i, x := range in {
			given = append(given, tp.Int(bv.Eq, nodes[i], tp.Const(p.w[i], x.(bv.Word).X)).(*tape.Node))
		}
		var pairs []tape.Pair
		last := 0
		for i, v := range p.run(bv.Numbers{}, in) {
			f := bv.NoFormat
			if p.w[i] == s.f.Bits() && p.w[i] != s.w {
				f = s.f
			}
			pairs = append(pairs, tape.Pair{Float: f, A: nodes[i], B: tp.Const(p.w[i], v.(bv.Word).X).(*tape.Node)})
			if f == bv.NoFormat {
				last = i
			}
		}
		ask := func(pairs []tape.Pair) string {
			cmd := exec.Command(path, "-in", "-smt2", "-T:20")
			cmd.Stdin = strings.NewReader(tp.Script(given, pairs))
			out, _ := cmd.Output()
			verdict, _, _ := strings.Cut(string(out), "\n")
			return verdict
		}
		if got := ask(pairs); got != "unsat" {
			t.Errorf("round %d: %s, want unsat", round, got)
		}
		wrong := pairs[last]
		wrong.B = tp.Not(wrong.B).(*tape.Node)
		if got := ask([]tape.Pair{wrong}); got != "sat" {
			t.Errorf("round %d: %s, want sat", round, got)
		}
	}
}

// TestForms: equations that hold are seen, and those beside them are not.
func TestForms(t *testing.T) {
	tp := tape.New()
	a, b, c := tp.Var(32), tp.Var(32), tp.Var(32)
	in := func(op bv.IntOp, x, y bv.Value) bv.Value { return tp.Int(op, x, y) }
	shl := func(x bv.Value, k int) bv.Value { return tp.Concat(tp.Const(k, 0), tp.Extract(x, 0, 32-k)) }
	mod := func(p uint64, x bv.Value) bv.Value {
		return bv.Apply(tp, bv.Divide(bv.Division{Remainder: true, Bits: 64}), x, tp.Const(64, p))
	}
	wide := func(x bv.Value) bv.Value { return tp.Extend(x, 64, false) }
	mulMod := func(p uint64, x, y bv.Value) bv.Value {
		return tp.Extract(mod(p, tp.Int(bv.Mul, wide(x), wide(y))), 0, 32)
	}
	sum := func(of ...bv.Value) bv.Value {
		x := of[0]
		for _, y := range of[1:] {
			x = in(bv.Add, x, y)
		}
		return x
	}
	less := func(x, y bv.Value) bv.Value { return tp.Extend(tp.Int(bv.ULt, x, y), 32, false) }
	bit, bit2 := tp.Var(1), tp.Var(1)
	low := func(x bv.Value) bv.Value { return tp.Extract(x, 0, 32) }
	once := func(p uint64, x bv.Value) bv.Value { // x mod p of x below 2p
		return low(tp.Select(tp.Int(bv.ULt, wide(x), tp.Const(64, p)), wide(x), tp.Int(bv.Sub, wide(x), tp.Const(64, p))))
	}
	for i, e := range []struct {
		want bool
		x, y bv.Value
	}{
		{true, in(bv.Mul, in(bv.Add, a, b), c), in(bv.Add, in(bv.Mul, c, a), in(bv.Mul, b, c))},
		{false, in(bv.Mul, in(bv.Add, a, b), c), in(bv.Add, in(bv.Mul, c, a), b)},
		{true, shl(a, 3), in(bv.Mul, a, tp.Const(32, 8))},
		{false, shl(a, 3), in(bv.Mul, a, tp.Const(32, 7))},
		{true, tp.Not(in(bv.Add, a, b)), in(bv.Sub, tp.Not(a), b)},
		{true, in(bv.SMax, in(bv.SMin, a, b), in(bv.SMin, a, c)), in(bv.SMin, a, in(bv.SMax, b, c))},
		{false, in(bv.SMax, in(bv.SMin, a, b), in(bv.SMin, a, c)), in(bv.SMin, a, in(bv.UMax, b, c))},
		{true, in(bv.Xor, in(bv.Xor, a, b), a), b},
		{true, mulMod(97, mulMod(97, a, b), c), mulMod(97, a, mulMod(97, b, c))},
		{false, mulMod(97, mulMod(97, a, b), c), mulMod(97, a, mulMod(89, b, c))},
		{false, mod(97, wide(in(bv.Mul, a, b))), mod(97, tp.Int(bv.Mul, wide(a), wide(b)))}, // the product wraps
		{true, mod(97, in(bv.Add, wide(a), wide(b))), mod(97, in(bv.Add, mod(97, wide(a)), wide(b)))},
		{false, mod(97, wide(a)), wide(a)},
		{true, in(bv.Add, less(sum(a, b), b), less(sum(a, b, c), c)), in(bv.Add, less(sum(b, c), c), less(sum(a, b, c), a))},
		{false, in(bv.Add, less(sum(a, b), b), less(sum(a, b, c), c)), in(bv.Add, less(sum(b, c), c), less(sum(a, b, c), b))},
		{true, tp.Int(bv.Or, bit, bit2), tp.Int(bv.Xor, tp.Int(bv.Xor, bit, bit2), tp.Int(bv.And, bit, bit2))},
		{true, once(97, tp.Int(bv.And, a, tp.Const(32, 127))), low(mod(97, wide(tp.Int(bv.And, a, tp.Const(32, 127)))))},
		{false, once(97, tp.Int(bv.And, a, tp.Const(32, 255))), low(mod(97, wide(tp.Int(bv.And, a, tp.Const(32, 255)))))},
		{true, tp.Select(bit, in(bv.Add, a, b), a), in(bv.Add, a, tp.Select(bit, b, tp.Const(32, 0)))},
		{true, tp.Select(bit, tp.Select(bit2, a, b), b), tp.Select(tp.Int(bv.And, bit, bit2), a, b)},
		{false, tp.Select(bit, tp.Select(bit2, a, b), b), tp.Select(tp.Int(bv.Or, bit, bit2), a, b)},
	} {
		if got := tp.Normal(e.x.(*tape.Node)) == tp.Normal(e.y.(*tape.Node)); got != e.want {
			t.Errorf("equation %d: %v, want %v", i, got, e.want)
		}
	}
}

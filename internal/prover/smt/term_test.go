package smt

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// pair is a value in both domains.
type pair struct {
	t *Term
	n bv.Word
}

// mixer computes at random, on terms and on numbers side by side.
type mixer struct {
	rng  *rand.Rand
	d    *Domain
	env  map[*Term]uint64
	pool []pair
}

func newMixer(seed uint64) *mixer {
	m := &mixer{rng: rand.New(rand.NewPCG(seed, 1)), d: New(), env: map[*Term]uint64{}}
	for i, w := range []int{1, 1, 8, 8, 16, 16, 32, 32, 64} {
		t := m.d.Var(fmt.Sprintf("x%d", i), i, w)
		m.env[t] = m.number(w)
		m.pool = append(m.pool, pair{t, bv.Word{W: w, X: m.env[t]}})
	}
	return m
}

// number is random bits, or what is special as an integer or as a float.
func (m *mixer) number(w int) uint64 {
	x := m.rng.Uint64()
	special := []uint64{0, 1, ones(w), ones(w) >> 1, 1 << (w - 1), 0x3c00, 0xbc00, 0x3f80, 0x3f800000, 0x7fc00000, 0x7e00,
		0x7f80, 0x7c00}
	if m.rng.IntN(2) == 0 {
		x = special[m.rng.IntN(len(special))]
	}
	return x & ones(w)
}

// pick is a value of w bits, or of any number of them for 0.
func (m *mixer) pick(w int) pair {
	if w != 0 && m.rng.IntN(5) == 0 {
		x := m.number(w)
		return pair{m.d.number(w, x), bv.Word{W: w, X: x}}
	}
	for {
		if p := m.pool[m.rng.IntN(len(m.pool))]; w == 0 || p.n.W == w {
			return p
		}
	}
}

// step adds a value. apply runs in both domains.
func (m *mixer) step() {
	apply := func(f func(d bv.Domain, v []bv.Value) bv.Value, from ...pair) {
		var ts, ns []bv.Value
		for _, p := range from {
			ts, ns = append(ts, p.t), append(ns, p.n)
		}
		n := f(bv.Numbers{}, ns).(bv.Word)
		m.pool = append(m.pool, pair{f(m.d, ts).(*Term), n})
	}
	a := m.pick(0)
	b, c := m.pick(a.n.W), m.pick(1)
	switch m.rng.IntN(13) {
	case 10, 11, 12:
		m.word(apply, a, c)
	case 0:
		lo := m.rng.IntN(a.n.W)
		n := 1 + m.rng.IntN(a.n.W-lo)
		apply(func(d bv.Domain, v []bv.Value) bv.Value { return d.Extract(v[0], lo, n) }, a)
	case 1:
		if b = m.pick(0); a.n.W+b.n.W <= 64 {
			apply(func(d bv.Domain, v []bv.Value) bv.Value { return d.Concat(v[0], v[1]) }, a, b)
		}
	case 2:
		w, signed := a.n.W+m.rng.IntN(65-a.n.W), m.rng.IntN(2) == 0
		apply(func(d bv.Domain, v []bv.Value) bv.Value { return d.Extend(v[0], w, signed) }, a)
	case 3:
		apply(func(d bv.Domain, v []bv.Value) bv.Value { return d.Not(v[0]) }, a)
	case 4:
		apply(func(d bv.Domain, v []bv.Value) bv.Value { return d.Select(v[0], v[1], v[2]) }, c, a, b)
	case 5:
		f := bv.Format(m.rng.IntN(4))
		op := bv.FloatOp(m.rng.IntN(int(bv.FUnordered) + 1))
		a, b = m.pick(f.Bits()), m.pick(f.Bits())
		apply(func(d bv.Domain, v []bv.Value) bv.Value { return d.Float(op, f, v[0], v[1]) }, a, b)
	case 6:
		half := []bv.Format{bv.F16, bv.BF16}[m.rng.IntN(2)]
		op := bv.FloatOp(m.rng.IntN(int(bv.FMaxNaN) + 1))
		a, b = m.pick(16), m.pick(16)
		constant, x := m.rng.IntN(3) == 0, m.number(32)
		from := half
		if m.rng.IntN(4) == 0 {
			from = bv.F16 + bv.BF16 - half // the other
		}
		apply(func(d bv.Domain, v []bv.Value) bv.Value { // as compilers do without such an instruction
			q := d.Convert(bv.F32, half, v[1])
			if constant {
				q = d.Const(32, x)
			}
			return d.Convert(half, bv.F32, d.Float(op, bv.F32, d.Convert(bv.F32, from, v[0]), q))
		}, a, b)
	case 7: // as C++ computes on small integers
		a, b = m.pick(8), m.pick(8)
		op, signed, also := bv.IntOp(m.rng.IntN(int(bv.UMax)+1)), m.rng.IntN(2) == 0, m.rng.IntN(2) == 0
		apply(func(d bv.Domain, v []bv.Value) bv.Value {
			return d.Extract(d.Int(op, d.Extend(v[0], 32, signed), d.Extend(v[1], 32, also)), 0, 8)
		}, a, b)
	case 8: // a NaN wins
		op, last := bv.FMin+bv.FloatOp(m.rng.IntN(2)), bv.FMin+bv.FloatOp(m.rng.IntN(2))
		a, b, c = m.pick(32), m.pick(32), m.pick(32)
		apply(func(d bv.Domain, v []bv.Value) bv.Value {
			unordered := d.Float(bv.FUnordered, bv.F32, v[0], v[1])
			won := d.Select(unordered, d.Const(32, 0x7fffffff), d.Float(op, bv.F32, v[0], v[1]))
			return d.Float(last, bv.F32, won, v[2])
		}, a, b, c)
	default:
		op := bv.IntOp(m.rng.IntN(int(bv.SLt) + 1))
		apply(func(d bv.Domain, v []bv.Value) bv.Value { return d.Int(op, v[0], v[1]) }, a, b)
	}
	// The result of a float op on a NaN is no number that may be used further.
	if last := m.pool[len(m.pool)-1]; m.eval(last.t) != last.n.X && m.tainted(last) {
		m.pool = m.pool[:len(m.pool)-1]
	}
}

// word adds a shift, a rotation or a count of the bits of a.
func (m *mixer) word(apply func(f func(d bv.Domain, v []bv.Value) bv.Value, from ...pair), a, c pair) {
	switch m.rng.IntN(3) {
	case 0:
		if n := a.n.W; n == 8 || n == 16 || n == 32 || n == 64 {
			op, count := bv.ShiftOp(m.rng.IntN(3)), m.pick(0)
			if m.rng.IntN(2) == 0 { // a small one
				apply(func(d bv.Domain, v []bv.Value) bv.Value {
					by := d.Extend(d.Extract(v[1], 0, min(3, v[1].Width())), 32, false)
					return bv.Shift(d, op, v[0], by)
				}, a, count)
				break
			}
			apply(func(d bv.Domain, v []bv.Value) bv.Value { return bv.Shift(d, op, v[0], v[1]) }, a, count)
		}
	case 1:
		if n := a.n.W; n == 8 || n == 16 || n == 32 || n == 64 { // two shifts, or one turn
			count, join, whole := m.pick(64), []bv.IntOp{bv.Or, bv.Xor, bv.Add}[m.rng.IntN(3)], m.rng.IntN(2) == 0
			apply(func(d bv.Domain, v []bv.Value) bv.Value {
				left := d.Int(bv.And, v[1], d.Const(64, uint64(n-1)))
				right := d.Int(bv.Sub, d.Const(64, uint64(n)), left)
				if !whole {
					right = d.Int(bv.And, right, d.Const(64, uint64(n-1)))
				}
				return d.Int(join, bv.Shift(d, bv.Left, v[0], left), bv.Shift(d, bv.Right, v[0], right))
			}, a, count)
			apply(func(d bv.Domain, v []bv.Value) bv.Value { return bv.Rotate(d, v[0], v[1]) }, a, count)
		}
	default: // counts of bits, in words of any width
		w, k := []int{8, 16, 32, 64}[m.rng.IntN(4)], uint64(m.rng.IntN(3))
		apply(func(d bv.Domain, v []bv.Value) bv.Value {
			sum := d.Const(w, k)
			for i := range min(12, v[0].Width()) {
				sum = d.Int(bv.Add, sum, d.Extend(d.Extract(v[0], i, 1), w, false))
			}
			return d.Int(bv.Sub, d.Const(w, 32), d.Int(bv.Add, sum, d.Extend(v[1], w, false)))
		}, a, c)
	}
}

// tainted says whether p is a NaN in some format, by a float op.
func (m *mixer) tainted(p pair) bool {
	for f := bv.F16; f <= bv.F64; f++ {
		if f.Bits() == p.n.W && isNaN(f, p.n.X) && isNaN(f, m.eval(p.t)) {
			return true
		}
	}
	return false
}

// eval is what a term is where the variables are as in m.env.
func (m *mixer) eval(t *Term) uint64 {
	if t.kind == kConst {
		return t.x
	}
	x, ok := m.env[t]
	if !ok {
		x = m.compute(t)
		m.env[t] = x
	}
	return x
}

func (m *mixer) compute(t *Term) uint64 {
	var v []bv.Value
	for _, a := range t.args {
		if a != nil {
			v = append(v, bv.Word{W: a.w, X: m.eval(a)})
		}
	}
	if t.kind == kFloat || t.kind == kConvert || t.kind == kPayload {
		for _, a := range v {
			if x := a.(bv.Word).X; isNaN(t.format, x) && x != canonical(t.format) {
				panic("an operand that is not canonical")
			}
		}
	}
	numbers := make([]uint64, len(v))
	for i := range v {
		numbers[i] = v[i].(bv.Word).X
	}
	return t.number(numbers)
}

// number is what t is where its operands are numbers. Floats are canonical, as their definitions
// for solvers have it; of a NaN's payload, which may be any, it has the canonical one.
func (t *Term) number(args []uint64) uint64 {
	n := bv.Numbers{}
	word := func(i int) bv.Value { return bv.Word{W: t.args[i].w, X: args[i]} }
	canon := func(f bv.Format, x uint64) uint64 {
		if isNaN(f, x) {
			return canonical(f)
		}
		return x
	}
	known := func(v bv.Value) uint64 { return v.(bv.Word).X }
	switch t.kind {
	case kConst:
		return t.x
	case kExtract:
		return known(n.Extract(word(0), int(t.x), t.w))
	case kConcat:
		return known(n.Concat(word(0), word(1)))
	case kSign:
		return known(n.Extend(word(0), t.w, true))
	case kNot:
		return known(n.Not(word(0)))
	case kInt:
		return known(n.Int(bv.IntOp(t.code), word(0), word(1)))
	case kSelect:
		return known(n.Select(word(0), word(1), word(2)))
	case kFloat:
		x := known(n.Float(bv.FloatOp(t.code), t.format, word(0), word(1)))
		if t.w == 1 {
			return x
		}
		return canon(t.format, x)
	case kCanon:
		return canon(t.format, args[0])
	case kPayload:
		return args[0]
	case kConvert:
		return canon(t.to, known(n.Convert(t.to, t.format, word(0))))
	case kApply:
		x := t.fn.Value(args)
		if t.fn.Gives != bv.NoFormat {
			x = canon(t.fn.Gives, x)
		}
		return x
	}
	panic(fmt.Sprintf("unexpected term of kind %d", t.kind))
}

// TestSimplifies wants every term to be what plain numbers say, whatever was
// simplified in it.
func TestSimplifies(t *testing.T) {
	values, folded := 0, 0
	for seed := range uint64(3000) {
		m := newMixer(seed)
		for range 40 {
			m.step()
		}
		for _, p := range m.pool {
			values++
			if p.t.w != p.n.W || m.eval(p.t) != p.n.X {
				t.Fatalf("seed %d: a term of kind %d and %d bits is %#x, want %#x of %d bits", seed, p.t.kind, p.t.w, m.eval(p.t),
					p.n.X, p.n.W)
			}
			if _, known := p.t.known(); known {
				folded++
			}
		}
	}
	if values < 50_000 || folded < values/100 || folded > values/2 {
		t.Errorf("%d values, of which %d are constants", values, folded)
	}
}

// TestBounds wants an element to be at most a bound as numbers say.
func TestBounds(t *testing.T) {
	taken := 0
	for seed := range uint64(3000) {
		m := newMixer(seed)
		o := order{signed: seed%2 == 0}
		a := m.pick(8)
		for range 6 {
			b, c := m.pick(8), m.pick(1)
			op := []bv.IntOp{bv.UMin, bv.UMax}[m.rng.IntN(2)]
			if o.signed {
				op = []bv.IntOp{bv.SMin, bv.SMax}[m.rng.IntN(2)]
			}
			n := bv.Numbers{}
			a = pair{m.d.integer(op, a.t, b.t), n.Int(op, a.n, b.n).(bv.Word)}
			a = pair{m.d.choose(c.t, a.t, b.t), n.Select(c.n, a.n, b.n).(bv.Word)}
		}
		bound := m.pick(8)
		less := bv.ULt
		if o.signed {
			less = bv.SLt
		}
		at := m.d.atMost(o, a.t, bound.t, map[*Term]*Term{})
		want := 1 - bv.Numbers{}.Int(less, bound.n, a.n).(bv.Word).X
		if got := m.eval(at); got != want {
			t.Fatalf("seed %d: %d, want %d", seed, got, want)
		}
		taken += int(want)
	}
	if taken < 300 || taken > 2700 {
		t.Errorf("%d of 3000 are at most the bound", taken)
	}
}

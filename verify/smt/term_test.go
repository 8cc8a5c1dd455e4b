package smt

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/verify/ptx/exec"
)

// pair is a value in both domains.
type pair struct {
	t *Term
	n exec.Word
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
		m.pool = append(m.pool, pair{t, exec.Word{W: w, X: m.env[t]}})
	}
	return m
}

// number is random bits, or what is special as an integer or as a float.
func (m *mixer) number(w int) uint64 {
	x := m.rng.Uint64()
	special := []uint64{0, 1, ones(w), ones(w) >> 1, 1 << (w - 1), 0x3c00, 0xbc00, 0x3f80, 0x3f800000, 0x7fc00000, 0x7e00, 0x7f80, 0x7c00}
	if m.rng.IntN(2) == 0 {
		x = special[m.rng.IntN(len(special))]
	}
	return x & ones(w)
}

// pick is a value of w bits, or of any number of them for 0.
func (m *mixer) pick(w int) pair {
	if w != 0 && m.rng.IntN(5) == 0 {
		x := m.number(w)
		return pair{m.d.number(w, x), exec.Word{W: w, X: x}}
	}
	for {
		if p := m.pool[m.rng.IntN(len(m.pool))]; w == 0 || p.n.W == w {
			return p
		}
	}
}

// step adds a value. apply runs in both domains.
func (m *mixer) step() {
	apply := func(f func(d exec.Domain, v []exec.Value) exec.Value, from ...pair) {
		var ts, ns []exec.Value
		for _, p := range from {
			ts, ns = append(ts, p.t), append(ns, p.n)
		}
		n := f(exec.Numbers{}, ns).(exec.Word)
		m.pool = append(m.pool, pair{f(m.d, ts).(*Term), n})
	}
	a := m.pick(0)
	b, c := m.pick(a.n.W), m.pick(1)
	switch m.rng.IntN(10) {
	case 0:
		lo := m.rng.IntN(a.n.W)
		n := 1 + m.rng.IntN(a.n.W-lo)
		apply(func(d exec.Domain, v []exec.Value) exec.Value { return d.Extract(v[0], lo, n) }, a)
	case 1:
		if b = m.pick(0); a.n.W+b.n.W <= 64 {
			apply(func(d exec.Domain, v []exec.Value) exec.Value { return d.Concat(v[0], v[1]) }, a, b)
		}
	case 2:
		w, signed := a.n.W+m.rng.IntN(65-a.n.W), m.rng.IntN(2) == 0
		apply(func(d exec.Domain, v []exec.Value) exec.Value { return d.Extend(v[0], w, signed) }, a)
	case 3:
		apply(func(d exec.Domain, v []exec.Value) exec.Value { return d.Not(v[0]) }, a)
	case 4:
		apply(func(d exec.Domain, v []exec.Value) exec.Value { return d.Select(v[0], v[1], v[2]) }, c, a, b)
	case 5:
		f := exec.Format(m.rng.IntN(4))
		op := exec.FloatOp(m.rng.IntN(int(exec.FUnordered) + 1))
		a, b = m.pick(f.Bits()), m.pick(f.Bits())
		apply(func(d exec.Domain, v []exec.Value) exec.Value { return d.Float(op, f, v[0], v[1]) }, a, b)
	case 6:
		half := []exec.Format{exec.F16, exec.BF16}[m.rng.IntN(2)]
		op := exec.FloatOp(m.rng.IntN(int(exec.FMaxNaN) + 1))
		a, b = m.pick(16), m.pick(16)
		constant, x := m.rng.IntN(3) == 0, m.number(32)
		from := half
		if m.rng.IntN(4) == 0 {
			from = exec.F16 + exec.BF16 - half // the other
		}
		apply(func(d exec.Domain, v []exec.Value) exec.Value { // as compilers do without such an instruction
			q := d.Convert(exec.F32, half, v[1])
			if constant {
				q = d.Const(32, x)
			}
			return d.Convert(half, exec.F32, d.Float(op, exec.F32, d.Convert(exec.F32, from, v[0]), q))
		}, a, b)
	case 7: // as C++ computes on small integers
		a, b = m.pick(8), m.pick(8)
		op, signed, also := exec.IntOp(m.rng.IntN(int(exec.UMax)+1)), m.rng.IntN(2) == 0, m.rng.IntN(2) == 0
		apply(func(d exec.Domain, v []exec.Value) exec.Value {
			return d.Extract(d.Int(op, d.Extend(v[0], 32, signed), d.Extend(v[1], 32, also)), 0, 8)
		}, a, b)
	case 8: // a NaN wins
		op, last := exec.FMin+exec.FloatOp(m.rng.IntN(2)), exec.FMin+exec.FloatOp(m.rng.IntN(2))
		a, b, c = m.pick(32), m.pick(32), m.pick(32)
		apply(func(d exec.Domain, v []exec.Value) exec.Value {
			unordered := d.Float(exec.FUnordered, exec.F32, v[0], v[1])
			won := d.Select(unordered, d.Const(32, 0x7fffffff), d.Float(op, exec.F32, v[0], v[1]))
			return d.Float(last, exec.F32, won, v[2])
		}, a, b, c)
	default:
		op := exec.IntOp(m.rng.IntN(int(exec.SLt) + 1))
		apply(func(d exec.Domain, v []exec.Value) exec.Value { return d.Int(op, v[0], v[1]) }, a, b)
	}
	// What a float op returns of a NaN is no number that one may go on with.
	if last := m.pool[len(m.pool)-1]; m.eval(last.t) != last.n.X && m.tainted(last) {
		m.pool = m.pool[:len(m.pool)-1]
	}
}

// tainted says whether p is a NaN in some format, by a float op.
func (m *mixer) tainted(p pair) bool {
	for f := exec.F16; f <= exec.F64; f++ {
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
	if t.kind == kVar {
		return m.env[t]
	}
	var v []exec.Value
	for _, a := range t.args {
		if a != nil {
			v = append(v, exec.Word{W: a.w, X: m.eval(a)})
		}
	}
	if t.kind == kFloat || t.kind == kConvert || t.kind == kPayload {
		for _, a := range v {
			if x := a.(exec.Word).X; isNaN(t.format, x) && x != canonical(t.format) {
				panic("an operand that is not canonical")
			}
		}
	}
	n := exec.Numbers{}
	canon := func(f exec.Format, v exec.Value) uint64 {
		if x := v.(exec.Word).X; !isNaN(f, x) {
			return x
		}
		return canonical(f)
	}
	switch t.kind {
	case kExtract:
		return n.Extract(v[0], int(t.x), t.w).(exec.Word).X
	case kConcat:
		return n.Concat(v[0], v[1]).(exec.Word).X
	case kSign:
		return n.Extend(v[0], t.w, true).(exec.Word).X
	case kNot:
		return n.Not(v[0]).(exec.Word).X
	case kInt:
		return n.Int(exec.IntOp(t.code), v[0], v[1]).(exec.Word).X
	case kSelect:
		return n.Select(v[0], v[1], v[2]).(exec.Word).X
	case kFloat:
		r := n.Float(exec.FloatOp(t.code), t.format, v[0], v[1])
		if t.w == 1 {
			return r.(exec.Word).X
		}
		return canon(t.format, r)
	case kCanon:
		return canon(t.format, v[0])
	case kPayload:
		return v[0].(exec.Word).X
	case kConvert:
		return canon(t.to, n.Convert(t.to, t.format, v[0]))
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
				t.Fatalf("seed %d: a term of kind %d and %d bits is %#x, want %#x of %d bits", seed, p.t.kind, p.t.w, m.eval(p.t), p.n.X, p.n.W)
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
			op := []exec.IntOp{exec.UMin, exec.UMax}[m.rng.IntN(2)]
			if o.signed {
				op = []exec.IntOp{exec.SMin, exec.SMax}[m.rng.IntN(2)]
			}
			n := exec.Numbers{}
			a = pair{m.d.integer(op, a.t, b.t), n.Int(op, a.n, b.n).(exec.Word)}
			a = pair{m.d.choose(c.t, a.t, b.t), n.Select(c.n, a.n, b.n).(exec.Word)}
		}
		bound := m.pick(8)
		less := exec.ULt
		if o.signed {
			less = exec.SLt
		}
		at := m.d.atMost(o, a.t, bound.t, map[*Term]*Term{})
		want := 1 - exec.Numbers{}.Int(less, bound.n, a.n).(exec.Word).X
		if got := m.eval(at); got != want {
			t.Fatalf("seed %d: %d, want %d", seed, got, want)
		}
		taken += int(want)
	}
	if taken < 300 || taken > 2700 {
		t.Errorf("%d of 3000 are at most the bound", taken)
	}
}

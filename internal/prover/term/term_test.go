package term

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

const elements, maskBits = 6, 5

// integerWidths are those of random terms.
var integerWidths = []int{1, 8, 16, 32, 64}

// elementWidth is the width of element i.
func elementWidth(i int) int { return integerWidths[1+i%4] }

// integerMaker makes terms of integers at random from those that it has made.
type integerMaker struct {
	rng *rand.Rand
	d   *Domain
	all []computed
}

func newIntegerMaker(seed uint64) *integerMaker {
	m := &integerMaker{rng: rand.New(rand.NewPCG(seed, 1)), d: New(Strategy{})}
	n := bv.Numbers{}
	for i := range elements {
		w := elementWidth(i)
		m.all = append(m.all, computed{m.d.Var(i, w), func(in Input) bv.Value { return n.Const(w, in.Element(i)) },
			fmt.Sprintf("x%d", i)})
	}
	mask := func(in Input) bv.Value {
		var x uint64
		for i := range maskBits {
			if in.Mask(i) {
				x |= 1 << i
			}
		}
		return n.Const(maskBits, x)
	}
	for i := range maskBits {
		m.all = append(m.all, computed{m.d.GuardOf(m.d.Bit(i)), func(in Input) bv.Value { return n.Extract(mask(in), i, 1) },
			fmt.Sprintf("m%d", i)})
	}
	return m
}

// pick is a term of w bits that was made, or a constant.
func (m *integerMaker) pick(w int) computed {
	for range 50 {
		if p := m.all[m.rng.IntN(len(m.all))]; p.v.Width() == w {
			return p
		}
	}
	x := m.rng.Uint64() & ones(w)
	if m.rng.IntN(2) == 0 {
		x = []uint64{0, ones(w), 1, ones(w) >> 1, 1 << (w - 1)}[m.rng.IntN(5)] & ones(w)
	}
	return computed{m.d.Const(w, x), func(Input) bv.Value { return bv.Numbers{}.Const(w, x) }, fmt.Sprintf("%#x", x)}
}

// next makes one more term; false where the operands do not fit.
func (m *integerMaker) next() (p computed, ok bool) {
	d, n, rng := m.d, bv.Numbers{}, m.rng
	made := func(v bv.Value, f func(Input) bv.Value, format string, args ...any) (computed, bool) {
		return computed{v, f, fmt.Sprintf(format, args...)}, true
	}
	w := integerWidths[rng.IntN(len(integerWidths))]
	a, b := m.pick(w), m.pick(w)
	switch rng.IntN(9) {
	case 3:
		c := m.pick(1)
		return made(d.Select(c.v, a.v, b.v), func(in Input) bv.Value { return n.Select(c.f(in), a.f(in), b.f(in)) },
			"sel(%s, %s, %s)", c.s, a.s, b.s)
	case 4:
		lo := rng.IntN(w) / 8 * 8
		k := integerWidths[rng.IntN(len(integerWidths))]
		if lo+k > w {
			return p, false
		}
		return made(d.Extract(a.v, lo, k), func(in Input) bv.Value { return n.Extract(a.f(in), lo, k) }, "ext(%s, %d, %d)",
			a.s, lo, k)
	case 5:
		if w == 64 || w == 1 {
			return p, false
		}
		return made(d.Concat(a.v, b.v), func(in Input) bv.Value { return n.Concat(a.f(in), b.f(in)) }, "cat(%s, %s)", a.s,
			b.s)
	case 6:
		k, sign := integerWidths[rng.IntN(len(integerWidths))], rng.IntN(2) == 0
		if k < w {
			return p, false
		}
		return made(d.Extend(a.v, k, sign), func(in Input) bv.Value { return n.Extend(a.f(in), k, sign) },
			"widen(%s, %d, %v)", a.s, k, sign)
	case 7:
		c := m.pick(1)
		return made(d.Int(bv.SMax, d.Select(c.v, a.v, d.Const(w, 1<<(w-1))), b.v), func(in Input) bv.Value {
			return n.Int(bv.SMax, n.Select(c.f(in), a.f(in), n.Const(w, 1<<(w-1))), b.f(in))
		}, "max(%s?%s, %s)", c.s, a.s, b.s)
	case 8:
		return made(d.Not(a.v), func(in Input) bv.Value { return n.Not(a.f(in)) }, "not(%s)", a.s)
	}
	op := bv.IntOp(rng.IntN(int(bv.SLt) + 1))
	return made(d.Int(op, a.v, b.v), func(in Input) bv.Value { return n.Int(op, a.f(in), b.f(in)) }, "int%d(%s, %s)", op,
		a.s, b.s)
}

// agrees compares a term with its number on some inputs.
func (m *integerMaker) agrees(t *testing.T, seed uint64, p computed) {
	for range 12 {
		mask, xs := m.rng.Uint64(), [elements]uint64{}
		for i := range xs {
			xs[i] = m.rng.Uint64()
			if m.rng.IntN(3) == 0 {
				xs[i] = []uint64{0, ^uint64(0), 1, 0x7f, 0x80, 0x8000, 0x7fff, 0x80000000}[m.rng.IntN(8)]
			}
			xs[i] &= ones(elementWidth(i))
		}
		in := Input{Mask: func(b int) bool { return mask>>b&1 == 1 }, Element: func(i int) uint64 { return xs[i] }}
		if got, want := m.d.Eval(p.v, in), p.f(in).(bv.Word).X; got != want {
			t.Fatalf("seed %d: %s = %#x on mask %#x, elements %#x; the term gives %#x", seed, p.s, want, mask&0x1f, xs, got)
		}
	}
}

// Terms and numbers must agree at random points: a normal form that changes a
// value shows at once.
func TestNormalFormKeepsValue(t *testing.T) {
	for seed := range uint64(400) {
		func() {
			defer func() {
				if r := recover(); r != nil {
					if _, ok := r.(bv.Stop); !ok {
						panic(r)
					}
				}
			}()
			m := newIntegerMaker(seed)
			for range 60 {
				if p, ok := m.next(); ok {
					m.all = append(m.all, p)
					m.agrees(t, seed, p)
				}
			}
		}()
	}
}

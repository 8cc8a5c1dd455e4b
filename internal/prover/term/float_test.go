package term

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

var (
	floatFormats = []bv.Format{bv.F16, bv.BF16, bv.F32, bv.F64}
	floatEdges   = []uint64{0, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000, 0x7ff0000000000000,
		0xfff0000000000000, 0x7ff8000000000000, 1, 0x3e70000000000000, 0x40efffc000000000, 0x3f00000000000000}
)

// computed is a term, what it should be on an input, and its text.
type computed struct {
	v bv.Value
	f func(in Input) bv.Value
	s string
}

// floatMaker makes terms of floats at random from those that it has made.
type floatMaker struct {
	rng   *rand.Rand
	d     *Domain
	pools map[bv.Format][]computed
}

func newFloatMaker(seed uint64) *floatMaker {
	m := &floatMaker{rand.New(rand.NewPCG(seed, 2)), New(Strategy{}), map[bv.Format][]computed{}}
	n := bv.Numbers{}
	for i := range 8 {
		f := floatFormats[i%4]
		m.pools[f] = append(m.pools[f], computed{m.d.Var(i, f.Bits()), func(in Input) bv.Value {
			return n.Const(f.Bits(), in.Element(i))
		}, fmt.Sprintf("x%d", i)})
	}
	return m
}

// bit is one of the mask.
func (m *floatMaker) bit() computed {
	i, n := m.rng.IntN(maskBits), bv.Numbers{}
	return computed{m.d.GuardOf(m.d.Bit(i)), func(in Input) bv.Value {
		if in.Mask(i) {
			return n.Const(1, 1)
		}
		return n.Const(1, 0)
	}, fmt.Sprintf("m%d", i)}
}

// edge is a number of format f.
func (m *floatMaker) edge(f bv.Format) bv.Word {
	n := bv.Numbers{}
	return n.Convert(f, bv.F64, n.Const(64, floatEdges[m.rng.IntN(len(floatEdges))])).(bv.Word)
}

// pick is a term of format f that was made, or a constant.
func (m *floatMaker) pick(f bv.Format) computed {
	if m.rng.IntN(6) == 0 {
		x := m.edge(f)
		return computed{m.d.Const(x.W, x.X), func(Input) bv.Value { return x }, fmt.Sprintf("%#x", x.X)}
	}
	return m.pools[f][m.rng.IntN(len(m.pools[f]))]
}

// next makes one more term, and its format.
func (m *floatMaker) next() (computed, bv.Format) {
	d, n, rng := m.d, bv.Numbers{}, m.rng
	f := floatFormats[rng.IntN(4)]
	a, b := m.pick(f), m.pick(f)
	switch rng.IntN(6) {
	case 0, 1:
		op := bv.FloatOp(rng.IntN(int(bv.FMaxNaN) + 1))
		return computed{d.Float(op, f, a.v, b.v), func(in Input) bv.Value { return n.Float(op, f, a.f(in), b.f(in)) },
			fmt.Sprintf("f%d(%s, %s)", op, a.s, b.s)}, f
	case 2:
		c := m.bit()
		return computed{d.Select(c.v, a.v, b.v), func(in Input) bv.Value { return n.Select(c.f(in), a.f(in), b.f(in)) },
			fmt.Sprintf("(%s ? %s : %s)", c.s, a.s, b.s)}, f
	case 3:
		from := f
		f = floatFormats[rng.IntN(4)]
		if from.Bits() == f.Bits() && from != f {
			f = from
		}
		return computed{d.Convert(f, from, a.v), func(in Input) bv.Value { return n.Convert(f, from, a.f(in)) },
			fmt.Sprintf("cvt%d(%s)", f, a.s)}, f
	case 4: // halves through float32
		h := []bv.Format{bv.F16, bv.BF16}[rng.IntN(2)]
		op := []bv.FloatOp{bv.FAdd, bv.FMul}[rng.IntN(2)]
		x, y := m.pools[h][rng.IntN(len(m.pools[h]))], m.pools[h][rng.IntN(len(m.pools[h]))]
		return computed{
			d.Convert(h, bv.F32, d.Float(op, bv.F32, d.Convert(bv.F32, h, x.v), d.Convert(bv.F32, h, y.v))),
			func(in Input) bv.Value {
				return n.Convert(h, bv.F32, n.Float(op, bv.F32, n.Convert(bv.F32, h, x.f(in)), n.Convert(bv.F32, h, y.f(in))))
			}, fmt.Sprintf("round%d(%s, %s)", op, x.s, y.s)}, h
	}
	op := []bv.FloatOp{bv.FMin, bv.FMax}[rng.IntN(2)] // a NaN wins, by a select
	return computed{
		d.Select(d.Float(bv.FUnordered, f, a.v, b.v), d.Float(bv.FAdd, f, a.v, b.v), d.Float(op, f, b.v, a.v)),
		func(in Input) bv.Value {
			x, y := a.f(in), b.f(in)
			return n.Select(n.Float(bv.FUnordered, f, x, y), n.Float(bv.FAdd, f, x, y), n.Float(op, f, y, x))
		}, fmt.Sprintf("nan%d(%s, %s)", op, a.s, b.s)}, f
}

// TestFloatFormKeepsValue is TestNormalFormKeepsValue for floats, a NaN's
// payload aside.
func TestFloatFormKeepsValue(t *testing.T) {
	for seed := range uint64(400) {
		maker := newFloatMaker(seed)
		rng := maker.rng
		for range 40 {
			p, f := maker.next()
			maker.pools[f] = append(maker.pools[f], p)
			for range 12 {
				m := rng.Uint64()
				var xs [8]uint64
				for i := range xs {
					g := floatFormats[i%4]
					xs[i] = maker.edge(g).X
					if rng.IntN(2) == 0 {
						xs[i] = rng.Uint64() & ones(g.Bits())
					}
				}
				in := Input{Mask: func(b int) bool { return m>>b&1 == 1 }, Element: func(i int) uint64 { return xs[i] }}
				got, want := maker.d.Eval(p.v, in), p.f(in).(bv.Word).X
				if got != want && !(bv.IsNaN(f, got) && bv.IsNaN(f, want)) {
					t.Fatalf("seed %d: %s = %#x on mask %#x, elements %#x; the term gives %#x", seed, p.s, want, m&0x1f, xs, got)
				}
			}
		}
	}
}

package term

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/verify/bv"
)

// TestFloatFormKeepsValue is TestNormalFormKeepsValue for floats, a NaN's
// payload aside.
func TestFloatFormKeepsValue(t *testing.T) {
	formats := []bv.Format{bv.F16, bv.BF16, bv.F32, bv.F64}
	edges := []uint64{0, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000, 0x7ff0000000000000,
		0xfff0000000000000, 0x7ff8000000000000, 1, 0x3e70000000000000, 0x40efffc000000000, 0x3f00000000000000}
	n := bv.Numbers{}
	type pair struct {
		v bv.Value
		f func(in Input) bv.Value
		s string
	}
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 2))
		d := New()
		pools := map[bv.Format][]pair{}
		for i := range 8 {
			f := formats[i%4]
			pools[f] = append(pools[f], pair{d.Var(i, f.Bits()), func(in Input) bv.Value { return n.Const(f.Bits(), in.Element(i)) }, fmt.Sprintf("x%d", i)})
		}
		bit := func() pair {
			i := rng.IntN(maskBits)
			return pair{d.GuardOf(d.Bit(i)), func(in Input) bv.Value {
				if in.Mask(i) {
					return n.Const(1, 1)
				}
				return n.Const(1, 0)
			}, fmt.Sprintf("m%d", i)}
		}
		for range 40 {
			f := formats[rng.IntN(4)]
			pick := func() pair {
				if rng.IntN(6) == 0 {
					x := n.Convert(f, bv.F64, n.Const(64, edges[rng.IntN(len(edges))])).(bv.Word)
					return pair{d.Const(x.W, x.X), func(Input) bv.Value { return x }, fmt.Sprintf("%#x", x.X)}
				}
				return pools[f][rng.IntN(len(pools[f]))]
			}
			a, b := pick(), pick()
			var p pair
			switch rng.IntN(6) {
			case 0, 1:
				op := bv.FloatOp(rng.IntN(int(bv.FMaxNaN) + 1))
				p = pair{d.Float(op, f, a.v, b.v), func(in Input) bv.Value { return n.Float(op, f, a.f(in), b.f(in)) }, fmt.Sprintf("f%d(%s, %s)", op, a.s, b.s)}
			case 2:
				c := bit()
				p = pair{d.Select(c.v, a.v, b.v), func(in Input) bv.Value { return n.Select(c.f(in), a.f(in), b.f(in)) }, fmt.Sprintf("(%s ? %s : %s)", c.s, a.s, b.s)}
			case 3:
				from := f
				f = formats[rng.IntN(4)]
				if from.Bits() == f.Bits() && from != f {
					f = from
				}
				p = pair{d.Convert(f, from, a.v), func(in Input) bv.Value { return n.Convert(f, from, a.f(in)) }, fmt.Sprintf("cvt%d(%s)", f, a.s)}
			case 4: // halves through float32
				h := []bv.Format{bv.F16, bv.BF16}[rng.IntN(2)]
				op := []bv.FloatOp{bv.FAdd, bv.FMul}[rng.IntN(2)]
				x, y := pools[h][rng.IntN(len(pools[h]))], pools[h][rng.IntN(len(pools[h]))]
				f = h
				p = pair{
					d.Convert(h, bv.F32, d.Float(op, bv.F32, d.Convert(bv.F32, h, x.v), d.Convert(bv.F32, h, y.v))),
					func(in Input) bv.Value {
						return n.Convert(h, bv.F32, n.Float(op, bv.F32, n.Convert(bv.F32, h, x.f(in)), n.Convert(bv.F32, h, y.f(in))))
					}, fmt.Sprintf("round%d(%s, %s)", op, x.s, y.s)}
			case 5: // a NaN wins, by a select
				op := []bv.FloatOp{bv.FMin, bv.FMax}[rng.IntN(2)]
				p = pair{
					d.Select(d.Float(bv.FUnordered, f, a.v, b.v), d.Float(bv.FAdd, f, a.v, b.v), d.Float(op, f, b.v, a.v)),
					func(in Input) bv.Value {
						x, y := a.f(in), b.f(in)
						return n.Select(n.Float(bv.FUnordered, f, x, y), n.Float(bv.FAdd, f, x, y), n.Float(op, f, y, x))
					}, fmt.Sprintf("nan%d(%s, %s)", op, a.s, b.s)}
			}
			pools[f] = append(pools[f], p)
			for range 12 {
				m := rng.Uint64()
				var xs [8]uint64
				for i := range xs {
					g := formats[i%4]
					xs[i] = n.Convert(g, bv.F64, n.Const(64, edges[rng.IntN(len(edges))])).(bv.Word).X
					if rng.IntN(2) == 0 {
						xs[i] = rng.Uint64() & ones(g.Bits())
					}
				}
				in := Input{Mask: func(b int) bool { return m>>b&1 == 1 }, Element: func(i int) uint64 { return xs[i] }}
				got, want := d.Eval(p.v, in), p.f(in).(bv.Word).X
				if got != want && !(isNaN(f, got) && isNaN(f, want)) {
					t.Fatalf("seed %d: %s = %#x on mask %#x, elements %#x; the term gives %#x", seed, p.s, want, m&0x1f, xs, got)
				}
			}
		}
	}
}

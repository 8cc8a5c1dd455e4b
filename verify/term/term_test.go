package term

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/verify/bv"
)

const elements, maskBits = 6, 5

// Terms and numbers must agree at random points: a normal form that changes a
// value shows at once.
func TestNormalFormKeepsValue(t *testing.T) {
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 1))
		d := New()
		type pair struct {
			v bv.Value
			f func(in Input) bv.Value
			s string
		}
		n := bv.Numbers{}
		widths := []int{1, 8, 16, 32, 64}
		var all []pair
		for i := range elements {
			w := widths[1+i%4]
			all = append(all, pair{d.Var(i, w), func(in Input) bv.Value { return n.Const(w, in.Element(i)) }, fmt.Sprintf("x%d", i)})
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
			all = append(all, pair{d.GuardOf(d.Bit(i)), func(in Input) bv.Value { return n.Extract(mask(in), i, 1) }, fmt.Sprintf("m%d", i)})
		}
		pick := func(w int) pair {
			for range 50 {
				if p := all[rng.IntN(len(all))]; p.v.Width() == w {
					return p
				}
			}
			x := rng.Uint64() & ones(w)
			if rng.IntN(2) == 0 {
				x = []uint64{0, ones(w), 1, ones(w) >> 1, 1 << (w - 1)}[rng.IntN(5)] & ones(w)
			}
			return pair{d.Const(w, x), func(Input) bv.Value { return n.Const(w, x) }, fmt.Sprintf("%#x", x)}
		}
		add := func(v bv.Value, f func(Input) bv.Value, format string, args ...any) {
			p := pair{v, f, fmt.Sprintf(format, args...)}
			all = append(all, p)
			for range 12 {
				m, xs := rng.Uint64(), [elements]uint64{}
				for i := range xs {
					xs[i] = rng.Uint64()
					if rng.IntN(3) == 0 {
						xs[i] = []uint64{0, ^uint64(0), 1, 0x7f, 0x80, 0x8000, 0x7fff, 0x80000000}[rng.IntN(8)]
					}
					xs[i] &= ones(widths[1+i%4])
				}
				in := Input{Mask: func(b int) bool { return m>>b&1 == 1 }, Element: func(i int) uint64 { return xs[i] }}
				if got, want := d.Eval(v, in), p.f(in).(bv.Word).X; got != want {
					t.Fatalf("seed %d: %s = %#x on mask %#x, elements %#x; the term gives %#x", seed, p.s, want, m&0x1f, xs, got)
				}
			}
		}
		func() {
			defer func() {
				if r := recover(); r != nil {
					if _, ok := r.(bv.Stop); !ok {
						panic(r)
					}
				}
			}()
			for range 60 {
				w := widths[rng.IntN(len(widths))]
				a, b := pick(w), pick(w)
				switch rng.IntN(9) {
				case 0, 1, 2:
					op := bv.IntOp(rng.IntN(int(bv.SLt) + 1))
					add(d.Int(op, a.v, b.v), func(in Input) bv.Value { return n.Int(op, a.f(in), b.f(in)) }, "int%d(%s, %s)", op, a.s, b.s)
				case 3:
					c := pick(1)
					add(d.Select(c.v, a.v, b.v), func(in Input) bv.Value { return n.Select(c.f(in), a.f(in), b.f(in)) }, "sel(%s, %s, %s)", c.s, a.s, b.s)
				case 4:
					lo := rng.IntN(w)
					k := widths[rng.IntN(len(widths))]
					if lo /= 8; lo*8+k > w {
						continue
					}
					add(d.Extract(a.v, lo*8, k), func(in Input) bv.Value { return n.Extract(a.f(in), lo*8, k) }, "ext(%s, %d, %d)", a.s, lo*8, k)
				case 5:
					if w == 64 || w == 1 {
						continue
					}
					add(d.Concat(a.v, b.v), func(in Input) bv.Value { return n.Concat(a.f(in), b.f(in)) }, "cat(%s, %s)", a.s, b.s)
				case 6:
					k, sign := widths[rng.IntN(len(widths))], rng.IntN(2) == 0
					if k < w {
						continue
					}
					add(d.Extend(a.v, k, sign), func(in Input) bv.Value { return n.Extend(a.f(in), k, sign) }, "widen(%s, %d, %v)", a.s, k, sign)
				case 7:
					c := pick(1)
					add(d.Int(bv.SMax, d.Select(c.v, a.v, d.Const(w, 1<<(w-1))), b.v), func(in Input) bv.Value {
						return n.Int(bv.SMax, n.Select(c.f(in), a.f(in), n.Const(w, 1<<(w-1))), b.f(in))
					}, "max(%s?%s, %s)", c.s, a.s, b.s)
				case 8:
					add(d.Not(a.v), func(in Input) bv.Value { return n.Not(a.f(in)) }, "not(%s)", a.s)
				}
			}
		}()
	}
}

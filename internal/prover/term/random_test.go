package term

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// graph is an expression that grows at random, as terms and on many inputs as numbers.
type graph struct {
	t      *testing.T
	seed   uint64
	rng    *rand.Rand
	d      *Domain
	widths []int
	vars   []int // widths
	masks  int
	inputs []Input
	nodes  []grown
}

// grown is a value of a graph: the term, and what numbers give on each input.
type grown struct {
	v *Term
	x []uint64
	s string
}

func newGraph(t *testing.T, seed uint64, widths, vars []int, masks int) *graph {
	g := &graph{t: t, seed: seed, rng: rand.New(rand.NewPCG(seed, 11)), d: New(Strategy{HighFirst: seed%3 == 0}),
		widths: widths, vars: vars, masks: masks}
	return g
}

// input adds an input: the bits of a mask, and elements.
func (g *graph) input(mask uint64, xs []uint64, nan bool) {
	in := Input{Mask: func(b int) bool { return mask>>b&1 == 1 }, Element: func(i int) uint64 { return xs[i] }}
	if nan {
		salt := g.rng.Uint64()
		in.NaN = func(id int, f bv.Format) uint64 {
			r := rand.New(rand.NewPCG(salt, uint64(id)))
			w := f.Bits()
			return bv.Infinity(f) | 1 | r.Uint64()&(ones(w)>>1)&^bv.Infinity(f) | r.Uint64()&1<<(w-1)
		}
	}
	g.inputs = append(g.inputs, in)
}

// leaves adds elements, mask bits and some numbers.
func (g *graph) leaves() {
	for i, w := range g.vars {
		g.add(g.d.Var(i, w), func(k int) uint64 { return g.inputs[k].Element(i) }, "x%d", i)
	}
	for i := range g.masks {
		g.add(g.d.GuardOf(g.d.Bit(i)), func(k int) uint64 {
			if g.inputs[k].Mask(i) {
				return 1
			}
			return 0
		}, "m%d", i)
	}
	g.add(g.d.MaskBits(0, g.masks), func(k int) uint64 {
		var x uint64
		for i := range g.masks {
			if g.inputs[k].Mask(i) {
				x |= 1 << i
			}
		}
		return x
	}, "mask")
}

func (g *graph) add(v bv.Value, f func(k int) uint64, format string, args ...any) {
	n := grown{v: v.(*Term), x: make([]uint64, len(g.inputs)), s: fmt.Sprintf(format, args...)}
	if len(n.s) > 400 {
		n.s = n.s[:400] + "…"
	}
	for k := range g.inputs {
		n.x[k] = f(k)
	}
	g.nodes = append(g.nodes, n)
	loose := g.d.fromFloat(n.v)
	for k, in := range g.inputs {
		got := g.d.Eval(n.v, in)
		if got == n.x[k] {
			continue
		}
		if f, ok := g.formatOf(n.v); loose && (!ok || bv.IsNaN(f, got) && bv.IsNaN(f, n.x[k])) {
			continue
		}
		g.t.Fatalf("seed %d: %s is %#x on input %d, its term gives %#x", g.seed, n.s, n.x[k], k, got)
	}
}

// formatOf is the only format in which v is a number for all payloads.
func (g *graph) formatOf(v *Term) (f bv.Format, ok bool) {
	for c := bv.F16; c <= bv.F64; c++ {
		if c.Bits() == v.w && g.d.isNumber(c, v) {
			return c, true
		}
	}
	return 0, false
}

func (g *graph) pick(w int) grown {
	for range 60 {
		if p := g.nodes[g.rng.IntN(len(g.nodes))]; p.v.w == w {
			return p
		}
	}
	x := g.rng.Uint64() & ones(w)
	if g.rng.IntN(2) == 0 {
		x = []uint64{0, ones(w), 1, ones(w) >> 1, 1 << (w - 1), 2, 3}[g.rng.IntN(7)] & ones(w)
	}
	c := grown{v: g.d.constant(w, x), x: make([]uint64, len(g.inputs)), s: fmt.Sprintf("%#x", x)}
	for k := range c.x {
		c.x[k] = x
	}
	return c
}

func word(w int, x uint64) bv.Word { return bv.Word{W: w, X: x} }

// grow adds one value, if the domain takes it.
func (g *graph) grow(floats bool) {
	n, d, rng := bv.Numbers{}, g.d, g.rng
	num := func(v bv.Value) uint64 { return v.(bv.Word).X }
	w := g.widths[rng.IntN(len(g.widths))]
	a, b := g.pick(w), g.pick(w)
	two := func(v bv.Value, f func(x, y bv.Value) bv.Value, name string) {
		g.add(v, func(k int) uint64 { return num(f(word(w, a.x[k]), word(w, b.x[k]))) }, "%s(%s, %s)", name, a.s, b.s)
	}
	if floats && rng.IntN(2) == 0 {
		g.growFloat()
		return
	}
	switch rng.IntN(12) {
	case 0, 1, 2, 3:
		op := bv.IntOp(rng.IntN(int(bv.SLt) + 1))
		two(d.Int(op, a.v, b.v), func(x, y bv.Value) bv.Value { return n.Int(op, x, y) }, fmt.Sprintf("int%d", op))
	case 4:
		two(d.Not(a.v), func(x, _ bv.Value) bv.Value { return n.Not(x) }, "not")
	case 5, 6:
		c := g.pick(1)
		g.add(d.Select(c.v, a.v, b.v), func(k int) uint64 {
			if c.x[k] == 1 {
				return a.x[k]
			}
			return b.x[k]
		}, "sel(%s, %s, %s)", c.s, a.s, b.s)
	case 7:
		lo := rng.IntN(w)
		m := 1 + rng.IntN(w-lo)
		two(d.Extract(a.v, lo, m), func(x, _ bv.Value) bv.Value { return n.Extract(x, lo, m) },
			fmt.Sprintf("bits%d+%d", lo, m))
	case 8:
		c := g.pick(g.widths[rng.IntN(len(g.widths))])
		if w+c.v.w > 64 {
			return
		}
		g.add(d.Concat(a.v, c.v), func(k int) uint64 { return a.x[k] | c.x[k]<<w }, "cat(%s, %s)", a.s, c.s)
	case 9:
		m, sign := g.widths[rng.IntN(len(g.widths))], rng.IntN(2) == 0
		if m < w {
			return
		}
		two(d.Extend(a.v, m, sign), func(x, _ bv.Value) bv.Value { return n.Extend(x, m, sign) },
			fmt.Sprintf("widen%d%v", m, sign))
	case 10: // a shift by a number
		s := rng.IntN(w)
		if s == 0 {
			return
		}
		two(d.Concat(d.Const(s, 0), d.Extract(a.v, 0, w-s)), func(x, _ bv.Value) bv.Value {
			return n.Int(bv.Mul, x, word(w, 1<<s))
		}, fmt.Sprintf("shl%d", s))
	case 11:
		if w > 8 {
			return
		}
		none := []uint64{nobody, 32, 0}[rng.IntN(3)]
		g.add(d.First(a.v, none), func(k int) uint64 { return num(bv.FirstOf(n, word(w, a.x[k]), none)) }, "first(%s)", a.s)
	}
}

func (g *graph) growFloat() {
	n, d, rng := bv.Numbers{}, g.d, g.rng
	f := bv.Format(rng.IntN(4))
	w := f.Bits()
	a, b := g.pick(w), g.pick(w)
	num := func(v bv.Value) uint64 { return v.(bv.Word).X }
	two := func(v bv.Value, of func(x, y bv.Value) bv.Value, name string) {
		g.add(v, func(k int) uint64 { return num(of(word(w, a.x[k]), word(w, b.x[k]))) }, "%s.%d(%s, %s)", name, f, a.s, b.s)
	}
	switch rng.IntN(8) {
	case 0, 1, 2:
		op := bv.FloatOp(rng.IntN(int(bv.FUnordered) + 1))
		two(d.Float(op, f, a.v, b.v), func(x, y bv.Value) bv.Value { return n.Float(op, f, x, y) },
			fmt.Sprintf("float%d", op))
	case 3:
		op := bv.FloatOp(rng.IntN(int(bv.FUnordered) + 1))
		two(d.Float(op, f, bv.Negate(d, f, a.v), bv.Negate(d, f, b.v)), func(x, y bv.Value) bv.Value {
			return n.Float(op, f, bv.Negate(n, f, x), bv.Negate(n, f, y))
		}, fmt.Sprintf("float%d of neg", op))
	case 4:
		two(bv.Negate(d, f, a.v), func(x, _ bv.Value) bv.Value { return bv.Negate(n, f, x) }, "neg")
	case 5:
		two(bv.Absolute(d, f, a.v), func(x, _ bv.Value) bv.Value { return bv.Absolute(n, f, x) }, "abs")
	case 6:
		to := bv.Format(rng.IntN(4))
		if to != f && to.Bits() == w {
			return
		}
		two(d.Convert(to, f, a.v), func(x, _ bv.Value) bv.Value { return n.Convert(to, f, x) }, fmt.Sprintf("to%d", to))
	case 7: // through a wider format
		to := []bv.Format{bv.F32, bv.F64}[rng.IntN(2)]
		op := []bv.FloatOp{bv.FAdd, bv.FMul, bv.FMin, bv.FMaxNaN}[rng.IntN(4)]
		if to.Bits() <= w {
			return
		}
		round := func(d bv.Domain, x, y bv.Value) bv.Value {
			return d.Convert(f, to, d.Float(op, to, d.Convert(to, f, x), d.Convert(to, f, y)))
		}
		two(round(d, a.v, b.v), func(x, y bv.Value) bv.Value { return round(n, x, y) }, fmt.Sprintf("through%d.%d", to, op))
	}
}

// compare asks of pairs whether they are the same: never, if an input tells them apart.
func (g *graph) compare(pairs int) (same int) {
	for range pairs {
		a := g.nodes[g.rng.IntN(len(g.nodes))]
		b := g.pick(a.v.w)
		if g.d.fromFloat(a.v) || g.d.fromFloat(b.v) {
			continue
		}
		where := g.d.Differ(a.v, b.v, nil)
		equal := true
		for k := range g.inputs {
			if a.x[k] != b.x[k] {
				equal = false
				if !g.d.Holds(where, g.inputs[k].Mask) {
					g.t.Fatalf("seed %d: %s and %s differ on input %d, and pass for the same there", g.seed, a.s, b.s, k)
				}
			}
		}
		if equal && where == False && a.v != b.v {
			same++
		}
	}
	return same
}

// try runs f, which may end in a refusal.
func (g *graph) try(f func()) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(bv.Stop); !ok {
				panic(fmt.Sprintf("seed %d: %v", g.seed, r))
			}
		}
	}()
	f()
}

// TestSmallTerms: every form keeps its value on every input, at widths of a few bits.
func TestSmallTerms(t *testing.T) {
	seeds := uint64(250)
	if testing.Short() {
		seeds = 100
	}
	for seed := range seeds {
		g := newGraph(t, seed, []int{1, 2, 3, 4, 6}, []int{3, 3, 2}, 2)
		for x := range uint64(1 << 10) {
			g.input(x&3, []uint64{x >> 2 & 7, x >> 5 & 7, x >> 8 & 3}, false)
		}
		g.leaves()
		for range 30 {
			g.try(func() { g.grow(false) })
		}
		g.try(func() { g.compare(20) })
	}
}

var edgeWords = []uint64{0, ^uint64(0), 1, 2, 3, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff,
	0x80000000, 0xffffffff, 1 << 32, 1<<63 - 1, 1 << 63}

// TestWideTerms: the same at the widths of registers, on edges and random words.
func TestWideTerms(t *testing.T) {
	seeds := uint64(1000)
	if testing.Short() {
		seeds = 200
	}
	for seed := range seeds {
		g := newGraph(t, seed, []int{1, 8, 16, 32, 64, 5, 33}, []int{8, 16, 32, 64, 32, 64}, 4)
		for range 24 {
			xs := make([]uint64, len(g.vars))
			for i, w := range g.vars {
				if xs[i] = g.rng.Uint64() & ones(w); g.rng.IntN(2) == 0 {
					xs[i] = edgeWords[g.rng.IntN(len(edgeWords))] & ones(w)
				}
				if i > 0 && g.rng.IntN(6) == 0 {
					xs[i] = xs[i-1] & ones(w)
				}
			}
			g.input(g.rng.Uint64(), xs, false)
		}
		g.leaves()
		for range 60 {
			g.try(func() { g.grow(false) })
		}
		g.try(func() { g.compare(20) })
	}
}

// TestFloatTerms: floats and integers mixed, where every NaN that arithmetic returns has
// random bits: what passes for exact does not depend on them.
func TestFloatTerms(t *testing.T) {
	seeds := uint64(1000)
	if testing.Short() {
		seeds = 200
	}
	for seed := range seeds {
		g := newGraph(t, seed, []int{1, 16, 32, 64}, []int{16, 16, 32, 32, 64, 64, 16}, 4)
		for k := range 24 {
			xs := make([]uint64, len(g.vars))
			for i, w := range g.vars {
				xs[i] = floatAtRandom(g.rng, w)
				if i > 0 && g.rng.IntN(6) == 0 {
					xs[i] = xs[i-1] & ones(w)
				}
			}
			g.input(g.rng.Uint64(), xs, k%2 == 0)
		}
		g.leaves()
		for range 60 {
			g.try(func() { g.grow(true) })
		}
		g.try(func() { g.compare(10) })
	}
}

// floatAtRandom is a zero, a denormal, an infinity, a NaN of either kind, a number near
// an edge, or any bits.
func floatAtRandom(rng *rand.Rand, w int) uint64 {
	f := map[int][]bv.Format{16: {bv.F16, bv.BF16}, 32: {bv.F32}, 64: {bv.F64}}[w]
	inf := bv.Infinity(f[rng.IntN(len(f))])
	one := bv.Numbers{}.One(f[rng.IntN(len(f))])
	sign := rng.Uint64() & 1 << (w - 1)
	switch rng.IntN(8) {
	case 0:
		return sign
	case 1:
		return sign | 1 + rng.Uint64()&3
	case 2:
		return sign | inf
	case 3:
		return sign | inf | 1
	case 4:
		return sign | ones(w-1) ^ rng.Uint64()&1
	case 5:
		return sign | inf - 1
	case 6:
		return sign | one + rng.Uint64()&3 - 1
	}
	return rng.Uint64() & ones(w)
}

package exec

import (
	"fmt"
	"math"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// A comparison of what the launch does not tell is true in some launches and false in others. An
// execution takes one side: that of Path.taken, else the first. It notes the side as a fact, by
// which later comparisons of the same numbers are settled. To execute a kernel along every path
// is to execute it for every launch.

// Path is the side that an execution takes at each comparison of what the launch does not tell.
type Path struct {
	// Fixed says that a comparison past those with a chosen side ends the execution.
	Fixed bool

	taken []bool
	used  int
	signs []interval
	rests []rest
	words []string
}

// interval is what is known of a polynomial without its number: it is at least lo and at most hi.
// The ends of int64 stand for no bound.
type interval struct {
	of     linear
	lo, hi int64
}

// rest is what is known of a polynomial without its number, modulo 2^of.w: it is value, or is not. No power of two
// divides it: of multiples the same is known as of what they are multiples of.
type rest struct {
	of    linear
	value uint64
	is    bool
}

// Next is the path after p in an order of all, nil after the last.
func (p *Path) Next() *Path {
	taken := append([]bool(nil), p.taken[:p.used]...)
	for n := len(taken); n > 0; n-- {
		if taken[n-1] {
			return &Path{taken: append(taken[:n-1:n-1], false)}
		}
	}
	return nil
}

// Again is the same path, for another execution.
func (p *Path) Again() *Path { return &Path{taken: append([]bool(nil), p.taken...)} }

// String is what holds on the path, in words.
func (p *Path) String() string { return strings.Join(p.words, ", ") }

// takes is the side of the next comparison.
func (p *Path) takes() bool {
	if p.used == len(p.taken) {
		if p.Fixed {
			stop("a comparison of what the launch does not tell that depends on the data")
		}
		if len(p.taken) == 64 {
			stop("more than 64 comparisons of what the launch does not tell")
		}
		p.taken = append(p.taken, true)
	}
	p.used++
	return p.taken[p.used-1]
}

// bounds are what is known of a polynomial without its number.
func (p *Path) bounds(l linear) *interval {
	for i := range p.signs {
		if p.signs[i].of == l {
			return &p.signs[i]
		}
	}
	p.signs = append(p.signs, interval{l, math.MinInt64, math.MaxInt64})
	return &p.signs[len(p.signs)-1]
}

// maxWhole bounds the numbers of polynomials that are compared as whole numbers.
const maxWhole = 1 << 62

// difference is b - a as a whole number, with the sign of its first term made positive. ok is
// false where a number is too large to be followed.
func difference(a, b linear) (d linear, flipped, ok bool) {
	ok = true
	for _, l := range []linear{a, b} {
		for i := range l.n + 1 {
			c := signedBits(l.w, l.rest)
			if i < l.n {
				c = signedBits(l.w, l.terms[i].by)
			}
			ok = ok && c > -maxWhole/4 && c < maxWhole/4
		}
	}
	d = linear{w: 64}.Plus(1, b).Plus(-1, a)
	if d.n > 0 && int64(d.terms[0].by) < 0 {
		return linear{w: 64}.plus(d, ^uint64(0)), true, ok
	}
	return d, false, ok
}

// less is the bit that a < b, as whole numbers.
func (g *Grid) less(a, b linear) (bit bv.Value, is bool) {
	g.asks(a)
	g.asks(b)
	d, flipped, ok := difference(a, b) // b - a > 0, or d = a - b < 0
	if !ok {
		stop("a number too large to be compared with what the launch does not tell")
	}
	// d = s + c. Not flipped: s >= 1 - c. Flipped: s < -c, not (s >= -c).
	from := 1 - int64(d.rest)
	if flipped {
		from = -int64(d.rest)
	}
	bit, is = g.atLeast(d.symbols(), from)
	if bit == nil {
		return nil, is != flipped
	}
	if flipped {
		bit = g.not(bit)
	}
	return bit, false
}

// asks notes that something depends on a polynomial, in another way than a sum or a product of it does.
func (g *Grid) asks(l linear) {
	if g.Late == nil || !l.names(g.Late) {
		return
	}
	if g.Asked = true; !g.Ready() {
		stop("%s is asked for too early", g.text(l))
	}
}

// atLeast is whether s >= from, or a bit that stands for it.
func (g *Grid) atLeast(s linear, from int64) (bit bv.Value, is bool) {
	if g.Loop != nil {
		if of, t, atMost, ok := g.ofOne(s, from); ok {
			bit, is = g.settles(of, t)
			return bit, is != atMost
		}
	}
	return g.settles(s, from)
}

// settles is [Grid.atLeast] of a polynomial that is looked at as one number.
func (g *Grid) settles(s linear, from int64) (bit bv.Value, is bool) {
	least, most := g.reach(s)
	switch known := g.Path.bounds(s); {
	case least.Cmp(bigOf(from)) >= 0 || known.lo >= from:
		return nil, true
	case most.Cmp(bigOf(from)) < 0 || known.hi < from:
		return nil, false
	case g.ofRows(s):
		row := -from // s is PerBlock*block - rows, so this row is the first that is not there
		switch {
		case row == g.Focus, row > g.Focus && g.Focus != NoRow && !g.Exists:
			return nil, !g.Exists
		case row < g.Focus && g.Focus != NoRow && g.Exists:
			return nil, false
		}
		return g.bitOf(question{s, 0, uint64(from)}), false
	case g.Path.takes():
		known.lo = from
		g.say("%s >= %d", g.text(s), from)
		g.narrows(s, known)
		return nil, true
	default:
		known.hi = from - 1
		g.say("%s < %d", g.text(s), from)
		g.narrows(s, known)
		return nil, false
	}
}

// congruent is whether l is value modulo 2^k. sure says that it is settled; else it is chosen, where
// choose is true.
func (g *Grid) congruent(l linear, k int, value uint64, choose bool) (is, sure bool) {
	g.asks(l)
	l = l.Modulo(k)
	value = (value - l.rest) & lowBits(k)
	s := l.symbols()
	step := s.step()
	if value&(lowBits(64)>>(64-step)) != 0 && step > 0 {
		return false, true
	}
	if step == k {
		return true, true
	}
	fact := rest{of: s.divided(step), value: value >> step}
	others := 0
	for _, f := range g.Path.rests {
		if w := min(f.of.w, fact.of.w); f.of.Modulo(w) != fact.of.Modulo(w) {
			continue
		}
		switch {
		case f.of.w < fact.of.w: // of fewer bits, it rules out what they are not
			if (fact.value&lowBits(f.of.w) == f.value) != f.is {
				return false, true
			}
		case f.is:
			return f.value&lowBits(fact.of.w) == fact.value, true
		case f.of.w == fact.of.w && f.value == fact.value:
			return false, true
		case f.of.w == fact.of.w:
			others++
		}
	}
	if others == 1<<fact.of.w-1 { // it is what is left; fewer bits of it follow
		fact.is = true
		g.Path.rests = append(g.Path.rests, fact)
		return true, true
	}
	if !choose {
		return false, false
	}
	is = g.Path.takes()
	fact.is = is
	g.Path.rests = append(g.Path.rests, fact)
	sign := "="
	if !is {
		sign = "≠"
	}
	g.say("%s %s %d modulo %d", g.text(s), sign, value, 1<<k)
	return is, true
}

// say adds to what holds on the path.
func (g *Grid) say(format string, args ...any) {
	g.Path.words = append(g.Path.words, fmt.Sprintf(format, args...))
}

// extremum is min or max of integers. The identity of a number of the launch is a side of the path.
func extremum(least bool) action {
	plainly := binary(best(least))
	return func(t *thread, in *instr) {
		ty := in.last()
		a, b := t.readAny(in.args[1], ty.w), t.readAny(in.args[2], ty.w)
		if ty.packed || !ofGrid(a.V) && !ofGrid(b.V) {
			plainly(t, in)
			return
		}
		less := bv.ULt
		if ty.signed {
			less = bv.SLt
		}
		v := b.V
		if t.isLess(less, a.V, b.V) == least {
			v = a.V
		}
		t.set(in, Cell{v, t.m.and(a.Def, b.Def)})
	}
}

// isLess reports whether a < b. Of equal numbers, which are their own minimum and maximum, it may say either. Bounds
// of the launch's numbers settle it without a side of the path where they can: each side is one more execution of the
// block.
func (t *thread) isLess(less bv.IntOp, a, b bv.Value) bool {
	switch {
	case t.never(less, b, a):
		return true
	case t.never(less, a, b):
		return false
	}
	return t.known(Cell{t.compute(less, a, b), t.m.one}, "a comparison") == 1
}

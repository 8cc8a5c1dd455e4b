package exec

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// small is a launch with three numbers of few values, a known small sum of them, and a polynomial of them.
type small struct {
	g     *Grid
	names []string
	most  []int64
	of    linear
	vs    []Sum
}

func newSmall(rng *rand.Rand) small {
	s := small{g: NewGrid(new(Path), NoRow), names: []string{"x", "y", "z"}}
	s.g.Loop = &Loop{}
	for _, name := range s.names {
		most := rng.Int64N(6)
		s.most, s.vs = append(s.most, most), append(s.vs, s.g.Unknown(64, name, 0, most))
	}
	x, y, z := s.vs[0], s.vs[1], s.vs[2]
	s.g.Assume(0, 3+rng.Int64N(4), x.Times(y).Plus(1, z))
	some := func(most int64) int64 { return rng.Int64N(2*most+1) - most }
	s.of = Number(rng.Int64N(60)).Plus(some(9), x).Plus(some(9), y).Plus(some(3), z).Plus(some(3), x.Times(y))
	return s
}

// each calls f with the numbers of every launch.
func (s small) each(f func(is map[string]int64)) {
	for i := range (s.most[0] + 1) * (s.most[1] + 1) * (s.most[2] + 1) {
		x, rest := i%(s.most[0]+1), i/(s.most[0]+1)
		is := map[string]int64{"x": x, "y": rest % (s.most[1] + 1), "z": rest / (s.most[1] + 1)}
		if s.g.Assumes(is) {
			f(is)
		}
	}
}

// TestReach: no launch has a number outside of the range, and quotients are those of every launch.
func TestReach(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	quotients, ratios, singles, narrower := 0, 0, 0, 0
	for range 4000 {
		s := newSmall(rng)
		least, most := s.g.reach(s.of)
		if from, to := s.g.span(s.of); from.Cmp(least) < 0 || most.Cmp(to) < 0 {
			narrower++
		}
		by, from := 1+rng.Int64N(12), rng.Int64N(60)-10
		q, isQuotient := s.g.quotient(s.of, by)
		divisor := Number(1+rng.Int64N(9)).Plus(1+rng.Int64N(4), s.vs[0])
		ratio, isRatio := s.g.ratio(s.of, divisor)
		one, at, atMost, isOne := s.g.ofOne(s.of.symbols(), from)
		s.each(func(is map[string]int64) {
			x := s.g.Evaluate(s.of, is)
			if bigOf(x).Cmp(least) < 0 || bigOf(x).Cmp(most) > 0 {
				t.Fatalf("%s of %v is %d, not from %d to %d", s.g.text(s.of), is, x, least, most)
			}
			if got := s.g.Evaluate(q, is); isQuotient && got != x/by {
				t.Fatalf("%s of %v is %d: by %d it is not %d", s.g.text(s.of), is, x, by, got)
			}
			if got, d := s.g.Evaluate(ratio, is), s.g.Evaluate(divisor, is); isRatio && got != x/d {
				t.Fatalf("%s of %v is %d: by %d it is not %d", s.g.text(s.of), is, x, d, got)
			}
			if got := s.g.Evaluate(one, is) >= at; isOne && (got != atMost) != (x-int64(s.of.rest) >= from) {
				t.Fatalf("%s of %v, without its number, at least %d: not as %s at least %d", s.g.text(s.of), is, from,
					s.g.text(one), at)
			}
		})
		count := func(n *int, is bool) {
			if is {
				*n++
			}
		}
		count(&quotients, isQuotient)
		count(&ratios, isRatio)
		count(&singles, isOne)
	}
	if min(quotients, ratios, singles, narrower) < 30 {
		t.Errorf("%d quotients, %d ratios, %d comparisons of one number, %d ranges that an assumption narrows: too few",
			quotients, ratios, singles, narrower)
	}
}

// TestLesser: the lesser of two numbers is that of every launch of the path, and bounds that settle it leave no side
// to take.
func TestLesser(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	settled, sides := 0, 0
	for range 4000 {
		g := NewGrid(&Path{taken: []bool{rng.IntN(2) == 0}}, NoRow)
		g.Loop = &Loop{}
		d := bv.Numbers{}
		th := &thread{m: &Machine{Dom: d, grid: g, one: d.Const(1, 1), zero: d.Const(1, 0)}}
		least, size, n := rng.Int64N(8), rng.Int64N(8), rng.Int64N(16)
		x, c := g.Unknown(32, "x", least, least+size), d.Const(32, uint64(n))
		is := th.isLess(bv.ULt, x, c)
		if rng.IntN(2) == 0 {
			is = !th.isLess(bv.ULt, c, x)
		}
		if least+size <= n || least >= n {
			if settled++; g.Path.used > 0 {
				t.Fatalf("a side is taken of %d..%d and %d", least, least+size, n)
			}
		} else {
			sides++
		}
		from, to := g.Bounds(x)
		for at := from; at <= to; at++ {
			if at != n && is != (at < n) {
				t.Fatalf("%d of %d..%d is less than %d: %v, after %s", at, least, least+size, n, is, g.Path)
			}
		}
	}
	if min(settled, sides) < 300 {
		t.Errorf("%d are settled, %d take a side: too few", settled, sides)
	}
}

// TestShortSpan: ranges in 64 bits are those of numbers of any size, also near the largest ones.
func TestShortSpan(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	some := func() int64 { return int64(rng.Uint64()) >> rng.IntN(64) }
	short, long := 0, 0
	for range 100_000 {
		g := NewGrid(new(Path), NoRow)
		l := constantOf(64, uint64(some()))
		for range 1 + rng.IntN(3) {
			a, b := some(), some()
			x := g.Unknown(64, "x", min(a, b), max(a, b))
			if rng.IntN(3) == 0 {
				x = x.Times(g.Unknown(64, "y", 0, max(0, some())))
			}
			l = l.plus(x, uint64(some()))
		}
		least, most, ok := g.shortSpan(l)
		if !ok {
			long++
			continue
		}
		short++
		if from, to := g.longSpan(l); from.Cmp(bigOf(least)) != 0 || to.Cmp(bigOf(most)) != 0 {
			t.Fatalf("%s is from %d to %d, not from %d to %d", g.text(l), from, to, least, most)
		}
	}
	if min(short, long) < 5000 {
		t.Errorf("%d short spans and %d long ones: too few", short, long)
	}
}

package term

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// eachRow calls do with every row of n values of w bits.
func eachRow(w, n int, do func(x []bv.Value)) {
	x := make([]bv.Value, n)
	for row := range uint64(1) << (w * n) {
		for i := range x {
			x[i] = bv.Numbers{}.Const(w, row>>(w*i)&ones(w))
		}
		do(x)
	}
}

// plainly is o over x, one after the other.
func plainly(d bv.Domain, o bv.IntOp, x []bv.Value) bv.Value {
	return foldOf(d, o, x, nil, func(x bv.Value) bv.Value { return x })
}

// TestWords is the law of words, on every row of small values.
func TestWords(t *testing.T) {
	n := bv.Numbers{}
	for _, o := range []bv.IntOp{bv.SMin, bv.SMax, bv.UMin, bv.UMax} {
		wrong := 0
		for _, size := range [][2]int{{2, 4}, {4, 1}, {4, 2}, {4, 3}, {4, 4}, {6, 3}} {
			eachRow(size[0], size[1], func(x []bv.Value) {
				want, got := plainly(n, o, x), ByWords(n, o, x)
				if got != want && wrong == 0 {
					t.Errorf("operation %d over %v: %v by words, %v in all", o, x, got, want)
				}
				if got != want {
					wrong++
				}
			})
		}
	}
}

// TestWholeWarp is the law of words on 32 elements of 64 bits. Many are equal or at an end.
func TestWholeWarp(t *testing.T) {
	n := bv.Numbers{}
	rng := rand.New(rand.NewPCG(7, 8))
	ends := []uint64{0, 1, 31, 32, ones(27), ones(32), ones(32) << 32, 1 << 63, ones(63), ones(64), ones(64) - 31}
	for try := range 20_000 {
		x := make([]bv.Value, 32)
		few := rng.IntN(len(ends)) + 1
		for i := range x {
			word := ends[rng.IntN(few)]
			switch {
			case try%4 == 1:
				word = rng.Uint64()
			case try%4 == 2:
				word = word&^ones(32) | uint64(rng.Uint32())
			case try == 3:
				word = ones(64)
			}
			x[i] = n.Const(64, word)
		}
		for _, o := range []bv.IntOp{bv.SMin, bv.SMax, bv.UMin, bv.UMax} {
			if got, want := ByWords(n, o, x), plainly(n, o, x); got != want {
				t.Fatalf("operation %d over %v: %v by words, %v in all", o, x, got, want)
			}
		}
	}
}

// lanesOf are elements under masks, with the identity where they are absent.
func lanesOf(d *Domain, lanes, w int, id bv.Value) []bv.Value {
	x := make([]bv.Value, lanes)
	for i := range x {
		x[i] = d.Select(d.GuardOf(d.Bit(i)), d.Var(i, w), id)
	}
	return x
}

// siblings of the law of words differ from it in what is marked.
type siblings struct {
	upper, lower bv.IntOp
	none         uint64
	swapped      bool // the words
	against      int  // the lane with the compared upper word; -1: the result
	ordered      bool // < for ==
	other        bool // what is not equal counts
}

// words are the lower and the upper word.
func (s siblings) words(d bv.Domain, x []bv.Value) (lower, upper bv.Value) {
	lo, hi := 0, 32
	if s.swapped {
		lo, hi = hi, lo
	}
	upper = foldOf(d, s.upper, x, nil, func(x bv.Value) bv.Value { return d.Extract(x, hi, 32) })
	with := upper
	if s.against >= 0 {
		with = d.Extract(x[s.against], hi, 32)
	}
	lower = foldOf(d, s.lower, x, nil, func(x bv.Value) bv.Value {
		c := d.Int(bv.Eq, d.Extract(x, hi, 32), with)
		if s.ordered {
			c = d.Int(bv.SLt, d.Extract(x, hi, 32), with)
		}
		if s.other {
			c = d.Not(c)
		}
		return d.Select(c, d.Extract(x, lo, 32), d.Const(32, s.none))
	})
	return lower, upper
}

// of are the two words, joined.
func (s siblings) of(d bv.Domain, x []bv.Value) bv.Value {
	lower, upper := s.words(d, x)
	if s.swapped {
		return d.Concat(upper, lower)
	}
	return d.Concat(lower, upper)
}

// TestBitsOfLowerWord: bits of the lower word alone, cut anywhere, are those of the extremum, and those of no sibling
// are.
func TestBitsOfLowerWord(t *testing.T) {
	for _, op := range orders {
		right := siblings{upper: op, lower: bv.UMax, against: -1}
		if op == bv.SMin || op == bv.UMin {
			right.lower, right.none = bv.UMin, ones(32)
		}
		but := func(f func(*siblings)) siblings { s := right; f(&s); return s }
		for name, s := range map[string]siblings{
			"": right,
			"upper words in another order": but(func(s *siblings) {
				s.upper = map[bv.IntOp]bv.IntOp{bv.SMin: bv.UMin, bv.UMin: bv.SMin, bv.SMax: bv.UMax, bv.UMax: bv.SMax}[op]
			}),
			"the other upper word": but(func(s *siblings) {
				s.upper = map[bv.IntOp]bv.IntOp{bv.SMin: bv.SMax, bv.UMin: bv.UMax, bv.SMax: bv.SMin, bv.UMax: bv.UMin}[op]
			}),
			"the other lower word": but(func(s *siblings) { s.lower = bv.UMin ^ bv.UMax ^ s.lower }),
			"lower words as signed": but(func(s *siblings) {
				s.lower = map[bv.IntOp]bv.IntOp{bv.UMin: bv.SMin, bv.UMax: bv.SMax}[s.lower]
			}),
			"the others give one":            but(func(s *siblings) { s.none ^= 1 }),
			"compared with a lane":           but(func(s *siblings) { s.against = 0 }),
			"those that are not equal count": but(func(s *siblings) { s.other = true }),
		} {
			for _, cut := range []int{1, 7, 16, 31} {
				d := New(Strategy{})
				x := lanesOf(d, 4, 64, d.Const(64, intOp(op).identity(64)))
				want := plainly(d, op, x)
				lower, upper := s.words(d, x)
				for _, from := range []int{0, cut} {
					n := min(cut, 32-from)
					if same := d.Extract(lower, from, n) == d.Extract(want, from, n); same != (name == "") {
						t.Errorf("op %d, %q: bits %d to %d are the same: %v", op, name, from, from+n-1, same)
					}
				}
				parts := d.Concat(d.Concat(d.Extract(lower, 0, cut), d.Extract(lower, cut, 32-cut)), upper)
				if same := parts == want; same != (name == "") {
					t.Errorf("op %d, %q: cut at %d and joined they are the same: %v", op, name, cut, same)
				}
			}
		}
	}
}

// TestByWords proves a maximum of 64 bits by words, and none of its siblings.
func TestByWords(t *testing.T) {
	d := New(Strategy{})
	x := lanesOf(d, 5, 64, d.Const(64, 1<<63))
	want := plainly(d, bv.SMax, x)
	right := siblings{upper: bv.SMax, lower: bv.UMax, against: -1}
	but := func(f func(*siblings)) siblings { s := right; f(&s); return s }
	for name, tt := range map[string]struct {
		s    siblings
		x    []bv.Value
		same bool
	}{
		"by words":                       {right, x, true},
		"one left out":                   {right, x[:4], false},
		"upper words as unsigned":        {but(func(s *siblings) { s.upper = bv.UMax }), x, false},
		"the least upper word":           {but(func(s *siblings) { s.upper = bv.SMin }), x, false},
		"lower words as signed":          {but(func(s *siblings) { s.lower = bv.SMax }), x, false},
		"the least lower word":           {but(func(s *siblings) { s.lower = bv.UMin }), x, false},
		"the others win":                 {but(func(s *siblings) { s.none = ones(32) }), x, false},
		"the others give one":            {but(func(s *siblings) { s.none = 1 }), x, false},
		"words swapped":                  {but(func(s *siblings) { s.swapped = true }), x, false},
		"compared with a lane":           {but(func(s *siblings) { s.against = 0 }), x, false},
		"less, not equal":                {but(func(s *siblings) { s.ordered = true }), x, false},
		"those that are not equal count": {but(func(s *siblings) { s.other = true }), x, false},
		"absent lanes as zero":           {right, lanesOf(d, 5, 64, d.Const(64, 0)), false},
	} {
		if same := d.Differ(want, tt.s.of(d, tt.x), nil) == False; same != tt.same {
			t.Errorf("%s: the same: %v", name, same)
		}
	}
}

// TestWordsOfWords: the extremum of two extrema by words is that of all their elements, and no
// lower word of another counts for it.
func TestWordsOfWords(t *testing.T) {
	for _, op := range orders {
		d := New(Strategy{})
		id := d.Const(64, intOp(op).identity(64))
		var all []bv.Value
		for i := range 4 {
			all = append(all, d.Select(d.GuardOf(d.Bit(i)), d.Var(i, 64), id))
		}
		two := []bv.Value{ByWords(d, op, all[:2]), ByWords(d, op, all[2:])}
		if ByWords(d, op, two) != plainly(d, op, all) {
			t.Errorf("op %d: the words of two extrema are not joined", op)
		}
		wrong := []bv.Value{two[0], d.Concat(d.Extract(two[0], 0, 32), d.Extract(two[1], 32, 32))}
		if ByWords(d, op, wrong) == plainly(d, op, all) {
			t.Errorf("op %d: the lower word of the other is taken", op)
		}
	}
}

package exec

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// at is the value of a number of the launch where its unknowns have these numbers.
func at(l linear, numbers []uint64) uint64 {
	sum := l.rest
	for _, x := range l.terms[:l.n] {
		sum += x.by * numbers[x.of[1]]
	}
	return sum & lowBits(l.w)
}

// TestNumbersOfTheLaunch: shifts, masks and parts of a number that the launch does not tell are those of each number
// that it may be, or are not followed. A tenth of the random ones at least is.
func TestNumbersOfTheLaunch(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	type operation struct {
		name string
		of   func(th *thread, l linear, n int) bv.Value
		want func(x uint64, w, n int) uint64
	}
	signed := func(x uint64, w, n int) uint64 { return uint64(signedBits(w, x)>>n) & lowBits(w) }
	operations := []operation{
		{"shift", func(th *thread, l linear, n int) bv.Value { return th.shiftedRight(l, n, false) },
			func(x uint64, _, n int) uint64 { return x >> n }},
		{"signed shift", func(th *thread, l linear, n int) bv.Value { return th.shiftedRight(l, n, true) }, signed},
		{"low bits", func(th *thread, l linear, n int) bv.Value { return th.lowest(l, n+1, l.w) },
			func(x uint64, _, n int) uint64 { return x & lowBits(n+1) }},
		{"high bits", func(th *thread, l linear, n int) bv.Value { return th.masked(bv.And, l, lowBits(l.w)>>n<<n) },
			func(x uint64, _, n int) uint64 { return x >> n << n }},
		{"all but high and low bits",
			func(th *thread, l linear, n int) bv.Value { return th.masked(bv.And, l, lowBits(l.w-1)>>n<<n) },
			func(x uint64, w, n int) uint64 { return x & (lowBits(w-1) >> n << n) }},
		{"one bit", func(th *thread, l linear, n int) bv.Value { return th.masked(bv.And, l, 1<<n) },
			func(x uint64, _, n int) uint64 { return x & (1 << n) }},
		{"not", func(th *thread, l linear, _ int) bv.Value { return th.masked(bv.Xor, l, lowBits(l.w)) },
			func(x uint64, w, _ int) uint64 { return ^x & lowBits(w) }},
	}
	for _, op := range operations {
		followed, tried := 0, 4000
		for range tried {
			g := NewGrid(new(Path), NoRow)
			w := 32 << rng.IntN(2)
			least, size := int64(rng.Uint64()>>(33+rng.IntN(31))), int64(1)<<rng.IntN(31)
			u := g.Unknown(w, "u", least, least+size)
			l := u.Times(constantOf(w, 1<<rng.IntN(w))).plus(constantOf(w, rng.Uint64()>>rng.IntN(w)<<rng.IntN(w)), 1)
			th, n := &thread{m: &Machine{Dom: bv.Numbers{}, grid: g}}, rng.IntN(w)
			got := func() (v bv.Value) {
				defer func() {
					if r := recover(); r != nil {
						if _, stops := r.(bv.Stop); !stops {
							if _, faults := r.(*Fault); !faults {
								panic(fmt.Sprintf("%s: %v", op.name, r))
							}
						}
					}
				}()
				return op.of(th, l, n)
			}()
			if _, is := got.(union); got == nil || is || len(g.Path.taken) > 0 {
				continue
			}
			followed++
			numbers := make([]uint64, len(g.unknowns))
			for _, x := range []int64{least, least + size, least + rng.Int64N(size+1)} {
				numbers[u.terms[0].of[1]] = uint64(x)
				for d, q := range g.divisions {
					numbers[q] = at(d.of, numbers) >> d.n
				}
				var is uint64
				if a, linear := got.(linear); linear {
					is = at(a, numbers)
				} else {
					is, _ = th.m.Dom.Known(got)
				}
				if want := op.want(at(l, numbers), w, n); is != want {
					t.Fatalf("%s by %d of %s in %d bits, u = %d: %#x, want %#x", op.name, n, g.text(l), w, x, is, want)
				}
			}
		}
		if t.Logf("%s: %d of %d", op.name, followed, tried); followed < tried/10 {
			t.Errorf("%s: %d of %d are followed", op.name, followed, tried)
		}
	}
}

// TestUnknownsEnd: an unknown too many is refused, as its index would be that of another one.
func TestUnknownsEnd(t *testing.T) {
	g := NewGrid(new(Path), NoRow)
	for len(g.unknowns) <= math.MaxUint8 {
		g.any("one more")
	}
	defer func() {
		if stop, is := recover().(bv.Stop); !is || stop.Shows {
			t.Error("256 unknowns are told apart by 8 bits")
		}
	}()
	g.any("one too many")
}

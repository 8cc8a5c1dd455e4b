package ptx

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/spec"
)

// lengths are those about which the order of an array changes, and others.
func lengths(o spec.GridOrder) (all []int64) {
	k, chunks := int64(o.Accumulators()), int64(o.Chunks)
	add := func(n int64) {
		for _, d := range []int64{-k - 1, -k, -1, 0, 1, k, k + 1} {
			if n+d > eachFew && n+d <= MostElements {
				all = append(all, n+d)
			}
		}
	}
	for _, rounds := range []int64{8, 9, 10, 15, 16, 17, 127, 128, 254, 255, 256, 257, 1000, 1 << 19,
		MostElements / k / chunks} {
		for _, c := range []int64{1, 2, 3, 100, 128, 200, 227, 228, 254, 255, 256} {
			add(k * rounds * c)
		}
	}
	add(k * int64(o.Alone))
	rng := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		all = append(all, eachFew+1+rng.Int64N(int64(1)<<(12+rng.IntN(28))))
	}
	return all
}

// TestKinds: each chunk of each array is one of a kind, with numbers that the kind's launch has.
func TestKinds(t *testing.T) {
	for _, flags := range []string{"-type float32", "-type float64", "-type int8", "-type float32 -in float16"} {
		s, err := spec.ParseArgs(strings.Fields("-pattern grid-reduce " + flags))
		if err != nil {
			t.Fatal(err)
		}
		for _, takes := range []int{8, 4, 3, 12} {
			kinds := map[Kind]bool{}
			for _, k := range Kinds(s, takes) {
				kinds[k] = true
			}
			for _, n := range lengths(s.GridOrder()) {
				chunks := (n + s.GridOrder().Chunk(n) - 1) / s.GridOrder().Chunk(n)
				for _, b := range []int64{0, 1, chunks / 2, chunks - 2, chunks - 1} {
					if b >= 0 && b < chunks {
						ofKind(t, s, takes, kinds, n, b)
					}
				}
			}
		}
	}
}

// ofKind is the test for chunk b of n elements.
func ofKind(t *testing.T, s spec.Spec, takes int, kinds map[Kind]bool, n, b int64) {
	t.Helper()
	o := s.GridOrder()
	round, size := int64(o.Accumulators()), o.Chunk(n)
	chunks := (n + size - 1) / size
	count := min(size, n-b*size)
	k := Kind{Short: count%round > 0}
	rounds, iterations := count/round, int64(0)
	long := size > round*int64(o.Rounds)
	switch last := b == chunks-1; {
	case chunks == 1:
		k.Of, long = OnlyChunk, true
	case long && last:
		k.Of = LongLast
	case long:
		k.Of = LongChunk
	case last:
		k.Of = LeastLast
	default:
		k.Of = LeastChunk
	}
	if k.Left = int(rounds); long {
		k.Left, iterations = int(rounds)%takes, rounds/int64(takes)
	}
	if !kinds[k] {
		t.Fatalf("%d elements, chunk %d: no kind %s", n, b, k)
	}
	g := exec.NewGrid(new(exec.Path), exec.NoRow)
	now, some := k.launch(g, s, takes, bv.Numbers{}.Const(32, 1))
	if !some {
		t.Fatalf("%d elements, chunk %d: no launch of %s", n, b, k)
	}
	all := (n + round - 1) / round
	is := map[string]int64{
		"iterations": iterations, "elements of the last round": count % round,
		"chunks that are missing":          int64(o.Chunks) - chunks,
		"rounds that the last chunk lacks": chunks*(size/round) - all, "elements that the last round lacks": all*round - n,
		"the last chunk but one's number less the block's": chunks - 2 - b,
	}
	if k.Of == LongLast || k.Of == LeastLast || k.Of == OnlyChunk {
		delete(is, "the last chunk but one's number less the block's")
	}
	if !k.Short {
		delete(is, "elements of the last round")
	}
	if k.Of == OnlyChunk {
		delete(is, "chunks that are missing")
	}
	for _, late := range []int64{0, max(0, chunks-2)} {
		if is["blocks that begin later"] = late; !g.Assumes(is) {
			t.Fatalf("%d elements, chunk %d: %v are no numbers of %s", n, b, is, k)
		}
	}
	if got, first := g.Evaluate(now.elements, is), g.Evaluate(now.first, is); got != n || first != b*size {
		t.Fatalf("%d elements, chunk %d: %s has %d, from %d on: want from %d on", n, b, k, got, first, b*size)
	}
	if g.Number == nil {
		return
	}
	if number, blocks := g.Evaluate(g.Number, is), g.Evaluate(g.Blocks, is); number != b || blocks != chunks {
		t.Fatalf("%d elements: block %d of %d: want %d of %d", n, number, blocks, b, chunks)
	}
}

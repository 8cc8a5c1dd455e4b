package ptx

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/spec"
)

// A claim on every array looks at its chunks by kinds. The kernel combines some rounds of a chunk at once, in a loop
// that [exec.Loop] follows by induction, and then the rounds that are left over. A kind says what the chunk is and how
// many rounds are left over. The number of iterations is unknown. So are the numbers of the block and of the chunks,
// and the number of elements in a last, short round. An array has
//
//   - up to eachFew elements, which smalllengths.go claims;
//   - or one chunk of up to o.Alone rounds;
//   - or c chunks of o.Rounds rounds, the last of which may be shorter;
//   - or c chunks of r > o.Rounds rounds, the last of which lacks u rounds, 0 <= u < r. Because r is the least size
//     that needs at most o.Chunks chunks, e*r + u < o.Chunks for e = o.Chunks - c.

// Chunks says what a chunk is.
type Chunks uint8

const (
	OnlyChunk  Chunks = iota // of an array of one
	LeastChunk               // of o.Rounds rounds, but not the last one
	LeastLast                // the last one of such
	LongChunk                // of more rounds, but not the last one
	LongLast                 // the last one of such
)

// Kind is a kind of chunks.
type Kind struct {
	Of    Chunks
	Left  int  // rounds that are left over
	Short bool // a last round lacks elements
}

// String is which chunks they are, in words.
func (k Kind) String() string {
	short := ""
	if k.Short {
		short = " and a short one"
	}
	what := [...]string{"the only chunk", "a chunk of the least size", "the last chunk of those of the least size",
		"a longer chunk", "the last one of longer chunks"}[k.Of]
	return fmt.Sprintf("%s, of any number of iterations and %d rounds%s", what, k.Left, short)
}

// Kinds are those of a kernel that combines so many rounds an iteration: of every array that is not looked at by
// [Array.Few].
func Kinds(s spec.Spec, atOnce int) (all []Kind) {
	o := s.GridOrder()
	all = append(all, Kind{Of: LeastChunk, Left: o.Rounds})
	for left := range o.Rounds {
		all = append(all, Kind{LeastLast, left, true}, Kind{LeastLast, left + 1, false})
	}
	for left := range atOnce {
		all = append(all, Kind{LongChunk, left, false})
		for _, short := range []bool{false, true} {
			all = append(all, Kind{OnlyChunk, left, short}, Kind{LongLast, left, short})
		}
	}
	return all
}

// MostElements is how many elements an array has at most.
const MostElements = 1 << 40

// numbers are those of a launch on an array of a kind of chunks.
type numbers struct {
	elements   bv.Value // of the array
	first      bv.Value // the number of the chunk's first element
	iterations bv.Value // of the loop
	left       bv.Value // of them
	chunks     bv.Value // of the array, of 32 bits
}

// sum is a number and multiples of numbers that the launch does not tell.
type sum struct {
	rest int64
	all  []exec.Multiple
}

func (s sum) plus(by int64, of ...bv.Value) sum {
	return sum{s.rest, append(append([]exec.Multiple(nil), s.all...), exec.Multiple{By: by, Of: of})}
}

// scaled is a multiple of a sum.
func (s sum) scaled(by int64) sum {
	all := sum{rest: by * s.rest}
	for _, m := range s.all {
		all = all.plus(by*m.By, m.Of...)
	}
	return all
}

// and is the sum of two.
func (s sum) and(t sum) sum {
	return sum{s.rest + t.rest, append(append([]exec.Multiple(nil), s.all...), t.all...)}
}

// times is a sum times a number less another one of the launch.
func (s sum) times(n int64, less bv.Value) sum {
	all := s.scaled(n).plus(-s.rest, less)
	for _, m := range s.all {
		all = all.plus(-m.By, append(append([]bv.Value(nil), m.Of...), less)...)
	}
	return all
}

// launch makes the numbers of a launch on an array of the kind, for a kernel that combines so many rounds an iteration;
// some is false where there is no such array.
func (k Kind) launch(g *exec.Grid, s spec.Spec, atOnce int, rest bv.Value) (all numbers, some bool) {
	o := s.GridOrder()
	round, m, chunks := int64(o.Accumulators()), int64(atOnce), int64(o.Chunks)
	value := func(s sum) bv.Value { return g.Sum(64, s.rest, s.all...) }
	assume := func(least, most int64, s sum) { g.Assume(least-s.rest, most-s.rest, s.all...) }
	most := MostElements/(round*chunks*m) + 1
	least := int64(0)
	switch { // the least number of iterations, and the greatest
	case k.Of == LeastChunk || k.Of == LeastLast:
		most = 0
	case k.Of == OnlyChunk:
		least = max(0, (eachFew/round-int64(k.Left)+m-int64(k.shorts()))/m)
		most = (int64(o.Alone) - int64(k.Left) - int64(k.shorts())) / m
	case k.Of == LongChunk:
		least = (int64(o.Rounds) - int64(k.Left) + m) / m
	case k.Left == 0 && !k.Short:
		least = 1
	}
	if most < least {
		return all, false
	}
	all.iterations, all.left = g.Unknown(64, "iterations", least, most), g.Unknown(64, "iterations that are left", 0, most)
	own := sum{rest: int64(k.Left)}.plus(m, all.iterations) // rounds of the chunk that are whole
	short := sum{}
	if k.Short {
		short = short.plus(1, g.Data(64, "elements of the last round", 1, round-1, rest))
	}
	if k.Of == OnlyChunk {
		all.elements, all.first = value(own.scaled(round).and(short)), value(sum{})
		g.Total = g.Unknown(32, "the number of blocks", 1, maxBlocks)
		return all, true
	}
	missing := (chunks - 1) / int64(o.Rounds+1)
	if k.Of == LeastChunk || k.Of == LeastLast {
		missing = chunks - 3
	}
	e := g.Unknown(32, "chunks that are missing", 0, missing)
	var u bv.Value
	rounds := own // of a chunk that is not the last one
	switch k.Of {
	case LeastChunk:
		u = g.Unknown(64, "rounds that the last chunk lacks", 0, int64(o.Rounds)-1)
	case LeastLast:
		rounds = sum{rest: int64(o.Rounds)}
	default:
		u = g.Unknown(64, "rounds that the last chunk lacks", 0, chunks-1)
		if k.Of == LongLast {
			rounds = own.and(sum{rest: int64(k.shorts())}).plus(1, u)
			assume(int64(o.Rounds)+1, most*m*2, rounds)
		} else {
			assume(1, most*m*2, rounds.plus(-1, u))
		}
		assume(0, chunks-1, rounds.times(0, e).scaled(-1).plus(1, u))
	}
	number := sum{rest: chunks - 1}.plus(-1, e) // of the block
	late := g.Unknown(32, "blocks that begin later", 0, chunks-2)
	assume(0, chunks-2, sum{}.plus(1, e).plus(1, late))
	if k.Of == LeastLast || k.Of == LongLast {
		all.first = value(rounds.scaled(round).times(chunks-1, e))
		all.elements = value(rounds.scaled(round).times(chunks-1, e).and(own.scaled(round)).and(short))
	} else {
		before := g.Unknown(32, "the last chunk but one's number less the block's", 0, chunks-2)
		assume(0, chunks-2, sum{}.plus(1, e).plus(1, before))
		number = number.and(sum{rest: -1}).plus(-1, before)
		first := rounds.scaled(round).times(chunks-2, e).and(rounds.scaled(round).times(0, before))
		lacks := g.Unknown(64, "elements that the last round lacks", 0, round-1)
		all.first = value(first)
		all.elements = value(rounds.scaled(round).times(chunks, e).plus(-round, u).plus(-1, lacks))
	}
	g.Any = g.Sum(32, number.rest, number.all...)
	all.chunks = g.Sum(32, chunks, exec.Multiple{By: -1, Of: []bv.Value{e}})
	idle := g.Unknown(32, "blocks without a chunk", 0, maxBlocks-chunks)
	g.Total = g.Plus(all.chunks, exec.Multiple{By: 1, Of: []bv.Value{idle}})
	g.Late = late
	return all, true
}

// idles makes the block of a launch one that has no chunk; of an array of one chunk, or of none, the number of elements
// is any.
func (l *chunkClaim) idles(g *exec.Grid) {
	o := l.block.Array.spec.GridOrder()
	past := exec.Multiple{By: 1, Of: []bv.Value{g.Unknown(32, "the block's number past the last chunk", 0, maxBlocks-2)}}
	after := exec.Multiple{By: 1, Of: []bv.Value{g.Unknown(32, "blocks after it", 0, maxBlocks-2)}}
	g.Assume(0, maxBlocks-2, past, after)
	if g.Late = nil; l.Of == OnlyChunk {
		l.now.elements = g.Unknown(64, "the number of elements", 0, int64(o.Alone*o.Accumulators()))
		l.now.chunks = g.Sum(32, 1)
	}
	g.Any = g.Plus(l.now.chunks, past)
	g.Total = g.Plus(g.Any, after, exec.Multiple{By: 1})
}

// shorts is how many short rounds there are.
func (k Kind) shorts() int {
	if k.Short {
		return 1
	}
	return 0
}

// eachFew is up to which number of elements an array is looked at by [Array.Few].
const eachFew = 4096

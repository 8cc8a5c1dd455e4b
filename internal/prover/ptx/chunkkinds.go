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
//   - or c chunks of o.Rounds rounds, where the last chunk may be shorter;
//   - or c chunks of r > o.Rounds rounds, where the last chunk lacks u rounds, 0 <= u < r. Because r is the least size
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
	elements   exec.Sum // of the array
	first      exec.Sum // the number of the chunk's first element
	iterations exec.Sum // of the loop
	left       exec.Sum // of them
	chunks     exec.Sum // of the array, of 32 bits
}

// launch makes the numbers of a launch on an array of the kind, for a kernel that combines so many rounds an iteration;
// some is false where there is no such array.
func (k Kind) launch(g *exec.Grid, s spec.Spec, atOnce int, rest bv.Value) (all numbers, some bool) {
	o := s.GridOrder()
	round, m, chunks := int64(o.Accumulators()), int64(atOnce), int64(o.Chunks)
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
	own := exec.Number(int64(k.Left)).Plus(m, all.iterations) // rounds of the chunk that are whole
	elements := exec.Number(0).Plus(round, own)
	if k.Short {
		elements = elements.Plus(1, g.Data(64, "elements of the last round", 1, round-1, rest))
	}
	if k.Of == OnlyChunk {
		all.elements, all.first = elements, exec.Number(0)
		g.Blocks = g.Unknown(32, "the number of blocks", 1, maxBlocks)
		return all, true
	}
	missing := (chunks - 1) / int64(o.Rounds+1)
	if k.Of == LeastChunk || k.Of == LeastLast {
		missing = chunks - 3
	}
	e := exec.Number(0).Plus(1, g.Unknown(32, "chunks that are missing", 0, missing))
	there := exec.Number(chunks).Plus(-1, e)
	var u exec.Sum
	rounds := own // of a chunk that is not the last one
	switch k.Of {
	case LeastChunk:
		u = g.Unknown(64, "rounds that the last chunk lacks", 0, int64(o.Rounds)-1)
	case LeastLast:
		rounds = exec.Number(int64(o.Rounds))
	default:
		u = g.Unknown(64, "rounds that the last chunk lacks", 0, chunks-1)
		if k.Of == LongLast {
			rounds = own.Plus(int64(k.shorts()), exec.Number(1)).Plus(1, u)
			g.Assume(int64(o.Rounds)+1, most*m*2, rounds)
		} else {
			g.Assume(1, most*m*2, rounds.Plus(-1, u))
		}
		g.Assume(0, chunks-1, u.Plus(1, rounds.Times(e)))
	}
	number := there.Plus(-1, exec.Number(1)) // of the block
	late := g.Unknown(32, "blocks that begin later", 0, chunks-2)
	g.Assume(0, chunks-2, e.Plus(1, late))
	if k.Of == LeastLast || k.Of == LongLast {
		all.first = exec.Number(0).Plus(round, rounds.Times(number))
		all.elements = all.first.Plus(1, elements)
	} else {
		before := g.Unknown(32, "the last chunk but one's number less the block's", 0, chunks-2)
		g.Assume(0, chunks-2, e.Plus(1, before))
		number = number.Plus(-1, exec.Number(1)).Plus(-1, before)
		lacks := g.Unknown(64, "elements that the last round lacks", 0, round-1)
		all.first = exec.Number(0).Plus(round, rounds.Times(number))
		all.elements = exec.Number(0).Plus(round, rounds.Times(there)).Plus(-round, u).Plus(-1, lacks)
	}
	g.Number, all.chunks = number.Modulo(32), there.Modulo(32)
	idle := g.Unknown(32, "blocks without a chunk", 0, maxBlocks-chunks)
	g.Blocks, g.Late = all.chunks.Plus(1, idle), late
	return all, true
}

// idles makes the block of a launch one that has no chunk; of an array of one chunk, or of none, the number of elements
// is any.
func (l *chunkClaim) idles(g *exec.Grid) {
	o := l.block.gridKernel.spec.GridOrder()
	past := g.Unknown(32, "the block's number past the last chunk", 0, maxBlocks-2)
	after := g.Unknown(32, "blocks after it", 0, maxBlocks-2)
	g.Assume(0, maxBlocks-2, past.Plus(1, after))
	if g.Late = nil; l.Of == OnlyChunk {
		l.now.elements = g.Unknown(64, "the number of elements", 0, int64(o.Alone*o.Accumulators()))
		l.now.chunks = exec.Number(1).Modulo(32)
	}
	number := l.now.chunks.Plus(1, past)
	g.Number, g.Blocks = number, number.Plus(1, after).Plus(1, exec.Number(1))
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

package network

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// RakedScan is the network of a scan of a block of several warps in which the first threads do the
// work: every thread stores its element in shared memory, each of the first threads scans a piece
// of neighbouring elements and adds what comes before it, found by shuffles, and every thread
// loads its result. The trees are those of [BlockScan].
//
// Up to 512 threads one warp has all pieces. Above, the piece would outgrow the registers; there
// are as many warps as have pieces of 8 elements, and a third barrier.
//
// The model, in warp instructions of shared memory and shuffles. An SM begins one in a clock:
// here each warp stores and loads twice in all, 4, where [BlockScan] takes 5 shuffles, a store
// and its loads. Measured on an H200, float32, 10^9 blocks a second and cycles alone, against those of
// [BlockScan]: 128 threads 8.4 and 6.1, 240 and 236; 256 threads 4.1 and 2.8, 305 and 278; 1024 threads
// 0.56 and 0.31, 664 and 912.
func RakedScan(s spec.Spec) (*Network, error) {
	b := newBuilder(s)
	r := scanRakingOf(s)
	x := b.contribution()
	b.step("Every thread leaves its element for the first %d threads to read.", r.pieces)
	memory := b.node(Barrier{X: b.leaveEach(x, nil, r.slots(), 0)})
	b.step("Each of these threads reads %d elements in a row.", r.piece)
	read := func(n int) (mine []*Node) {
		for i := range n {
			mine = append(mine, b.node(r.load(memory, i, s)))
		}
		return mine
	}
	taken := newTakenIn(b, read(r.piece))
	if rereads(s) {
		taken.again = read
	}
	b.scanAcrossLanes(taken)
	if warps := r.pieces / s.Warp(); warps > 1 {
		b.scanAcrossWarps(taken, warps)
	}
	pieces, all := Store{Of: slices.Clone(taken.results())}, LanesWhere(r.pieces, func(int) bool { return true })
	for i := range pieces.Of {
		pieces.Puts = append(pieces.Puts, Put{Array{Slots, r.slots(), true}, r.load(memory, i, s).At, all})
	}
	if last := s.Block().Threads - 1; s.Block().Total {
		pieces.Of = append(pieces.Of, taken.mine[last%r.piece])
		pieces.Puts = append(pieces.Puts, Put{Array{Name: Total, Slots: 1}, Place{},
			LanesWhere(r.pieces, func(i int) bool { return i == last/r.piece })})
	}
	b.step("These threads leave the results for all to read.")
	memory = b.node(Barrier{X: b.node(pieces)})
	b.step("Every thread takes its own result.")
	b.result, b.lanes = b.node(Load{From: memory, In: Slots, At: Place{Terms: []Term{{1, 1, 0}}}}), allThreads(s)
	if s.Block().Total {
		b.total = b.node(Load{From: memory, In: Total})
	}
	return b.done(), nil
}

// RejectRakedScan says why [RakedScan] does not build s; nothing if it does.
func RejectRakedScan(s spec.Spec) string {
	if why := RejectBlockScan(s); why != "" {
		return why
	}
	switch {
	case s.Block().Threads <= minRakedScan(s):
		return fmt.Sprintf("up to %d threads, two stages of shared memory cost more than shuffles", minRakedScan(s))
	case s.KeepsWithoutMembers():
		return fmt.Sprintf("%s has no identity for what no thread comes before", s.OpWord())
	}
	return rejectPieces(s, scanRakingOf(s))
}

// minRakedScan is the greatest block that is not raked. Measured on an H200, structs of 8 bytes, cycles alone and 10^9
// blocks a second, raked and by [BlockScan]: 128 threads 353, 4.68 and 270, 3.76; 256 threads 456, 2.09 and 371, 1.56;
// 1024 threads 943, 0.263 and 1715, 0.16.
func minRakedScan(s spec.Spec) int {
	if s.Elem != nil {
		return 128
	}
	return 64
}

// oneWarpScan is the greatest block with one warp that scans all pieces, where the order shows.
func oneWarpScan(s spec.Spec) int {
	if s.Elem != nil {
		return scanPiece * s.Warp()
	}
	return 512
}

// scanPiece is the number of elements of a piece where several warps scan.
const scanPiece = 8

// scanRakingOf is how the first threads read a block's elements.
func scanRakingOf(s spec.Spec) raking {
	if chains(s) {
		return chainRakingOf(s)
	}
	if s.Block().Threads <= oneWarpScan(s) {
		slots := 1 << bits.Len(uint(s.Block().Threads-1))
		return raking{piece: slots / s.Warp(), pieces: s.Warp()}
	}
	ofWarp := scanPiece * s.Warp()
	return raking{piece: scanPiece, pieces: (s.Block().Threads + ofWarp - 1) / ofWarp * s.Warp()}
}

// chainRakingOf is how the first threads read a block's elements where no order shows: pieces of any length. One warp
// reads up to [maxOfOneWarp] elements a lane, several warps [ofSeveral] or less.
func chainRakingOf(s spec.Spec) raking {
	warps, several := 1, ofSeveral
	if narrow(s) {
		several = scanPiece
	}
	if s.Block().Threads > maxOfOneWarp*s.Warp() {
		warps = (s.Block().Threads + several*s.Warp() - 1) / (several * s.Warp())
	}
	lanes := warps * s.Warp()
	odd, power := pieceLengths(s, lanes)
	if narrow(s) || readCost(s, power) < readCost(s, odd) {
		return raking{piece: power, pieces: lanes}
	}
	return raking{piece: odd, pieces: lanes}
}

// pieceLengths are the least odd length, and power of two, with which so many pieces hold a block.
func pieceLengths(s spec.Spec, pieces int) (odd, power int) {
	least := (s.Block().Threads + pieces - 1) / pieces
	return least | 1, enclosing(least)
}

// The longest pieces. Measured on an H200, sums of int32, 10^9 blocks a second by 1, 2, 3 and 4 warps: 544 threads
// 1.56, 1.35, 1.20 and 1.20; 640 threads 1.35, 1.23, 1.15 and 1.15; of an exclusive scan 1.06, 1.24, 1.14 and 1.14;
// 704 threads 0.90, 0.97, 0.88 and 0.88; 1024 threads by 2, 3 and 4 warps 0.66, 0.82 and 0.75.
const maxOfOneWarp, ofSeveral = 17, 11

// readCost is what it costs a warp to read pieces of a length: clocks of shared memory, which serves 128 bytes in each,
// and instructions. Lanes read an odd piece element by element, each from a bank of its own; 2, 4 or 8 neighbours by
// loads of 16 bytes, after which slots are left out; 16 are read as an odd piece is.
func readCost(s spec.Spec, piece int) int {
	loads := piece
	if piece%2 == 0 && piece <= 8 {
		loads = max(1, piece*s.Bits()/wideBits)
	}
	return piece*s.Words() + loads
}

// narrow reports whether several elements fit a bank of shared memory, so that lanes with odd pieces wait for each
// other.
func narrow(s spec.Spec) bool { return s.Bits() < registerBits }

// chains reports whether the elements of a piece take in what comes before one after the other.
func chains(s spec.Spec) bool { return s.Laws().Associative && s.Op != spec.User }

// rereads reports whether threads that scan read their elements a second time instead of holding them: over a barrier
// of the block, and where they would take more than the 32 registers with which 2048 threads fit an SM. Measured on an
// H200, 10^9 blocks a second, read twice and held: int32, 1024 threads 0.75 and 0.44, 448 threads 1.90 and 1.54, 384
// threads 2.39 and 2.35, 256 threads 4.26 and 4.52; int64, 448 threads 1.34 and 0.97, 224 threads 2.50 and 2.65.
func rereads(s spec.Spec) bool {
	r := scanRakingOf(s)
	return chains(s) && (r.pieces > s.Warp() || r.piece*s.Words() >= 15)
}

// scanWithin scans the elements of each thread.
func (b *builder) scanWithin(mine []*Node) {
	for d := 1; d < len(mine); d *= 2 {
		b.step("Distance %d: of each %d elements, the upper half take in the last of the lower half.", d, 2*d)
		last := 0
		for i := range mine {
			if i%d == 0 && i&d != 0 {
				last = i - 1
			}
			if i&d != 0 {
				mine[i] = b.node(Combine{b.fn, mine[last], mine[i]})
			}
		}
	}
}

// takenIn are the elements of threads that take in what comes before them, step by step. Where no order shows, what
// comes before is combined first, and then the elements in chains, each with the one before it: that takes fewer ops
// and registers. Else, and of users' functions, the tree stays as it is.
type takenIn struct {
	*builder
	mine   []*Node
	whole  *Node               // the last element, with all that was taken in
	groups []*Node             // what each chain combines; nil without chains
	length int                 // of a chain
	again  func(n int) []*Node // reads elements a second time; nil: they are held
	before *Node               // what comes before, of an exclusive scan or of chains; nil if nothing was taken in
	first  bool                // results begin with what comes before, and leave out the last element
}

// The lengths of chains: where elements are held, and where they are read again or each sum is cut to its width. A
// chain begins with what the chains before it combine. Measured on an H200, 10^9 blocks a second, chains of 4, 8 and 16
// that are read again: int32, 512 threads 1.68, 1.66 and 1.59; int64, 384 threads 1.63, 1.59 and 1.56; held, int32, 320
// threads 2.83, 2.84 and 2.74.
const chainHeld, chainShort = 8, 4

func newTakenIn(b *builder, mine []*Node) *takenIn {
	s := b.net.Spec
	t := &takenIn{builder: b, mine: mine, first: exclusive(s), length: chainHeld}
	if !chains(s) {
		b.scanWithin(mine)
		t.whole = mine[len(mine)-1]
		return t
	}
	if rereads(s) || narrow(s) {
		t.length = chainShort
	}
	b.step("Each of these threads combines its elements.")
	for chain := range slices.Chunk(mine, t.length) {
		t.groups = append(t.groups, b.neighbours(chain))
	}
	t.whole = b.neighbours(t.groups)
	return t
}

// take takes in something that comes before all that was taken in so far.
func (t *takenIn) take(before *Node) {
	t.whole = t.node(Combine{t.fn, before, t.whole})
	if t.groups != nil || t.first {
		if t.before == nil {
			t.before = before
		} else {
			t.before = t.node(Combine{t.fn, before, t.before})
		}
	}
	if t.groups == nil {
		for i, x := range t.mine[:len(t.mine)-1] {
			t.mine[i] = t.node(Combine{t.fn, before, x})
		}
	}
}

// results are the elements with all that was taken in; of an exclusive scan what comes before each
// of them.
func (t *takenIn) results() []*Node {
	last := len(t.mine) - 1
	if t.groups != nil {
		t.chain(last)
	}
	t.mine[last] = t.whole
	if t.first {
		return append([]*Node{t.before}, t.mine[:last]...)
	}
	return t.mine
}

// chain takes in what comes before in the first n elements.
func (t *takenIn) chain(n int) {
	if t.again != nil {
		t.step("They read the elements again, which were in no registers meanwhile.")
		t.before = t.node(Barrier{X: t.before, OfWarp: true})
		copy(t.mine, t.again(n))
	}
	t.step("Each element takes in what comes before it.")
	start := t.before
	for g, group := range t.groups {
		before, end := start, (g+1)*t.length
		for i := g * t.length; i < min(end, n); i++ {
			before = t.node(Combine{t.fn, before, t.mine[i]})
			t.mine[i] = before
		}
		if end <= n {
			start = t.node(Combine{t.fn, start, group})
			t.mine[end-1] = start
		}
	}
}

// where is x in the threads with a bit set in their number, else the identity.
func (t *takenIn) where(bit int, x, identity *Node) *Node {
	return t.node(Select{t.above(bit), x, identity})
}

// scanAcrossLanes takes in the lanes before a thread in its warp, two distances at a time: three
// shuffles side by side are 36 clocks, one after the other 56.
func (b *builder) scanAcrossLanes(x *takenIn) {
	id := func() *Node { return b.node(Identity{}) }
	d := 1
	for ; 4*d <= b.net.Spec.Warp() && !wide(b.net.Spec); d *= 4 {
		b.step("Distances %d and %d: of each %d lanes, a lane takes in the quarter beside its own, then the lower half.", d,
			2*d, 4*d)
		last := func(lane, of int) *Node { return b.node(Shuffle{x.whole, b.ofBlock(Idx, lane, of)}) }
		beside, one, two := last(d-1, 2*d), last(d-1, 4*d), last(2*d-1, 4*d)
		near := x.where(d, beside, id())
		far := x.where(2*d, b.node(Combine{b.fn, one, two}), id())
		x.take(near)
		x.take(far)
	}
	for ; d < b.net.Spec.Warp(); d *= 2 {
		of := "the lanes"
		if 2*d < b.net.Spec.Warp() {
			of = fmt.Sprintf("each %d lanes", 2*d)
		}
		b.step("Distance %d: the upper half of %s take in the last of the lower half.", d, of)
		x.take(x.where(d, b.node(Shuffle{x.whole, b.ofBlock(Idx, d-1, 2*d)}), id()))
	}
}

// scanAcrossWarps takes in the warps before a thread's own.
func (b *builder) scanAcrossWarps(x *takenIn, warps int) {
	b.step("The last thread of each of the %d warps leaves its warp's result for these to read.", warps)
	memory := b.node(Barrier{X: b.leaveLasts(x.whole, warps, warps)})
	for d := 1; d < warps; d *= 2 {
		b.step("Distance %d: of each %d warps, the upper half take in the lower half.", d*b.net.Spec.Warp(), 2*d)
		sum := b.near(d, func(i int) *Node { return b.loadBefore(memory, d, i) })
		x.take(x.where(d*b.net.Spec.Warp(), sum, b.node(Identity{})))
	}
}

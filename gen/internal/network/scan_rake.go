package network

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"

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
// The model, in warp instructions of shared memory and shuffles, of which an SM begins one in a
// clock: here each warp stores and loads twice in all, 4, where [BlockScan] takes 5 shuffles, a store
// and its loads. Measured on an H200, float32, 10^9 blocks a second and cycles alone, against those of
// [BlockScan]: 128 threads 8.4 and 6.1, 240 and 236; 256 threads 4.1 and 2.8, 305 and 278; 1024 threads
// 0.56 and 0.31, 664 and 912.
func RakedScan(s spec.Spec) (*Network, error) {
	b := newBuilder(s)
	r := scanRakingOf(s)
	x := b.contribution()
	b.step("Every thread leaves its element for the first %d threads to read.", r.pieces)
	memory := b.node(Barrier{b.node(Spread{X: x, Slots: r.slots()})})
	b.step("Each of these threads reads %d elements in a row.", r.piece)
	var mine []*Node
	for i := range r.piece {
		mine = append(mine, b.node(Rake{From: memory, Piece: r.piece, Pieces: r.pieces, At: i}))
	}
	b.scanWithin(mine)
	taken := newTakenIn(b, mine, exclusive(s))
	b.scanAcrossLanes(taken)
	if warps := r.pieces / spec.WarpSize; warps > 1 {
		b.scanAcrossWarps(taken, warps)
	}
	pieces := Pieces{Of: taken.results(), Threads: r.pieces}
	if s.Total {
		last := s.Block - 1
		pieces.Total, pieces.By = taken.inclusive(last%r.piece), last/r.piece
	}
	b.step("These threads leave the results for all to read.")
	memory = b.node(Barrier{b.node(pieces)})
	b.step("Every thread takes its own result.")
	b.result, b.lanes = b.node(LoadSlot{memory, false}), allThreads(s)
	if s.Total {
		b.total = b.node(LoadSlot{memory, true})
	}
	return b.done(), nil
}

// RejectRakedScan says why [RakedScan] does not build s; nothing if it does.
func RejectRakedScan(s spec.Spec) string {
	if why := RejectBlockScan(s); why != "" {
		return why
	}
	switch {
	case s.Block <= minRakedScan(s):
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

// oneWarpScan is the greatest block of which one warp scans all pieces.
func oneWarpScan(s spec.Spec) int {
	if s.Elem != nil {
		return scanPiece * spec.WarpSize
	}
	return 512
}

// scanPiece is the number of elements of a piece where several warps scan.
const scanPiece = 8

// scanRakingOf is how the first threads read a block's elements.
func scanRakingOf(s spec.Spec) raking {
	if s.Block <= oneWarpScan(s) {
		slots := 1 << bits.Len(uint(s.Block-1))
		return raking{piece: slots / spec.WarpSize, pieces: spec.WarpSize}
	}
	const ofWarp = scanPiece * spec.WarpSize
	return raking{piece: scanPiece, pieces: (s.Block + ofWarp - 1) / ofWarp * spec.WarpSize}
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

// takenIn are the elements of threads that take in what comes before them, step by step. If the op
// of the table is associative and pieces are short, what comes before is combined first and taken in once: later
// steps then take fewer ops, but both need registers. Of a user's function the tree stays as it is.
type takenIn struct {
	*builder
	mine   []*Node
	whole  *Node // the last element, with all that was taken in
	once   bool
	before *Node // what comes before, of an exclusive scan or once; nil if nothing was taken in
	first  bool  // results begin with what comes before, and leave out the last element
}

func newTakenIn(b *builder, mine []*Node, exclusive bool) *takenIn {
	return &takenIn{
		builder: b, mine: mine, whole: mine[len(mine)-1], first: exclusive,
		once: b.net.Spec.Laws().Associative && b.fn.User == nil && b.net.Spec.Block <= oneWarpScan(b.net.Spec) &&
			len(mine) <= maxOnce,
	}
}

// maxOnce is the longest piece into which what comes before is taken in once. Measured on an H200 with
// int32: at 1024 threads and several warps that scan it took 47 registers, so one block fit an SM.
const maxOnce = 8

// take takes in something that comes before all that was taken in so far.
func (t *takenIn) take(before *Node) {
	t.whole = t.node(Combine{t.fn, before, t.whole})
	if t.once || t.first {
		if t.before == nil {
			t.before = before
		} else {
			t.before = t.node(Combine{t.fn, before, t.before})
		}
	}
	if !t.once {
		for i, x := range t.mine[:len(t.mine)-1] {
			t.mine[i] = t.node(Combine{t.fn, before, x})
		}
	}
}

// results are the elements with all that was taken in; of an exclusive scan what comes before each
// of them.
func (t *takenIn) results() []*Node {
	last := len(t.mine) - 1
	if t.once {
		t.step("Each element takes in what comes before the thread's elements.")
		for i, x := range t.mine[:last] {
			t.mine[i] = t.node(Combine{t.fn, t.before, x})
		}
	}
	t.mine[last] = t.whole
	if t.first {
		return append([]*Node{t.before}, t.mine[:last]...)
	}
	return t.mine
}

// inclusive is an element with all that was taken in, after [takenIn.results].
func (t *takenIn) inclusive(i int) *Node { return t.mine[i] }

// where is x in the threads whose number has a bit set, else the identity.
func (t *takenIn) where(bit int, x, identity *Node) *Node {
	upper := LanesWhere(t.net.Spec.Block, func(i int) bool { return i&bit != 0 })
	return t.node(Select{t.node(InLanes{upper}), x, identity})
}

// scanAcrossLanes takes in the lanes before a thread in its warp, two distances at a time: three
// shuffles side by side are 36 clocks, one after the other 56.
func (b *builder) scanAcrossLanes(x *takenIn) {
	id := func() *Node { return b.node(Identity{}) }
	d := 1
	for ; 4*d <= spec.WarpSize && !wide(b.net.Spec); d *= 4 {
		b.step("Distances %d and %d: of each %d lanes, a lane takes in the quarter beside its own, then the lower half.", d,
			2*d, 4*d)
		last := func(lane, of int) *Node { return b.node(Shuffle{x.whole, b.ofBlock(Idx, lane, of)}) }
		beside, one, two := last(d-1, 2*d), last(d-1, 4*d), last(2*d-1, 4*d)
		near := x.where(d, beside, id())
		far := x.where(2*d, b.node(Combine{b.fn, one, two}), id())
		x.take(near)
		x.take(far)
	}
	for ; d < spec.WarpSize; d *= 2 {
		of := "the lanes"
		if 2*d < spec.WarpSize {
			of = fmt.Sprintf("each %d lanes", 2*d)
		}
		b.step("Distance %d: the upper half of %s take in the last of the lower half.", d, of)
		x.take(x.where(d, b.node(Shuffle{x.whole, b.ofBlock(Idx, d-1, 2*d)}), id()))
	}
}

// scanAcrossWarps takes in the warps before a thread's own.
func (b *builder) scanAcrossWarps(x *takenIn, warps int) {
	b.step("The last thread of each of the %d warps leaves its warp's result for these to read.", warps)
	memory := b.node(Barrier{b.node(Store{Of: []*Node{x.whole}, Warps: warps, Last: true})})
	for d := 1; d < warps; d *= 2 {
		b.step("Distance %d: of each %d warps, the upper half take in the lower half.", d*spec.WarpSize, 2*d)
		sum := b.near(d, func(i int) *Node { return b.node(LoadBefore{memory, d, i}) })
		x.take(x.where(d*spec.WarpSize, sum, b.node(Identity{})))
	}
}

// Pieces is the block's shared memory after each of the first Threads threads has stored the
// elements of its piece, in the slots that it has read by [Rake]. If Total is not nil, thread By has
// stored its Total beside them.
type Pieces struct {
	Of      []*Node
	Threads int
	Total   *Node
	By      int
}

func (e Pieces) row() row {
	operands := elements(e.Of...)
	if e.Total != nil {
		operands = elements(append(slices.Clone(e.Of), e.Total)...)
	}
	return row{
		sort:     Memory,
		operands: operands,
		with: func(to []*Node) Expr {
			made := Pieces{Of: to[:len(e.Of)], Threads: e.Threads, By: e.By}
			if e.Total != nil {
				made.Total = to[len(e.Of)]
			}
			return made
		},
		reads:    func(spec.Spec, int, readFunc) error { return errors.New("which has no one value") },
		requires: ofBlock,
		value:    func(at) value { return nil },
		cost: func(s spec.Spec, _ int) Cost {
			wide := (len(e.Of)*s.Bits() + WideBits - 1) / WideBits
			return Cost{Stores: wide + len(operands) - len(e.Of)}
		},
		text: func() string {
			text := fmt.Sprintf("store of each of %d threads%s", e.Threads, strings.Repeat(" %s", len(e.Of)))
			if e.Total != nil {
				text += fmt.Sprintf(", and %%s of thread %d", e.By)
			}
			return text
		},
	}
}

// LoadSlot is what [Pieces] has stored in the slot of a thread's number, or the total.
type LoadSlot struct {
	From  *Node
	Total bool
}

// of is the node that was stored, and the thread that stored it.
func (e LoadSlot) of(thread int) (x *Node, by int) {
	pieces := storeOf(e.From).Expr.(Pieces)
	if e.Total {
		return pieces.Total, pieces.By
	}
	return pieces.Of[thread%len(pieces.Of)], thread / len(pieces.Of)
}

func (e LoadSlot) row() row {
	return row{
		operands: []operand{{e.From, Memory, unpacked}},
		with:     func(to []*Node) Expr { return LoadSlot{to[0], e.Total} },
		reads: func(_ spec.Spec, thread int, read readFunc) error {
			read(e.of(thread))
			return nil
		},
		requires: func(s spec.Spec) error {
			barrier, ok := e.From.Expr.(Barrier)
			if !ok {
				return errors.New("loads before a barrier")
			}
			if pieces, ok := barrier.X.Expr.(Pieces); !ok || e.Total && pieces.Total == nil {
				return errors.New("loads what nobody has stored")
			}
			return ofBlock(s)
		},
		value: func(a at) value { return a.from(e.of(a.lane)) },
		text: func() string {
			if e.Total {
				return "the total in %s"
			}
			return "the thread's slot of %s"
		},
		cost: func(spec.Spec, int) Cost { return Cost{Loads: 1} },
	}
}

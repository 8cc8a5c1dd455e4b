package network

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// ReduxArch is the first architecture that has redux.sync.
const ReduxArch = spec.SM80

// Redux is the network of a reduction of the whole warp, or of a block of one, by the instruction redux.sync
// (PTX ISA, "Parallel Synchronization and Communication Instructions"), which
// takes 32-bit integers from sm_80 on. Narrower integers are widened to it, which
// changes none of these ops; integers of 64 bits are cut into words or limbs; a
// float is encoded as an integer that orders as floats do.
func Redux(s spec.Spec) (*Network, error) {
	b := newBuilder(s)
	b.members = s.Mask == spec.Active
	x := b.contributions()
	b.step("The hardware combines all %s at once.", map[bool]string{true: "members", false: b.who() + "s"}[b.members])
	for r := range x {
		x[r] = b.node(WarpReduce{b.fn, x[r]})
	}
	if s.Pattern.Block() {
		b.giveRegisters(x)
		return b.done(), nil
	}
	b.result, b.lanes = x[0], b.segments()
	if s.HasLane() {
		b.winner()
	}
	return b.done(), nil
}

// RejectRedux says why [Redux] does not build s; nothing if it does. At widths below 32
// the instruction needs a call for each segment and is slower than shuffles.
func RejectRedux(s spec.Spec) string {
	switch {
	case s.Pattern.Scans():
		return "the instruction gives every lane one result"
	case s.Pattern.Block() && s.HasLane():
		return "each warp of a block finds its winner"
	case s.Pattern.Block() && s.Block().Threads != s.Warp():
		return fmt.Sprintf("the instruction combines the whole warp, and the block has %d threads", s.Block().Threads)
	case s.Pattern != spec.Reduce && !s.Pattern.Block():
		return fmt.Sprintf("%s prescribes its network; reduce leaves it open", s.Pattern)
	case s.Width != s.Warp() && !s.Pattern.Block():
		return fmt.Sprintf("the instruction combines the whole warp, and segments have %d lanes", s.Width)
	case !hasRedux(s):
		return fmt.Sprintf("the hardware has no %s of %s", s.Op, s.Type)
	}
	return ""
}

// ReduxSaves says what [Redux] takes in place of the shuffles of another network.
func ReduxSaves(n *Network) string { return saves(n, n.Spec.Brings()*calls(n.Spec)) }

// ReduxTwiceSaves says so of [ReduxTwice].
func ReduxTwiceSaves(n *Network) string { return saves(n, 2) }

// saves says what so many instructions take the place of.
func saves(n *Network, instructions int) string {
	s, shuffles := n.Spec, n.Cost().Shuffles
	many, named := map[int]string{5: "five", 10: "ten", 16: "sixteen"}[shuffles]
	if !named {
		many = fmt.Sprint(shuffles)
	}
	stand := fmt.Sprintf("%d instructions stand", instructions)
	if instructions < len(counted) {
		stand = counted[instructions]
	}
	saves := fmt.Sprintf("%s for %s shuffles", stand, many)
	_, _, encoded := s.Encoded()
	switch {
	case encoded:
		saves += ", on integers that are ordered as the elements are"
	case s.Type.Class() == spec.Float:
		saves += ", on integers that are ordered as the floats are"
		if !s.HasLane() && s.Type.Bits() <= 32 && (s.Arch == spec.AnyArch || s.Arch >= spec.SM100) {
			saves += "; compiled for the family of sm_100 (sm_100a, sm_100f, sm_103a, …), on the floats themselves"
		}
	}
	return fmt.Sprintf("redux.sync, since %s is associative and commutative: %s", s.Op, saves)
}

// hasRedux reports whether the instruction can do the op, by words, by limbs or on
// keys. Packed pairs have instructions that combine both at once.
func hasRedux(s spec.Spec) bool {
	if _, integers, ok := s.Encoded(); ok {
		s.Op = integers.Op
	}
	switch s.Op {
	case spec.Min, spec.Max, spec.Minimum, spec.Maximum, spec.ArgMin, spec.ArgMax:
		return !s.Type.Packed()
	case spec.And, spec.Or, spec.Xor:
		return true
	case spec.Sum:
		return s.Type.Class() != spec.Float
	}
	return false
}

// counted is how many instructions, in words.
var counted = [...]string{1: "one instruction stands", 2: "two instructions stand", 3: "three instructions stand",
	4: "four instructions stand"}

// calls is how many instructions the op takes. The sum of 64-bit integers is cut
// into limbs, so that no carry is lost.
func calls(s spec.Spec) int {
	switch {
	case s.Type.Bits() <= 32:
		return 1
	case s.Op == spec.Sum:
		return sumCalls
	}
	return 2
}

// sumCalls is how many the sum of 64-bit integers takes.
const sumCalls = 3

// ReduxTwice is the network of a large block in which redux.sync combines the lanes of each warp, and
// then, in the first warp, the warps' results.
//
// Each warp takes one redux.sync and a store of one lane, where raking takes a store and a load of all
// lanes. Measured on an H200, int32, the cycles of a call in a chain and 10^9 calls a second, beside those of
// [RakedRedux]: 1024 threads 279 and 1.18, 359 and 1.10, where threads of four warps combine eight elements
// each before, 287 and 1.28 beside 252 and 1.37; a prototype 512 threads 176 and 3.01, 193 and 3.37;
// 256 threads 152 and 6.02, 151 and 5.3 or 164 and 7.06.
func ReduxTwice(s spec.Spec) (*Network, error) {
	b, warps := newBuilder(s), s.Warps()
	x := b.contribution()
	b.step("The hardware combines the lanes of each warp at once.")
	x = b.node(WarpReduce{b.fn, x})
	b.step("The first lane of each warp leaves its warp's result for the first warp to read.")
	memory := b.node(Barrier{X: b.leaveFirsts([]*Node{x}, warps, 1, Array{Name: Partial, Slots: warps})})
	b.step("Each lane of the first warp reads the result of a warp, and the hardware combines these.")
	x = b.upTo(b.node(b.ofWarps(memory, Partial, warps)), warps, s.Warp())
	x = b.node(WarpReduce{b.fn, x})
	b.step("No thread writes the next call's results before these are read.")
	b.result, b.lanes = b.node(Barrier{X: x}), b.blockLanes()
	return b.done(), nil
}

// ofWarps is what an array has of the warp with the number of a lane in the first warp; past the warps, of warp 0.
func (b *builder) ofWarps(memory *Node, in string, warps int) Load {
	at := Place{Terms: []Term{{1, 1, 0}}}
	if warps < b.net.Spec.Warp() {
		at.Below = warps
	}
	return Load{From: memory, In: in, At: at, Threads: b.net.Spec.Warp()}
}

// RejectReduxTwice says why [ReduxTwice] does not build s; nothing if it does.
func RejectReduxTwice(s spec.Spec) string {
	if why := rejectReduxOfWarps(s); why != "" {
		return why
	}
	switch {
	case s.Block().Threads%s.Warp() != 0: // measured, int32, 1000 threads: 406 cycles and 0.89, by raking 343 and 1.19
		return "a short warp has a member mask of its own, by which redux.sync is slower"
	case s.Block().Threads <= twiceFrom[s.Block().For]:
		return fmt.Sprintf("one redux.sync after raking is better up to %d threads", twiceFrom[s.Block().For])
	}
	return ""
}

// rejectReduxOfWarps says why redux.sync does not combine several warps of a block.
func rejectReduxOfWarps(s spec.Spec) string {
	if why := rejectReduxOfBlock(s); why != "" {
		return why
	}
	switch {
	case s.All():
		return "the first warp alone has the result"
	case calls(s) > 1:
		return fmt.Sprintf("a %s of %s takes %s each time", s.Op, s.Type, quantity(calls(s), "redux.sync"))
	}
	return ""
}

// twiceFrom is the largest block that is raked, by goal.
var twiceFrom = [...]int{spec.ForBoth: 512, spec.ForLatency: 256, spec.ForThroughput: 512}

// RakedRedux is the network of [Raked] but for the last step: redux.sync combines the lanes.
func RakedRedux(s spec.Spec) (*Network, error) {
	b, r := newBuilder(s), rakeOf(s, 1)
	switch {
	case keepsFirst(s):
		r = raking{piece: s.Warps() - 1, pieces: s.Warp(), keeps: true}
	case readsEvery(s, r):
		r = raking{piece: s.Warps(), pieces: s.Warp(), every: true}
	}
	r.early = r.keeps && s.Warps() <= 3 || r.piece <= mostEarly(s) && !r.keeps
	b.rake(r, func(x *Node, r raking) *Node {
		b.step("The hardware combines the first warp's lanes at once.")
		return b.node(WarpReduce{b.fn, b.upTo(x, r.pieces, s.Warp())})
	})
	return b.done(), nil
}

// RejectRakedRedux says why [RakedRedux] does not build s; nothing if it does.
func RejectRakedRedux(s spec.Spec) string {
	if RejectReduxTwice(s) == "" {
		return fmt.Sprintf("above %d threads each warp by redux.sync is better", twiceFrom[s.Block().For])
	}
	return rejectReduxOfBlock(s)
}

// rejectReduxOfBlock says why redux.sync takes no part in a reduction of a block.
func rejectReduxOfBlock(s spec.Spec) string {
	if why := RejectRaked(s); why != "" {
		return why
	}
	if !hasRedux(s) {
		return fmt.Sprintf("the hardware has no %s of %s", s.Op, s.Type)
	}
	if _, _, encoded := s.Encoded(); !encoded && s.Type.Class() == spec.Float && s.Type != spec.Float32 {
		return fmt.Sprintf("floats are combined as integers, which takes more of every thread for %s than redux.sync saves",
			s.Type)
	}
	if calls(s) == sumCalls {
		return fmt.Sprintf("a %s of %s takes %s and their limbs, no less than shuffles side by side", s.Op, s.Type,
			quantity(sumCalls, "redux.sync"))
	}
	return ""
}

// maxEarly is, by goal, the greatest piece for which the last barrier comes early: before redux.sync.
// The loads are then in flight while the first warp waits, but more registers are in use. Before
// shuffles the barrier is always late: the elements would stay in registers over it. Measured on an
// H200, int32, early / late:
//
//	threads   cycles of a call in a chain   10^9 calls a second
//	     64   102 / 122                     21.9 / 21.7
//	    180   169 / 174                      6.0 / 8.0
//	    256   151 / 165                      5.3 / 7.0
//	    512   202 / 206                      2.4 / 3.1
var maxEarly = [...]int{spec.ForBoth: 4, spec.ForLatency: 16, spec.ForThroughput: 0}

// mostEarly is that piece for s. Longer ones of 64 bits take too many registers: int64, the greatest of 160 threads,
// 245 cycles and 3.9 10^9 calls a second in 79 registers, late 226 and 9.2.
func mostEarly(s spec.Spec) int {
	if s.Words() > 1 {
		return min(maxEarly[s.Block().For], minPiece)
	}
	return maxEarly[s.Block().For]
}

// keepsFirst reports whether the first warp keeps its own elements and reads those of the others alone: an instruction
// that combines all lanes does not ask which lane has which element. Two or three whole warps do so: a store less, and
// of three warps no lane without a piece. Measured on an H200, int32, kept / read, the last barrier early:
//
//	threads   cycles of a call in a chain   10^9 calls a second
//	     64    99 / 102                     23.3 / 22.0
//	     96   103 / 118                     17.5 / 15.3
//	    128   122 / 113                     10.5 / 13.2
//
// Four warps do so for throughput, the last barrier late: 140 cycles and 13.7, read 143 and 13.6. Of five and six the
// pieces of neighbours would leave lanes without one: 160 threads 137 and 11.1, read 176 and 10.4; 192 threads 146 and
// 9.19, read 174 and 9.08; of seven it is behind [readsEvery].
func keepsFirst(s spec.Spec) bool {
	if s.Block().Threads%s.Warp() != 0 {
		return false
	}
	switch warps := s.Warps(); s.Block().For {
	case spec.ForLatency:
		return warps <= 3
	case spec.ForThroughput:
		return warps <= 6
	default:
		return warps <= 6 && warps != 4
	}
}

// readsEvery reports whether a lane reads every 32nd slot instead of a piece, where redux.sync follows: as many as
// there are warps, and no slots lie between pieces. Measured on an H200, int32, 512 threads: 212 cycles of a call in a
// chain and 3.19 10^9 calls a second, 16 neighbours 208 and 3.02; 256 threads 155 and 6.98, 8 neighbours 168 and 6.96,
// but the last barrier early 179 and 140; 224 threads 155 and 7.85, where neighbours leave lanes without a piece, 180
// and 7.87, but the greatest float32 of 256 threads 162 and 155; 1000 threads 348 and 1.20, 32 neighbours 315 and
// 1.24; the greatest int64 of 640 threads 409 and 1.56, 32 neighbours 806 and 0.85.
func readsEvery(s spec.Spec, r raking) bool {
	const long = 16
	whole, words := s.Block().Threads%s.Warp() == 0, s.Words() > 1
	switch r.piece {
	case long:
		return true
	case long / 2:
		return whole && (words || s.Block().For != spec.ForLatency) && s.Type.Class() != spec.Float
	case 2 * long:
		return whole && words
	}
	return false
}

package network

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

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
		return fmt.Sprintf("above %d threads each warp by redux.sync is better", twiceFrom[s.For])
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
		return min(maxEarly[s.For], minPiece)
	}
	return maxEarly[s.For]
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
	if s.Block%s.Warp() != 0 {
		return false
	}
	switch warps := s.Warps(); s.For {
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
// but the last barrier early 179 and 140; 224 threads 155 and 7.85, of which neighbours leave lanes without a piece,
// 180 and 7.87, but the greatest float32 of 256 threads 162 and 155; 1000 threads 348 and 1.20, 32 neighbours 315 and
// 1.24; the greatest int64 of 640 threads 409 and 1.56, 32 neighbours 806 and 0.85.
func readsEvery(s spec.Spec, r raking) bool {
	const long = 16
	whole, words := s.Block%s.Warp() == 0, s.Words() > 1
	switch r.piece {
	case long:
		return true
	case long / 2:
		return whole && (words || s.For != spec.ForLatency) && s.Type.Class() != spec.Float
	case 2 * long:
		return whole && words
	}
	return false
}

package network

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

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
	memory := b.node(Barrier{b.node(Store{Of: []*Node{x}, Warps: warps})})
	b.step("Each lane of the first warp reads the result of a warp, and the hardware combines these.")
	x = b.upTo(b.node(Rake{From: memory, Piece: 1, Pieces: warps}), warps, s.Warp())
	x = b.node(WarpReduce{b.fn, x})
	b.step("No thread writes the next call's results before these are read.")
	b.result, b.lanes = b.node(Barrier{x}), b.blockLanes()
	return b.done(), nil
}

// RejectReduxTwice says why [ReduxTwice] does not build s; nothing if it does.
func RejectReduxTwice(s spec.Spec) string {
	if why := rejectReduxOfWarps(s); why != "" {
		return why
	}
	switch {
	case s.Block%s.Warp() != 0: // measured, int32, 1000 threads: 406 cycles and 0.89, by raking 343 and 1.19
		return "a short warp has a member mask of its own, by which redux.sync is slower"
	case s.Block <= twiceFrom[s.For]:
		return fmt.Sprintf("one redux.sync after raking is better up to %d threads", twiceFrom[s.For])
	}
	return ""
}

// rejectReduxOfWarps says why redux.sync does not combine several warps of a block.
func rejectReduxOfWarps(s spec.Spec) string {
	if why := rejectReduxOfBlock(s); why != "" {
		return why
	}
	switch {
	case s.All:
		return "the first warp alone has the result"
	case calls(s) > 1:
		return fmt.Sprintf("a %s of %s takes %s each time", s.Op, s.Type, quantity(calls(s), "redux.sync"))
	}
	return ""
}

// twiceFrom is the largest block that is raked, by goal.
var twiceFrom = [...]int{spec.ForBoth: 512, spec.ForLatency: 256, spec.ForThroughput: 512}

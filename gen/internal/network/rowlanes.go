package network

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/rowfn"
	"github.com/shflgen/shflgen/spec"
)

// A warp may have several rows of row-apply. With fewer lanes for a row, fewer have no column of it, and what a lane
// does once, such as its share of the shuffles, is done for more columns; but a lane then works on its columns one
// after the other, and few rows are few warps. How many lanes share a row follows from a model of what a row costs. Its
// unit is an instruction of one lane at the rate of a multiprocessor's four schedulers.
//
// The constants are fitted to 216 measurements on an H200: 8192 and 65,536 rows of 20 numbers of columns from 24 to
// 1024, softmax, log-softmax, RMS and layer norm of float32 and bfloat16, with 2 to 32 lanes. What the model chooses
// takes 1.1 % longer than the best on average, at most 13 %; one vector a lane took 9.7 % longer, at most 98 %.
const (
	laneStart    = 50   // instructions of a lane beside those on its vectors
	byteTime     = 6.9  // of a byte that is loaded or stored
	issued       = 2    // what arithmetic takes of a multiprocessor where memory does not take longer
	hidden       = 0.15 // and in addition, where it does
	vectorTime   = 500  // what a vector adds to the time of a lane
	sharedWarp   = 250  // what rows cost that share a warp: each load asks how its row is aligned
	insteadWhole = 1000 // the same, where else all lanes have whole vectors, and ask nothing
)

// LaneChoice is a number of lanes for a row, and what a row then costs.
type LaneChoice struct {
	Lanes int
	Cost  float64
}

// chooseLanes lets fewer lanes share a row of s where that costs less.
func (r *Row) chooseLanes(s spec.Spec) {
	choices := r.LaneChoices(s)
	if len(choices) == 0 {
		return
	}
	r.Lanes = slices.MinFunc(choices, func(a, b LaneChoice) int { return cmp.Compare(a.Cost, b.Cost) }).Lanes
	r.Stand = r.Threads / r.Lanes
}

// LaneChoices are the numbers of lanes that may share a row of s, from the most on; none where it is no choice: of rows
// of several warps, and of rows that do not begin with pieces of several elements, which are taken one by one.
func (r Row) LaneChoices(s spec.Spec) (all []LaneChoice) {
	if !s.Pattern.Applies() || r.Threads > spec.WarpSize || s.Cols%2 == 1 {
		return nil
	}
	fn, err := rowfn.Of(s)
	if err != nil {
		return nil // the lowering reports it
	}
	vectors, matrices := r.vectors(s.Cols), 2
	if fn.Residual() {
		matrices = 4
	}
	memory := byteTime * float64(matrices*s.Cols*s.InType().Bits()/8)
	for lanes := min(spec.WarpSize, 1<<bits.Len(uint(vectors-1))); lanes > 1; lanes /= 2 {
		each := (vectors + lanes - 1) / lanes
		work := float64(lanes) * (laneStart + float64(each*r.Vector)*fn.Instructions())
		cost := max(memory, issued*work) + hidden*work + vectorTime*float64(each)
		switch {
		case lanes == spec.WarpSize:
		case vectors%spec.WarpSize == 0:
			cost += insteadWhole
		default:
			cost += sharedWarp
		}
		all = append(all, LaneChoice{lanes, cost})
	}
	return all
}

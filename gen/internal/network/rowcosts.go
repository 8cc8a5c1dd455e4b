package network

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/rowfn"
	"github.com/shflgen/shflgen/spec"
)

// A warp may have several rows of row-apply. With fewer lanes for a row, fewer have no column of it, and what a lane
// does once, such as its share of the shuffles, is done for more columns; but a lane then works on its columns one
// after the other, and few rows are few warps. How many lanes share a row follows from a model of what a row costs.

// RowCosts are the constants of the model. Its unit is an instruction of one lane.
type RowCosts struct {
	LaneCosts
	InsteadWhole float64 // what rows cost that share a warp where else all lanes have whole vectors, and ask nothing

	Single LaneCosts // of rows of an odd number of words
	Odd    LaneCosts // and of halves
}

// LaneCosts are the constants of rows that lanes take in one way.
type LaneCosts struct {
	LaneStart   float64 // instructions of a lane beside those on its vectors
	MatrixStart float64 // and those by which it finds its place in a matrix
	ValueOfRow  float64 // those of a value of the row, which each lane computes
	ByteTime    float64 // of a byte that is loaded or stored; arithmetic takes time where that is more
	OneByOne    float64 // of an element that a warp takes by itself, as its rows begin in the middle of a vector
	VectorTime  float64 // what a vector adds to the time of a lane
	PieceTime   float64 // and each piece of it but the first, where rows that share a warp begin with less than a vector
}

// RowModel is the model of every row.
//
// Measured on an H200: 8192 and 65,536 rows of 858 specs of ten functions, float32 and bfloat16, of 16 to 1100 columns,
// with 2 to 32 lanes (gen/cmd/tune/testdata). The model's choice takes 2.0 % longer than the best in the mean, at most
// 49 %: for an odd number of columns 1.7 % of float32, at most 19 %, and 2.1 % of bfloat16, at most 31 %. Constants
// that are fitted to one half of these measurements lose 1.9 % on the other.
var RowModel = RowCosts{
	LaneCosts: LaneCosts{
		LaneStart: 85, MatrixStart: 65, ValueOfRow: 85, ByteTime: 7, OneByOne: 1.6, VectorTime: 490, PieceTime: 330,
	},
	InsteadWhole: 1670,
	Single: LaneCosts{
		LaneStart: 26, MatrixStart: 82, ValueOfRow: 95, ByteTime: 8.4, OneByOne: 0.8, VectorTime: 245,
	},
	Odd: LaneCosts{
		LaneStart: 370, MatrixStart: 120, ValueOfRow: 160, ByteTime: 19, OneByOne: 14, VectorTime: 820,
	},
}

// RowWork is what a number of lanes has to do for a row, if rows lie one after the other.
type RowWork struct {
	Lanes        int
	Matrices     float64 // that are loaded or stored
	Bytes        float64 // loaded and stored
	Instructions float64 // of a lane on its elements
	Singles      float64 // elements of each matrix that are taken one by one
	Vectors      float64 // of a lane
	Pieces       float64 // of these, but the first of each
	PerRow       bool    // the row has one value
	Breaks       bool    // rows share a warp where else all lanes have whole vectors
	Odd          bool    // rows of an odd number of halves
	Single       bool    // and of an odd number of words
	ByWords      bool    // these are taken word by word
}

// String is the number of lanes, behind a w where they take words.
func (w RowWork) String() string {
	if w.ByWords {
		return fmt.Sprintf("w%d", w.Lanes)
	}
	return fmt.Sprint(w.Lanes)
}

// Of is what a row costs.
func (c RowCosts) Of(w RowWork) float64 {
	switch {
	case w.Odd:
		return c.Odd.of(w)
	case w.Single:
		return c.Single.of(w)
	case w.Breaks:
		return c.of(w) + c.InsteadWhole
	}
	return c.of(w)
}

func (c LaneCosts) of(w RowWork) float64 {
	start := c.LaneStart + c.MatrixStart*w.Matrices
	if w.PerRow {
		start += c.ValueOfRow
	}
	work := float64(w.Lanes)*(start+w.Instructions) + c.OneByOne*w.Matrices*w.Singles
	return max(c.ByteTime*w.Bytes, work) + c.VectorTime*w.Vectors + c.PieceTime*w.Pieces
}

// Choose is what costs least; that of the most lanes of several.
func (c RowCosts) Choose(choices []RowWork) RowWork {
	return slices.MinFunc(choices, func(a, b RowWork) int { return cmp.Compare(c.Of(a), c.Of(b)) })
}

// MostKept is how many vectors of a row of s a thread keeps in registers at most. Small blocks have twice as many.
func (r Row) MostKept(s spec.Spec) int {
	if r.Lanes < spec.RowBlockThreads {
		return 2 * s.MaxKept()
	}
	return s.MaxKept()
}

// LaneChoices are the numbers of lanes that may share a row of s, from the most on; none where it is no choice: of rows
// of several warps, of rows of a range of lengths, and of rows that begin anywhere where two matrices are read.
func (r Row) LaneChoices(s spec.Spec) (all []RowWork) {
	if !s.Pattern.Applies() || s.Ranged() || r.Threads > spec.WarpSize {
		return nil
	}
	fn, err := rowfn.Of(s)
	vectors, matrices := r.vectors(s.Cols()), 2.0
	size := s.InType().Bits() / 8
	odd, single := s.Cols()%2 == 1 && size == 2, s.Cols()%2 == 1 && size == 4
	if err != nil || (odd || single) && (s.Row().Aligned || fn.Second != "") {
		return nil // the lowering reports an error
	}
	switch {
	case fn.Residual():
		matrices = 4
	case fn.Second != "":
		matrices = 3
	case fn.PerRow():
		matrices = 1
	}
	pieces := r.Vector * size >> min(bits.TrailingZeros(uint(s.Cols()*size)), bits.TrailingZeros(uint(r.Vector*size)))
	for lanes := min(spec.WarpSize, 1<<bits.Len(uint(vectors-1))); lanes > 1; lanes /= 2 {
		each := (vectors + lanes - 1) / lanes
		w := RowWork{
			Lanes: lanes, Matrices: matrices, Bytes: matrices * float64(s.Cols()*size), Vectors: float64(each),
			Instructions: float64(each*r.Vector) * fn.Instructions(), PerRow: fn.PerRow(), Odd: odd, Single: single,
		}
		if odd && len(all) == 0 { // element by element, by the most lanes
			singly := w
			singly.Singles = float64(s.Cols())
			all = append(all, singly)
		}
		switch shared := lanes < spec.WarpSize; {
		case odd && !shared, (odd || single) && each > r.MostKept(s):
			continue
		case odd, single && shared:
			w.ByWords = true
		case shared:
			w.Pieces, w.Breaks = float64(each*(pieces-1)), vectors%spec.WarpSize == 0
		case pieces > 1:
			w.Singles = float64(lanes * each * (r.Vector - 1))
		}
		all = append(all, w)
	}
	return all
}

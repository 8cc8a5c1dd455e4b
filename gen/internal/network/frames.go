package network

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/rowfn"
	"github.com/shflgen/shflgen/spec"
)

// Row is how threads share a row. A thread loads the columns of its accumulators and combines them
// as a tree; then the threads combine what they have by a network of a warp or block, which is a
// function of its own.
type Row struct {
	spec.RowOrder
	Lanes  int // threads of a block that share a row
	Stand  int // threads of the order that one of them stands for, where one block has the row
	Rows   int // rows of a block
	Blocks int // of a cluster that shares a row, where the architecture has clusters

	// Some says that some accumulators have no column, and that the op has no identity for them.
	Some bool

	// Across combines the threads of a row; nil where one thread has a row to itself. Of an
	// op that gives a column, every thread receives the winning key, and Columns gives the least
	// of the columns that have it.
	Across, Columns *Network
}

// The shape of a row's block. Measured on an H200 and an H100: a small block gives its registers and its place back as
// soon as its rows are done, which makes 4096 rows of 768 bfloat16 5 % faster; but a multiprocessor begins no block
// while it begins another, so rows that take less time than that have large ones.
const (
	maxRowThreads = spec.RowBlockThreads
	rowBlock      = 256 // threads of a block whose rows have at most a warp each
	longRowBlock  = 64  // the same, of rows from longRow on
	longRow       = 3   // vectors of a lane

	twoVectorBlock = 128 // threads of a block whose rows share a warp, with two vectors a lane
)

// RowOf is how threads share a row of s.
func RowOf(s spec.Spec) Row {
	r := Row{RowOrder: s.RowOrder(), Rows: 1, Stand: 1, Blocks: s.ClusterBlocks()}
	r.Some = s.KeepsWithoutMembers() && s.Cols < r.Accumulators()
	r.Lanes = r.Threads
	switch {
	case r.Blocks > 1:
		r.Lanes = min(r.Threads/r.Blocks, maxRowThreads)
		r.Stand = r.Threads / r.Lanes
	case s.Cols <= r.Accumulators() && r.Threads == spec.WarpSize: // some threads of the order have nothing
		r.Lanes = 1 << bits.Len(uint(r.vectors(s.Cols)-1))
	case r.Threads > maxRowThreads:
		r.Lanes = maxRowThreads
		r.Stand = r.Threads / maxRowThreads
	}
	r.chooseLanes(s)
	shortest := s.Cols
	if s.Ranged() {
		shortest = s.Least
	}
	switch {
	case r.Lanes > spec.WarpSize:
	case r.vectors(shortest) > (longRow-1)*r.Lanes:
		r.Rows = longRowBlock / r.Lanes
	case r.Lanes < spec.WarpSize && r.vectors(shortest) > r.Lanes:
		r.Rows = twoVectorBlock / r.Lanes
	default:
		r.Rows = rowBlock / r.Lanes
	}
	return r
}

// vectors is the number of vectors of a row of some columns, the last of which may not be whole.
func (r Row) vectors(cols int) int { return (cols + r.Vector - 1) / r.Vector }

// Members are the lanes of a warp that have columns of s, in each of its rows.
func (r Row) Members(s spec.Spec) uint32 {
	mask := uint32(0)
	for lane := range spec.WarpSize {
		if lane%r.Lanes < r.vectors(s.Cols) {
			mask |= 1 << lane
		}
	}
	return mask
}

// Block is the number of threads of a block.
func (r Row) Block() int { return r.Lanes * r.Rows }

// Alone is the spec by which one thread combines elements of a row of s: the types are those of s,
// and so is the op; of one that gives a column, what it compares by. Its name is that of the file, from which
// those of functions in CUDA are made.
func Alone(s spec.Spec) spec.Spec {
	s.Name = s.FileName()
	s.Pattern, s.Width, s.Cols, s.In, s.Map = spec.Reduce, spec.WarpSize, 0, spec.AsType, nil
	s.Op = extreme(s)
	return s
}

// extreme is the op of s; of one that gives a column, what it compares by.
func extreme(s spec.Spec) spec.Op {
	switch s.Op {
	case spec.ArgMin:
		return spec.Min
	case spec.ArgMax:
		return spec.Max
	}
	return s.Op
}

// KeyType is the type of what an op that gives a column compares elements of t by: integers of 32
// or 64 bits.
func KeyType(t spec.Type) spec.Type {
	switch {
	case t.Bits() == 64 && t.Class() == spec.Unsigned:
		return spec.Uint64
	case t.Bits() == 64:
		return spec.Int64
	case t.Class() == spec.Unsigned:
		return spec.Uint32
	}
	return spec.Int32
}

// AcrossSpec is the spec by which the threads of a row of s combine what they have. It is false
// where one thread has a row to itself.
func (r Row) AcrossSpec(s spec.Spec) (spec.Spec, bool) {
	across := r.across(s)
	across.Type, across.Elem, across.CUDAType = s.Type, s.Elem, s.CUDAType
	across.Op, across.User, across.Name = s.Op, s.User, s.FileName()+"_threads"
	if s.HasLane() {
		across.Type, across.Op, across.All = KeyType(s.Type), extreme(s), across.Pattern.Block()
	}
	return across, r.Lanes > 1
}

// ByShuffles reports whether the threads of a row of s combine by shuffles on every architecture:
// redux takes floats as integers, and converting them takes longer than it saves.
func ByShuffles(s spec.Spec) bool { return s.Type.Class() == spec.Float && !s.HasLane() }

// ColumnsSpec is the spec by which the threads of a row find the least column.
func (r Row) ColumnsSpec(s spec.Spec) (spec.Spec, bool) {
	across := r.across(s)
	across.Type, across.Op, across.Name = spec.Uint32, spec.Min, s.FileName()+"_columns"
	return across, r.Lanes > 1 && s.HasLane()
}

func (r Row) across(s spec.Spec) spec.Spec {
	across := spec.NewSpec(spec.Reduce)
	if r.Lanes > spec.WarpSize {
		across = spec.NewSpec(spec.BlockReduce)
		across.Block = r.Lanes
	} else {
		across.Width = r.Lanes
	}
	across.Mask, across.Arch = spec.Full, s.Arch
	if r.Some && r.vectors(s.Cols) < r.Lanes { // the threads without columns are no members
		across.Mask = spec.Member
	}
	return across
}

// Grid is how the threads of a grid share an array: a block takes whole chunks.
type Grid struct {
	spec.GridOrder

	// Across combines what the threads of a block have: their parts of a chunk, or the chunks. With an op that gives
	// an index, every thread receives the winning key, and Places is the least place with it.
	Across, Places *Network
}

// GridOf is how threads share an array of s.
func GridOf(s spec.Spec) Grid { return Grid{GridOrder: s.GridOrder()} }

// AcrossSpec is the spec by which the threads of a block combine what they have.
func (g Grid) AcrossSpec(s spec.Spec) spec.Spec {
	across := g.across(s)
	across.Type, across.Op, across.Name = s.Type, s.Op, s.FileName()+"_threads"
	if s.HasLane() {
		across.Type, across.Op, across.All = KeyType(s.Type), extreme(s), true
	}
	return across
}

// PlacesSpec is the spec by which the threads of a block find the least place.
func (g Grid) PlacesSpec(s spec.Spec) spec.Spec {
	across := g.across(s)
	across.Type, across.Op, across.All, across.Name = spec.Uint32, spec.Min, true, s.FileName()+"_places"
	return across
}

func (g Grid) across(s spec.Spec) spec.Spec {
	across := spec.NewSpec(spec.BlockReduce)
	across.Block, across.Mask, across.Arch = g.Threads, spec.Full, s.Arch
	return across
}

// Words is how the lanes of a warp load or store elements in global memory: word k*32 + lane of
// them, for each k, so that lanes access memory side by side. Across gives each lane the words of
// its element, or takes them from there.
type Words struct {
	Type   spec.Type // of a word, without a sign
	Count  int       // words of an element
	Across *Network  // a transpose of Count registers
}

// WordsSpec is the spec by which lanes exchange the words of elements of s.
func WordsSpec(s spec.Spec) spec.Spec {
	across := spec.NewSpec(spec.Transpose)
	across.Type, across.N, across.Inverse = s.GlobalWord(), s.GlobalWords(), s.Pattern == spec.Load
	across.Mask, across.Memory, across.Arch = spec.Full, spec.NoMemory, s.Arch
	across.Name = s.FuncName() + "Words"
	return across
}

// buildCopy is what a load or a store does, element by element.
func buildCopy(b *builder) {
	b.step("The element of the lane.")
	b.result = b.node(Input{})
	b.lanes = LanesWhere(b.net.Spec.Lanes(), func(int) bool { return true })
}

// A warp may have several rows of row-apply. With fewer lanes for a row, fewer have no column of it, and what a lane
// does once, such as its share of the shuffles, is done for more columns; but a lane then works on its columns one
// after the other, and few rows are few warps. How many lanes share a row follows from a model of what a row costs. Its
// unit is an instruction of one lane at the rate of a multiprocessor's four schedulers.
//
// The constants are fitted to 216 measurements on an H200: 8192 and 65,536 rows of 20 numbers of columns from 24 to
// 1024, softmax, log-softmax, RMS and layer norm of float32 and bfloat16, with 2 to 32 lanes. What the model chooses
// takes 1.1 % longer than the best on average, at most 13 %; one vector a lane took 9.7 % longer, at most 98 %. Of
// log-sum-exp, with 9 numbers of columns, it takes 1.7 % longer, at most 12 %.
const (
	laneStart    = 50   // instructions of a lane beside those on its vectors
	valueOfRow   = 20   // those of a value of the row, which each lane computes
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
	vectors, matrices, start := r.vectors(s.Cols), 2, float64(laneStart)
	switch {
	case fn.Residual():
		matrices = 4
	case fn.PerRow():
		matrices, start = 1, laneStart+valueOfRow
	}
	memory := byteTime * float64(matrices*s.Cols*s.InType().Bits()/8)
	for lanes := min(spec.WarpSize, 1<<bits.Len(uint(vectors-1))); lanes > 1; lanes /= 2 {
		each := (vectors + lanes - 1) / lanes
		work := float64(lanes) * (start + float64(each*r.Vector)*fn.Instructions())
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

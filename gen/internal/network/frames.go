package network

import (
	"math/bits"

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

	ByWords bool // lanes take halves by words, of rows that may begin in the middle of one

	// Some says that some accumulators have no column, and that the op has no identity for them.
	Some bool

	// Across combines the threads of a row; nil where one thread has a row to itself. If the
	// op gives a column, every thread receives the winning key, and Columns gives the least of
	// the columns that have it.
	Across, Columns *Network
}

// The shape of a row's block. Measured on an H200 and an H100: a small block gives its registers and its place back as
// soon as its rows are done, which makes 4096 rows of 768 bfloat16 5 % faster; but a multiprocessor begins no block
// while it begins another, so rows that take less time than that have large ones. Rows of row-apply that a warp has, of
// two vectors a lane: blocks of 128 take 0.99 of the time of 256 in the mean of 88 kernels, of 65,536 x 256 float32
// 0.96, at most 1.04.
const (
	maxRowThreads = spec.RowBlockThreads
	rowBlock      = 256 // threads of a block with rows of at most a warp each
	longRowBlock  = 64  // the same, of rows from longRow on
	longRow       = 3   // vectors of a lane

	twoVectorBlock = 128 // the same, of row-apply, and where a warp has several rows, of two
)

// RowOf is how threads share a row of s.
func RowOf(s spec.Spec) Row { return RowBy(s, RowModel.Choose) }

// RowBy is RowOf where another one chooses the lanes of a row, if there is a choice.
func RowBy(s spec.Spec, choose func([]RowWork) RowWork) Row {
	r := Row{RowOrder: s.RowOrder(), Rows: 1, Stand: 1, Blocks: s.ClusterBlocks()}
	r.Some = s.KeepsWithoutMembers() && s.Cols() < r.Accumulators()
	r.Lanes = r.Threads
	switch {
	case r.Blocks > 1:
		r.Lanes = min(r.Threads/r.Blocks, maxRowThreads)
		r.Stand = r.Threads / r.Lanes
	case s.Ranged() && s.Pattern.Applies() && r.Threads == spec.WarpSize: // a warp has a row, whatever its length is
	case s.Cols() <= r.Accumulators() && r.Threads == spec.WarpSize: // some threads of the order have nothing
		r.Lanes = 1 << bits.Len(uint(r.vectors(s.Cols())-1))
	case r.Threads > maxRowThreads:
		r.Lanes = maxRowThreads
		r.Stand = r.Threads / maxRowThreads
	}
	if choices := r.LaneChoices(s); len(choices) > 0 {
		chosen := choose(choices)
		r.Lanes, r.ByWords = chosen.Lanes, chosen.ByWords
		r.Stand = r.Threads / r.Lanes
	}
	shortest := s.Cols()
	if s.Ranged() {
		shortest = s.Least()
	}
	switch {
	case r.Lanes > spec.WarpSize:
	case r.vectors(shortest) > (longRow-1)*r.Lanes:
		r.Rows = longRowBlock / r.Lanes
	case (r.Lanes < spec.WarpSize || s.Pattern.Applies()) && r.vectors(shortest) > r.Lanes:
		r.Rows = twoVectorBlock / r.Lanes
	default:
		r.Rows = rowBlock / r.Lanes
	}
	return r
}

// vectors is the number of vectors of a row of some columns. The last one may not be whole.
func (r Row) vectors(cols int) int { return (cols + r.Vector - 1) / r.Vector }

// Members are the lanes of a warp that have columns of s, in each of its rows.
func (r Row) Members(s spec.Spec) uint32 {
	mask := uint32(0)
	for lane := range spec.WarpSize {
		if lane%r.Lanes < r.vectors(s.Cols()) {
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
	s.Pattern, s.Width, s.Map, s.Params = spec.Reduce, spec.WarpSize, nil, nil
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
		across.Type, across.Op = KeyType(s.Type), extreme(s)
		if across.Pattern.Block() {
			across = across.With("all", true)
		}
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
		across.Params = spec.BlockParams{Threads: r.Lanes}
	} else {
		across.Width = r.Lanes
	}
	across.Mask, across.Arch = spec.Full, s.Arch
	if r.Some && r.vectors(s.Cols()) < r.Lanes { // the threads without columns are no members
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
	across.Type, across.Op, across.User, across.Name = s.Type, s.Op, s.User, s.FileName()+"_threads"
	if s.HasLane() {
		across.Type, across.Op = KeyType(s.Type), extreme(s)
		across = across.With("all", true)
	}
	return across
}

// PlacesSpec is the spec by which the threads of a block find the least place.
func (g Grid) PlacesSpec(s spec.Spec) spec.Spec {
	across := g.across(s)
	across.Type, across.Op, across.Name = spec.Uint32, spec.Min, s.FileName()+"_places"
	across = across.With("all", true)
	return across
}

func (g Grid) across(s spec.Spec) spec.Spec {
	across := spec.NewSpec(spec.BlockReduce)
	across.Mask, across.Arch = spec.Full, s.Arch
	across.Params = spec.BlockParams{Threads: g.Threads}
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
	across.Type, across.N = s.GlobalWord(), s.GlobalWords()
	across.Params = spec.MoveParams{Inverse: s.Pattern == spec.Load, Memory: spec.NoMemory}
	across.Mask, across.Arch = spec.Full, s.Arch
	across.Name = s.FuncName() + "Words"
	return across
}

// buildCopy is what a load or a store does, element by element.
func buildCopy(b *builder) {
	b.step("The element of the lane.")
	b.result = b.node(Input{})
	b.lanes = b.everywhere()
}

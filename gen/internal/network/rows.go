package network

import (
	"math/bits"

	"github.com/shflgen/shflgen"
)

// Row is how threads share a row. A thread loads the columns of its accumulators and combines them
// as a tree; then the threads combine what they have by a network of a warp or block, which is a
// function of its own.
type Row struct {
	shflgen.RowOrder
	Lanes int // threads of the GPU that share a row
	Stand int // threads of the order that one of them stands for
	Rows  int // rows of a block

	// Across combines the threads of a row; nil where one thread has a row to itself.
	Across *Network
}

// The shape of a row's block. Measured on an H200.
const (
	maxRowThreads = 512 // that share a row
	rowBlock      = 256 // threads of a block whose rows have at most a warp each
)

// RowOf is how threads share a row of s.
func RowOf(s shflgen.Spec) Row {
	r := Row{RowOrder: s.RowOrder(), Rows: 1, Stand: 1}
	r.Lanes = r.Threads
	switch {
	case s.Cols <= r.Accumulators() && r.Threads == shflgen.WarpSize: // some threads of the order have nothing
		vectors := (s.Cols + r.Vector - 1) / r.Vector
		r.Lanes = 1 << bits.Len(uint(vectors-1))
	case r.Threads > maxRowThreads:
		r.Lanes = maxRowThreads
		r.Stand = r.Threads / maxRowThreads
	}
	if r.Lanes <= shflgen.WarpSize {
		r.Rows = rowBlock / r.Lanes
	}
	return r
}

// Block is the number of threads of a block.
func (r Row) Block() int { return r.Lanes * r.Rows }

// Alone is the spec by which one thread combines elements of a row of s: the types and the op are
// those of s.
func Alone(s shflgen.Spec) shflgen.Spec {
	s.Name = s.FuncName()
	s.Pattern, s.Width, s.Cols, s.In = shflgen.Reduce, shflgen.WarpSize, 0, shflgen.AsType
	return s
}

// AcrossSpec is the spec by which the threads of a row of s combine what they have. It is false
// where one thread has a row to itself.
func (r Row) AcrossSpec(s shflgen.Spec) (shflgen.Spec, bool) {
	across := shflgen.NewSpec(shflgen.Reduce)
	if r.Lanes > shflgen.WarpSize {
		across = shflgen.NewSpec(shflgen.BlockReduce)
		across.Block = r.Lanes
	} else {
		across.Width = r.Lanes
	}
	across.Type, across.Op, across.Mask, across.Arch = s.Type, s.Op, shflgen.Full, s.Arch
	across.Name = s.FuncName() + "Threads"
	return across, r.Lanes > 1
}

package spec

// GridLaunch is how the kernel of an array is launched.
type GridLaunch struct {
	Blocks    int // as many as help; any number gives the same bits, of a scan any that is not smaller
	Threads   int // of a block: always as many
	Workspace int // bytes of global memory, aligned to 8, zero before the first launch
}

// GridHeader is the number of 64-bit words of a workspace before its slots: a line of the second cache.
const GridHeader = 16

// GridLaunch is the launch of the kernel of s, which reduces an array: see [Spec.ScanLaunch] for scans.
func (s Spec) GridLaunch() GridLaunch {
	o := s.GridOrder()
	return GridLaunch{Blocks: o.Chunks, Threads: o.Threads, Workspace: 8 * (GridHeader + s.GridSlots()*o.Chunks)}
}

// GridSlots is the number of 64-bit words of the workspace that hold the result of a chunk: each has 32
// bits of it.
func (s Spec) GridSlots() int {
	words := 0
	for _, l := range s.Shape().Element().Leaves() {
		words += max(1, l.Type.Bits()/32)
	}
	if s.HasLane() { // the element's place in the chunk
		words++
	}
	return words
}

// ColumnLaunch is how the kernel of columns is launched.
type ColumnLaunch struct {
	Tile      int // columns of a block
	Threads   int // of a block
	Workspace int // bytes of each tile
}

// The shape of a block of columns. Measured on an H200.
const (
	columnThreads = 256
	columnVector  = 4 // columns of a thread, at most
)

// ColumnLaunch is the launch of the kernel of s, which reduces columns.
func (s Spec) ColumnLaunch() ColumnLaunch {
	tile := WarpSize * min(columnVector, rowVectorBytes*8/s.InType().Bits())
	return ColumnLaunch{Tile: tile, Threads: columnThreads,
		Workspace: 8 * (GridHeader + s.GridOrder().Chunks*tile)}
}

// Blocks is the number of blocks that reduce a matrix.
func (l ColumnLaunch) Blocks(o GridOrder, rows, cols int64) int64 {
	size := o.Chunk(rows)
	return (cols + int64(l.Tile) - 1) / int64(l.Tile) * max(1, (rows+size-1)/size)
}

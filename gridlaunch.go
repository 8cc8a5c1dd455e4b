package shflgen

// GridLaunch is how the kernel of an array is launched.
type GridLaunch struct {
	Blocks    int // as many as help; any number gives the same bits
	Threads   int // of a block: always as many
	Workspace int // bytes of global memory, aligned to 8, zero before the first launch
}

// GridHeader is the number of 64-bit words of a workspace before its slots: a line of the second cache.
const GridHeader = 16

// GridLaunch is the launch of the kernel of s.
func (s Spec) GridLaunch() GridLaunch {
	o := s.GridOrder()
	return GridLaunch{Blocks: o.Chunks, Threads: o.Threads, Workspace: 8 * (GridHeader + s.GridSlots()*o.Chunks)}
}

// GridSlots is the number of 64-bit words of the workspace that hold the result of a chunk: each has 32
// bits of it.
func (s Spec) GridSlots() int { return max(1, s.Type.Bits()/32) }

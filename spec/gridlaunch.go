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

// validateLaunch rejects parts of what has no kernels of parts.
func (s Spec) validateLaunch(wrong report) {
	if s.Parts && s.HasLane() {
		wrong("parts", s.Parts, "takes no argmin or argmax yet; leave -parts out")
	}
}

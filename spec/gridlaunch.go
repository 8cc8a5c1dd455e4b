package spec

import "flag"

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

// bindLaunch registers the flags of what launches the kernel of an array.
func (s *Spec) bindLaunch(fs *flag.FlagSet, wrong func(FlagError)) {
	bindBool(fs, wrong, &s.Launcher, "launcher", "functions of arrays: also C++ functions that launch the kernel")
	bindBool(fs, wrong, &s.Parts, "parts", "grid-reduce: also kernels that reduce a part of an array, and that combine parts, for an array spread over devices")
}

// launchArgs are the flags of what launches the kernel.
func (s Spec) launchArgs() (args []string) {
	if s.Launcher {
		args = append(args, "-launcher")
	}
	if s.Parts {
		args = append(args, "-parts")
	}
	return args
}

// validateLaunch rejects launchers of what is no kernel of an array.
func (s Spec) validateLaunch(wrong report) {
	switch {
	case !s.Launcher:
	case !s.Pattern.Grid():
		wrong("launcher", s.Launcher, "%s has none; leave -launcher out", s.Pattern)
	}
	switch {
	case !s.Parts:
	case !s.Pattern.Grid() || s.Pattern.GridScan():
		wrong("parts", s.Parts, "%s reduces no array; leave -parts out", s.Pattern)
	case s.HasLane():
		wrong("parts", s.Parts, "takes no argmin or argmax yet; leave -parts out")
	}
}

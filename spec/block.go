package spec

// BlockParams are those of patterns of a block.
type BlockParams struct {
	Threads int     // in a block, 1..MaxBlock
	All     bool    // of a reduction: every thread gets the result
	Total   bool    // of scans: register 1 gets the reduction of the block
	For     Goal    // of a reduction
	Cluster Cluster // of a reduction: the blocks that make one call
}

// Block are the parameters of a pattern of a block.
func (s Spec) Block() BlockParams { return paramsOf[BlockParams](s) }

var blockPatterns = map[Pattern]patternRow{
	BlockReduce: {
		name: "block-reduce", params: BlockParams{}, reduces: true, mayBatch: true, lane: true,
		gives:    "thread 0 receives OP of the members in ITS",
		all:      "every thread receives OP of the members in ITS",
		some:     true,
		slots:    "thread 0 receives, in each of its COUNT registers, OP of that register of the members in ITS",
		allSlots: "every thread receives, in each of its COUNT registers, OP of that register of the members in ITS",
	},
	BlockInclusiveScan: {
		name: "block-inclusive-scan", params: BlockParams{}, reduces: true, scans: true,
		gives: "every thread receives OP of the members at or before it in ITS",
	},
	BlockExclusiveScan: {
		name: "block-exclusive-scan", params: BlockParams{}, reduces: true, scans: true,
		gives: "every thread receives OP of the members before it in ITS",
	},
}

var blockFlags = []flagRow{
	numberFlag("block", "b", in(func(p *BlockParams) *int { return &p.Threads })).
		unless(Pattern.Block, takesNoBlock).stated(Pattern.Block),
	boolFlag("total", in(func(p *BlockParams) *bool { return &p.Total })).of(Pattern.TakesTotal, ""),
	nameFlag("for", Goals(), in(func(p *BlockParams) *Goal { return &p.For })).of(Pattern.HasGoal, "").onlyCUDA(),
}

// takesNoBlock says why a pattern takes no -block.
func takesNoBlock(p Pattern) string {
	switch {
	case p.Row():
		return "takes -cols and chooses the block"
	case p.Grid():
		return "chooses the block"
	}
	return "works within a warp and takes -width"
}

func (p BlockParams) validate(s Spec, wrong report) {
	s.validateCluster(wrong)
}

// validateThreads rejects a number of threads that no block has.
func (p BlockParams) validateThreads(least int, wrong report) {
	if p.Threads < least || p.Threads > MaxBlock {
		wrong("block", p.Threads, "want the number of threads in the block, 1..%d", MaxBlock)
	}
}

// maxShared is how many bytes of shared memory a block may declare (CUDA programming guide, "Technical Specifications
// per Compute Capability"; ptxas rejects more).
const maxShared = 48 << 10

// validateShared rejects a block that needs more shared memory than a block has: each warp stores an element of each
// register.
func (p BlockParams) validateShared(s Spec, wrong report) {
	warps := (p.Threads + s.Warp() - 1) / s.Warp()
	if s.N <= 1 || warps <= 1 || s.Elem == nil || s.Elem.Size() == 0 {
		return
	}
	if most := maxShared / (warps * s.Elem.Size()); s.N > most {
		wrong("n", s.N, "%d warps store an element of %d bytes for each register in the block's %d bytes of shared memory; "+
			"want at most %d, or a smaller -block", warps, s.Elem.Size(), maxShared, most)
	}
}

// Goal is what a function is built for where latency and throughput want different networks. It
// changes the instructions of a CUDA function, never its results, and nothing in Go.
type Goal uint8

// The goals.
const (
	ForBoth       Goal = iota // the greater product of what each is of its best
	ForLatency                // one block's chain of calls
	ForThroughput             // many blocks at once
)

var goalTable = [...]string{ForBoth: "both", ForLatency: "latency", ForThroughput: "throughput"}

// Goals lists every goal.
func Goals() []Goal { return enum[Goal](len(goalTable)) }

// String is the name that -for takes.
func (g Goal) String() string { return nameIn(goalTable[:], int(g), "no goal") }

// HasGoal reports whether p takes -for.
func (p Pattern) HasGoal() bool { return p == BlockReduce }

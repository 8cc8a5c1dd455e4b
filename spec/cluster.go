package spec

import (
	"fmt"
	"strconv"
)

// Cluster is the number of blocks that share the work on distributed shared memory (sm_90). It changes the
// launch and the instructions of a CUDA kernel of rows, never its results; of a block function, it is how
// many blocks make one call.
type Cluster uint8

// AutoCluster leaves the choice to shflgen: see [Spec.ClusterBlocks]. A block function has no choice: one block.
const AutoCluster Cluster = 0

// maxCluster is the greatest number of blocks of a cluster that every GPU with clusters launches (CUDA
// programming guide, "Thread Block Clusters").
const maxCluster = 8

// clusterFrom is the first architecture that has clusters.
const clusterFrom = SM90

// Clusters lists every number of blocks that -cluster takes.
func Clusters() []Cluster { return []Cluster{AutoCluster, 1, 2, 4, maxCluster} }

// String is the text that -cluster takes.
func (c Cluster) String() string {
	if c == AutoCluster {
		return "auto"
	}
	return strconv.Itoa(int(c))
}

// Cluster is the number of blocks of -cluster.
func (s Spec) Cluster() Cluster {
	if s.Pattern.Block() {
		return s.Block().Cluster
	}
	return s.Row().Cluster
}

var clusterFlags = []flagRow{
	nameFlag("cluster", Clusters(), in(func(p *RowParams) *Cluster { return &p.Cluster }).
		or(Pattern.Block, in(func(p *BlockParams) *Cluster { return &p.Cluster }))).
		part(func(s Spec) []string { return []string{"cluster" + s.Cluster().String()} }).of(Pattern.TakesCluster, ""),
}

// TakesCluster reports whether p takes -cluster.
func (p Pattern) TakesCluster() bool { return p == RowReduce || p == RowApply || p == BlockReduce }

// minClusterThreads is the least number of threads of a block that shares a row with others: two warps.
const minClusterThreads = 64

// ClusterBlocks is the number of blocks that share the work. Of -cluster auto it follows from the row's
// length, the size of an element and the function of row-apply alone.
func (s Spec) ClusterBlocks() int {
	switch {
	case !s.Pattern.TakesCluster():
		return 1
	case s.Cluster() != AutoCluster:
		return int(s.Cluster())
	case s.Pattern.Block() || s.Arch != AnyArch && s.Arch < clusterFrom:
		return 1
	case s.Pattern.Applies() && s.Ranged(): // see refusesRange
		return 1
	case s.Pattern.Applies():
		return s.applyBlocks()
	case s.RowOrder().Threads < rowMaxThreads:
		return 1
	}
	return maxCluster
}

// applyBlocks are the blocks of row-apply: one, where it keeps the row in registers and others run beside it; else
// several, of few threads each.
func (s Spec) applyBlocks() int {
	o, row := s.RowOrder(), s.Row()
	alone, threads := s.applyAlone()
	if row.Cols <= alone {
		return 1
	}
	return min(o.Threads/threads, maxCluster)
}

// applyAlone is the greatest number of columns that one block of row-apply has, and the threads of the blocks that
// share more.
//
// Measured on an H200, each function at 24 lengths from 13,632 to 49,470, with 1 to 8 blocks. Of 19,592 to 49,470
// float32 log-softmax takes 0.65 to 0.89 of one block's time, RMS norm 0.94 to 0.99; layer norm 1.00 to 1.09 up to
// 24,576 columns and 0.91 to 0.97 above; with a residual, of aligned rows, 1.00 to 1.14 below 32,768 columns and 0.99
// above; log-sum-exp 1.02 to 1.13 below 26,624 and 0.74 to 0.96 above. Of half types a layer norm takes 0.84 to 0.99 in
// one block, from 22,086 to 32,760 columns. Softmax and log-softmax take, of 12,288 to 19,456 columns, 0.93 to 0.97 of
// one block's time for float32; for half types softmax 0.91 to 0.98, log-softmax 0.86 to 0.97. Gradients take, by
// blocks of 128 threads, of float32 0.75 to 0.94 of the time from 8192 to 32,768 columns, that of softmax 0.96 to 1.00;
// of half types 0.75 to 0.99, layer norm's 0.93 to 1.04 below 16,384 columns.
func (s Spec) applyAlone() (cols, threads int) {
	row, vector := s.Row(), s.RowOrder().Vector
	softmaxes := row.F == Softmax || row.F == LogSoftmax
	switch half := s.InType().Bits() < 32; {
	case s.HasGrad() && half:
		return 8192, 128
	case s.HasGrad():
		return 8191, 128 // with eight whole vectors of two rows a thread, those of norms take more registers
	case half && row.F == LayerNorm:
		return 32767, 128 // 8 vectors a thread; registers spill where all threads have the last
	case half && softmaxes:
		return 12287, 128
	case half:
		return 20480, 128 // 5 vectors
	case softmaxes:
		return 12287, 256
	case row.Cols%vector != 0: // not all rows are aligned
	case s.HasResidual():
		return 32768, RowBlockThreads
	case s.PerRow():
		return 26624, 256
	case row.F == LayerNorm:
		return 24575, 256 // with twelve whole vectors a thread, registers spill
	}
	return 18432, 256 // 9 vectors: of more, one block of a multiprocessor runs
}

// validateCluster rejects -cluster where it has no meaning.
func (s Spec) validateCluster(wrong report) {
	cluster, least := s.Cluster(), 0
	if cluster > 1 && s.Pattern.Row() && s.Cols() >= 1 && s.knowsOrder() {
		least = int(cluster) * minClusterThreads
	}
	switch {
	case cluster > 1 && s.Arch != AnyArch && s.Arch < clusterFrom:
		wrong("cluster", cluster, "%s has no clusters; want -arch %s or later, or leave -cluster out", s.Arch, clusterFrom)
	case cluster > 1 && s.Pattern == BlockReduce:
		s.validateBlocks(wrong)
	case least > 0 && s.RowOrder().Threads < least:
		wrong("cluster", cluster, "a row of %d columns is shared by %d threads; want at least %d in each block", s.Cols(),
			s.RowOrder().Threads, minClusterThreads)
	}
}

// validateBlocks rejects what several blocks that make one call do not take.
func (s Spec) validateBlocks(wrong report) {
	why := ""
	switch {
	case s.Arch == AnyArch:
		why = fmt.Sprintf("older architectures have no clusters; want -arch %s or later", clusterFrom)
	case s.Block().Threads%s.Warp() != 0:
		why = fmt.Sprintf("want a block of whole warps, which %d threads are not", s.Block().Threads)
	case s.N > 0:
		why = "blocks of a cluster combine one element of each thread; leave -n out"
	case s.Order == Far:
		why = "blocks of a cluster combine in the order near; leave -order out"
	case s.Op.HasLane() || s.User != nil || s.Map != nil:
		why = "blocks of a cluster take no argmin and argmax, no -map and no functions of yours"
	}
	if why != "" {
		wrong("cluster", s.Cluster(), "%s", why)
	}
}

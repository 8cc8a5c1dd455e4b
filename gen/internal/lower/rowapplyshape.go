package lower

import (
	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/rowfn"
	"github.com/shflgen/shflgen/spec"
)

// applyShape is how the threads of a row take it, as one plain value: all that [shapeOfApply] chooses, of what gives
// the same bits.
type applyShape struct {
	blocks int // that share the row: those of a cluster, or 1
	stand  int // threads of the order that a thread stands for
	least  int // blocks of a multiprocessor, for the compiler; 0: it decides

	parts  []rowPart // the vectors of a thread
	keeps  bool      // they stay in registers; else each pass loads them again, and the GPU's cache has most of them
	powers bool      // and are replaced by their exponentials, which give the results
	batch  int       // vectors that are loaded at once, where they do not stay

	shares  bool // a warp has several rows: a run is a vector, however they are aligned
	piece   int  // bytes of its loads and stores then
	byWords bool // these are words and halves; a row may begin with either
	splits  bool // aligned rows have code of their own
	once    bool // which loads vectors as data that passes once
	early   bool // which loads weights and biases with the row
	singles bool // where words are not aligned, a run is one element
	shifts  bool // words may begin at the second column
	pairs   bool // the maximum is that of two columns at once
	forgets bool // before a pass, compilers forget what they have made of the row
}

// rowPart is one vector of a thread.
type rowPart struct {
	number int
	group  int // of the order's threads that the thread stands for: which
	at     int // column of the row, before that of the thread
	whole  int // threads that have all of it
}

// rowBatch is the number of loads of a thread that are in flight at once.
const rowBatch = 8

// earlyVectors is how many vectors of weights and biases a thread loads with its row, at most: more take registers that
// other rows need. Measured on an H200, 4096 rows of 768 columns, early and late, in µs: RMS norm of bfloat16 (3
// vectors) 4.8 and 4.9, of float32 (6) 7.4 and 7.3, layer norm of bfloat16 (6) 5.4 and 5.0.
// Where rows share a warp, a thread has accumulators for each of its vectors, and fewer registers are left: with three,
// RMS norms of 160 and 320 bfloat16 take 55 and 48 registers in place of 48 and 40, and fewer blocks run at once; with
// two, of 66 norms two lose blocks. Measured, early and late, 65,536 rows of bfloat16: RMS norm x 96 7.59 and 7.84
// µs, x 192 13.8 and 14.6, with a residual x 100 15.5 and 17.2. A layer norm gains from it by words alone: x 24 4.43
// and 3.99.
const earlyVectors, earlyShared = 3, 2

// shapeOfApply is how the threads take a row that some blocks share.
//
// Code for rows that are aligned is apart where a warp has the row: code for single elements is then not in between,
// and the compiler schedules loads, arithmetic and stores as one block. Measured on an H100, 4096 rows of 768 bfloat16:
// softmax and layer norm take 3 and 4 % less time. Rows of several warps wait for memory instead. Their vectors are
// loaded as data that passes once: 4096 rows of 768, softmax of bfloat16 5.39 µs, 5.53 without, layer norm 5.17 and
// 5.38, of float32 8.48 and 8.69, of 8192 rows 16.4 and 18.1. Where a matrix and its results are more than the cache of
// the GPU it costs up to 1.5 %, and rows of several warps seldom gain.
//
// Where a warp has several rows, some may be aligned and some not. All then have runs of a vector: one tree combines
// the accumulators of all, and no lane waits but for loads. Measured on an H200, 8192 rows of 100 bfloat16, of which
// every other one is aligned to 16 bytes: softmax takes 3.0 µs, 3.8 with runs by the alignment of each row, layer norm
// 3.0 and 4.7.
//
// A maximum rounds nothing: in clusters, of a half type it is that of two columns at once, in the words of memory, and
// only the greatest are widened. Measured on an H100, 8192 rows of 50,257 bfloat16: log-softmax takes 634 µs, 654
// where each column is widened, and softmax 572 and 581. Without clusters, of 33 to 12,288 columns, it took 0.91 to
// 1.06 of the time.
//
// A row of a half type that is kept in registers takes twice as many once its elements are floats, and compilers keep
// these from one pass over the row to the next. In rows of several warps that are read thrice, the later passes begin
// with words that compilers take for new ones. Measured on an H100, 8192 rows of 50,257 bfloat16: layer norm takes 655
// µs, 718 without. Of two passes, RMS norm took 588 and 586.
//
// With a residual, results may take the place of what is read. So each thread reads no column but its own, which words
// that begin at the second column would not keep to, and no vector as data that nobody writes.
func shapeOfApply(s spec.Spec, row network.Row, fn rowfn.Fn, blocks int) applyShape {
	in := piece{numberOf(s.InType()), row.Vector}
	halves, several := in.fraction() > 1, row.Lanes > spec.WarpSize
	a := applyShape{blocks: blocks, stand: row.Stand / blocks, batch: rowBatch}
	span := a.span(row)
	for k := range a.stand {
		for i := range row.Rounds {
			p := rowPart{number: len(a.parts), group: k, at: i*row.Accumulators() + k*row.Lanes*row.Vector, whole: span}
			if left := s.Cols() - p.at; left < span*row.Vector {
				p.whole = left / row.Vector
			}
			if s.Cols() > p.at {
				a.parts = append(a.parts, p)
			}
		}
	}
	a.stand = a.parts[len(a.parts)-1].group + 1 // others have no column
	most, n := s.MaxKept(), len(a.parts)
	if row.Lanes < spec.RowBlockThreads { // whose threads have twice the registers
		most *= 2
	}
	a.keeps = n <= most
	a.powers = fn.KeepsPowers() && n*in.fraction() <= most
	a.shares, a.piece = row.Lanes < spec.WarpSize, pieceOf(s)
	a.byWords = a.shares && row.Lanes > 1 && byWords(s, fn, row.Lanes*row.Vector)
	a.splits = row.Blocks <= 1 && row.Lanes == spec.WarpSize && a.keeps
	beside := n * len(besideOf(fn))
	a.early = beside > 0 && !fn.SumsBeside() && (a.splits && beside <= earlyVectors ||
		a.shares && beside <= earlyShared && (!fn.Bias || a.byWords))
	a.once = a.splits && !fn.Residual()
	a.singles = halves && a.splits
	a.shifts = halves && several && fn.Second == ""
	a.pairs = a.shifts && blocks > 1
	passes := len(fn.Sums)
	if fn.Peak {
		passes++
	}
	if !fn.PerRow() {
		passes++
	}
	a.forgets = halves && several && a.keeps && !a.powers && passes >= 3
	if row.Blocks > 1 || s.Arch == spec.AnyArch || s.Arch.Capability() >= clusterArch {
		a.least = a.leastBlocks(row, fn, halves)
		if registers := a.registersAlone(s, row, fn); registers > 0 {
			a.least = rowRegisters / (row.Block() * registers)
		}
	}
	return a
}

// registersAlone are the registers of a thread for a row that one block has, of at least a warp, or 0: as many as the
// compiler likes. It likes up to 128 where fewer let another block run.
//
// Measured on an H200, 64 random numbers of columns from 1026 to 32,768 with seven numbers of registers, bfloat16: in
// parts of the time with the compiler's choice, log-softmax takes 0.68 to 0.76 in blocks of 512 threads, 0.83 to 0.93
// in those of 256, and 0.88 to 0.97 where a warp has an aligned row, but of float16 up to 1.05; softmax takes 0.85 to
// 1.00. Rows that are whole vectors of all threads gain less, and lose 1 to 3 % where these registers spill. Others
// gain nothing, and with a bound where the compiler keeps to it by itself they lose up to 9 %. Layer norm of float32
// takes 0.86 to 0.91 in blocks of 512 threads, with 10 to 12 vectors a thread.
func (a applyShape) registersAlone(s spec.Spec, row network.Row, fn rowfn.Fn) int {
	n, halves, warp := len(a.parts), s.InType().Bits() < 32, row.Lanes == spec.WarpSize
	peak, whole := fn.Peak && !fn.PerRow(), a.parts[n-1].whole == row.Lanes
	switch {
	case a.blocks > 1 || row.Blocks > 1 || row.Lanes < spec.WarpSize || !a.keeps:
	case fn.Second != "" && !fn.Residual(): // not measured
	case row.Lanes == spec.RowBlockThreads && halves && !a.powers && (peak || a.forgets && n > 5),
		row.Lanes == spec.RowBlockThreads && !halves && fn.Bias && !fn.Residual() && n > 9:
		return 64
	case !halves:
	case warp && a.powers && n == 8 && !whole, row.Lanes == 256 && peak && !a.powers && n > 6 && !(whole && n == 8):
		return 80
	case warp && peak && !a.powers && n > 4 && !whole && s.Cols()%row.Vector == 0 && s.InType() == spec.Bfloat16:
		return min(8*n+24, 80)
	case !warp && a.powers && n >= 6:
		return 8*n + 16 // the exponentials stay
	}
	return 0
}

// leastBlocks is how many blocks of a cluster a multiprocessor has at least, for the compiler: as many as the registers
// of a thread allow. Of float32, 5 of 256 threads with at most 7 vectors, which leave 20 of 48 registers. Of half
// types, those of the elements as floats, which a pass over the row works on, or of the row in memory where compilers
// keep no more. Of two passes the compiler's choice is as good, but for blocks of 512 threads, two of which leave 64.
// Measured on an H200 with seven numbers of registers, 25 random numbers of columns: in µs, with the compiler's choice
// and so, 2048 rows of 128,256 bfloat16, softmax 381 and 302, layer norm 335 and 306, log-softmax 405 and 373; 1294
// rows of 207,336, RMS norm 409 and 317. A row that does not stay takes 64: 16 rows of 10^6, softmax 128 and 65, layer
// norm 59 and 40, as 16 clusters of 8 blocks, one a multiprocessor, do not run at once. Of 268 such rows, layer norm
// loses 4 %; a few other lengths lose up to 4 %. Clusters of 4 blocks and blocks of 128 threads with 7 vectors want
// more registers: 26,680 columns, log-softmax 72 µs, 92 with 64, 8192 rows of 50,257 580 and 677.
//
// Rows of half types that are 2 to 4 vectors of each lane of a warp have 32 registers and those of the elements as
// floats, without exponentials: for RMS norm x 512 the compiler takes 40, and loads later than it could. Measured on an
// H200, 8192 rows of bfloat16, RMS norm: x 512 5.68 and 5.20 µs, x 768 7.11 and 7.16, x 1024 9.07 and 8.94. With
// exponentials that are not kept, 3 or 4 vectors: log-softmax x 1024 takes 10.2 and 9.3 µs, x 768 7.61 and 7.67, x 512
// 5.81 and 5.86. Not so softmax, x 512 36.4 and 37.8 µs at 65,536 rows, nor rows where some lanes have a vector less:
// RMS norm x 384 27.4 and 28.5, log-softmax x 640 43.7 and 68.0.
func (a applyShape) leastBlocks(row network.Row, fn rowfn.Fn, halves bool) int {
	n, registers := len(a.parts), 64
	more := a.blocks <= 4 || row.Block() == 128 && n > 6
	switch {
	case row.Blocks == 1 && a.splits && halves && n > 1 && n <= 4 && a.parts[n-1].whole == row.Lanes &&
		!fn.Bias && fn.Second == "" && !fn.PerRow() && (!fn.Calls("exp") || !a.powers && n > 2):
		registers = 32 + 8*n
	case a.blocks == 1, fn.Second != "" && !fn.Residual():
		return 0
	case !a.keeps:
	case !halves && row.Block() == 256 && n <= 7 && fn.Residual():
		return 4
	case !halves && row.Block() == 256 && n <= 7:
		return 5
	case !halves:
		return 0
	case a.forgets && !fn.Peak:
		if n <= 6 {
			registers = 48
		}
	case a.powers && more:
		registers = 72
	case a.forgets && more:
		registers = 80
	case a.powers || a.forgets:
		registers = max(64, 8*n+8)
	case row.Block() < spec.RowBlockThreads || n > 8:
		return 0
	}
	if fn.Residual() { // four vectors of it arrive at once
		registers += 16
	}
	if least := rowRegisters / (row.Block() * registers); least > 1 {
		return least
	}
	return 0
}

// span is the number of threads of the order from the first of the first block that takes part in a load to the last of
// the last block.
func (a applyShape) span(row network.Row) int { return (a.blocks-1)*row.Threads/a.blocks + row.Lanes }

// besideOf are the vectors that a row has beside it.
func besideOf(fn rowfn.Fn) (all []string) {
	if fn.Weight {
		all = append(all, "weight")
	}
	if fn.Bias {
		all = append(all, "bias")
	}
	return all
}

func numberOf(t spec.Type) ir.Number { return ir.Number{Type: t} }

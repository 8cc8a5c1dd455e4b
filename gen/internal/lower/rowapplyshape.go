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
	vectors bool // as it is where all addresses are promised to be aligned: there is no other way
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
// µs, x 192 13.8 and 14.6, with a residual x 100 15.5 and 17.2. A layer norm gains nothing, nor do rows by words: 30
// norms of 19 to 255 bfloat16 take 1.02 of the time in the mean, at most 1.11.
const earlyVectors, earlyShared = 3, 2

// earlyAligned and earlyUneven are these numbers where all addresses are promised to be aligned, and code for other
// rows is not there; earlyUneven where some lanes that share a row have a vector less. Measured, 44 random numbers of
// columns up to 1500, 8192 and 65,536 rows, early over late: layer norm 0.95 of the time for bfloat16 and 0.96 for
// float32, RMS norm 0.99. Not so layer norms in which a warp has a row and some lanes a vector less: of bfloat16 x 488
// 1.08 of the time at 65,536 rows and 0.97 at 8192, of float32 x 192 1.03 and 1.06.
const earlyAligned, earlyUneven = 12, 6

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
// the accumulators of all, and no lane waits but for loads. Measured on an H200, 8192 rows of 100 bfloat16, with every
// other row aligned to 16 bytes: softmax takes 3.0 µs, 3.8 with runs by the alignment of each row, layer norm 3.0 and
// 4.7.
//
// A maximum rounds nothing: in clusters, of a half type it is that of two columns at once, in the words of memory, and
// only the greatest are widened. Measured on an H100, 8192 rows of 50,257 bfloat16: log-softmax takes 634 µs, 654
// where each column is widened, and softmax 572 and 581. Without clusters, of 33 to 12,288 columns, it took 0.91 to
// 1.06 of the time.
//
// A row of a half type that is kept in registers takes twice as many once its elements are floats, and compilers keep
// these from one pass over the row to the next. In rows of several warps that are read thrice, the later passes begin
// with words that compilers take for new ones. Measured on an H100, 8192 rows of 50,257 bfloat16: layer norm takes 655
// µs, 718 without. With two passes, RMS norm took 588 and 586.
//
// Where all addresses are promised to be aligned, a thread takes in an element that is not there as one that changes
// nothing, without a branch: compilers move the load of a vector that some threads lack to the branch, behind others
// that must have arrived. Measured on an H200, 204 pairs of a function and a number of columns from 100 to 70,000, in
// parts of the time without the promise: softmax of bfloat16 takes 0.97 and with branches 1.04, log-softmax 0.92 and
// 1.01, norms 1.00 and 1.03; of float32 all take 1.00.
//
// With a residual, results may take the place of what is read. So each thread reads no column but its own, which words
// that begin at the second column would not keep to, and no vector as data that nobody writes.
func shapeOfApply(s spec.Spec, row network.Row, fn rowfn.Fn, blocks int) applyShape {
	in := piece{numberOf(s.InType()), row.Vector}
	halves, several := in.fraction() > 1, row.Lanes > spec.WarpSize
	a := applyShape{blocks: blocks, stand: row.Stand / blocks, batch: rowBatch}
	span, sure := a.span(row), s.Cols()
	if s.Ranged() { // what every row has
		sure = s.Least()
	}
	for k := range a.stand {
		for i := range row.Rounds {
			p := rowPart{number: len(a.parts), group: k, at: i*row.Accumulators() + k*row.Lanes*row.Vector, whole: span}
			if left := sure - p.at; left < span*row.Vector {
				p.whole = max(0, left) / row.Vector
			}
			if s.Cols() > p.at {
				a.parts = append(a.parts, p)
			}
		}
	}
	a.stand = a.parts[len(a.parts)-1].group + 1 // others have no column
	most, n := row.MostKept(s), len(a.parts)
	a.keeps = n <= most
	a.powers = fn.KeepsPowers() && n*in.fraction() <= most
	a.shares, a.piece = row.Lanes < spec.WarpSize, pieceOf(s)
	a.vectors = s.Row().Aligned
	a.byWords = row.ByWords
	whole := row.Blocks <= 1 && row.Lanes == spec.WarpSize && a.keeps // a warp has the row
	a.splits = whole && !a.vectors
	a.early = a.earlyOf(fn, whole, halves, a.even(row))
	a.once = whole && !fn.Residual()
	a.singles = halves && a.splits
	words := halves && several && fn.Second == "" && !s.Ranged()
	a.shifts = words && !a.vectors
	a.pairs = words && blocks > 1
	passes := len(fn.Sums)
	if fn.Peak {
		passes++
	}
	if !fn.PerRow() {
		passes++
	}
	a.forgets = halves && several && a.keeps && !a.powers && passes >= 3
	if row.Blocks > 1 || s.Arch == spec.AnyArch || s.Arch.Capability() >= clusterArch {
		a.least = a.leastBlocks(s, row, fn)
	}
	return a
}

// earlyOf reports whether weights and biases are loaded with the row: where a warp has it, or where rows share a warp.
// even says that all lanes have the same number of vectors.
func (a applyShape) earlyOf(fn rowfn.Fn, warp, halves, even bool) bool {
	beside := len(a.parts) * len(fn.Beside())
	switch {
	case beside == 0 || fn.SumsBeside() || a.byWords:
		return false
	case warp && beside <= earlyVectors:
		return true
	case warp && fn.Bias && !even && (halves || len(a.parts) == 2):
		return false
	case warp:
		return a.vectors && beside <= earlyAligned
	case a.shares && a.vectors && !even:
		return beside <= earlyUneven
	default:
		return a.shares && beside <= earlyShared && !fn.Bias
	}
}

// neighbours reports whether a thread's elements of a vector are neighbours in every row.
func (a applyShape) neighbours() bool { return a.shares || a.vectors }

// span is the number of threads of the order from the first of the first block that takes part in a load to the last of
// the last block.
func (a applyShape) span(row network.Row) int { return (a.blocks-1)*row.Threads/a.blocks + row.Lanes }

func numberOf(t spec.Type) ir.Number { return ir.Number{Type: t} }

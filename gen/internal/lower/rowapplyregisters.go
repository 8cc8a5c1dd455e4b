package lower

import (
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/rowfn"
	"github.com/shflgen/shflgen/spec"
)

// A compiler takes as many registers for a thread as it likes, where fewer would let another block run beside, or
// loads later than it could to save some that nobody else wants. The least number of blocks of a multiprocessor says
// how many it has.

// leastBlocks is how many blocks a multiprocessor has at least, for the compiler: as many as the registers of a thread
// allow; 0: the compiler decides.
func (a applyShape) leastBlocks(s spec.Spec, row network.Row, fn rowfn.Fn) int {
	registers := 0
	switch {
	case row.Blocks == 1:
		registers = a.registersAlone(s, row, fn)
	case a.blocks > 1:
		registers = a.registersShared(s, row, fn)
	}
	if registers == 0 {
		return 0
	}
	if least := rowRegisters / (row.Block() * registers); least > 1 {
		return least
	}
	return 0
}

// even reports whether all threads of a row have the same number of whole vectors.
func (a applyShape) even(row network.Row) bool {
	return a.parts[len(a.parts)-1].whole == row.Lanes*row.Blocks
}

// registersAlone are the registers of a thread for a row that one block has, or 0: as many as the compiler likes, which
// is up to 128.
//
// Measured on an H200, 64 random numbers of columns from 1026 to 32,768 with seven numbers of registers, bfloat16: in
// parts of the time with the compiler's choice, log-softmax takes 0.68 to 0.76 in blocks of 512 threads, 0.83 to 0.93
// in those of 256, and 0.88 to 0.97 where a warp has an aligned row, but of float16 up to 1.05; softmax takes 0.85 to
// 1.00. Rows that are whole vectors of all threads gain less, and lose 1 to 3 % where these registers spill. Others
// gain nothing, and with a bound where the compiler keeps to it by itself they lose up to 9 %, with a residual up to
// 45 %. Layer norm of float32 takes 0.86 to 0.91 in blocks of 512 threads, with 10 to 12 vectors a thread.
//
// Rows of half types that are 2 to 4 whole vectors of each lane of a warp have 32 registers and those of the elements
// as floats, without exponentials: for RMS norm x 512 the compiler takes 40, and loads later than it could. Measured on
// an H200, 8192 rows of bfloat16, RMS norm: x 512 5.68 and 5.20 µs, x 768 7.11 and 7.16, x 1024 9.07 and 8.94. With
// exponentials that are not kept, 3 or 4 vectors: log-softmax x 1024 takes 10.2 and 9.3 µs, x 768 7.61 and 7.67, x 512
// 5.81 and 5.86. Not so softmax, x 512 36.4 and 37.8 µs at 65,536 rows, nor rows where some lanes have a vector less:
// RMS norm x 384 27.4 and 28.5, log-softmax x 640 43.7 and 68.0. With 64, RMS norm x 512 of float32 loads its weights
// with the row: 9.27 and 8.81 µs. Shorter rows are compiled alike with any number.
//
// Gradients of up to 8192 columns, 87 lengths with up to ten numbers of registers, gain at most 2 %, but for that of
// log-softmax of half types: x 1072, 1784 and 3627 5 to 8 %, other lengths nothing.
//
// Some exponentials wait for registers, as the compiler takes few. Measured on an H200, random numbers of columns, with
// 64 registers, in parts of the time with the compiler's choice, for 8192 and for 65,536 rows: the gradient of log-
// softmax of half types with up to four vectors a lane, 28 numbers, 0.81 to 1.06 and 0.89 to 1.01, 0.94 and 0.96 in the
// mean; float32 of whole vectors, up to 1300 columns, 14 numbers, log-sum-exp and cross-entropy 0.86 to 0.99 and 0.95
// to 1.02, 0.95 and 0.99 in the mean. Other lengths of float32 lose up to 8 % with many rows, longer rows up to 25 %;
// other functions of rows that share a warp gain nothing.
func (a applyShape) registersAlone(s spec.Spec, row network.Row, fn rowfn.Fn) int {
	n, halves, warp := len(a.parts), s.InType().Bits() < 32, row.Lanes == spec.WarpSize
	peak, whole := fn.Peak && !fn.PerRow(), a.even(row)
	switch {
	case !a.keeps || s.Ranged():
	case fn.Calls("exp") && (halves && fn.Second != "" && row.Lanes <= spec.WarpSize && n <= 4 ||
		!halves && fn.PerRow() && row.Lanes <= 2*spec.WarpSize && s.Cols()%row.Vector == 0):
		return 64
	case row.Lanes < spec.WarpSize || fn.Second != "": // see above
	case row.Lanes == spec.RowBlockThreads && halves && !a.powers && (peak || a.forgets && n > 5),
		row.Lanes == spec.RowBlockThreads && !halves && fn.Bias && (n > 9 || n == 8 && whole):
		return 64
	case !halves && warp && whole && n <= 4 && !fn.Bias && !fn.PerRow() && !fn.Calls("exp"):
		return 64
	case !halves:
	case warp && whole && n > 1 && n <= 4 && !fn.Bias && !fn.PerRow() && (!fn.Calls("exp") || !a.powers && n > 2):
		return 32 + 8*n
	case warp && a.powers && n == 8 && !whole, row.Lanes == 256 && peak && !a.powers && n > 6 && !(whole && n == 8):
		return 80
	case warp && peak && !a.powers && n > 4 && !whole && s.Cols()%row.Vector == 0 && s.InType() == spec.Bfloat16:
		return min(8*n+24, 80)
	case !warp && a.powers && n >= 6:
		return 8*n + 16 // the exponentials stay
	}
	return 0
}

// registersShared are those for a row that blocks of a cluster share. Of float32, 48 of 256 threads with at most 7
// vectors, which leave 20 of them, but for softmaxes of at most 5. Of half types, those of the elements as floats,
// which a pass over the row works on, or of the row in memory where compilers keep no more. For two passes the
// compiler's choice is as good, but for blocks of 512 threads: two such blocks leave 64.
//
// Measured on an H200 with seven numbers of registers, 25 random numbers of columns: in µs, with the compiler's choice
// and so, 2048 rows of 128,256 bfloat16, softmax 381 and 302, layer norm 335 and 306, log-softmax 405 and 373; 1294
// rows of 207,336, RMS norm 409 and 317. A row that does not stay takes 64: 16 rows of 10^6, softmax 128 and 65, layer
// norm 59 and 40, as 16 clusters of 8 blocks, one a multiprocessor, do not run at once. Of 268 such rows, layer norm
// loses 4 %; a few other lengths lose up to 4 %. Clusters of 4 blocks and blocks of 128 threads with 7 vectors want
// more registers: 26,680 columns, log-softmax 72 µs, 92 with 64, 8192 rows of 50,257 580 and 677.
//
// Of half types, 14 numbers of columns each: with eight whole vectors a thread, layer norm spills with 64
// registers, and takes 0.65 to 0.69 of the time with 88. With a residual, norms take 0.92 to 1.01 of the time with 8
// for a vector and 24, where 16 more than without it spill; of eight whole vectors 0.94 and 0.95 with 112. Gradients
// of norms with seven vectors take 0.90 to 1.01 with 88, that of log-softmax with eight 0.92 to 0.99; with more or
// fewer, and that of softmax, up to twice as long. Softmaxes of 12,288 to 19,456 columns, 11 each: softmax takes 0.94
// to 0.97 with 8 for a vector and 16, of that with 72; log-softmax 0.81 to 0.88 with the compiler's choice, of that
// with 80, but for seven vectors; of float32 with at most five, both take 0.95 to 0.98 of that with 48.
func (a applyShape) registersShared(s spec.Spec, row network.Row, fn rowfn.Fn) (registers int) {
	n, halves, residual := len(a.parts), s.InType().Bits() < 32, fn.Residual()
	peak, more := fn.Peak && !fn.PerRow(), a.blocks <= 4 || row.Block() == 128 && n > 6
	switch {
	case fn.Second != "" && !residual:
		if halves && (fn.Eps && n == 7 || fn.Calls("exp") && n > 7) {
			return 88
		}
		return 0
	case residual && halves && a.keeps:
		if n == 8 && a.even(row) {
			return 112
		}
		return 8*n + 24
	case !a.keeps:
		registers = 64
	case !halves && row.Block() == 256 && n <= 7 && !(peak && n <= 5):
		registers = 48
	case !halves:
		return 0
	case fn.Bias && n == 8 && a.even(row):
		return 88
	case a.forgets && !fn.Peak && n <= 6:
		return 48
	case a.forgets && !fn.Peak:
		return 64
	case a.powers && row.Block() == 128:
		return 8*n + 16
	case peak && a.forgets && a.blocks <= 4:
		if n == 7 {
			return 80
		}
		return 0
	case a.forgets && more:
		return 80
	case a.powers || a.forgets:
		return max(64, 8*n+8)
	case row.Block() == spec.RowBlockThreads && n <= 8:
		return 64
	default:
		return 0
	}
	if residual { // four vectors of it arrive at once
		registers += 16
	}
	return registers
}

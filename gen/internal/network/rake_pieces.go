package network

import "github.com/shflgen/shflgen/spec"

// fits reports whether the elements of a piece fit a thread's registers: 32 float64 do, of structs 128 bytes. Measured
// on an H200, 16 bytes, 512 threads: pieces of 16, where a lane holds 4 at once, 576 cycles and 1.02 10^9 blocks a
// second, by four warps 515 and 1.00; 1024 threads, pieces of 32, 859 and 0.30, by eight warps 840 and 0.41.
func (r raking) fits(s spec.Spec) bool {
	most := map[bool]int{false: 256, true: 128}[s.Elem != nil]
	return r.piece*s.Bits() <= 8*most
}

// wide reports whether an element is a struct of several words. Each word takes a shuffle: distances side by side
// would take three shuffles of each word for each two. Measured on an H200, a reduction of 16 bytes by 64 threads:
// 265 cycles and 5.03 10^9 blocks a second, side by side 299 and 4.28; by 128 threads 322 and 4.02, 320 and 3.53.
func wide(s spec.Spec) bool { return s.Elem != nil && s.Words() > 1 }

// leastPiece is the least number of elements that a lane reads before shuffles of s. An element of several words takes
// as many shuffles for each distance, and lanes with more elements wait for all their loads: measured, 16 bytes, 64
// threads, pieces of 2 273 cycles and 5.35 10^9 blocks a second, of 4 283 and 5.05.
//
// Shuffles after a piece of 8 are one distance less than after one of 4, and its loads serve as many bytes a clock
// where neighbouring lanes share them: measured, float32, 64 threads 187 cycles and 15.1, pieces of 4 207 and 15.0; 128
// threads 208 and 11.7, 209 and 11.0. Up to 96 threads the lanes past 24 pieces would read a ninth time: pieces of 4,
// 213 and 12.8, of 8, 262 and 12.2. Of 64 bits, 64 threads: 237 and 9.9, pieces of 8 241 and 9.7.
func leastPiece(s spec.Spec) int {
	switch {
	case wide(s) && s.Block().Threads <= 2*s.Warp():
		return 2
	case shuffles(s):
		return minPiece
	case s.Block().Threads > 3*s.Warp() || s.Block().Threads <= 2*s.Warp() && s.Words() == 1:
		return 2 * minPiece
	}
	return minPiece
}

// minPiece is the least number of elements that a lane reads before shuffles: up to there,
// an op more a lane is cheaper than a shuffle. Measured on an H200 at 64 to 128 threads, float32:
// pieces of 4 have the throughput of pieces of 2 and up to 1.5 times that of pieces of 8.
const minPiece = 4

// raking is how the first warp reads a block's elements.
type raking struct {
	piece  int // slots that a lane reads, a power of two unless the first warp keeps its elements
	pieces int // of the block, one a lane; the identity fills the last one

	apart bool // distances of shuffles are taken one after the other, not two side by side
	alone bool // lanes without a piece read nothing
	early bool // the barrier that makes the next call safe comes before the elements are combined
	keeps bool // the first warp stores nothing, and its lanes combine what they read with their own
	every bool // a lane reads every 32nd slot, not slots in a row

	between  int  // where not every: how far apart the slots are that a lane reads; 0 is 1
	beside   int  // so many neighbouring lanes read each piece; 0 is 1
	byMemory bool // after two distances of shuffles the lanes read what is left
}

// interval is how far apart the slots are that a lane reads.
func (r raking) interval() int {
	if r.every {
		return r.pieces
	}
	return max(r.between, 1)
}

// rakeOf gives each lane of the first warp at most one piece, of so many slots at least.
func rakeOf(s spec.Spec, least int) raking {
	piece := max(least, enclosing(s.Block().Threads)/s.Warp())
	return raking{piece: piece, pieces: (s.Block().Threads + piece - 1) / piece}
}

// slots are those that the first warp reads.
func (r raking) slots() int { return r.piece * r.pieces }

// stored is how many threads of the block store their elements.
func (r raking) stored(s spec.Spec) int {
	if r.keeps {
		return s.Block().Threads - s.Warp()
	}
	return s.Block().Threads
}

// shuffles reports whether lanes shuffle to the end, and as many as can hold pieces: those of structs of several words,
// of calls that are to take few cycles, and of blocks with a short last warp. There compilers find the address of
// memory anew in the branch of the first warp: measured on an H200, float32, 1000 threads, 389 cycles and 1.13 10^9
// blocks a second, by memory 434 and 1.00.
func shuffles(s spec.Spec) bool {
	return wide(s) || s.Block().For == spec.ForLatency || s.Block().Threads%s.Warp() != 0
}

// rakedBy is how the first warp of [Raked] reads a block's elements. Where nothing fills slots past the block, lanes
// shuffle to the end, too.
func rakedBy(s spec.Spec) raking {
	if strides(s) {
		return raking{piece: s.Warps() - 1, pieces: s.Warp(), keeps: true, every: true, apart: s.Warps() <= fewWarps}
	}
	r := rakeOf(s, leastPiece(s))
	// so that at two distances no lane takes in one without a piece
	few, pieces := r.pieces <= s.Warp()/2, (r.pieces+3)/4*4
	if few {
		pieces = enclosing(r.pieces)
	}
	if shuffles(s) || longLanes(s, r) || s.KeepsWithoutMembers() && r.piece*pieces != s.Block().Threads {
		r.apart = r.piece == minPiece && (s.Block().For == spec.ForThroughput || s.Words() > 1) || wide(s)
		r.alone = r.apart && (s.Elem == nil || s.Block().For == spec.ForThroughput && r.thirds()) && !s.All() &&
			r.pieces < s.Warp()
		return r
	}
	r.pieces, r.apart, r.byMemory = pieces, true, pieces > maxShuffled
	if few {
		r.beside = s.Warp() / pieces
	}
	r.alone = r.piece == minPiece && s.Elem == nil && !s.All() && !few && pieces < s.Warp()
	return r
}

// strides reports whether each lane of the first warp combines its own element with every 32nd one behind it, where no
// order shows: lanes read from neighbouring banks whatever the number of warps is, and a warp does not store. Measured
// on an H200, int64, cycles and 10^9 blocks a second, beside pieces of an odd or of a power of two of elements: 64
// threads 226 and 10.7, 212 and 9.87; 96 threads 233 and 9.71, 232 and 8.01; 320 threads 258 and 3.74, 295 and 2.71;
// 544 threads 308 and 1.95, 331 and 1.84; 896 threads 398 and 1.06, 511 and 0.87; 1024 threads 430 and 0.98, 491 and
// 0.89. Products of int32: 64 threads 215 and 15.9, 184 and 15.3; 256 threads 215 and 6.67, 239 and 6.41; 1024 threads
// 397 and 1.15, 432 and 1.07; but 1000 threads 440 and 1.01, 399 and 1.10. Four warps go on with pieces of 8, two lanes
// each: int64, a prototype of every 32nd element 256 and 8.12, 228 and 7.62.
func strides(s spec.Spec) bool {
	switch {
	case !chains(s) || !s.Laws().Commutative || narrow(s) || s.Elem != nil:
		return false
	case s.KeepsWithoutMembers() && s.Block().Threads%s.Warp() != 0:
		return false
	case s.Warps() <= fewWarps:
		return s.Words() > 1 && s.Block().For != spec.ForLatency
	}
	return s.Warps() > fewWarps+1
}

// fewWarps are so few that, where [strides] holds, shuffles one after the other have more throughput than side by side.
const fewWarps = 3

// longLanes reports whether lanes that hold long pieces of 64 bits shuffle to the end: nearly all of them, unless four
// times as many as memory leaves. Measured on an H200, float64, by shuffles and by memory: 512 threads 394 cycles and
// 2.06 10^9 blocks a second in 32 registers, 367 and 1.57 in 34; 416 threads 393 and 2.00, 411 and 1.85; 448 threads
// 408 and 1.87, 371 and 2.11; int64, 416 threads 325 and 2.14, 458 and 1.65.
//
// So do lanes of pieces of 32 words in a block that an SM holds three times, unless memory is without gaps: by memory
// they take 33 registers, and an SM holds two. Measured on an H200, float32: 576 threads 356 cycles and 1.83, by
// memory 337 and 1.38; 672 threads 363 and 1.83, 332 and 1.43; 640 threads, without gaps, 360 and 1.85, 351 and 1.89;
// 704 threads, where two blocks fit either way, 345 and 1.36, 330 and 1.42.
func longLanes(s spec.Spec, r raking) bool {
	const long, many, resident = 16, 24, 2048
	if s.Words() == 1 {
		return s.Bits() == spec.RegisterBits && r.piece == 2*long && resident/s.Block().Threads >= 3 && r.pieces%4 != 0
	}
	return r.piece >= long && r.pieces > many && (r.pieces%4 != 0 || r.pieces == s.Warp())
}

// maxShuffled is the greatest number of pieces that are combined by shuffles alone: three distances. Measured on an
// H200, float32, 64 threads, 187 cycles and 15.1 10^9 blocks a second; by memory after one distance 179 and 14.5.
const maxShuffled = 8

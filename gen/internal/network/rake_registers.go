package network

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// RakedByWarps is the network of a block in which the first warps rake, one or several, and one set of
// barriers serves all registers.
//
// First each warp combines so far that every thread keeps one element: at distance 1 a thread keeps the registers of
// one parity and gives the others to its neighbour, at distance 2 half of those, and so on, as a batch-reduce does.
// Thread i then holds a part of register i mod n, where n is the number of registers or the power of two above it.
// Every thread stores its element, and each thread of the first warps rakes elements of one register. Shuffles combine
// its lanes, and thread 0 loads what is left of each register; where one warp rakes, [builder.rakeRegisters] ends so.
// The trees are those of order near.
//
// The model, in warp instructions of shared memory and shuffles. An SM begins one in a clock:
// a warp takes n-1 shuffles, a store and a load for n registers, where a block-reduce of one takes a
// store and a load each.
func RakedByWarps(s spec.Spec) (*Network, error) {
	b, r := newBuilder(s), byWarps(s)
	if firstWarpMayEnd(s) && r.pieces == s.Warp() {
		return b.rakeRegisters(r), nil
	}
	return b.rakeByWarps(r), nil
}

// rakeByWarps builds the network: in each warp every apart-th lane holds elements of one register.
func (b *builder) rakeByWarps(r raking) *Network {
	s := b.net.Spec
	x, apart := b.pieceOfRegister(r)
	x = b.shuffledDown(x, apart, s.Warp(), r.apart)
	warps := r.pieces / s.Warp()
	b.step("These threads leave what they have combined for %s to read.", combiners(s, warps))
	memory := b.node(Barrier{X: b.leaveFirsts([]*Node{x}, warps, s.Brings(), partials(warps*s.Brings(), s))})
	if byLanes(s, warps) {
		b.step("Lanes of the first warp read what the %d warps have left.", warps)
		own := Place{Terms: []Term{{1, 1, warps}}}
		x = b.shuffledDown(b.node(Load{From: memory, In: Partial, At: own, Threads: s.Warp()}), 1, warps, r.apart)
		b.giveRegisters([]*Node{x})
		return b.done()
	}
	who := "Thread 0"
	if s.All() {
		who = "Every thread"
	}
	if warps == 1 {
		b.step("%s takes the %s.", who, map[bool]string{true: "result", false: "results"}[s.Brings() == 1])
	} else {
		b.step("%s combines what the %d warps have left.", who, warps)
	}
	var results []*Node
	for k := range s.Brings() {
		results = append(results, b.acrossWarps(memory, k, warps))
	}
	b.giveRegisters(results)
	return b.done()
}

// pieceOfRegister is the tree over a piece of one register, of register i mod apart in thread i.
func (b *builder) pieceOfRegister(r raking) (x *Node, apart int) {
	x, apart = b.oneElement(b.contributions())
	mine := b.leftPiece(x, r, apart, map[bool]string{true: "in a row", false: "of one register"}[apart == 1])
	b.step("Each of these threads combines its elements.")
	return b.near(r.piece, func(i int) *Node { return mine[i] }), apart
}

// leftPiece are the elements of a piece, so far apart, once every thread has left x.
func (b *builder) leftPiece(x *Node, r raking, apart int, which string) (mine []*Node) {
	b.step("Every thread leaves its element for the first %d threads to read.", r.pieces)
	memory := b.leave(x, r)
	r.between = apart
	b.step("Each of these threads reads %d elements %s.", r.piece, which)
	for i := range r.piece {
		mine = append(mine, b.node(r.load(memory, i, b.net.Spec)))
	}
	return mine
}

// byLanes reports whether the first warp combines what so many warps leave, because thread 0 would load more
// than the longest piece.
func byLanes(s spec.Spec, warps int) bool {
	return s.N == 0 && !s.All() && warps*s.Bits() > 8*maxPieceBytes
}

// combiners are those who combine what the warps leave.
func combiners(s spec.Spec, warps int) string {
	switch {
	case s.All():
		return "all"
	case byLanes(s, warps):
		return "the first warp"
	}
	return "thread 0"
}

// RejectRakedByWarps says why [RakedByWarps] does not build s; nothing if it does.
func RejectRakedByWarps(s spec.Spec) string {
	if why := rejectRaking(s); why != "" {
		return why
	}
	one := s.N == 0 && rakedBy(s).fits(s) // warp could rake
	switch {
	case one && rakedBy(s).piece*s.Bits() <= 2*8*maxPieceBytes:
		return "one warp rakes so few elements sooner"
	case one && s.Type.Class() != spec.Float && s.Block().For != spec.ForLatency:
		return "fewer warps wait where one warp rakes"
	// measured, 16 bytes, 256 threads: 528 cycles, 1.19; by shuffles 436, 1.19
	case s.N == 0 && s.Elem != nil && byWarps(s).piece < minPiece:
		return "threads of several warps would rake few structs each"
	case s.N > s.Warp(): // each lane of a warp can hold one of them
		return fmt.Sprintf("%d registers are more than a warp has lanes", s.N)
	case s.N > 1 && s.Block().Threads%s.Warp() != 0:
		return "the last warp is short, and its threads could not hold a part of each register"
	case s.N > 1 && !s.Laws().Commutative:
		return fmt.Sprintf("%s does not commute, and a thread puts what it keeps on the left", s.OpWord())
	}
	return rejectPieces(s, byWarps(s))
}

// byWarps is how the first warps rake a block of one element a thread: as few as rake pieces of 128 bytes, of structs
// 64 bytes; of several registers one warp up to pieces of 64 bytes in registers, else four. Measured on an H200, cycles
// alone and 10^9 blocks a second: a float64 of 1024 threads 647, 0.71 by one warp, 472, 0.87 by two, 497, 0.77 by four;
// of 640 threads 598, 1.08 by one, 476, 1.07 by two and 504, 0.91 by four; an int64 of 1024 threads 517, 0.86 by one
// and 469, 0.82 by two. Prototypes: two float32 of 1024 threads 542, 0.79 and 471, 0.91, eight 916, 0.28 and 901, 0.38;
// of 256 threads two 284, 4.2 and 359, 3.4, eight 496, 1.64 and 608, 1.49. On an H100, two registers, where a lane
// reads its elements in a row: two float32 of 1024 threads 436, 0.995 and 503, 0.779, two float64 of 512 threads 472,
// 1.52 and 506, 1.20. A struct of 16 bytes of 1024 threads: by four warps 40 registers, where one block is resident,
// 802 and 0.31; by eight 32 registers and two blocks, 866 and 0.43.
func byWarps(s spec.Spec) raking {
	threads, more, most := s.Warp(), 4, 8*maxPieceBytes
	switch {
	case wide(s):
		more = 2
	case s.N == 0:
		more, most = 2, 2*most
	}
	if firstWarpMayEnd(s) && s.N == 2 {
		most *= 2
	}
	for enclosing(s.Block().Threads)/threads*max(s.Bits(), spec.RegisterBits) > most {
		threads *= more
	}
	return raking{piece: enclosing((s.Block().Threads + threads - 1) / threads), pieces: threads,
		apart: s.Block().For == spec.ForThroughput || wide(s)}
}

// maxPieceBytes is the longest piece that one warp rakes where several could.
const maxPieceBytes = 64

// oneElement leaves each thread one element, of register i mod n in thread i.
func (b *builder) oneElement(x []*Node) (kept *Node, n int) {
	n = enclosing(len(x))
	for d := 1; d < n; d *= 2 {
		b.step("Distance %d: of two registers a thread keeps one, and thread i^%[1]d takes the other.", d)
		by := b.ofBlock(Xor, d, b.net.Spec.Warp())
		upper := b.inBit(d, LanesWhere(b.net.Spec.Block().Threads, func(i int) bool { return i&d != 0 }))
		next := make([]*Node, (len(x)+1)/2)
		for t := range next {
			keep, give := x[2*t], x[2*t] // without another one both keep it
			if 2*t+1 < len(x) {
				keep, give = b.node(Select{upper, x[2*t+1], x[2*t]}), b.node(Select{upper, x[2*t], x[2*t+1]})
			}
			next[t] = b.node(Combine{b.fn, keep, b.node(Shuffle{give, by})})
		}
		x = next
	}
	return x[0], n
}

// firstWarpMayEnd reports whether [builder.rakeRegisters] builds s if one warp rakes. Of structs of several words it is
// behind: measured on an H100, 16 bytes, 4 registers of 128 threads, 578 cycles and 1.70 10^9 blocks a second, by a
// barrier of the block 452 and 1.62.
func firstWarpMayEnd(s spec.Spec) bool { return s.N > 1 && !s.All() && !wide(s) }

// rakeRegisters builds the network of a block with a first warp that rakes several registers to the end: where
// [builder.rakeByWarps] has the second barrier of the block before the results are read, this has one of the warp,
// and all other warps wait for the next call.
//
// Measured on an H100, float32, cycles of a call in a chain and 10^9 blocks a second, beside a barrier of the block: 2
// registers of 64 threads 239 and 10.6, 231 and 9.47; of 512 threads 314 and 2.31, 425 and 1.39; 4 of 128 threads 289
// and 6.22, 313 and 4.20; 8 of 256 threads 391 and 1.96, 550 and 1.35. After all four distances of shuffles two
// registers of 64 threads take 236 and 9.5.
func (b *builder) rakeRegisters(r raking) *Network {
	rake, distances := b.pieceOfRegister, 3
	if b.net.Spec.N == 2 && r.piece >= minPiece {
		rake, distances = b.pieceOfBoth, 2
	}
	x, apart := rake(r)
	lanes := min(apart<<distances, b.net.Spec.Warp())
	results := b.takeRegisters(b.shuffledDown(x, apart, lanes, r.apart), b.net.Spec.N, lanes)
	b.step(settles)
	results[0] = b.node(Barrier{X: results[0]})
	b.giveRegisters(results)
	return b.done()
}

// pieceOfBoth is [builder.pieceOfRegister] of two registers where a lane reads elements in a row, several by one load:
// then lanes have to exchange once more. Measured on an H100, float32, 128 threads: 8.5 10^9 blocks a second, of one
// register 8.0; 512 threads 2.29 and 2.12; but four registers of 256 threads 3.1 and 3.4.
func (b *builder) pieceOfBoth(r raking) (x *Node, apart int) {
	x, _ = b.oneElement(b.contributions())
	mine := b.leftPiece(x, r, 1, "in a row, of both registers")
	b.step("Each of these threads combines its elements of each register.")
	var both []*Node
	for k := range 2 {
		both = append(both, b.near(r.piece/2, func(i int) *Node { return mine[2*i+k] }))
	}
	return b.oneElement(both)
}

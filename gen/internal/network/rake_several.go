package network

import "github.com/shflgen/shflgen/spec"

// firstWarpMayEnd reports whether [builder.rakeRegisters] builds s if one warp rakes. Of structs of several words it is
// behind: measured on an H100, 16 bytes, 4 registers of 128 threads, 578 cycles and 1.70 10^9 blocks a second, by a
// barrier of the block 452 and 1.62.
func firstWarpMayEnd(s spec.Spec) bool { return s.N > 1 && !s.All && !wide(s) }

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
	results[0] = b.node(Barrier{results[0]})
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

package network

// acrossLanes is the tree over the pieces' values. More than two distances go through memory, see [builder.takeLeft],
// unless lanes are to shuffle to the end: then two distances at a time. One at a time takes fewer instructions:
// measured on an H200, float32, 64 threads, 13.9 and 12.4 10^9 blocks a second, but 220 and 186 cycles; 128 threads
// 10.9 and 10.6, 249 and 215; from 256 threads on it is behind in both.
//
// After the least pieces, elements of several words are taken one at a time as well, and lanes without a piece do not
// load: measured, float64, 64 threads 255 cycles and 9.9 10^9 blocks a second, two at a time 258 and 7.7; 128 threads
// 298 and 7.0, 300 and 6.5. Of longer pieces it is behind: 180 threads 397 and 4.2, 339 and 3.8.
//
// Of three times a power of two, the last step takes in two thirds at once, and no lane needs the identity: measured,
// float32, 96 threads 199 cycles and 12.2, with the identity and a distance more 220 and 11.5.
func (b *builder) acrossLanes(x *Node, r raking) *Node {
	lanes, neighbours := enclosing(r.pieces), max(r.beside, 1)
	if r.byMemory {
		return b.takeLeft(b.shuffledDown(x, neighbours, 4*neighbours, true), 4*neighbours, r.pieces/4)
	}
	if r.joins(b.net.Spec) {
		b.step("The lanes of the first warp go on together.")
		x = b.node(WarpBarrier{x})
	}
	switch {
	case r.thirds():
		return b.thirds(b.shuffledDown(x, 1, r.pieces/3, r.apart), r.pieces/3)
	case lanes > r.pieces && b.net.Spec.KeepsWithoutMembers():
		return b.shuffledUpTo(x, r.pieces)
	case lanes > r.pieces && !absorbs(b.net.Spec) && !r.alone:
		b.step("A lane without a piece has the identity.")
		x = b.upTo(x, r.pieces, lanes)
	}
	return b.shuffledDown(x, neighbours, lanes*neighbours, r.apart)
}

// thirds is the tree over three groups of so many lanes, in the first lane.
func (b *builder) thirds(x *Node, lanes int) *Node {
	b.step("The first lane takes in lanes %d and %d, the first ones of the other groups of %d.", lanes, 2*lanes, lanes)
	from := func(d int) *Node { return b.node(Shuffle{x, b.ofBlock(Down, d, b.net.Spec.Warp())}) }
	one, two := from(lanes), from(2*lanes)
	return b.node(Combine{b.fn, b.node(Combine{b.fn, x, one}), two})
}

// shuffledDown is a tree over lanes from distance d on, two distances at a time unless they are to
// be apart.
func (b *builder) shuffledDown(x *Node, d, lanes int, apart bool) *Node {
	from := func(d int) *Node { return b.node(Shuffle{x, b.ofBlock(Down, d, b.net.Spec.Warp())}) }
	for ; !apart && 4*d <= lanes; d *= 4 {
		b.step("Distances %[1]d and %[2]d: lane i takes in lanes i+%[1]d, i+%[2]d and i+%[3]d.", d, 2*d, 3*d)
		one, two, three := from(d), from(2*d), from(3*d)
		x = b.node(Combine{b.fn, b.node(Combine{b.fn, x, one}), b.node(Combine{b.fn, two, three})})
	}
	for ; d < lanes; d *= 2 {
		b.step("Distance %d: lane i takes in lane i+%[1]d.", d)
		x = b.node(Combine{b.fn, x, from(d)})
	}
	return x
}

// shuffledUpTo is a tree over the first lanes of each warp. The other lanes have nothing.
func (b *builder) shuffledUpTo(x *Node, lanes int) *Node {
	for d := 1; d < lanes; d *= 2 {
		b.step("Distance %d: lane i takes in lane i+%[1]d, of the first %d.", d, lanes)
		here := LanesWhere(b.net.Spec.Block, func(i int) bool { return i%b.net.Spec.Warp()+d < lanes })
		from := b.node(Shuffle{x, b.ofBlock(Down, d, b.net.Spec.Warp())})
		x = b.node(Select{b.node(InLanes{here}), b.node(Combine{b.fn, x, from}), x})
	}
	return x
}

package cuda

import "github.com/shflgen/shflgen/gen/internal/network"

// layout is where slots lie in shared memory: after each run of slots come some that nobody
// uses.
type layout struct{ run, gap int }

// layout leaves 16 bytes or an element free after each 128 bytes of whole pieces, or after each piece if that
// is longer.
// Shared memory serves 128 bytes a clock in banks of 4 bytes. Pieces of 2^k bytes that begin in
// the same bank would be served one after the other; so the eight lanes that load 16 bytes
// each in a clock begin in eight different places of 16 bytes.
//
// Of 16 elements, each is loaded by itself and the pieces are an element apart, where shuffles alone follow: the sums
// begin before the last element is there. Measured on an H200, 512 threads, one at a time and 16 bytes at a time:
// float32 312 cycles and 2.61 10^9 blocks a second, 336 and 2.10; float64 396 and 2.01, 409 and 1.97; int32, by
// redux.sync, 226 and 3.03, 214 and 3.05. Of 8 and 32 float32 it is behind: 239 and 5.8, 228 and 6.3; 412 and 1.12, 378
// and 1.20.
func (b *block) layout() layout {
	size := b.combined.Bits() / 8
	if run := b.piece * b.apart; b.apart > 1 { // the threads of a warp read that many slots in a row each time
		if run >= b.slots {
			return layout{1, 0}
		}
		return layout{run, b.apart}
	}
	if b.piece%2 == 1 { // one after the other, in different banks
		return layout{1, 0}
	}
	if b.piece*size <= 16 {
		return layout{1, 0} // one load a lane, of all neighbours at once
	}
	if b.piece == 16 && (size == 4 || size == 8) && !b.redux && !b.takes {
		return layout{b.piece, 1}
	}
	return layout{b.piece * max(1, 128/size/b.piece), max(16/size, 1)}
}

// of is the index of a slot.
func (l layout) of(slot expr) expr {
	if l.gap == 0 {
		return slot
	}
	skipped := slot.over(number(l.run))
	if l.gap > 1 {
		skipped = skipped.times(number(l.gap))
	}
	return slot.plus(skipped)
}

// piece is the index of the first slot of the piece that a thread reads. Runs are whole pieces.
func (l layout) piece(e network.Rake) expr {
	i := mine(e)
	switch {
	case e.Piece == 1:
		return l.of(i)
	case l.run == e.Piece:
		return i.times(number(e.Piece + l.gap))
	case l.gap > 0 && e.Beside > 1:
		run := name("thread").over(number(l.run / e.Piece * e.Beside))
		return i.times(number(e.Piece)).plus(run.times(number(l.gap)))
	}
	return l.of(i.times(number(e.Piece)))
}

// size is the length of an array of so many slots.
func (l layout) size(slots int) int { return slots + (slots-1)/l.run*l.gap }

package lower

import (
	"fmt"
	"math/bits"

	"github.com/shflgen/shflgen/gen/internal/ir"
)

// wordSwap is how lanes that share a row, each with a vector of it, swap words: the bits of a word's number in its
// vector become the highest bits of the lane, and those bits of the lane become the number. Word i of each lane and
// of its neighbours then lie beside each other in the row.
type wordSwap struct{ lanes int }

// vectorBits are those of the number of a word in a vector.
const vectorBits = 2

// bits are those that change places: all of a vector's number, or as many as tell the lanes apart.
func (s wordSwap) bits() int { return min(vectorBits, bits.Len(uint(s.lanes))-1) }

// words appends the swap: for each bit, a lane gives half of its words to another one for as many of the other's.
func (s wordSwap) words(b *ir.Builder, thread ir.Expr, words []ir.Expr) {
	for bit := range s.bits() {
		d, apart := s.lanes>>(bit+1), len(words)>>(bit+1)
		upper := b.Let(fmt.Sprintf("upper%d", d), thread.And(u(d)).Unequal(u(0)))
		for i, low := range words {
			if i&apart != 0 {
				continue
			}
			high := words[i+apart]
			got := b.Let(fmt.Sprintf("got%d_%d", d, i), upper.Choose(low, high).FromPart(s.lanes, ir.Across, d))
			b.Set(high, upper.Choose(high, got))
			b.Set(low, upper.Choose(got, low))
		}
	}
}

// place is where the first word of a lane is among those of the lanes' vectors, after the swap.
func (s wordSwap) place(thread ir.Expr) ir.Expr {
	below := s.lanes >> s.bits() // lanes with the same highest bits
	highest, apart := thread, 1<<(vectorBits-s.bits())
	if below > 1 {
		highest = thread.Over(u(below))
	}
	if apart > 1 {
		highest = highest.Times(u(apart))
	}
	if below == 1 {
		return highest
	}
	return thread.Mod(u(below)).Times(u(1 << vectorBits)).Plus(highest)
}

// offset is how far behind it word i is.
func (s wordSwap) offset(i int) int {
	kept := vectorBits - s.bits()
	return i>>kept*(s.lanes>>s.bits()<<vectorBits) + i&(1<<kept-1)
}

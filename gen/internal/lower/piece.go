// Package lower lowers patterns that a grid computes to programs: what blocks, warps and threads do, in one form for
// all languages that have them. A target adds the text of primitives, and the frame of a file.
package lower

import "github.com/shflgen/shflgen/gen/internal/ir"

// accessBytes are the most that one instruction loads or stores.
const accessBytes = 16

// piece is some elements that follow each other in memory, as the words by which they are loaded and stored.
type piece struct {
	of    ir.Number
	count int
}

// word is the type of a word.
func (p piece) word() ir.Number {
	if p.of.Bits() == 64 {
		return ir.U64
	}
	return ir.U32
}

func (p piece) bytes() int    { return p.count * p.of.Bits() / 8 }
func (p piece) words() int    { return max(1, 8*p.bytes()/p.word().Bits()) }
func (p piece) fraction() int { return p.word().Bits() / p.of.Bits() } // elements of a word

// vector is the type of a piece of 4, 8 or 16 bytes.
func (p piece) vector() ir.Vector { return ir.Vector{Word: p.word(), Words: p.words()} }

// element is element i of a piece in words.
func (p piece) element(words []ir.Expr, i int) ir.Expr {
	bits := words[i/p.fraction()]
	if by := i % p.fraction() * p.of.Bits(); by > 0 {
		bits = bits.Shr(by)
	}
	return bits.FromBits(p.of)
}

// gather is the vector of elements.
func (p piece) gather(element func(i int) ir.Expr) ir.Expr {
	var all []ir.Expr
	for w := range p.words() {
		word := element(w * p.fraction()).Bits()
		for i := 1; i < p.fraction(); i++ {
			word = word.Or(element(w*p.fraction() + i).Bits().To(p.word()).Shl(i * p.of.Bits()))
		}
		all = append(all, word)
	}
	return ir.Expr{Node: ir.Pack{Words: all}, Type: p.vector()}
}

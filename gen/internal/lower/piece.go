// Package lower lowers patterns that a grid computes to programs: what blocks, warps and threads do, in one form for
// all languages that have them. A target adds the text of primitives, and the frame of a file.
package lower

import (
	"slices"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

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

// upperHalf is element i of words of bfloat16 as a float, with the element as its upper half: one instruction; the
// element alone takes two.
func (p piece) upperHalf(words []ir.Expr, i int) ir.Expr {
	if i%2 == 0 {
		return words[i/2].Shl(16).FromBits(ir.F32)
	}
	return words[i/2].And(ir.U32.Digits(0xffff0000)).FromBits(ir.F32)
}

// gather is the vector of elements.
func (p piece) gather(element func(i int) ir.Expr) ir.Expr {
	return ir.NewExpr(ir.Pack{Words: p.gatherSome(element, p.count, 0)}, p.vector())
}

// gatherSome are the words of a vector of some elements, behind which others have the bits of an absent one.
func (p piece) gatherSome(element func(i int) ir.Expr, some int, absent uint64) (all []ir.Expr) {
	for w := range p.words() {
		first := w * p.fraction()
		if first >= some {
			all = append(all, p.every(absent))
			continue
		}
		word, rest := element(first).Bits(), uint64(0)
		for i := 1; i < p.fraction(); i++ {
			if by := i * p.of.Bits(); first+i < some {
				word = word.Or(element(first + i).Bits().To(p.word()).Shl(by))
			} else {
				rest |= absent << by
			}
		}
		if rest != 0 {
			word = word.Or(p.word().Digits(rest))
		}
		all = append(all, word)
	}
	return all
}

// array is an array or a matrix that threads load elements from, or inputs that elements are made of.
type array struct {
	piece
	name   string // of the parameter
	x      string // what names of vectors start with
	suffix string // of the names of functions that load it, which all of one type share
	ofRow  bool   // a value of each row
}

// inputsOf are those of s. A piece is so many elements, whatever their size; 0: those of 16 bytes.
func inputsOf(s spec.Spec, count int) (all []array) {
	for i, p := range s.Shape().Matrices() {
		in := array{piece: piece{ir.Number{Type: p.Type}, count}, name: p.InMemory(), x: RowNames[i], ofRow: p.Role.OfRow()}
		if s.Map == nil {
			in.name = "in"
		}
		if count == 0 {
			in.piece = vectorOf(p.Type)
		}
		if same := slices.IndexFunc(all, func(other array) bool { return other.of == in.of }); same >= 0 {
			in.suffix = all[same].suffix
		} else if i > 0 {
			in.suffix = "_" + in.name
		}
		all = append(all, in)
	}
	return all
}

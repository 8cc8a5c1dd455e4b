package lower

import (
	"fmt"
	"math/bits"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// Rows that share a warp are taken by pieces of a size that every row begins with a multiple of, where rows lie one
// after the other: a vector is as many loads. Rows that are not aligned to it are taken element by element.

// pieceOf is the size of such a piece in bytes: that of a vector at most. Single elements are none.
func pieceOf(s spec.Spec) int {
	size := s.InType().Bits() / 8
	bytes := min(accessBytes, 1<<bits.TrailingZeros(uint(s.Cols()*size)))
	if bytes < minPiece || bytes == size {
		return accessBytes
	}
	return bytes
}

// pieceElements is how many elements of a vector a thread has or lacks together.
func (r *rowApply) pieceElements() int {
	if !r.neighbours() {
		return 1
	}
	return min(r.Vector, 1<<bits.TrailingZeros(uint(r.of.Cols())))
}

// pieced reports whether a vector is several loads.
func (r *rowApply) pieced() bool { return r.shares && r.piece < accessBytes }

// eachPiece appends what is done with a piece of a vector in memory and its words, where the thread has it.
func (r *rowApply) eachPiece(b *ir.Builder, at ir.Expr, has having, x ir.Expr, do func(at ir.Expr, words []ir.Expr)) {
	n := r.piece / wordBytes
	of := ir.Type(ir.U32)
	if n > 1 {
		of = ir.Vector{Word: ir.U32, Words: n}
	}
	pieces := b.Let("pieces", at.As(of))
	for i := range accessBytes / r.piece {
		b.IfIn(ir.Braces, has.one(i*n*r.in.fraction()), func() { do(pieces.At(i), x.Words()[i*n:(i+1)*n]) })
	}
}

// piecesOf are the words of a piece.
func piecesOf(at ir.Expr) []ir.Expr {
	if _, several := at.Type().(ir.Vector); several {
		return at.Words()
	}
	return []ir.Expr{at}
}

// pieces adds the functions that load and store the pieces of a vector.
func (r *rowApply) pieces() {
	does := fmt.Sprintf("the pieces of %d bytes that the thread has of a vector", r.piece)
	b := r.Build("_pieces", r.in.vector(), "Loads "+does+"; zeros for others.")
	from, has := r.matrixParam(b, "from", ir.Pointer{To: r.in.of, ReadOnly: true}), r.having(b)
	x := b.Declare("x", r.in.vector())
	for _, w := range x.Words() {
		b.Set(w, u(0))
	}
	r.eachPiece(b, from, has, x, func(at ir.Expr, words []ir.Expr) {
		piece := b.Let("piece", at)
		for i, w := range piecesOf(piece) {
			b.Set(words[i], w)
		}
	})
	b.Return(x)

	b = r.Build("_put", nil, "Stores "+does+".")
	to, has := r.matrixParam(b, "to", ir.Pointer{To: r.in.of}), r.having(b)
	x = b.Param("x", r.in.vector())
	r.eachPiece(b, to, has, x, func(at ir.Expr, words []ir.Expr) {
		if len(words) == 1 {
			b.Set(at, words[0])
			return
		}
		b.Set(at, ir.NewExpr(ir.Pack{Words: words}, at.Type()))
	})
}

// loadsNeighbours appends the loads of some parts by vectors, or by what a row that shares its warp with others is
// aligned to.
func (r *appliedRow) loadsNeighbours(parts []rowPart) {
	if r.byWords {
		r.eachRead(parts, func(from ir.Expr, p rowPart) ir.Expr { return r.loaded(from, p) })()
		return
	}
	vectors := func() { r.loadsVectors(parts) }
	if r.pieced() {
		vectors = r.eachRead(parts, r.ofPieces)
	}
	elements := r.eachRead(parts, func(from ir.Expr, p rowPart) ir.Expr { return r.elements(from, p, 1) })
	r.asAligned(vectors, elements)
}

// asAligned appends what is done where all addresses are aligned, and what else, nil for nothing, unless they are
// promised to be.
func (r *appliedRow) asAligned(vectors, elements func()) {
	switch {
	case r.vectors:
		vectors()
	case elements == nil:
		r.b.IfIn(ir.Braces, r.aligned, vectors)
	default:
		r.b.IfElse(r.aligned, vectors, elements)
	}
}

// ofPieces is a part loaded by pieces.
func (r *appliedRow) ofPieces(of ir.Expr, p rowPart) ir.Expr {
	return r.Call("_pieces", r.at(of, p), r.has[p.number].count)
}

// givesNeighbours appends the stores of the results of such a row.
func (r *appliedRow) givesNeighbours(parts []rowPart) {
	if r.byWords {
		r.givesWords()
		return
	}
	vectors := r.eachPart(parts, r.givesVector)
	if r.pieced() {
		vectors = r.eachPart(parts, func(p rowPart) {
			r.b.Do("_put", r.at(r.to, p), r.has[p.number].count, r.given(p, func(i int) ir.Expr {
				if r.arrived != nil {
					return r.arrived[i][p.number]
				}
				return r.ofPieces(r.beside[i], p)
			}))
		})
	}
	r.asAligned(vectors, r.eachPart(parts, r.givesElements))
}

// givesElements appends the stores of a part with elements side by side, one by one.
func (r *appliedRow) givesElements(p rowPart) {
	r.scatters(p, 1, r.given(p, func(i int) ir.Expr { return r.elements(r.beside[i], p, 1) }))
}

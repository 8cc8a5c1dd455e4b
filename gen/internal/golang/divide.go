package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

// undivided is the size in bytes up to which a file holds the steps of all lanes one by one. In a larger one, code
// that parts of the lanes or registers share is emitted once, in a helper: a compiler takes minutes for a function of
// some 10,000 locals.
const undivided = 64 << 10

// undividedSort is the limit for a sort. Its helpers are faster as well: 1.2 to 1.5 times for 32 elements.
const undividedSort = 24 << 10

// piece is the lanes that a helper computes.
type piece struct {
	base, lanes int

	steps int // before those of the lanes
}

// here is the index of a lane in what is printed.
func (p *printer) here(lane int) int {
	if p.piece == nil {
		return lane
	}
	return lane - p.piece.base
}

// within prints what f prints as the body of a helper of a piece.
func (p *printer) within(piece piece, f func() error) error {
	defined, locals, places := p.defined, p.maps.locals, p.places
	p.piece, p.defined, p.maps.locals, p.places = &piece, map[string]bool{}, nil, map[*value]func(part) expr{}
	defer func() { p.piece, p.defined, p.maps.locals, p.places = nil, defined, locals, places }()
	return f()
}

// addDivided prints the function by helpers, if its parts have the same form.
func (p *printer) addDivided(out *blocks) (done bool, err error) {
	switch {
	case p.shape.HasIndex() && p.shape.Block():
		return p.addWinnersOfWarps(out)
	case p.dialect.users != nil || p.shape.HasIndex() || p.spec.Elem != nil:
		p.divided = false
		return false, nil
	}
	if p.shape.Block() {
		return p.addWarps(out)
	}
	return p.addMoves(out)
}

// sliceOf is the array of some lanes of an array of lanes.
func sliceOf(of expr, from, count int, typ jen.Code) jen.Code {
	part := jen.Add(&of.code).Index(jen.Lit(from), jen.Lit(from+count))
	return jen.Parens(jen.Op("*").Index(jen.Lit(count)).Add(typ)).Call(part)
}

// localType is the type of the locals that the op combines.
func (p *printer) localType() string {
	if p.dialect.fromBits != nil {
		return p.dialect.elem
	}
	return p.dialect.bits
}

// elementType is that of v.
func (p *printer) elementType() jen.Code { return typeOf(p.shape.Element()) }

// maskParam is the parameter of a helper that holds the mask of its piece.
func (p *printer) maskParams() []jen.Code {
	if p.spec.Mask == spec.Full {
		return nil
	}
	return []jen.Code{jen.Id(memberBits.name()).Uint32()}
}

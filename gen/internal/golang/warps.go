package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

// warpSize is the number of lanes of a warp that Go computes: as many as CUDA's, bit for bit.
const warpSize = spec.WarpSize

// elementPorts are the ports with the elements that are combined.
func (p *printer) elementPorts() []spec.Port {
	if p.spec.Map != nil {
		return p.shape.Mapped()
	}
	return []spec.Port{p.shape.Element()}
}

// ofWarp are the parameters of the helper of a warp that reads elements, and what it is called with.
func (p *printer) ofWarp(at piece) (params, args []jen.Code) {
	params, args = p.arraysOfWarp(at, p.elementPorts()...)
	switch {
	case p.spreadsMask():
		bits := jen.Id(p.dialect.bits)
		params = append([]jen.Code{jen.Id(membersName).Op("*").Index(jen.Lit(at.lanes)).Add(bits)}, params...)
		args = append([]jen.Code{sliceOf(id(membersName), at.base, at.lanes, bits)}, args...)
	case p.spec.Mask != spec.Full:
		e := id(memberBits.name()).at(at.base / warpSize)
		params, args = append(p.maskParams(), params...), append([]jen.Code{&e.code}, args...)
	}
	return params, args
}

// arraysOfWarp are those of them that are arrays of the caller's.
func (p *printer) arraysOfWarp(at piece, ports ...spec.Port) (params, args []jen.Code) {
	for _, port := range ports {
		of := id(port.Role.Name())
		params = append(params, jen.Id(port.Role.Name()).Op("*").Index(jen.Lit(at.lanes)).Add(typeOf(port)))
		if port.Array {
			of = p.register(port.Role, 0)
		}
		args = append(args, sliceOf(of, at.base, at.lanes, typeOf(port)))
	}
	return params, args
}

// Where a block has a winner, each warp has two helpers: one combines its keys, and one says which threads have the
// winning key.

// addWinnersOfWarps prints a block's winner.
func (p *printer) addWinnersOfWarps(out *blocks) (done bool, err error) {
	if p.dialect.encode != nil {
		p.divided = false
		return false, nil
	}
	title := func(step int) string { return p.net.Steps[step].Title }
	if _, err := p.addOutlined(out, p.live(), p.result[:1], title); err != nil {
		return false, err
	}
	return true, p.addWinners(out)
}

// votesOfWarp is the word of those threads of a warp, members or not, that have the winning key.
func (p *printer) votesOfWarp(from, end int, winning expr) expr {
	at := piece{base: from, lanes: end - from}
	var body blocks
	_ = p.within(at, func() error {
		lines, won := setOf(at.lanes, "won%d", func(i int) expr {
			return p.dialect.same.call(p.dialect.load.of(p.inputPart(0, from+i, p.parts[0])), id("best"))
		})
		body = p.addMaps(append(lines, returned(won)))
		return nil
	})
	params, args := p.arraysOfWarp(at, p.elementPorts()...)
	h := p.shared("Won", helper{doc: "is the set of the threads of a warp that have the best key.",
		params: append(params, jen.Id("best").Id(p.localType())), gives: jen.Uint32(), body: body})
	return expr{*jen.Id(h.name).Call(append(args, &winning.code)...), primary}
}

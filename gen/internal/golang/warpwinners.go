package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

// Where a block has a winner, each warp has three helpers: one combines its keys, one says which threads have the
// winning key, and one stores what all threads get.

// addWinnersOfWarps prints a block's winner.
func (p *printer) addWinnersOfWarps(out *blocks) (done bool, err error) {
	if p.dialect.encode != nil {
		p.divided = false
		return false, nil
	}
	if err := p.addByWarps(out, p.live(), p.result[:1], func(i int) string { return p.net.Steps[i].Title }); err != nil {
		return false, err
	}
	return true, p.addWinners(out)
}

// ofWarp makes the helper of a warp, unless it is there, and gives its name: a short last warp has its own.
func (p *printer) ofWarp(word string, at piece, h helper) string {
	if at.lanes < warpSize {
		word += "Last"
	}
	h = p.named(word, h)
	for _, there := range p.dialect.helpers {
		if there.name == h.name {
			return h.name
		}
	}
	p.dialect.helpers = append(p.dialect.helpers, h)
	return h.name
}

// votesOfWarp is the word of those threads of a warp, members or not, that have the winning key.
func (p *printer) votesOfWarp(from, end int, winning expr) expr {
	at := piece{base: from, lanes: end - from}
	var body blocks
	_ = p.within(at, func() error {
		var votes []expr
		var lines []jen.Code
		for lane := from; lane < end; lane++ {
			key := p.dialect.load.of(p.inputPart(0, lane, p.parts[0]))
			votes = append(votes, p.dialect.same.call(key, id("best")).shifted(p.here(lane)))
			if len(votes) == bitsPerLine && lane+1 < end {
				won := local("won%d", p.here(lane))
				lines = append(lines, statement(won, defined, union(votes)))
				votes = []expr{won}
			}
		}
		body = p.addMaps(append(lines, returned(union(votes))))
		return nil
	})
	name := p.ofWarp("Won", at, helper{doc: "is the set of the threads of a warp whose key is best.",
		params: append(p.elementParams(at), jen.Id("best").Id(p.localType())), result: "uint32", body: body})
	return expr{*jen.Id(name).Call(append(p.elementArguments(at), &winning.code)...), primary}
}

// storesOfWarps store the winner in every thread.
func (p *printer) storesOfWarps() (calls []jen.Code) {
	v, idx := spec.ElementRole.Name(), spec.IndexRole.Name()
	for warp := range p.spec.Warps() {
		at := p.warp(warp)
		passed := []string{"best0", "first0"}
		if p.spec.Mask == spec.Member {
			passed = append(passed, "some0")
		}
		h := helper{doc: "stores the winner in the threads of a warp.", params: []jen.Code{
			jen.Id(v).Op("*").Index(jen.Lit(at.lanes)).Add(p.elementType()),
			jen.Id(idx).Op("*").Index(jen.Lit(at.lanes)).Int32(),
			jen.Id("best0").Id(p.chosenType()), jen.Id("first0").Int32(),
		}}
		if p.spec.Mask == spec.Member {
			h.params = append(h.params, jen.Id("some0").Id(p.chosenType()))
		}
		_ = p.within(at, func() error {
			for lane := at.base; lane < at.base+at.lanes; lane++ {
				h.body = append(h.body, assign(p.element(0, lane), p.winnerElement(lane, 0)),
					assign(id(idx).at(p.here(lane)), id("first0")))
			}
			return nil
		})
		name := p.ofWarp("Store", at, h)
		args := []jen.Code{sliceOf(id(v), at.base, at.lanes, p.elementType()),
			sliceOf(id(idx), at.base, at.lanes, jen.Int32())}
		for _, local := range passed {
			args = append(args, jen.Id(local))
		}
		calls = append(calls, jen.Id(name).Call(args...))
	}
	return calls
}

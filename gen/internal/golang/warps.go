package golang

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

// warpSize is the number of lanes of a warp that Go computes: as many as CUDA's, bit for bit.
const warpSize = spec.WarpSize

// The warps of a block reduce their threads alike. The code of one warp is emitted once, in a helper that returns its
// results; a last warp of fewer threads has its own helper.

// ofWarps is what the values of a reduction of a block are to its warps.
type ofWarps struct {
	reads map[*value]int   // the one warp that a value reads threads of, -1: several
	roots map[int][]*value // of a warp: its values that others read, or that are results
	inner map[*value]bool  // values of a warp alone
}

// noWarp is of a value that reads no thread.
const noWarp = -2

// findWarps divides values, which come in order, by warps.
func (p *printer) findWarps(values []*value, results []*value) ofWarps {
	w := ofWarps{map[*value]int{}, map[int][]*value{}, map[*value]bool{}}
	for _, v := range values {
		of := noWarp
		if v.kind == element || v.kind == enter {
			of = v.lane / warpSize
		}
		for _, x := range []*value{v.a, v.b} {
			if x == nil || w.reads[x] == noWarp {
				continue
			}
			if of != noWarp && of != w.reads[x] {
				of = -1
				break
			}
			of = w.reads[x]
		}
		w.reads[v] = of
		w.inner[v] = of >= 0
	}
	outer := map[*value]bool{}
	for _, v := range values {
		if !w.inner[v] {
			outer[v.a], outer[v.b] = true, true
		}
	}
	for _, v := range results {
		outer[v] = true
	}
	for _, v := range values {
		if outer[v] && w.inner[v] {
			w.roots[w.reads[v]] = append(w.roots[w.reads[v]], v)
		}
	}
	return w
}

// addWarps prints a reduction of a block: all values but the results, which are stored.
func (p *printer) addWarps(out *blocks) (done bool, err error) {
	if p.shape.Registers() > 1 {
		return false, nil
	}
	var results []*value
	for i, v := range p.result {
		if !p.keeps(i) {
			results = append(results, v)
		}
	}
	if err := p.addByWarps(out, p.live(), results, func(i int) string { return p.net.Steps[i].Title }); err != nil {
		return false, err
	}
	out.add("Results.", p.stores())
	return true, nil
}

// addByWarps prints values, step by step: those of one warp alone by its helper.
func (p *printer) addByWarps(out *blocks, steps [][]*value, results []*value, title func(step int) string) error {
	w := p.findWarps(slices.Concat(steps...), results)
	calls, err := p.warpCalls(w, slices.Concat(steps...))
	if err != nil {
		return err
	}
	out.add("The result of each warp.", calls)
	for i, values := range steps {
		lines, err := p.defineAll(slices.DeleteFunc(values, func(v *value) bool { return w.inner[v] }))
		if err != nil {
			return err
		}
		out.add(title(i), lines)
	}
	return nil
}

// warpCalls define the results of each warp.
func (p *printer) warpCalls(w ofWarps, values []*value) ([]jen.Code, error) {
	var calls []jen.Code
	names, ids := map[string]string{}, map[string]int{} // by what a helper computes
	for warp := range p.spec.Warps() {
		at, known, text := p.warp(warp), map[*value]string{}, ""
		for _, root := range w.roots[warp] {
			text += p.form(root, at, known, ids)
		}
		if names[text] == "" {
			word := "Warp"
			if len(names) > 0 {
				word = fmt.Sprintf("Warp%d", warp)
			}
			own := slices.DeleteFunc(slices.Clone(values), func(v *value) bool { return w.reads[v] != warp })
			h, err := p.warpHelper(word, at, own, w.roots[warp])
			if err != nil {
				return nil, err
			}
			p.dialect.helpers = append(p.dialect.helpers, h)
			names[text] = h.name
		}
		calls = append(calls, p.warpCall(names[text], at, w.roots[warp]))
	}
	return calls, nil
}

// warpHelper combines the threads of a warp.
func (p *printer) warpHelper(word string, at piece, own, roots []*value) (helper, error) {
	var body blocks
	err := p.within(at, func() error {
		steps := map[int][]*value{}
		for _, v := range own {
			steps[v.step] = append(steps[v.step], v)
		}
		for i, step := range p.net.Steps {
			lines, err := p.defineAll(steps[i])
			if err != nil {
				return err
			}
			body.add(step.Title, lines)
		}
		body = p.addMaps(body)
		var results []jen.Code
		for _, v := range roots {
			for _, of := range p.parts {
				results = append(results, jen.Id(p.name(v, of)))
			}
		}
		body = append(body, jen.Line(), jen.Return(results...))
		return nil
	})
	results := slices.Repeat([]jen.Code{jen.Id(p.localType())}, len(roots)*len(p.parts))
	gives := jen.Code(jen.Params(results...))
	if len(results) == 1 {
		gives = results[0]
	}
	return p.named(word, helper{doc: "combines the threads of a warp.", params: p.warpParams(at), gives: gives,
		body: body}), err
}

// warpParams are the parameters of the helper of a warp.
func (p *printer) warpParams(at piece) []jen.Code {
	params := p.maskParams()
	if p.oneRegister && p.spreadsMask() {
		params = []jen.Code{jen.Id(membersName).Op("*").Index(jen.Lit(at.lanes)).Id(p.dialect.bits)}
	}
	return append(params, p.elementParams(at)...)
}

// elementParams are those of them that hold elements.
func (p *printer) elementParams(at piece) (params []jen.Code) {
	for _, port := range p.elementPorts() {
		params = append(params, jen.Id(port.Role.Name()).Op("*").Index(jen.Lit(at.lanes)).Add(typeOf(port)))
	}
	return params
}

// elementPorts are the ports with the elements that are combined.
func (p *printer) elementPorts() []spec.Port {
	if p.spec.Map != nil {
		return p.shape.Mapped()
	}
	return []spec.Port{p.shape.Element()}
}

// warpArguments are what a warp's helper is called with.
func (p *printer) warpArguments(at piece) []jen.Code {
	var args []jen.Code
	switch {
	case p.oneRegister && p.spreadsMask():
		args = append(args, sliceOf(id(membersName), at.base, at.lanes, jen.Id(p.dialect.bits)))
	case p.spec.Mask != spec.Full:
		e := id(memberBits.name()).at(at.base / warpSize)
		args = append(args, &e.code)
	}
	return append(args, p.elementArguments(at)...)
}

// elementArguments are those of them that hold elements.
func (p *printer) elementArguments(at piece) (args []jen.Code) {
	for _, port := range p.elementPorts() {
		of := id(port.Role.Name())
		if port.Array && !p.oneRegister {
			of = of.at(0)
		}
		args = append(args, sliceOf(of, at.base, at.lanes, typeOf(port)))
	}
	return args
}

// warpCall defines the results of a warp.
func (p *printer) warpCall(name string, at piece, roots []*value) jen.Code {
	var to []jen.Code
	for _, v := range roots {
		for _, of := range p.parts {
			to = append(to, jen.Id(p.name(v, of)))
		}
	}
	return jen.List(to...).Op(":=").Id(name).Call(p.warpArguments(at)...)
}

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
	name := p.ofWarp("Won", at, helper{doc: "is the set of the threads of a warp that have the best key.",
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

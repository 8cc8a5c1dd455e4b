package golang

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// A scan of a block scans its warps alike. Where every thread takes in the thread before it, the first thread of a warp
// takes in the last one of the warp before. Else, at each distance, the warps of an upper half take in what comes
// before them: one value for all threads of a warp. Warps are arrays of what the op combines; each of these tasks is a
// helper.

// takenIn is a step of a warp: every thread of it takes in what another thread holds.
type takenIn struct{ step, warp, thread int }

// scanned are the values of the scan, in which every thread's own element is in its result; nil: it has another form.
func (p *printer) scanned() []*value {
	n := p.net.Elements()[0].Node
	if p.excludesOwn() {
		moved, ok := n.Expr.(network.Select)
		if !ok {
			return nil
		}
		by, ok := moved.Then.Expr.(network.Shuffle)
		if !ok {
			return nil
		}
		n = by.X
	}
	return p.needed(p.memo[n.ID*p.shape.Lanes : (n.ID+1)*p.shape.Lanes])
}

// scanSteps are those steps, in order, none of a chain, in which a thread takes in the one before it; false: the values
// have another form.
func (p *printer) scanSteps(values []*value) (steps []takenIn, chain, ok bool) {
	lanes := p.shape.Lanes
	held := make([]*value, lanes) // by each thread
	took := map[takenIn]int{}
	for _, v := range values {
		switch v.kind {
		case element, enter:
			held[v.lane] = v
			continue
		case identity:
			continue
		case combine:
		default:
			return nil, false, false
		}
		from := v.a
		if from == held[v.at] {
			from = v.b
		} else if v.b != held[v.at] {
			return nil, false, false
		}
		if held[from.at] != from {
			return nil, false, false
		}
		held[v.at] = v
		if at := (takenIn{v.step, v.at / warpSize, from.at}); at.warp != from.at/warpSize {
			if took[at]++; took[at] == 1 {
				steps = append(steps, at)
			}
		}
	}
	chain = !slices.ContainsFunc(steps, func(s takenIn) bool { return s.thread != p.warp(s.warp).base-1 || took[s] > 1 })
	if chain {
		steps, took = nil, nil
	}
	for at, threads := range took {
		if threads != p.warp(at.warp).lanes {
			return nil, false, false
		}
	}
	for i, v := range p.result {
		of := i
		switch {
		case i >= lanes:
			of = lanes - 1
		case p.excludesOwn():
			of = i - 1
		}
		if of >= 0 && v != held[of] || of < 0 && v.kind != identity {
			return nil, false, false
		}
	}
	return steps, chain, true
}

// excludesOwn reports whether a thread's result leaves its own element out.
func (p *printer) excludesOwn() bool { return p.spec.Pattern == spec.BlockExclusiveScan }

// warp is the piece of a warp.
func (p *printer) warp(n int) piece {
	base := n * warpSize
	return piece{base: base, lanes: min(warpSize, p.shape.Lanes-base)}
}

// addScanOfWarps prints a scan of a block.
func (p *printer) addScanOfWarps(out *blocks) (done bool, err error) {
	values := p.scanned()
	steps, chain, ok := p.scanSteps(values)
	if !ok || len(p.parts) > 1 {
		return false, nil
	}
	warps := p.spec.Warps()
	short := p.warp(warps-1).lanes < warpSize
	if err := p.addScanHelpers(values, chain, short); err != nil {
		return false, err
	}
	call := func(word string, warp int, args ...jen.Code) jen.Code {
		switch {
		case short && warp == warps-1:
			word += "Last"
		case chain && warp == 0 && word == "Scan":
			word += "First"
		}
		return jen.Id(helperName(p.spec, word)).Call(args...)
	}
	held := func(warp int) expr { return local("warp%d", warp) }
	thread := func(i int) expr { return held(i / warpSize).at(i % warpSize) }

	var scans, stores []jen.Code
	for warp := range warps {
		args := p.warpArguments(p.warp(warp))
		if chain && warp > 0 {
			before := thread(p.warp(warp).base - 1)
			args = append(args, &before.code)
		}
		scans = append(scans, jen.Id(fmt.Sprintf("warp%d", warp)).Op(":=").Add(call("Scan", warp, args...)))
	}
	out.add(map[bool]string{true: "Each warp, after the last thread of the one before.",
		false: "Each warp by itself."}[chain], scans)
	taken := map[int][]jen.Code{}
	for _, s := range steps {
		before, to := thread(s.thread), held(s.warp)
		taken[s.step] = append(taken[s.step], call("After", s.warp, &before.code, jen.Op("&").Add(&to.code)))
	}
	for i, step := range p.net.Steps {
		out.add(step.Title, taken[i])
	}
	of := id(spec.ElementRole.Name())
	if p.shape.Array() {
		of = of.at(0)
	}
	for warp := range warps {
		at, from := p.warp(warp), held(warp)
		args := []jen.Code{sliceOf(of, at.base, at.lanes, p.elementType()), jen.Op("&").Add(&from.code)}
		if p.excludesOwn() {
			before := p.dialect.fromBits.of(p.dialect.id.expr)
			if warp > 0 {
				before = thread(at.base - 1)
			}
			args = append(args, &before.code)
		}
		stores = append(stores, call("Store", warp, args...))
	}
	out.add("Results.", stores)
	if p.spec.Block().Total {
		all := p.dialect.store.of(thread(p.shape.Lanes - 1))
		lines := []jen.Code{define("total", all)}
		for i := range p.shape.Lanes {
			lines = append(lines, assign(p.element(1, i), id("total")))
		}
		out.add("The result of all threads.", lines)
	}
	return true, nil
}

// addScanHelpers makes the helpers of warps. The last warp may be short.
func (p *printer) addScanHelpers(values []*value, chain, short bool) error {
	helpers := map[string]int{"": 0} // words after the names of helpers of a warp, with the first warp that they are for
	if chain {
		helpers = map[string]int{"First": 0, "": 1}
	}
	if short {
		helpers["Last"] = p.spec.Warps() - 1
	}
	for _, word := range []string{"First", "", "Last"} {
		warp, some := helpers[word]
		if !some {
			continue
		}
		scan, err := p.scanHelper("Scan"+word, p.warp(warp), values, chain)
		if err != nil {
			return err
		}
		p.dialect.helpers = append(p.dialect.helpers, scan)
		if word == "First" {
			continue // but for the scan it is as the others
		}
		if !chain {
			p.dialect.helpers = append(p.dialect.helpers, p.afterHelper("After"+word, p.warp(warp)))
		}
		p.dialect.helpers = append(p.dialect.helpers, p.storeHelper("Store"+word, p.warp(warp)))
	}
	return nil
}

// scanHelper scans the threads of a warp, in a chain after what comes before it.
func (p *printer) scanHelper(word string, at piece, values []*value, chain bool) (helper, error) {
	held := make([]*value, at.lanes)
	steps := map[int][]*value{}
	for _, v := range values {
		if v.kind == identity || v.at < at.base || v.at >= at.base+at.lanes {
			continue
		}
		if v.kind == combine && min(v.a.at, v.b.at) < at.base {
			if !chain {
				continue // from here on, with what comes before the warp
			}
			at.before, at.steps = v.a, v.step-1
			if v.b.at < at.base {
				at.before = v.b
			}
		}
		held[v.at-at.base] = v
		steps[v.step] = append(steps[v.step], v)
	}
	var body blocks
	err := p.within(at, func() error {
		for i, step := range p.net.Steps {
			title := step.Title
			if v := steps[i]; chain && i > 0 && len(v) > 0 {
				title = fmt.Sprintf("Thread %d of the warp takes in what comes before it.", p.here(v[0].at))
			}
			lines, err := p.defineAll(steps[i])
			if err != nil {
				return err
			}
			body.add(title, lines)
		}
		var results []jen.Code
		for _, v := range held {
			results = append(results, jen.Id(p.name(v, p.parts[0])))
		}
		body = append(p.addMaps(body), jen.Line(), jen.Return(p.warpArray(at).Values(results...)))
		return nil
	})
	params := p.warpParams(at)
	if at.before != nil {
		params = append(params, jen.Id("before").Id(p.localType()))
	}
	return p.named(word, helper{doc: fmt.Sprintf("scans %d threads.", at.lanes), params: params, gives: p.warpArray(at),
		body: body}), err
}

// warpArray is an array of what the op combines, a value a thread.
func (p *printer) warpArray(at piece) *jen.Statement {
	return jen.Index(jen.Lit(at.lanes)).Id(p.localType())
}

// afterHelper takes in what comes before a warp.
func (p *printer) afterHelper(word string, at piece) helper {
	s := id("s")
	var lines []jen.Code
	for i := range at.lanes {
		lines = append(lines, assign(s.at(i), p.dialect.combine(id("before"), s.at(i))))
	}
	return p.named(word, helper{
		doc:    "lets every thread of a warp take in what comes before the warp.",
		params: []jen.Code{jen.Id("before").Id(p.localType()), jen.Id("s").Op("*").Add(p.warpArray(at))}, body: lines,
	})
}

// storeHelper stores the results of a warp: of a scan that leaves a thread's own element out, the result before it.
func (p *printer) storeHelper(word string, at piece) helper {
	v, s := id(spec.ElementRole.Name()), id("s")
	params := []jen.Code{
		jen.Add(&v.code).Op("*").Index(jen.Lit(at.lanes)).Add(p.elementType()),
		jen.Id("s").Op("*").Add(p.warpArray(at)),
	}
	doc := "stores the results of a warp."
	if p.excludesOwn() {
		doc = "stores the results of a warp, each in the thread after it."
		params = append(params, jen.Id("before").Id(p.localType()))
	}
	var lines []jen.Code
	for i := range at.lanes {
		from := s.at(i)
		switch {
		case p.excludesOwn() && i == 0:
			from = id("before")
		case p.excludesOwn():
			from = s.at(i - 1)
		}
		lines = append(lines, assign(v.at(i), p.dialect.store.of(from)))
	}
	return p.named(word, helper{doc: doc, params: params, body: lines})
}

package golang

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// The warps of a block compute alike. The work of a warp is cut into pieces: a piece reads nothing of another warp that
// is computed later. A piece is a helper, and pieces with the same text are one helper. A short piece stands where it
// is called.

// shortPiece is the number of values up to which a piece is no helper.
const shortPiece = 4

// outline prints values by pieces.
type outline struct {
	*printer
	steps  [][]*value
	titles func(step int) string
	stepOf map[*value]int
	cutOf  map[*value]*cut
	held   map[int][]*value // by warp: what its array holds, by thread
	lost   bool             // a value is read that its array does not hold any more
	title  string           // of the statements that were added last
}

// cut is a piece of the work of a warp: its own values, the own ones that others read, and the ones of others that it
// reads.
type cut struct {
	warp, turn     int
	own, outs, ins []*value
}

// loads reports whether a piece reads elements.
func (c *cut) loads() bool { return slices.ContainsFunc(c.own, (*value).leaf) }

// warp is the piece of a warp.
func (p *printer) warp(n int) piece {
	base := n * warpSize
	return piece{base: base, lanes: min(warpSize, p.shape.Lanes-base)}
}

// leaf reports whether a value is an element.
func (v *value) leaf() bool { return v.kind == element || v.kind == enter }

// operands are what a value is computed from, but for identities.
func (v *value) operands() []*value {
	return slices.DeleteFunc([]*value{v.a, v.b}, func(x *value) bool { return x == nil || x.kind == identity })
}

// cuts divides values, which come in order: each belongs to the warp of its operands, or to that of the lane that first
// needs it where they are of several. Elements are loaded by the piece that reads them first.
func (o *outline) cuts(results []*value) []*cut {
	warp, turn, users := map[*value]int{}, map[*value]int{}, map[*value][]*value{}
	all := slices.DeleteFunc(slices.Concat(o.steps...), func(v *value) bool { return v.kind == identity })
	for _, v := range all {
		if warp[v] = v.at / warpSize; v.leaf() {
			warp[v] = v.lane / warpSize
		}
		of := v.operands()
		if len(of) > 0 && !slices.ContainsFunc(of, func(x *value) bool { return warp[x] != warp[of[0]] }) {
			warp[v] = warp[of[0]]
		}
		for _, x := range of {
			users[x] = append(users[x], v)
			turn[v] = max(turn[v], turn[x]+min(1, warp[x]^warp[v]))
		}
	}
	at := map[[2]int]*cut{}
	for _, v := range all {
		elsewhere := func(x *value) bool { return warp[x] != warp[v] }
		if v.leaf() && len(users[v]) > 0 && !slices.ContainsFunc(users[v], elsewhere) && !slices.Contains(results, v) {
			turn[v] = turn[slices.MinFunc(users[v], func(a, b *value) int { return turn[a] - turn[b] })]
		}
		place := [2]int{turn[v], warp[v]}
		if at[place] == nil {
			at[place] = &cut{warp: warp[v], turn: turn[v]}
		}
		at[place].own, o.cutOf[v] = append(at[place].own, v), at[place]
	}
	cuts := slices.SortedFunc(maps.Values(at), func(a, b *cut) int { return cmp.Or(a.turn-b.turn, a.warp-b.warp) })
	for _, c := range cuts {
		for _, v := range c.own {
			other := func(x *value) bool { return o.cutOf[x] != c }
			if slices.ContainsFunc(users[v], other) || slices.Contains(results, v) {
				c.outs = append(c.outs, v)
			}
			for _, x := range v.operands() {
				if other(x) && !slices.Contains(c.ins, x) {
					c.ins = append(c.ins, x)
				}
			}
		}
	}
	return cuts
}

// addOutlined prints values, step by step under a title.
func (p *printer) addOutlined(out *blocks, steps [][]*value, results []*value, title func(step int) string) (*outline,
	error) {
	o := &outline{printer: p, steps: steps, titles: title, stepOf: map[*value]int{}, cutOf: map[*value]*cut{},
		held: map[int][]*value{}}
	for i, values := range steps {
		for _, v := range values {
			o.stepOf[v] = i
		}
	}
	turns := map[int][]*cut{}
	for _, c := range o.cuts(results) {
		turns[c.turn] = append(turns[c.turn], c)
	}
	for _, turn := range slices.Sorted(maps.Keys(turns)) {
		for _, c := range turns[turn] {
			if len(c.own) > shortPiece {
				call, err := o.piece(c)
				if err != nil {
					return nil, err
				}
				does := "Each warp by itself, but for what it is given."
				if !c.loads() {
					does = title(o.stepOf[c.own[0]])
				}
				o.add(out, does, call)
			}
		}
		for i, values := range steps {
			lines, err := p.defineAll(slices.DeleteFunc(slices.Clone(values), func(v *value) bool {
				return o.cutOf[v] == nil || o.cutOf[v].turn != turn || len(o.cutOf[v].own) > shortPiece
			}))
			if err != nil {
				return nil, err
			}
			o.add(out, title(i), lines)
		}
	}
	if o.lost {
		return nil, errors.New("golang: a value is read after another has taken its place")
	}
	return o, nil
}

// add adds statements under a title, unless those before have the same.
func (o *outline) add(out *blocks, title string, lines []jen.Code) {
	if title == o.title {
		*out = append(*out, lines...)
		return
	}
	if out.add(title, lines); lines != nil {
		o.title = title
	}
}

// taken are values that others compute, as a helper of a warp takes them: in the array of the warp, or one by one.
type taken struct {
	params, args []jen.Code
	places       map[*value]func(part) expr
}

// take passes values to a helper, and the array of its warp if it holds one of them or the helper changes it.
func (o *outline) take(warp int, values []*value, array bool) taken {
	t, alone := taken{places: map[*value]func(part) expr{}}, 0
	for _, x := range values {
		if i := slices.Index(o.held[warp], x); i >= 0 {
			t.places[x], array = func(part) expr { return id(warpArrayName).at(i) }, true
			continue
		}
		name := "before"
		if alone++; alone > 1 {
			name = fmt.Sprint(name, alone)
		}
		for _, of := range o.parts {
			e := o.local(x, of)
			t.params, t.args = append(t.params, jen.Id(name+of.suffix).Id(o.localType())), append(t.args, &e.code)
		}
		t.places[x] = func(of part) expr { return id(name + of.suffix) }
	}
	if array {
		t.params = append(t.params, jen.Id(warpArrayName).Op("*").Add(o.warpArray(o.warp(warp))))
		t.args = append(t.args, jen.Op("&").Id(ofWarpName(warp)))
	}
	return t
}

// warpArrayName is the parameter that is the array of a warp, and ofWarpName the local.
const warpArrayName = "s"

func ofWarpName(warp int) string { return fmt.Sprintf("warp%d", warp) }

// warpArray is an array of what the op combines, a value a thread.
func (p *printer) warpArray(at piece) *jen.Statement {
	return jen.Index(jen.Lit(at.lanes)).Id(p.localType())
}

// piece are the statements that call a piece. Many values that others read of it take their places in the array of the
// warp.
func (o *outline) piece(c *cut) (lines []jen.Code, err error) {
	array := len(c.outs) > shortPiece && len(o.parts) == 1
	at, t := o.warp(c.warp), o.take(c.warp, c.ins, array)
	if c.loads() {
		params, args := o.ofWarp(at)
		t.params, t.args = append(params, t.params...), append(args, t.args...)
	}
	h := helper{doc: "combines the threads of a warp.", params: t.params, gives: jen.Null()}
	var results, names []jen.Code
	for _, v := range c.outs {
		for _, of := range o.parts {
			names, results = append(names, jen.Id(o.name(v, of))), append(results, jen.Id(o.localType()))
		}
	}
	switch {
	case array:
	case len(results) == 1:
		h.gives = results[0]
	default:
		h.gives = jen.Params(results...)
	}
	if h.body, err = o.body(c, at, t.places, array); err != nil {
		return nil, err
	}
	call := jen.Id(o.shared("Warp", h).name).Call(t.args...)
	if !array {
		return []jen.Code{jen.List(names...).Op(":=").Add(call)}, nil
	}
	if o.held[c.warp] == nil {
		lines = append(lines, jen.Var().Id(ofWarpName(c.warp)).Add(o.warpArray(at)))
	}
	o.holds(c)
	return append(lines, call), nil
}

// holds notes that the array of a warp holds what others read of a piece.
func (o *outline) holds(c *cut) {
	at, array := o.warp(c.warp), id(ofWarpName(c.warp))
	held := slices.Clone(o.held[c.warp])
	if held == nil {
		held = make([]*value, at.lanes)
	}
	for _, v := range c.outs {
		i := v.at - at.base
		if was := held[i]; was != nil {
			o.places[was] = func(part) expr { o.lost = true; return expr{} }
		}
		held[i], o.places[v] = v, func(part) expr { return array.at(i) }
	}
	o.held[c.warp] = held
}

// body is that of the helper of a piece.
func (o *outline) body(c *cut, at piece, places map[*value]func(part) expr, array bool) (body blocks, err error) {
	at.steps = c.own[len(c.own)-1].step
	for _, v := range c.own {
		if !v.leaf() {
			at.steps = min(at.steps, v.step-1)
		}
		if !c.loads() && o.spec.Laws().Commutative && o.cutOf[v.b].warp != c.warp { // as in other pieces
			v.a, v.b = v.b, v.a
		}
	}
	err = o.within(at, func() error {
		maps.Copy(o.places, places)
		if array && !c.loads() {
			o.inPlace(c, at)
		}
		for i, values := range o.steps {
			lines, err := o.defineAll(slices.DeleteFunc(slices.Clone(values), func(v *value) bool { return o.cutOf[v] != c }))
			if err != nil {
				return err
			}
			if len(values) == 1 || !c.loads() { // of a chain, or all that the helper does
				body = append(body, lines...)
				continue
			}
			body.add(o.titles(i), lines)
		}
		body = o.addMaps(body)
		var results []jen.Code
		for _, v := range c.outs {
			for _, of := range o.parts {
				results = append(results, jen.Id(o.name(v, of)))
			}
			if array && c.loads() {
				body = append(body, assign(id(warpArrayName).at(o.here(v.at)), o.local(v, o.parts[0])))
			}
		}
		if !array {
			body = append(body, jen.Line(), jen.Return(results...))
		}
		return nil
	})
	return body, err
}

// inPlace gives the values of a piece the places of those that they are computed from.
func (o *outline) inPlace(c *cut, at piece) {
	stands := map[int]*value{}
	for _, v := range c.own {
		for _, x := range v.operands() {
			if now := stands[x.at]; now != nil && now != x && o.cutOf[x].warp == c.warp {
				o.lost = true
			}
		}
		stands[v.at] = v
		o.places[v] = func(part) expr { return id(warpArrayName).at(v.at - at.base) }
	}
}

// stores store the results of a block: those in the array of a warp by a helper.
func (o *outline) stores() (lines []jen.Code) {
	for warp := range o.spec.Warps() {
		at := o.warp(warp)
		var from []*value
		for i, v := range o.result[at.base : at.base+at.lanes] {
			if o.sets(at.base+i) && v.kind != identity && !slices.Contains(from, v) {
				from = append(from, v)
			}
		}
		stored := func() (all []jen.Code) {
			for lane := at.base; lane < at.base+at.lanes; lane++ {
				if o.sets(lane) {
					all = append(all, assign(o.element(0, lane), o.stored(o.result[lane], o.parts[0])))
				}
			}
			return all
		}
		if o.held[warp] == nil {
			lines = append(lines, stored()...)
			continue
		}
		t := o.take(warp, from, false)
		params, args := o.arraysOfWarp(at, o.shape.Element())
		h := helper{doc: "stores the results of a warp.", params: append(params, t.params...), gives: jen.Null()}
		_ = o.within(at, func() error {
			maps.Copy(o.places, t.places)
			h.body = stored()
			return nil
		})
		lines = append(lines, jen.Id(o.shared("Store", h).name).Call(append(args, t.args...)...))
	}
	return lines
}

// sets reports whether what is printed stores element i: of a scan also where it is the one that was there.
func (p *printer) sets(i int) bool {
	return p.result[i] != nil && p.when[i] == truth{known: true, value: true}
}

// lastScanned is what the last thread of an exclusive scan of whole warps would pass on, where it has a place in the
// array of its warp: as a local that nothing reads it would not compile.
func (p *printer) lastScanned() *value {
	moved, ok := p.net.Elements()[0].Node.Expr.(network.Select)
	if !ok || len(p.parts) > 1 || p.spec.Pattern != spec.BlockExclusiveScan || p.shape.Lanes%warpSize > 0 {
		return nil
	}
	return p.memo[moved.Then.Expr.(network.Shuffle).X.ID*p.shape.Lanes+p.shape.Lanes-1]
}

// addWarps prints a reduction or a scan of a block.
func (p *printer) addWarps(out *blocks) (done bool, err error) {
	if p.shape.Registers() > 1 && !p.spec.Block().Total {
		return false, nil
	}
	var results []*value
	for i, v := range p.result {
		if p.sets(i) && (len(p.parts) == 1 || !p.keeps(i)) { // only arrays of warps store what was there
			results = append(results, v)
		}
	}
	if last := p.lastScanned(); last != nil {
		results = append(results, last) // no result needs it, but it makes the last warp equal to the others
	}
	o, err := p.addOutlined(out, p.stepsOf(results), results, func(i int) string { return p.net.Steps[i].Title })
	switch {
	case err != nil:
		return false, err
	case len(o.held) == 0:
		out.add("Results.", p.stores(0))
	default:
		out.add("Results.", append(o.stores(), p.stores(p.shape.Lanes)...))
	}
	return true, nil
}

package golang

import (
	"fmt"
	"maps"
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

// A function of several registers does the same with each: the code for one is emitted once, in a loop over them.

// registerName is the variable of such a loop, and rowName the register of v.
const (
	registerName = "register"
	rowName      = "row"
)

// ofRegister prints what f prints of a register, which is the local or the parameter row: register 0 stands for all.
func (p *printer) ofRegister(f func() (blocks, error)) (blocks, error) {
	defined, places := p.defined, p.places
	p.inRegister, p.defined, p.places = true, maps.Clone(defined), maps.Clone(places)
	defer func() { p.inRegister, p.defined, p.places = false, defined, places }()
	return f()
}

// overRegisters is a loop over the registers that a lane brings: v may have more, for results.
func (p *printer) overRegisters(body ...jen.Code) jen.Code {
	return jen.For(jen.Id(registerName).Op(":=").Range().Lit(p.spec.Brings())).Block(body...)
}

// rowOf is the address of the register that a loop counts.
func rowOf() *jen.Statement {
	return jen.Op("&").Id(spec.ElementRole.Name()).Index(jen.Id(registerName))
}

// alike reports whether v is of a register what x is of register 0, and reads no other register. With positions,
// elements that are put in order are what they are there: those of a lane stand one after the other.
func (p *printer) alike(v, x *value, register int, sorted *positions) bool {
	if v == nil || x == nil {
		return v == x
	}
	if sorted != nil && sorted.current(v) && sorted.current(x) {
		return sorted.at[v] == sorted.at[x]+register && sorted.at[x]%p.spec.Brings() == 0
	}
	if v.kind != x.kind || v.set != x.set || v.lane != x.lane || v.dist != x.dist || v.op != x.op || v.any != x.any ||
		v.hasA != x.hasA || v.hasB != x.hasB {
		return false
	}
	ofRegister := v.leaf() || v.kind == read
	return (!ofRegister || sorted == nil && x.reg == 0 && v.reg == register) && p.alike(v.a, x.a, register, sorted) &&
		p.alike(v.b, x.b, register, sorted)
}

// sameOfRegisters reports whether every register ends with what register 0 ends with, and that is more than it had.
func (p *printer) sameOfRegisters(sorted *positions) bool {
	lanes := p.shape.Lanes
	if !p.shape.Array() || p.spec.Map != nil || p.spec.Elem != nil || p.spec.Brings() == 1 ||
		len(p.result) != lanes*p.spec.Brings() || p.shape.HasPred() || p.runTime() {
		return false
	}
	changed := false
	for i, v := range p.result {
		changed = changed || !p.keeps(i)
		if p.when[i] != p.when[i%lanes] || !p.alike(v, p.result[i%lanes], i/lanes, sorted) {
			return false
		}
	}
	return changed
}

// addRegisters prints what every register ends with: the steps, but for those that have put elements in order, and the
// stores.
func (p *printer) addRegisters(out *blocks, sorted *positions) error {
	p.result = p.result[:p.shape.Lanes]
	live := p.live()
	p.addRankMoves(out, slices.Concat(live...))
	values := p.copyOfValues()
	body, err := p.ofRegister(func() (body blocks, err error) {
		if sorted != nil {
			for i := 0; i < len(sorted.is); i += p.spec.Brings() {
				p.places[sorted.is[i]] = func(part part) expr { return p.atPosition(i, part) }
			}
			live = withoutOrder(live)
		}
		if err := p.addLive(&body, live, sorted); err != nil {
			return nil, err
		}
		p.addResults(&body)
		p.addLanes(&body)
		return body, nil
	})
	row := jen.Id(rowName).Op(":=").Add(rowOf())
	out.add("Each register by itself.", append(values, p.overRegisters(append(blocks{row}, body...)...)))
	return err
}

// batch is a reduction of registers: the results of each follow from its elements by one tree for all of them.
type batch struct {
	roots  []*value        // of register 0, by the first lanes that they read
	places map[*value]expr // of every register
}

// newBatch finds the batch of a reduction; nil: there is none.
func (p *printer) newBatch() *batch {
	if p.shape.HasIndex() || p.shape.Registers() == 1 || p.spec.Map != nil {
		return nil
	}
	b := &batch{places: map[*value]expr{}}
	registers := make([]map[int]*value, p.shape.Registers()) // of each, its results by the first lane that they read
	for i, v := range p.result {
		if p.keeps(i) || b.places[v].binds > 0 {
			continue
		}
		leaves := p.leavesOf(v)
		if v.kind != combine && v.kind != join || len(leaves) == 0 {
			return nil
		}
		reg, lane := leaves[0].reg, slices.MinFunc(leaves, func(a, b *value) int { return a.lane - b.lane }).lane
		if registers[reg] == nil {
			registers[reg] = map[int]*value{}
		}
		if registers[reg][lane] != nil { // two trees over one segment
			return nil
		}
		registers[reg][lane], b.places[v] = v, id(resultsName)
	}
	lanes := slices.Sorted(maps.Keys(registers[0]))
	for reg, of := range registers {
		if len(of) == 0 || len(of) != len(lanes) { // a segment of one lane has nothing to combine
			return nil
		}
		for i, lane := range lanes {
			if !p.sameTree(of[lane], registers[0][lane], reg) {
				return nil
			}
			b.places[of[lane]] = id(resultsName).at(reg).at(i)
		}
	}
	for _, lane := range lanes {
		b.roots = append(b.roots, registers[0][lane])
	}
	return b
}

// sameTree reports whether the tree of x, of register 0, will do for v of a register. If the op may combine in any
// order, it has to have the same operands.
func (p *printer) sameTree(v, x *value, register int) bool {
	if !p.spec.AnyTree() || v == nil {
		return v != nil && p.alike(v, x, register, nil)
	}
	of := func(v *value, register int) (all []string) {
		for _, x := range p.leavesOf(v) {
			all = append(all, fmt.Sprint(x.kind, x.set, x.lane, x.reg-register))
		}
		slices.Sort(all)
		return all
	}
	return slices.Equal(of(v, register), of(x, 0))
}

// leavesOf are the elements that values read.
func (p *printer) leavesOf(values ...*value) []*value {
	return slices.DeleteFunc(p.needed(values), func(x *value) bool { return !x.leaf() })
}

// resultsName is the array of the results of a batch: by register, then segment. membersName is an array of a word a
// lane: all ones if it is a member, else zero. Every register chooses by them.
const (
	resultsName = "results"
	membersName = "members"
)

// spreadsMask reports whether there is that array.
func (p *printer) spreadsMask() bool {
	return p.batch != nil && p.spec.Mask != spec.Full && p.dialect.users == nil
}

// addBatch prints a batch.
func (p *printer) addBatch(out *blocks) error {
	if p.spreadsMask() {
		var words []jen.Code
		for lane := range p.shape.Lanes {
			words = append(words, spreadTo(p.dialect.bits, p.memberBit(lane)).jen())
		}
		out.add("A word of ones for each member.", []jen.Code{jen.Id(membersName).Op(":=").Op("&").
			Index(jen.Lit(p.shape.Lanes)).Id(p.dialect.bits).Values(words...)})
	}
	body, err := p.ofRegister(p.batchOfRegister)
	if err != nil {
		return err
	}
	h := p.named("Register", helper{doc: "combines the elements of one register, in each segment.", body: body})
	var types, results []jen.Code
	for i := range p.batch.roots {
		types = append(types, p.elementType())
		results = append(results, id(resultsName).index(id(registerName)).at(i).jen())
	}
	h.gives = jen.Params(types...)
	args := []jen.Code{rowOf()}
	switch {
	case p.spreadsMask():
		args = append(args, jen.Id(membersName))
		h.params = append(h.params, jen.Id(membersName).Op("*").Index(jen.Lit(p.shape.Lanes)).Id(p.dialect.bits))
	case p.spec.Mask != spec.Full:
		args = append(args, jen.Id(memberBits.name()))
		h.params = append(h.params, parameter(p.shape, p.shape.In[0]))
	}
	slices.Reverse(args)
	h.params = append(h.params, jen.Id(rowName).Op("*").Index(jen.Lit(p.shape.Lanes)).Add(p.elementType()))
	p.dialect.helpers = append(p.dialect.helpers, h)
	array := jen.Index(jen.Lit(p.shape.Registers())).Index(jen.Lit(len(results))).Add(p.elementType())
	out.add("The results of each register.", []jen.Code{jen.Var().Id(resultsName).Add(array),
		p.overRegisters(jen.List(results...).Op("=").Id(h.name).Call(args...))})
	out.add("Results.", p.stores(0))
	return nil
}

// batchOfRegister is what a batch computes of a register, and returns.
func (p *printer) batchOfRegister() (body blocks, err error) {
	tree := slices.DeleteFunc(p.needed(p.batch.roots), (*value).leaf)
	steps, titles := [][]*value{p.leavesOf(p.batch.roots...), tree}, []string{p.net.Steps[0].Title, "The tree over them."}
	if p.divided && p.shape.Block() && p.dialect.users == nil {
		_, err = p.addOutlined(&body, steps, p.batch.roots, func(i int) string { return titles[i] })
	} else {
		for i, values := range steps {
			lines, err := p.defineAll(values)
			if err != nil {
				return nil, err
			}
			body.add(titles[i], lines)
		}
	}
	var ends []jen.Code
	for _, v := range p.batch.roots {
		ends = append(ends, p.joinedParts(v, p.stored).jen())
	}
	return append(body, jen.Line(), jen.Return(ends...)), err
}

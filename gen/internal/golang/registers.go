package golang

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

// A reduction of several registers does the same with each. The code for one register is emitted once, in a helper
// that takes a register and returns the result of each segment.

// batch is that helper, and the local of main that holds each of its results.
type batch struct {
	roots  []*value          // of register 0, by their names
	locals map[*value]string // of every register
	calls  []jen.Code
}

// newBatch finds, of a reduction, how the results of registers follow from those of register 0; nil: some do not.
func (p *printer) newBatch() *batch {
	if p.shape.HasIndex() || p.shape.Registers() == 1 || p.spec.Map != nil {
		return nil
	}
	b := &batch{locals: map[*value]string{}}
	registers := make([]map[int]*value, p.shape.Registers()) // of each, its results by the first lane that they read
	computed, ids := map[int]string{}, map[string]int{}
	for i, v := range p.result {
		if p.keeps(i) || b.locals[v] != "" {
			continue
		}
		text, reg := p.computed(v, ids)
		if reg < 0 || v.kind != combine && v.kind != join {
			return nil
		}
		lane := p.lowestLane(v)
		if registers[reg] == nil {
			registers[reg] = map[int]*value{}
		}
		if was, known := computed[lane]; known && was != text || registers[reg][lane] != nil { // two trees over one segment
			return nil
		}
		registers[reg][lane], computed[lane] = v, text
		b.locals[v] = fmt.Sprintf("reg%dat%d", reg, lane)
	}
	lanes := slices.Sorted(maps.Keys(computed))
	if lanes == nil { // a segment of one lane has nothing to combine
		return nil
	}
	for reg, of := range registers {
		if len(of) != len(lanes) {
			return nil
		}
		var names []jen.Code
		for _, lane := range lanes {
			names = append(names, jen.Id(b.locals[of[lane]]))
			if reg == 0 {
				b.roots = append(b.roots, of[lane])
			}
		}
		b.calls = append(b.calls, jen.List(names...).Op(":=").Add(p.registerCall(reg)))
	}
	return b
}

// computed is what a value computes, whatever the register: equal where that is equal. If the op may combine in any
// order, it is the set of operands, because the tree of register 0 will do for all. reg is the register, -1 if there
// is none, or several.
func (p *printer) computed(v *value, ids map[string]int) (text string, reg int) {
	leaves := p.leavesOf(v)
	if len(leaves) == 0 || slices.ContainsFunc(leaves, func(x *value) bool { return x.reg != leaves[0].reg }) {
		return "", -1
	}
	if reg = leaves[0].reg; !p.spec.AnyTree() {
		return p.form(v, reg, ids), reg
	}
	var all []string
	for _, x := range leaves {
		all = append(all, fmt.Sprint(x.kind, x.set, x.lane))
	}
	slices.Sort(all)
	return strings.Join(all, " "), reg
}

// form is what a value computes of a register: text is equal where that is equal.
func (x *expansion) form(v *value, reg int, ids map[string]int) string {
	if v == nil {
		return ""
	}
	of := v.reg
	if v.leaf() {
		of -= reg
	}
	text := fmt.Sprintln(v.kind, v.set, v.lane, v.dist, of, v.op, v.any, v.hasA, v.hasB, x.form(v.a, reg, ids),
		x.form(v.b, reg, ids))
	if _, ok := ids[text]; !ok {
		ids[text] = len(ids)
	}
	return fmt.Sprint("#", ids[text])
}

// leavesOf are the elements that a value reads.
func (p *printer) leavesOf(v *value) []*value {
	return slices.DeleteFunc(p.needed([]*value{v}), func(x *value) bool { return x.kind != element && x.kind != enter })
}

// lowestLane is the first of the lanes that a value reads.
func (p *printer) lowestLane(v *value) int {
	lowest := p.shape.Lanes
	for _, x := range p.leavesOf(v) {
		lowest = min(lowest, x.lane)
	}
	return lowest
}

// membersName is an array of a word a lane: all ones if it is a member, else zero. Every register
// chooses by them.
const membersName = "members"

// spreadsMask reports whether the helper of a register takes that array.
func (p *printer) spreadsMask() bool { return p.spec.Mask != spec.Full && p.dialect.users == nil }

// addMembers defines the array.
func (p *printer) addMembers(out *blocks) {
	if !p.spreadsMask() {
		return
	}
	var words []jen.Code
	for lane := range p.shape.Lanes {
		e := spreadTo(p.dialect.bits, p.memberBit(lane))
		words = append(words, &e.code)
	}
	array := jen.Index(jen.Lit(p.shape.Lanes)).Id(p.dialect.bits).Values(words...)
	out.add("A word of ones for each member.", []jen.Code{jen.Id(membersName).Op(":=").Op("&").Add(array)})
}

// registerName is the helper's, after the emitted function's.
const registerName = "Register"

// registerCall calls the helper for a register.
func (p *printer) registerCall(reg int) jen.Code {
	var args []jen.Code
	switch {
	case p.spreadsMask():
		args = append(args, jen.Id(membersName))
	case p.spec.Mask != spec.Full:
		args = append(args, jen.Id(memberBits.name()))
	}
	args = append(args, jen.Op("&").Id(spec.ElementRole.Name()).Index(jen.Lit(reg)))
	return jen.Id(helperName(p.spec, registerName)).Call(args...)
}

// registerHelper computes the results of one register.
func (p *printer) registerHelper() (helper, error) {
	p.oneRegister = true
	defer func() { p.oneRegister, p.defined = false, map[string]bool{} }()
	var out blocks
	title := func(level int) string {
		if level == 0 {
			return p.net.Steps[0].Title
		}
		return fmt.Sprintf("Level %d of the tree.", level)
	}
	if p.divided && p.shape.Block() && p.dialect.users == nil {
		if _, err := p.addOutlined(&out, p.levels(), p.batch.roots, title); err != nil {
			return helper{}, err
		}
	} else {
		for level, values := range p.levels() {
			lines, err := p.defineAll(values)
			if err != nil {
				return helper{}, err
			}
			out.add(title(level), lines)
		}
	}
	elem := typeOf(p.shape.Element())
	var names, results []jen.Code
	for _, v := range p.batch.roots {
		e := p.joinedParts(v, p.stored)
		results, names = append(results, &e.code), append(names, jen.Id(fmt.Sprintf("at%d", p.lowestLane(v))))
	}
	names[len(names)-1] = jen.Add(names[len(names)-1]).Add(elem)
	out = append(out, jen.Line(), jen.Return(results...))
	h := helper{doc: "combines the elements of one register: those of the segment that begins at lane i give atI.",
		gives: jen.Params(names...), body: out}
	if p.shape.Block() {
		h.doc = "combines the elements of one register."
	}
	switch {
	case p.spreadsMask():
		h.params = append(h.params, jen.Id(membersName).Op("*").Index(jen.Lit(p.shape.Lanes)).Id(p.dialect.bits))
	case p.spec.Mask != spec.Full:
		h.params = append(h.params, parameter(p.shape, p.shape.In[0]))
	}
	h.params = append(h.params, jen.Id(spec.ElementRole.Name()).Op("*").Index(jen.Lit(p.shape.Lanes)).Add(elem))
	return p.named(registerName, h), nil
}

// levels are the values of register 0 by their depth.
func (p *printer) levels() [][]*value {
	depth := map[*value]int{}
	var visit func(v *value) int
	visit = func(v *value) int {
		if v == nil {
			return -1
		}
		if _, ok := depth[v]; !ok {
			depth[v] = 1 + max(visit(v.a), visit(v.b))
		}
		return depth[v]
	}
	deepest := 0
	for _, v := range p.batch.roots {
		deepest = max(deepest, visit(v))
	}
	all := make([][]*value, deepest+1)
	for _, v := range p.order {
		if d, ok := depth[v]; ok {
			all[d] = append(all[d], v)
		}
	}
	return all
}

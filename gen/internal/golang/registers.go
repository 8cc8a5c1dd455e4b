package golang

import (
	"cmp"
	"fmt"
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
	results := make([]map[string]*value, p.shape.Registers()) // of a register, by what they compute
	found := &meanings{of: map[*value]meaning{}, ids: map[string]int{}}
	for i, v := range p.result {
		if p.keeps(i) {
			continue
		}
		is := p.meaningOf(found, v)
		reg := is.reg
		if reg < 0 || v.kind != combine && v.kind != join {
			return nil
		}
		if results[reg] == nil {
			results[reg] = map[string]*value{}
		}
		results[reg][is.text] = v
	}
	b := &batch{locals: map[*value]string{}}
	for _, v := range results[0] {
		b.roots = append(b.roots, v)
	}
	if b.roots == nil { // a segment of one lane has nothing to combine
		return nil
	}
	slices.SortFunc(b.roots, func(v, w *value) int { return cmp.Compare(p.lowestLane(v), p.lowestLane(w)) })
	for i := 1; i < len(b.roots); i++ {
		if p.lowestLane(b.roots[i-1]) == p.lowestLane(b.roots[i]) {
			return nil // two trees over one segment
		}
	}
	for reg, of := range results {
		if len(of) != len(b.roots) {
			return nil
		}
		var names []string
		for _, root := range b.roots {
			v := of[p.meaningOf(found, root).text]
			if v == nil {
				return nil
			}
			b.locals[v] = fmt.Sprintf("reg%dat%d", reg, p.lowestLane(root))
			names = append(names, b.locals[v])
		}
		b.calls = append(b.calls, p.registerCall(reg, names))
	}
	return b
}

// meaning is what a value computes, whatever the register: text is equal where that is equal.
type meaning struct {
	text   string
	leaves []string // of an op that may combine them in any order
	reg    int      // that it reads, -1 if there are several
}

// meanings are those of values, found once each.
type meanings struct {
	of  map[*value]meaning
	ids map[string]int // of texts, so that a text that contains others stays short
}

// meaningOf is that of a value.
func (p *printer) meaningOf(m *meanings, v *value) meaning {
	if known, ok := m.of[v]; ok {
		return known
	}
	found := p.meaningOfParts(m, v)
	if _, ok := m.ids[found.text]; !ok {
		m.ids[found.text] = len(m.ids)
	}
	found.text = fmt.Sprint("#", m.ids[found.text])
	m.of[v] = found
	return found
}

func (p *printer) meaningOfParts(m *meanings, v *value) meaning {
	if v.kind == element || v.kind == enter {
		text := fmt.Sprint(v.kind, v.set, v.lane)
		return meaning{text, []string{text}, v.reg}
	}
	if v.a == nil {
		return meaning{reg: -1}
	}
	a := p.meaningOf(m, v.a)
	b := meaning{reg: a.reg}
	if v.b != nil {
		b = p.meaningOf(m, v.b)
	}
	if a.reg != b.reg {
		return meaning{reg: -1}
	}
	if v.kind == combine && p.spec.AnyTree() { // the tree of register 0 will do for all
		leaves := slices.Sorted(slices.Values(slices.Concat(a.leaves, b.leaves)))
		if p.spec.Laws().Idempotent {
			leaves = slices.Compact(leaves)
		}
		return meaning{strings.Join(leaves, " "), leaves, a.reg}
	}
	if p.spec.Laws().Commutative && v.kind == combine && a.text > b.text {
		a, b = b, a
	}
	return meaning{text: fmt.Sprint(v.kind, v.set, v.lane, v.any, v.op, v.hasA, v.hasB, a.text, b.text), reg: a.reg}
}

// lowestLane is the first of the lanes that a value reads.
func (p *printer) lowestLane(v *value) int {
	lowest, seen := p.shape.Lanes, map[*value]bool{}
	var visit func(v *value)
	visit = func(v *value) {
		if v == nil || seen[v] {
			return
		}
		seen[v] = true
		if v.kind == element || v.kind == enter {
			lowest = min(lowest, v.lane)
		}
		visit(v.a)
		visit(v.b)
	}
	visit(v)
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

// registerCall defines the results of a register.
func (p *printer) registerCall(reg int, names []string) jen.Code {
	var args, to []jen.Code
	switch {
	case p.spreadsMask():
		args = append(args, jen.Id(membersName))
	case p.spec.Mask != spec.Full:
		args = append(args, jen.Id(memberBits.name()))
	}
	args = append(args, jen.Op("&").Id(spec.ElementRole.Name()).Index(jen.Lit(reg)))
	for _, n := range names {
		to = append(to, jen.Id(n))
	}
	return jen.List(to...).Op(":=").Id(helperName(p.spec, registerName)).Call(args...)
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
		if err := p.addByWarps(&out, p.levels(), p.batch.roots, title); err != nil {
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

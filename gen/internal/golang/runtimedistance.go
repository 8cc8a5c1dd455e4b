package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// A lane with a distance of the caller reads v at an index: that of its source, or its own if there is no readable
// source. The choice is among indices, not among elements, so that elements of every type are only copied.

// givenOf is the way of an expression that reads by a distance of the caller.
func givenOf(e network.Expr) (network.Given, bool) {
	var by network.Way
	switch e := e.(type) {
	case network.Shuffle:
		by = e.By
	case network.ReadIf:
		by = e.By
	}
	given, ok := by.(network.Given)
	return given, ok
}

// given is the value that a lane reads by a distance of the caller.
func (x *expansion) given(by network.Given, lane int) *value {
	x.by = by
	if !x.segments().InSegment(lane) {
		return x.number(value{kind: element, lane: lane}, lane)
	}
	return x.number(value{kind: read, lane: lane}, lane)
}

// runTime reports whether the caller gives the distance.
func (x *expansion) runTime() bool { return x.shape.Operands() > 0 }

// readsOf is the local that is 1 if a lane reads a source, else 0.
func readsOf(lane int) expr { return local("reads%d", lane) }

// alwaysReads reports whether every lane of a segment reads a source.
func (p *printer) alwaysReads() bool { return p.by.Wraps() && !p.shape.Masked() }

// operand is the distance of a lane, as the caller gives it.
func (p *printer) operand(lane int) expr {
	d := id(p.by.Role.Name())
	if port, _ := p.shape.Operand(); !port.Uniform {
		return d.at(lane)
	}
	return d
}

// addGiven defines where each lane reads, and whether it is another lane.
func (p *printer) addGiven(out *blocks) {
	port, _ := p.shape.Operand()
	var common, lines []jen.Code
	for lane := range p.shape.Lanes {
		if !p.segments().InSegment(lane) {
			continue
		}
		by, definitions := p.distance(lane, port.Uniform)
		if !port.Uniform {
			lines = append(lines, definitions...)
		} else if common == nil {
			common = definitions
		}
		lines = append(lines, define(fmt.Sprintf("source%d", lane), p.source(by, lane)))
		if !p.alwaysReads() {
			lines = append(lines, define(fmt.Sprintf("reads%d", lane), p.reads(lane)))
		}
	}
	title := "The lane that each lane names, and whether it may be read."
	if p.alwaysReads() {
		title = "The lane that each lane reads."
	}
	out.add("The distance, as an unsigned number.", common)
	out.add(title, lines)
}

// distance is the distance of a lane as a uint32 that names the same source, and the
// definition of its local.
func (p *printer) distance(lane int, uniform bool) (by expr, lines []jen.Code) {
	suffix, sign := "", 63 // of an int of 32 bits too: it shifts in copies of its sign
	if !uniform {
		suffix, sign = fmt.Sprint(lane), 31
	}
	d, w := p.operand(lane), p.by.Width
	if !p.by.Wraps() || w&(w-1) == 0 {
		by = id("by" + suffix)
		return by, []jen.Code{define("by"+suffix, d.to("uint32"))}
	}
	rest := id("rest" + suffix) // of a negative number not positive
	by = id("by" + suffix)
	return by, []jen.Code{
		define("rest"+suffix, d.op(jen.Op("%"), mulBinds, dec(w))),
		define("by"+suffix, rest.plus(rest.shr(sign).and(dec(w))).to("uint32")),
	}
}

// source is the lane that a lane names, modulo the warp.
func (p *printer) source(by expr, lane int) expr {
	w := p.by.Width
	base := lane - lane%w
	i, last, pow2 := dec(lane), dec(warpSize-1), w&(w-1) == 0
	within := func(e expr) expr {
		if base == 0 {
			return e
		}
		return e.or(dec(base))
	}
	plus := func(n int, e expr) expr {
		if n == 0 {
			return e
		}
		return dec(n).plus(e).grouped()
	}
	switch p.by.Mode {
	case network.Idx:
		if pow2 {
			return within(by.and(dec(w - 1)))
		}
		return plus(base, by).and(last)
	case network.Up:
		return i.minus(by).grouped().and(last)
	case network.Down:
		return plus(lane, by).and(last)
	case network.Xor:
		return i.xor(by).grouped().and(last)
	}
	if pow2 { // rotate
		return within(plus(lane, by).and(dec(w - 1)))
	}
	if lane == base {
		return plus(base, by).and(last)
	}
	past := by.minus(dec(base + w - lane)) // of the segment's end; below it the subtraction wraps
	return plus(base, past.plus(past.grouped().shr(spec.MaskWordBits-1).times(dec(w))).grouped()).and(last)
}

// reads is 1 if a lane has a source that may be read, else 0.
func (p *printer) reads(lane int) expr {
	var all []expr
	if p.shape.Masked() {
		all = append(all, id(spec.MaskRole.Name()).op(shr, mulBinds, local("source%d", lane)).and(dec(1)))
	}
	if !p.by.Wraps() {
		count := p.operand(lane).to("uint")
		all = append(all, hex(uint64(p.by.Reaches(lane))).to("uint32").op(shr, mulBinds, count))
	}
	if p.shape.Calls == spec.Active {
		all = append(all, shiftedMask(lane))
	}
	e := all[0]
	for _, one := range all[1:] {
		e = e.and(one.grouped())
	}
	if !p.shape.Masked() {
		e = e.and(dec(1))
	}
	return e
}

// readAt is the element that a lane reads.
func (p *printer) readAt(read *value) expr {
	v, lane := p.register(spec.ElementRole, read.reg), read.lane
	source := local("source%d", lane)
	if p.runTime() && !p.alwaysReads() {
		own := readsOf(lane).neg()
		source = chosen(own, source, dec(lane)).grouped().and(dec(warpSize - 1))
	}
	return v.index(source)
}

// givenPreds is the word of preds.
func (p *printer) givenPreds() expr {
	segments := uint64(0)
	var terms []expr
	for lane := range p.shape.Lanes {
		if p.segments().InSegment(lane) {
			segments |= 1 << lane
			terms = append(terms, readsOf(lane).shifted(lane))
		}
	}
	if p.alwaysReads() {
		return hex(segments)
	}
	return union(terms)
}

package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/network"
)

// given is the distance that the caller gives, as a number modulo 2^32. The scope notes
// that it is read.
func (p *printer) given(g network.Given) expr { return p.scope.param(g.Role).to("unsigned") }

// rest is the distance modulo the width, 0..width-1, of a width that is no power of two.
func (p *printer) rest() expr {
	p.usesRest = true
	return name("rest").to("unsigned")
}

// restLines define it: the remainder of a negative number is negative in C++.
func (p *printer) restLines(g network.Given) []string {
	if !p.usesRest {
		return nil
	}
	return []string{
		fmt.Sprintf("int rest = %s %% %d;", p.scope.param(g.Role), g.Width),
		fmt.Sprintf("rest += rest >> 31 & %d;", g.Width),
	}
}

// sourceBy is the lane that a lane reads by a distance of the caller, modulo the warp; of
// no matter where there is no source.
func (p *printer) sourceBy(g network.Given) expr {
	at, whole := p.at, g.Width == warpSize
	switch g.Mode {
	case network.Idx:
		switch {
		case whole:
			return p.given(g).and(lastLane)
		case powerOfTwo(g.Width):
			return at.base().or(p.given(g).and(number(g.Width - 1)).grouped())
		}
		return at.base().plus(p.rest()).and(lastLane)
	case network.Up:
		return at.lane().minus(p.given(g)).and(lastLane)
	case network.Down:
		return at.lane().plus(p.given(g)).and(lastLane)
	case network.Xor:
		return at.lane().xor(p.given(g)).grouped().and(lastLane)
	case network.Rotate:
		switch {
		case whole:
			return at.lane().plus(p.given(g)).and(lastLane)
		case powerOfTwo(g.Width):
			return at.base().or(at.lane().plus(p.given(g)).and(number(g.Width - 1)).grouped())
		}
		turned := at.pos().plus(p.rest())
		back := turned.less(number(g.Width)).choose(number(0), number(g.Width)).grouped()
		return at.lane().plus(p.rest()).minus(back).and(lastLane)
	}
	p.report("unexpected mode %d of a distance", g.Mode)
	return expr{}
}

// reaches is the condition that a distance of the caller is in range. As a number modulo
// 2^32, what is below zero is above every width.
func (p *printer) reaches(g network.Given) expr {
	at, d := p.at, p.given(g)
	switch g.Mode {
	case network.Up:
		return d.op("<=", orderBinds, at.pos()).grouped()
	case network.Down:
		return d.less(number(g.Width).minus(at.pos())).grouped()
	case network.Xor:
		below := d.less(number(g.Width)).grouped()
		if powerOfTwo(g.Width) {
			return below
		}
		return below.and(p.source(g).less(at.base().plus(number(g.Width))).grouped())
	}
	p.report("unexpected mode %d of a distance that can be out of range", g.Mode)
	return expr{}
}

// source is the local that holds the lane that a lane reads.
func (p *printer) source(g network.Given) expr {
	if p.sourceLocal.none() {
		p.sourceLocal, p.sourceValue = name("source"), p.sourceBy(g)
	}
	return p.sourceLocal
}

// shuffleBy is the intrinsic that moves x by a distance of the caller, of no matter where
// there is no source. It takes the distance modulo 32, or the source modulo the width.
func (p *printer) shuffleBy(g network.Given, x expr) expr {
	threads, whole := p.threads(), g.Width == warpSize
	args := []expr{threads, x}
	segmented := func(f string, d expr) expr {
		args = append(args, d)
		if !whole && powerOfTwo(g.Width) {
			args = append(args, literal(g.Width))
		}
		return p.at.shfl(f, args...)
	}
	switch g.Mode {
	case network.Up:
		return segmented("__shfl_up_sync", p.given(g))
	case network.Down:
		return segmented("__shfl_down_sync", p.given(g))
	case network.Xor:
		return p.at.shfl("__shfl_xor_sync", threads, x, p.scope.param(g.Role))
	case network.Idx:
		if powerOfTwo(g.Width) {
			return segmented("__shfl_sync", p.scope.param(g.Role))
		}
	case network.Rotate:
		if powerOfTwo(g.Width) {
			return segmented("__shfl_sync", p.at.lane().plus(p.given(g)).grouped().to("int"))
		}
	}
	return p.at.fetch(threads, x, p.source(g))
}

// readIf is x of a lane's source where the condition holds, else its own: no lane reads
// one that it may not read.
func (p *printer) readIf(e network.ReadIf) expr {
	ok, from := p.conditions.of(e.If), p.sourceOf(e.By)
	if !ok.none() {
		from = ok.choose(from.grouped(), p.at.lane()).grouped()
	}
	return p.moved(e.X, func(x expr) expr { return p.at.fetch(p.threads(), x, from) })
}

// givenSteps define what the steps use of a distance of the caller.
func (p *printer) givenSteps() []step {
	var lines []string
	for n := range p.net.All() {
		if g, given := wayOf(n.Expr).(network.Given); given && lines == nil {
			lines = p.restLines(g)
			if !p.sourceLocal.none() {
				lines = append(lines, fmt.Sprintf("unsigned source = %s;", p.sourceValue))
			}
		}
	}
	if lines == nil {
		return nil
	}
	return []step{{Title: "The lane that the lane reads, if it reads one.", Lines: lines}}
}

// wayOf is the way that an expression reads by.
func wayOf(e network.Expr) network.Way {
	switch e := e.(type) {
	case network.Shuffle:
		return e.By
	case network.ReadIf:
		return e.By
	}
	return nil
}

// sourceOf is the lane that a lane reads, modulo the warp; of no matter where there is no source.
func (p *printer) sourceOf(by network.Way) expr {
	if g, given := by.(network.Given); given {
		return p.source(g)
	}
	return p.at.source(by.(network.Move))
}

// shuffle is the intrinsic that moves x, of no matter where there is no source.
func (p *printer) shuffle(by network.Way, x expr) expr {
	if g, given := by.(network.Given); given {
		return p.shuffleBy(g, x)
	}
	return p.at.shuffle(by.(network.Move), p.threads(), x)
}

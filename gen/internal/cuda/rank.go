package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// rankInGroup is the number of members before the lane that have its key.
func (p *printer) rankInGroup() expr {
	if p.at.width == 1 {
		return literal(0)
	}
	before := number(1).shl(p.at.lane()).grouped().minus(number(1)).grouped()
	return call("__popc", p.group().and(before))
}

// groupSize is the number of members that have the lane's key.
func (p *printer) groupSize() expr {
	switch {
	case p.at.width > 1:
		return call("__popc", p.group())
	case p.spec.Mask == spec.Member:
		return p.scope.param(spec.MaskRole).shr(p.at.lane()).and(number(1)).grouped().to("int")
	}
	return literal(1)
}

// group is the local of the members that have the lane's key.
func (p *printer) group() expr { p.grouped = true; return name("group") }

// groupSteps define what the steps use of groups.
func (p *printer) groupSteps() []step {
	if !p.grouped {
		return nil
	}
	pl := &planner{problem: p.problem, net: p.net, at: p.at, threads: p.threads()}
	if p.shape.Masked() {
		pl.mask = p.scope.param(spec.MaskRole)
	}
	of := pl.group(p.scope.param(spec.KeyRole))
	if rest := p.at.count % p.at.width; rest > 0 {
		of.Lines = append(of.Lines, fmt.Sprintf("group = %s;", pl.at.inWhole(name("group"))))
	}
	return []step{of}
}

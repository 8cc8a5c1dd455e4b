package cuda

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// registers are locals for the registers of a lane: only constants index arrays.
type registers struct{ loaded map[int]bool }

// of is the local of a register.
func (r *registers) of(i int) expr {
	if r.loaded == nil {
		r.loaded = map[int]bool{}
	}
	r.loaded[i] = true
	return name(fmt.Sprintf("v%d", i))
}

// kept is a register as the caller gave it.
func (r *registers) kept(p *printer, i int) expr {
	if p.net.HoldsKeys() {
		return p.scope.param(spec.ElementRole).entry(i)
	}
	return r.of(i)
}

// steps is the step that reads the registers, four a line.
func (r *registers) steps(p *printer) []step {
	var loads []string
	for i := range p.shape.Registers() {
		if r.loaded[i] {
			loads = append(loads, fmt.Sprintf("v%d = %s", i, p.register(i)))
		}
	}
	if loads == nil {
		return nil
	}
	return []step{{Title: "The registers.", Lines: p.declared(loads)}}
}

// declared are declarations of locals of what is combined, four a line.
func (p *printer) declared(all []string) (lines []string) {
	for some := range slices.Chunk(all, 4) {
		lines = append(lines, fmt.Sprintf("%s %s;", p.ctype.name, strings.Join(some, ", ")))
	}
	return lines
}

// results writes the results to their registers. Lanes past the last segment
// keep theirs.
func (r *registers) results(p *printer) step {
	title := "The results."
	rest := p.at.count%p.at.width > 0 && p.spec.Map == nil
	if rest {
		title = "The results; lanes past the last segment keep their registers."
	}
	var lines []string
	for i, out := range p.net.Elements() {
		if in, ok := out.Node.Expr.(network.Input); ok && in.Register == i && p.spec.Map == nil {
			continue
		}
		value := p.element(out.Node)
		if rest && i < p.spec.Brings() && !staysPast(out.Node) {
			value = p.inSegments(value, r.kept(p, i))
		}
		lines = append(lines, fmt.Sprintf("%s = %s;", p.scope.param(spec.ElementRole).entry(i), value))
	}
	lines = append(lines, p.counts()...)
	lines = append(p.from(), lines...)
	return step{Title: title, Lines: lines}
}

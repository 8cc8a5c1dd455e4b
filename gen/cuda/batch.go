package cuda

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/network"
)

// batch is what a function of several registers a lane needs besides.
type batch struct {
	loaded map[int]bool // registers that have a local

	packs, combinesWords bool // helpers that are called
}

// batchContract says what is left in the array.
func (p *printer) batchContract() []string {
	if p.spec.All || p.spec.Width == 1 {
		return nil
	}
	var lines []string
	used := (p.spec.N + p.spec.Width - 1) / p.spec.Width
	if p.spec.N%p.spec.Width != 0 {
		lines = append(lines, fmt.Sprintf("What v[%d] of the other lanes of a segment holds is unspecified.", used-1))
	}
	if used < p.spec.N {
		lines = append(lines, fmt.Sprintf("The registers from v[%d] on stay as they are.", used))
	}
	return lines
}

// register is the text of an input: the parameter, or the local of a register, so
// that no array is indexed but by constants.
func (p *printer) register(r int) string {
	if !p.spec.Pattern.Batch() {
		return p.input
	}
	if p.loaded == nil {
		p.loaded = map[int]bool{}
	}
	p.loaded[r] = true
	return fmt.Sprintf("v%d", r)
}

// registers is the step that reads the registers, four a line.
func (p *printer) registers() []step {
	var loads, lines []string
	for r := range p.spec.N {
		if p.loaded[r] {
			loads = append(loads, fmt.Sprintf("v%[1]d = v[%[1]d]", r))
		}
	}
	for some := range slices.Chunk(loads, 4) {
		lines = append(lines, fmt.Sprintf("%s %s;", p.ctype.name, strings.Join(some, ", ")))
	}
	if lines == nil {
		return nil
	}
	return []step{{Title: "The registers.", Lines: lines}}
}

// namedCondition is the local of a condition that many nodes test, or nothing if
// it always holds.
func (p *printer) namedCondition(n *network.Node) (string, error) {
	text, err := p.condition(n)
	if err != nil || text == "" {
		return "", err
	}
	p.names[n] = n.Name
	return fmt.Sprintf("bool %s = %s;", n.Name, text), nil
}

// batchResult writes the results to their registers. Lanes past the last segment
// keep theirs.
func (p *printer) batchResult() (step, error) {
	title := "The results."
	rest := shflgen.WarpSize % p.width
	if rest > 0 {
		title = "The results; lanes past the last segment keep their registers."
	}
	var lines []string
	for r, out := range p.net.Elements() {
		if in, ok := out.Node.Expr.(network.Input); ok && in.Register == r {
			continue
		}
		value, err := p.element(out.Node)
		if err != nil {
			return step{}, err
		}
		if rest > 0 {
			value = fmt.Sprintf("%s < %du ? %s : %s", p.lane(), p.count-rest, value, p.register(r))
		}
		lines = append(lines, fmt.Sprintf("v[%d] = %s;", r, value))
	}
	return step{Title: title, Lines: lines}, nil
}

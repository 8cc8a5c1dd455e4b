package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// winner is what a function of argmin or argmax needs besides: each lane finds the
// winning element, and then the first lane that has it.
type winner struct {
	mine, member *network.Node // what a lane contributes, and whether it is a member; nil where all lanes are

	// Floats are compared as order-preserving integers: the function that encodes an
	// element, and the one back. Both are empty where elements are compared themselves.
	encoding, decoding string
}

// encodedInput is the local of the lane's own element, encoded.
var encodedInput = name("key")

// newWinner prepares a printer: what is combined are integers of 32 or 64 bits.
func newWinner(p *printer) *winner {
	s, w := p.spec, &winner{}
	if w.mine, w.member = contributed(p.net); w.member != nil {
		p.names[w.member] = name("member")
	}
	p.op, _ = p.operation(p.compares(contract.Extreme(s.Op)))
	if s.Type.Class() != spec.Float || p.shape.Width == 1 {
		return w
	}
	var err error
	if w.encoding, w.decoding, err = encodings(s, p.ctype.name, p.identity); err != nil {
		p.report("%w", err)
	}
	return w
}

// contributed is the node of what a lane contributes, and that of who is a
// member; nil where all lanes are.
func contributed(net *network.Network) (mine, member *network.Node) {
	if net.Spec.Mask != spec.Member {
		return nil, nil
	}
	for _, s := range net.Steps {
		for _, n := range s.Nodes {
			if e, ok := n.Expr.(network.Select); ok {
				if _, in := e.Then.Expr.(network.Input); in {
					return n, e.If
				}
			}
		}
	}
	return nil, nil
}

// encodes reports whether a node is the lane's element, encoded if it is a member.
func (w *winner) encodes(n *network.Node) bool { return w.encoding != "" && n == w.mine }

func (w *winner) encoded(p *printer) expr {
	return call(p.spec.FileName()+"_key", name("member"), p.scope.param(spec.ElementRole))
}

// widens reports whether elements are combined in a wider type.
func (w *winner) widens(p *printer) bool { return w.encoding == "" && p.ctype != p.elem }

// steps define what the other steps begin with: whether the lane is a member, or its
// element encoded.
func (w *winner) steps(p *printer) []step {
	switch {
	case p.shape.Width == 1:
		return nil
	case w.member != nil && p.shape.Block(): // the parameter
		p.scope.param(spec.MaskRole)
		return nil
	case w.member != nil:
		line := fmt.Sprintf("bool member = %s;", p.conditions.text(w.member))
		return []step{{Title: "Whether the lane is a member.", Lines: []string{line}}}
	case w.encoding == "":
		return nil
	}
	key := call(p.spec.FileName()+"_key", p.scope.param(spec.ElementRole))
	return []step{{
		Title: "A key of the element, which orders as elements do.",
		Lines: []string{fmt.Sprintf("%s %s = %s;", p.ctype.name, encodedInput, key)},
	}}
}

// result ends the function: the lowest of the lanes that have the best
// element. Both __ffs of no bit, which is 0, and bfind, all ones, give -1 for none.
func (w *winner) result(p *printer) step {
	first, ok := p.net.Index().Expr.(network.WinnerLane)
	if !ok {
		p.report("unexpected lane %T", p.net.Index().Expr)
		return step{}
	}
	idx := p.scope.param(spec.IndexRole)
	if p.shape.Width == 1 {
		lane := p.at.lane().to("int")
		if p.spec.Mask == spec.Member {
			lane = p.scope.param(spec.MaskRole).bit(p.at.lane()).grouped().choose(lane, literal(-1))
		}
		return step{Title: "A lane by itself wins, if it is a member.", Lines: []string{
			fmt.Sprintf("*%s = %s;", idx, lane), fmt.Sprintf("return %s;", p.scope.param(spec.ElementRole)),
		}}
	}
	best := p.element(first.Best)
	title, lane := "The first of the members that have the winning key; none of no members.", name("first")
	value, moved := w.element(p, best)
	if moved {
		title = "The first of the members that have the winning key, and its element; none of no members."
	}
	lines := []string{fmt.Sprintf("unsigned won = %s;", w.ballot(p, best))}
	if w.atOnce(p.net) {
		lines = append(lines, "int first;", fmt.Sprintf(lowestBit, lane, "won"))
	} else {
		lane = call("__ffs", name("won").to("int")).minus(name("1"))
	}
	if p.at.count%p.at.width > 0 {
		title = "The first of the members that have the winning key; lanes past the last segment keep their value."
		value = p.inSegments(value, p.scope.param(spec.ElementRole))
		if !w.atOnce(p.net) {
			lane = p.inSegments(lane, literal(-1))
		}
	}
	return step{Title: title, Lines: append(lines, fmt.Sprintf("*%s = %s;", idx, lane), fmt.Sprintf("return %s;", value))}
}

// element is the winning element. A shuffle moves the winner's where that costs less
// than to decode it.
func (w *winner) element(p *printer, best expr) (value expr, moved bool) {
	switch {
	case w.atOnce(p.net) && (p.spec.Type == spec.Float32 || p.spec.Type == spec.Float64):
		return call("__shfl_sync", p.threads(), p.scope.param(spec.ElementRole), name("first")), true
	}
	return w.decoded(p, best), false
}

// decoded is the element of what is compared.
func (w *winner) decoded(p *printer, best expr) expr {
	switch {
	case w.encoding != "":
		p.calls(w.decoding)
		return call(p.spec.FileName()+"_unkey", best)
	case p.ctype != p.elem:
		return best.to(p.elem.name)
	}
	return best
}

// vote asks which members of the warp have the best element.
func (w *winner) vote(p *printer, best expr) expr {
	var asked expr
	switch {
	case w.member != nil: // a lane that is none has the losing element, as members may
		asked = name("member").and(p.names[w.mine].equal(best).grouped())
	case w.encoding != "":
		asked = encodedInput.equal(best)
	default:
		asked = p.scope.param(spec.ElementRole).equal(best)
	}
	return call("__ballot_sync", p.threads(), asked)
}

// ballot asks those of the lane's segment.
func (w *winner) ballot(p *printer, best expr) expr {
	won := w.vote(p, best)
	width, count := p.at.width, p.at.count
	if width == warpSize || w.member != nil && width > warpSize/2 { // then no lane past it is a member
		return won
	}
	segment := hex(0, lanes(width))
	if count/width > 1 {
		segment = segment.shl(p.at.base()).grouped()
	}
	return won.and(segment)
}

// atOnce reports whether the hardware combines all lanes at once.
func (w *winner) atOnce(n *network.Network) bool { return count(n, is[network.WarpReduce]) > 0 }

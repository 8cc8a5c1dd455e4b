package network

import "github.com/shflgen/shflgen"

// moves holds one row for each pattern that is a single move.
var moves = map[shflgen.Pattern]func(*builder) Move{
	shflgen.Shfl:     inMode(Idx),
	shflgen.ShflUp:   inMode(Up),
	shflgen.ShflDown: inMode(Down),
	shflgen.ShflXor:  inMode(Xor),
	shflgen.Rotate:   inMode(Rotate),
}

// inMode is the move of a mode by the spec's distance.
func inMode(mode Mode) func(*builder) Move {
	return func(b *builder) Move { return b.route(mode, b.net.Spec.Distance()).Move() }
}

// buildShuffle is the safe single shuffle: a lane without a source, or whose
// source is no member, keeps its own element.
func buildShuffle(b *builder) {
	s := b.net.Spec
	by := moves[s.Pattern](b)
	b.step("A lane takes its source's element, or keeps its own where there is none.")
	in := b.node(Input{})
	ok := b.inRange(by)
	if s.Mask == shflgen.Member {
		ok = b.node(All{[]*Node{ok, b.node(IsMember{by})}})
	}
	b.result = b.node(Select{ok, b.node(Shuffle{in, by}), in})
	b.lanes = b.route(Own, 0).Segments()
	if s.Pattern.HasPred() {
		b.pred = ok
	}
}

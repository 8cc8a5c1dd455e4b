package network

import "github.com/shflgen/shflgen"

// modes holds one row for each pattern that is a single move.
var modes = map[shflgen.Pattern]Mode{
	shflgen.Shfl:     Idx,
	shflgen.ShflUp:   Up,
	shflgen.ShflDown: Down,
	shflgen.ShflXor:  Xor,
	shflgen.Rotate:   Turn,
}

// buildShuffle is the safe single shuffle: a lane without a source, or whose
// source is no member, keeps its own element.
func buildShuffle(b *builder) {
	s := b.net.Spec
	by := b.route(modes[s.Pattern], s.Distance())
	b.step("A lane takes its source's element, or keeps its own where there is none.")
	in := b.node(Input{})
	ok := b.inRange(by)
	if s.Mask == shflgen.Member {
		ok = b.node(All{[]*Node{ok, b.node(IsMember{by})}})
	}
	b.net.Result = b.node(Select{ok, b.node(Shuffle{in, by}), in})
	b.net.Gives = by.Segments()
	if s.Pattern.HasPred() {
		b.net.Pred = ok
	}
}

package network

import "github.com/shflgen/shflgen/spec"

// moves holds one row for each pattern that is a single move.
var moves = map[spec.Pattern]Mode{
	spec.Shfl:     Idx,
	spec.ShflUp:   Up,
	spec.ShflDown: Down,
	spec.ShflXor:  Xor,
	spec.Rotate:   Rotate,
}

// buildShuffle is the safe single shuffle: a lane without a source that is a member keeps its own element. In mask
// mode active no other lane is read then.
func buildShuffle(b *builder) {
	s := b.net.Spec
	mode, segments := moves[s.Pattern], b.route(Own, 0).Segments()
	b.step("A lane takes its source's element, or keeps its own where there is none.")
	in := b.node(Input{})
	var ok, moved *Node
	var by Way
	if s.RunTime() {
		given := b.given(mode)
		ok, by = b.givenSource(given, segments), given
		if s.Mask != spec.Active {
			moved = b.node(ShuffleBy{in, given})
		}
	} else {
		move := b.route(mode, s.Distance()).Move()
		ok, by = b.inRange(move), move
		if s.Mask != spec.Full {
			ok = b.node(All{[]*Node{ok, b.node(IsMember{move})}})
		}
		if s.Mask != spec.Active {
			moved = b.node(Shuffle{in, move})
		}
	}
	if s.RunTime() || s.Mask == spec.Active {
		ok.Name = "reads"
	}
	if moved != nil {
		b.result = b.node(Select{ok, moved, in})
	} else {
		b.result = b.node(ReadIf{ok, in, by})
	}
	b.lanes = segments
	if s.Pattern.HasPred() {
		b.pred = ok
	}
}

// given is a move by the distance that the caller gives.
func (b *builder) given(mode Mode) Given {
	operand, _ := b.net.Spec.Shape().Operand()
	return Given{Mode: mode, Role: operand.Role, Width: b.net.Spec.Width, Lanes: b.net.Spec.Lanes()}
}

// givenSource is true in the lanes of a segment that have a source, and one that may be read.
func (b *builder) givenSource(by Given, segments Lanes) *Node {
	all := []*Node{b.node(InLanes{segments})}
	if !by.Wraps() {
		all = append(all, b.node(InReach{by}))
	}
	if b.net.Spec.Mask != spec.Full {
		all = append(all, b.node(SourceIsMember{by}))
	}
	return b.node(All{all})
}

package network

import (
	"errors"
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

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
	mode, segments := moves[s.Pattern], b.segments()
	b.step("A lane takes its source's element, or keeps its own where there is none.")
	in := b.node(Input{})
	var ok, moved *Node
	var by Way
	if s.RunTime() {
		given := b.given(mode)
		ok, by = b.givenSource(given, segments), given
		if s.Mask != spec.Active {
			moved = b.node(Shuffle{in, given})
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
		all = append(all, b.node(IsMember{by}))
	}
	return b.node(All{all})
}

// Given is a route with a distance of the caller: one for all lanes, or one a lane. A distance from 0 to Width-1 is
// that of a [Route]. For [Idx] and [Rotate] any other counts modulo Width, for the other modes there is no source.
type Given struct {
	Mode  Mode
	Role  spec.Role // of the distance
	Width int       // lanes in a segment
	Lanes int       // lanes in all
}

// Wraps reports whether every distance has a source.
func (g Given) Wraps() bool { return g.Mode == Idx || g.Mode == Rotate }

// Source is the lane that lane i reads by a distance, and whether that is in range.
func (g Given) Source(i int, distance int64) (source int, ok bool) {
	width := int64(g.Width)
	if g.Wraps() {
		distance = (distance%width + width) % width
	}
	if distance < 0 || distance >= width {
		return i, false
	}
	return Route{Mode: g.Mode, Dist: int(distance), Width: g.Width, Lanes: g.Lanes}.Source(i)
}

// Reaches is the set of distances below Width that have a source in lane i, one bit each.
func (g Given) Reaches(i int) uint64 {
	set := uint64(0)
	for d := range g.Width {
		if _, ok := g.Source(i, int64(d)); ok {
			set |= 1 << d
		}
	}
	return set
}

// String is the mode, and the role of its distance.
func (g Given) String() string {
	text := fmt.Sprintf("%s %s", modeNames[g.Mode], g.Role.Name())
	if g.Width < g.Lanes {
		text += fmt.Sprintf(" in segments of %d", g.Width)
	}
	return text
}

// Way says from which lane a lane reads in a call: a [Move] or a [Given].
type Way interface {
	fmt.Stringer
	from(a at) (source int, ok bool)

	// reads reports the lanes from which a lane may read x. The error says that there is none.
	reads(x *Node, lane int, read readFunc) error
}

func (m Move) from(a at) (source int, ok bool) { return m.Source(a.lane) }

func (m Move) reads(x *Node, lane int, read readFunc) error {
	source, ok := m.Source(lane)
	read(x, source)
	if !ok {
		return errors.New("a shuffle that is out of range there")
	}
	return nil
}

func (g Given) reads(x *Node, _ int, read readFunc) error {
	for from := range g.Lanes {
		read(x, from)
	}
	return nil
}

func (g Given) from(a at) (source int, ok bool) {
	if len(a.Distances) == 1 {
		return g.Source(a.lane, a.Distances[0])
	}
	return g.Source(a.lane, a.Distances[a.lane])
}

// InReach is true where By is in range.
type InReach struct{ By Given }

func (e InReach) row() row {
	return row{
		sort: Condition,
		value: func(a at) value {
			_, ok := e.By.from(a)
			return truth(ok)
		},
		text: func() string { return "has a source: lane by " + e.By.String() },
	}
}

// ReadIf is the element X of the lane that By says where If is true, else the lane's own:
// where If is false, no other lane is read.
type ReadIf struct {
	If, X *Node
	By    Way
}

func (e ReadIf) row() row {
	return row{
		operands: append([]operand{{e.If, Condition, unpacked}}, elements(e.X)...),
		reads:    reach(ofAll).reads([]*Node{e.X}, e.If), // e.If says which
		value: func(a at) value {
			if a.of(e.If)[0] == 0 {
				return a.of(e.X)
			}
			source, ok := e.By.from(a)
			if !ok {
				return nil
			}
			return a.from(e.X, source)
		},
		text: func() string { return "if %s shuffle %s by " + e.By.String() + ", else keep it" },
		cost: func(_ spec.Spec, words int) Cost { return Cost{Shuffles: words, Selects: 1} },
	}
}

package network

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// An op without an identity, such as a user's function, leaves absent elements out. Which
// elements a node combines is known at generation time as a set of slots, so that whether one of
// them is there depends on one word alone.

// Word is what a slot is.
type Word uint8

// The words.
const (
	MemberWord Word = iota // lane i: it is a member
	RankWord               // lane base+r: its segment has a member of rank r
	GroupWord              // lane base+r: the group of the lane that asks has a member of rank r
)

// AnyOf is true in lane i if a slot of Of[i], a set of those of the warp, is taken.
type AnyOf struct {
	Word Word
	Of   []uint64
}

func (e AnyOf) row() row {
	return row{
		sort: Condition,
		known: func(lane int) (holds, ok bool) {
			return false, e.Of[lane] == 0
		},
		value: func(a at) value {
			taken := uint64(0)
			if e.Word == MemberWord {
				for i, m := range a.Members {
					if m {
						taken |= 1 << i
					}
				}
				return truth(taken&e.Of[a.lane] != 0)
			}
			for r := range a.members() {
				taken |= 1 << (segmentsOf(a.spec).Base(a.lane) + r)
			}
			return truth(taken&e.Of[a.lane] != 0)
		},
		text: func() string {
			return fmt.Sprintf("one of %s is there", [...]string{"its lanes", "its ranks", "the ranks of its group"}[e.Word])
		},
	}
}

// Join is Fn of two elements, in this order; where one is absent it is the other. Where both are
// it is unspecified. A condition that is nil always holds.
type Join struct {
	Fn                *Fn
	Left, Right       *Node
	HasLeft, HasRight *Node
}

func (e Join) row() row {
	known := func(has *Node, lane int) (holds, ok bool) {
		if has == nil {
			return true, true
		}
		return knownOf(has)(lane)
	}
	r := row{
		operands: elements(e.Left, e.Right),
		requires: e.Fn.check,
		reads: func(_ spec.Spec, lane int, read readFunc) error {
			for _, side := range []struct{ x, has *Node }{{e.Left, e.HasLeft}, {e.Right, e.HasRight}} {
				if holds, ok := known(side.has, lane); !ok || holds {
					read(side.x, lane)
				}
				if side.has != nil {
					read(side.has, lane)
				}
			}
			return nil
		},
		value: func(a at) value {
			left, right := e.HasLeft == nil || a.of(e.HasLeft)[0] == 1, e.HasRight == nil || a.of(e.HasRight)[0] == 1
			switch {
			case left && right:
				return a.combined(e.Fn, a.of(e.Left), a.of(e.Right))
			case left:
				return a.of(e.Left)
			case right:
				return a.of(e.Right)
			}
			return nil
		},
		cost: func(spec.Spec, int) Cost { return Cost{Ops: 1, Selects: 2} },
	}
	text := e.Fn.name() + "(%s, %s)"
	for i, has := range []*Node{e.HasLeft, e.HasRight} {
		if has != nil {
			r.operands = append(r.operands, operand{has, Condition, unpacked})
			text += fmt.Sprintf(", operand %d if %%s", i+1)
		}
	}
	r.text = func() string { return text }
	return r
}

// presence says when an element is there: if one of the slots of its lane is taken. Without sets
// it always is.
type presence struct {
	word Word
	of   []uint64
}

// always reports whether elements are there in every lane.
func (p presence) always() bool { return p.of == nil }

// by is p with another set of slots in each lane.
func (p presence) by(of func(lane int) uint64) presence {
	q := presence{word: p.word}
	for i := range p.of {
		q.of = append(q.of, of(i))
	}
	return q
}

// moved is the presence of what a move reads. Elements without a source are absent.
func (p presence) moved(by Move) presence {
	return p.by(func(lane int) uint64 {
		if source, ok := by.Source(lane); ok {
			return p.of[source]
		}
		return 0
	})
}

// and is the presence of what is combined of two.
func (p presence) and(q presence) presence {
	return p.by(func(lane int) uint64 { return p.of[lane] | q.of[lane] })
}

// where is p in the lanes of a set, q in others.
func (p presence) where(in Lanes, q presence) presence {
	return p.by(func(lane int) uint64 {
		if in.Has(lane) {
			return p.of[lane]
		}
		return q.of[lane]
	})
}

// optional reports whether elements may be absent, because the op has no identity that stands
// for them.
func (b *builder) optional() bool {
	s := b.net.Spec
	return s.KeepsWithoutMembers() && s.Mask == spec.Member
}

// own is the presence of what each lane contributes.
func (b *builder) own() presence {
	s := b.net.Spec
	switch {
	case b.optional():
		return b.slots(MemberWord, func(lane int) int { return lane })
	case s.KeepsWithoutMembers() && byRank(s) && !b.members:
		return b.slots(RankWord, func(lane int) int { return lane })
	}
	return presence{}
}

// slots is the presence of one slot in each lane, past the last segment of none.
func (b *builder) slots(word Word, of func(lane int) int) presence {
	segments := b.segments()
	return presence{word, make([]uint64, segments.Len())}.by(func(lane int) uint64 {
		if segments.Has(lane) {
			return 1 << of(lane)
		}
		return 0
	})
}

// whole is the presence of a member in the lane's segment.
func (b *builder) whole() presence {
	if !b.optional() {
		return presence{}
	}
	p := b.slots(MemberWord, b.route(Own, 0).Base)
	return p.by(func(lane int) uint64 { return p.of[lane] * (1<<b.net.Spec.Width - 1) })
}

// is is the condition that an element is there; nil if it always is.
func (b *builder) is(p presence) *Node {
	if p.always() {
		return nil
	}
	key := fmt.Sprint(p.word, p.of)
	if b.conditions == nil {
		b.conditions = map[string]*Node{}
	}
	if b.conditions[key] == nil {
		b.conditions[key] = b.node(AnyOf{p.word, p.of})
		b.conditions[key].Name = fmt.Sprintf("has%d", len(b.conditions))
	}
	return b.conditions[key]
}

// join combines two elements, with the presence of each.
func (b *builder) join(left, right *Node, hasLeft, hasRight presence) *Node {
	if hasLeft.always() {
		return b.wide(Combine{b.fn, left, right})
	}
	return b.node(Join{b.fn, left, right, b.is(hasLeft), b.is(hasRight)})
}

// meet combines what a lane holds with what its partner at a distance holds, the lower lane
// on the left. A commutative op gives both the same bits with either's own on the left.
func (b *builder) meet(x, from *Node, d int, has, hasFrom presence) *Node {
	if b.fn.Laws.Commutative {
		return b.join(x, from, has, hasFrom)
	}
	uppers := LanesWhere(b.net.Spec.Lanes(), func(i int) bool { return i&d != 0 })
	upper := b.inBit(d, uppers)
	left, right := b.node(Select{upper, from, x}), b.node(Select{upper, x, from})
	return b.join(left, right, hasFrom.where(uppers, has), has.where(uppers, hasFrom))
}

// kept is x, or the lane's element of a register where x is absent.
func (b *builder) kept(x *Node, has presence, register int) *Node {
	if has.always() {
		return x
	}
	if s := b.net.Spec; !s.Pattern.Batch() && !s.Pattern.Keyed() {
		b.step("A lane to which no member contributes keeps its element.")
	}
	return b.node(Select{b.is(has), x, b.node(Input{register})})
}

// nobody is what a lane gets to which no member contributes: the identity, or its element.
func (b *builder) nobody() *Node {
	if b.net.Spec.KeepsWithoutMembers() {
		return b.node(Input{})
	}
	return b.node(Identity{})
}

// Window is a set of slots as a shift of a word and a constant.
type Window struct {
	// From is what the lane's position is rounded down to, a power of two, after an
	// exclusive or with Flip; 0: the position is used as it is. Down says that slots are
	// counted downwards from the position.
	From, Flip int
	Down       bool
	Bits       uint64 // behind the shift
}

// Window is a window that gives the sets of e, cut to the segment, in the lanes of demand; false if none
// does.
func (e AnyOf) Window(width int, demand Lanes) (Window, bool) {
	var ways []Window
	for from := len(e.Of); from >= 1; from /= 2 {
		ways = append(ways, Window{From: from}, Window{From: from, Flip: from})
	}
	for _, w := range append(ways, Window{}, Window{Down: true}) {
		if w.Flip >= width {
			continue
		}
		if made, ok := e.fits(w, width, demand); ok {
			return made, true
		}
	}
	return Window{}, false
}

// fits sets the bits of a window to all that its lanes ask for, and reports whether every lane
// then gets its own set.
func (e AnyOf) fits(w Window, width int, demand Lanes) (Window, bool) {
	shift := func(i int) int { // of the segment's slots, to the right
		pos := i % width
		if w.From > 0 {
			pos = (pos ^ w.Flip) &^ (w.From - 1)
		}
		return pos
	}
	segment := func(i int) uint64 { return uint64((1<<width - 1) << (i - i%width)) }
	asks := func(i int) bool { return demand.Has(i) && i-i%width+width <= len(e.Of) }
	for i, of := range e.Of {
		if asks(i) {
			of >>= i - i%width
			if w.Down {
				w.Bits |= of << (len(e.Of) - 1 - shift(i))
			} else {
				w.Bits |= of >> shift(i)
			}
		}
	}
	for i, of := range e.Of {
		if !asks(i) {
			continue
		}
		got := w.Bits << shift(i)
		if w.Down {
			got = w.Bits >> (len(e.Of) - 1 - shift(i))
		}
		if got<<(i-i%width)&segment(i) != of {
			return w, false
		}
	}
	return w, true
}

package network

import (
	"errors"
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// Compacted is, in lane base+r of a segment, a register of the member of rank r; past the last
// member, the lane's own.
type Compacted struct{ Register int }

func (e Compacted) row() row {
	return row{
		requires: Input(e).row().requires,
		value: func(a at) value {
			source, ok := a.ofRank()
			if !ok {
				source = a.lane
			}
			return a.input(e.Register, source)
		},
		text: func() string { return fmt.Sprintf("input %d of the member of the lane's rank", e.Register) },
	}
}

// OfRank points, in lane base+r of a segment, to the member of rank r. Past the last member it is
// none, and a [Fetch] by it is the lane's own element.
type OfRank struct{}

func (OfRank) row() row {
	return row{
		sort: Pointer,
		value: func(a at) value {
			if source, ok := a.ofRank(); ok {
				return value{uint64(source)}
			}
			return value{noLane | uint64(a.lane)}
		},
		text: func() string { return "member of the lane's rank" },
		cost: func(s spec.Spec, _ int) Cost { return Cost{Votes: rankBits(s)} },
	}
}

// rankBits is how many bits the rank of a member has.
func rankBits(s spec.Spec) int { return len(distances(spec.Near, s.Width)) }

// ofRank is the member with the lane's position in its segment as its rank, if there is one.
func (a at) ofRank() (source int, ok bool) {
	segment := segmentsOf(a.spec)
	members := a.members()
	if rank := a.lane - segment.Base(a.lane); segment.InSegment(a.lane) && rank < len(members) {
		return members[rank], true
	}
	return 0, false
}

// MemberCount is the number of members of the lane's segment or, with keys, of its group; 0 past
// the last segment.
type MemberCount struct{}

func (MemberCount) row() row {
	return row{
		sort: Number,
		value: func(a at) value {
			if !segmentsOf(a.spec).InSegment(a.lane) {
				return value{0}
			}
			return value{uint64(len(a.members()))}
		},
		text: func() string { return "count of the members" },
	}
}

// buildCompact moves the elements of the members to the front of their segment.
func buildCompact(b *builder) {
	b.step("Lane base + r takes the registers of the member of rank r, or keeps its own if there is none.")
	of := func(r int) Expr { return Compacted{r} }
	if b.net.Spec.Width == 1 {
		of = func(r int) Expr { return Input{r} }
	}
	b.compacted(of)
}

// CompactByPointer is [buildCompact] with the source of each lane found once, for all registers.
func CompactByPointer(s spec.Spec) (*Network, error) {
	b := newBuilder(s)
	b.step("The lane of the member of rank r, in lane base + r; the lane itself if there is none.")
	source := b.node(OfRank{})
	b.step("Every lane takes the registers of its source.")
	b.compacted(func(r int) Expr { return Fetch{b.node(Input{r}), source} })
	return b.done(), nil
}

// RejectCompactByPointer says why [CompactByPointer] does not build s; nothing if it does.
func RejectCompactByPointer(s spec.Spec) string {
	switch {
	case s.Pattern != spec.Compact:
		return s.Pattern.String() + " moves no members to the front"
	case s.TakesMemory():
		return "its function takes memory"
	case s.Width == 1:
		return "a segment of one lane keeps its element"
	}
	return ""
}

// compacted ends a compact with what each register takes.
func (b *builder) compacted(of func(r int) Expr) {
	x := make([]*Node, b.net.Spec.Registers())
	for r := range x {
		x[r] = b.node(of(r))
	}
	b.give(spec.ElementRole, b.segments(), x...)
	b.count()
}

// count makes the count of members an output.
func (b *builder) count() {
	b.step("Every lane counts the members of its segment.")
	b.give(spec.CountRole, b.everywhere(), b.node(MemberCount{}))
}

// A compact through shared memory: each member stores its registers at its rank, waits for the
// warp, and each lane loads what is at its own position. A lane that is no member stores where
// nobody loads, since a store for all costs less than a branch around one.

// StoreAtRank is the memory of a warp after each member of a segment has stored its registers at
// its rank.
type StoreAtRank struct{ Of []*Node }

// Bytes is the size of the memory: for each register a place of every lane, for members, and as
// many for the others.
func (e StoreAtRank) Bytes(s spec.Spec) int {
	return 2 * len(e.Of) * s.Warp() * s.Type.Bits() / 8
}

func (e StoreAtRank) row() row {
	return row{
		sort:     Memory,
		operands: operandsOf(Element, unpacked, e.Of...),
		requires: lent,
		value:    func(a at) value { return a.all(e.Of) },
		text:     func() string { return "store " + listed(len(e.Of)) + " at the member's rank" },
		cost:     func(spec.Spec, int) Cost { return Cost{Stores: len(e.Of)} },
	}
}

// LoadAtRank is, in lane base+r of a segment, a register of the member of rank r; past the last
// member, Own. From has to be a [Barrier] after the [StoreAtRank].
type LoadAtRank struct {
	From, Own *Node
	Register  int
}

func (e LoadAtRank) row() row {
	return row{
		operands: []operand{{e.From, Memory, unpacked}, {e.Own, Element, unpacked}},
		reads:    reach(ofSegment).reads([]*Node{e.From}, e.Own),
		requires: func(s spec.Spec) error {
			if _, ok := e.From.Expr.(Barrier); !ok {
				return errors.New("loads before a barrier")
			}
			return lent(s)
		},
		value: func(a at) value {
			source, ok := a.ofRank()
			if !ok {
				return a.of(e.Own)
			}
			return value{a.from(e.From, source)[e.Register]}
		},
		text: func() string { return fmt.Sprintf("register %d of the lane's rank in %%s, else %%s", e.Register) },
		cost: func(spec.Spec, int) Cost { return Cost{Loads: 1} },
	}
}

// CompactByMemory is a compact through shared memory.
func CompactByMemory(s spec.Spec) (*Network, error) {
	b := newBuilder(s)
	b.step("Each member stores its registers at its rank, any other lane past those of all.")
	var all []*Node
	for r := range s.Registers() {
		all = append(all, b.node(Input{r}))
	}
	memory := b.node(StoreAtRank{all})
	b.step("When all have stored, each lane loads the registers of its rank, or keeps its own if there is no such member.")
	memory = b.node(Barrier{X: memory})
	loaded := make([]*Node, len(all))
	for r, own := range all {
		loaded[r] = b.node(LoadAtRank{memory, own, r})
	}
	b.settles(loaded)
	b.give(spec.ElementRole, b.segments(), loaded...)
	b.count()
	b.net.Choice = b.memoryChoice()
	return b.done(), nil
}

// settles appends the barrier by which lanes lend memory again, after they have loaded results.
func (b *builder) settles(loaded []*Node) {
	b.step("No lane stores in the next call before all have loaded.")
	loaded[0] = b.node(Barrier{X: loaded[0]})
}

// memoryChoice says what the memory costs, and what a plan would.
func (b *builder) memoryChoice() string {
	s, cost := b.net.Spec, b.net.Cost()
	return fmt.Sprintf("Cost:  %s and %s of shared memory; by -memory none %s and %s.",
		quantity(cost.Stores, "store"), quantity(cost.Loads, "load"),
		quantity(rankBits(s), "vote"), quantity(s.Registers()*s.Words(), "shuffle"))
}

// RejectCompactByMemory says why [CompactByMemory] does not build s; nothing if it does.
func RejectCompactByMemory(s spec.Spec) string {
	switch {
	case s.Pattern != spec.Compact:
		return s.Pattern.String() + " moves no members to the front"
	case !s.TakesMemory() && s.Memory() != spec.NoMemory && s.Type == spec.Composite:
		return "composite elements move by shuffles"
	}
	return rejectMemory(s)
}

// rejectMemory says why the function of s takes no memory; nothing if it does.
func rejectMemory(s spec.Spec) string {
	switch {
	case s.TakesMemory():
		return ""
	case s.Memory() == spec.NoMemory:
		return "-memory none"
	}
	return "-memory auto takes it " + spec.MemoryRule(s.Pattern)
}

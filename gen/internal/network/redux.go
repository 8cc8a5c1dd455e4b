package network

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// ReduxArch is the first architecture that has redux.sync.
const ReduxArch = spec.SM80

// Redux is the network of a reduction of the whole warp, or of a block of one, by the instruction redux.sync
// (PTX ISA, "Parallel Synchronization and Communication Instructions"), which
// takes 32-bit integers from sm_80 on. Narrower integers are widened to it, which
// changes none of these ops; integers of 64 bits are cut into words or limbs; a
// float is encoded as an integer that orders as floats do.
func Redux(s spec.Spec) (*Network, error) {
	b := newBuilder(s)
	b.members = s.Mask == spec.Active
	x := b.contributions()
	b.step("The hardware combines all %s at once.", map[bool]string{true: "members", false: b.who() + "s"}[b.members])
	for r := range x {
		x[r] = b.node(WarpReduce{b.fn, x[r]})
	}
	if s.Pattern.Block() {
		b.giveRegisters(x)
		return b.done(), nil
	}
	b.result, b.lanes = x[0], b.route(Own, 0).Segments()
	if s.HasLane() {
		b.winner()
	}
	return b.done(), nil
}

// RejectRedux says why [Redux] does not build s; nothing if it does. At widths below 32
// the instruction needs a call for each segment and is slower than shuffles.
func RejectRedux(s spec.Spec) string {
	switch {
	case s.Pattern.Scans():
		return "the instruction gives every lane one result"
	case s.Pattern.Block() && s.HasLane():
		return "each warp of a block finds its winner"
	case s.Pattern.Block() && s.Block != s.Warp():
		return fmt.Sprintf("the instruction combines the whole warp, and the block has %d threads", s.Block)
	case s.Pattern != spec.Reduce && !s.Pattern.Block():
		return fmt.Sprintf("%s prescribes its network; reduce leaves it open", s.Pattern)
	case s.Width != s.Warp() && !s.Pattern.Block():
		return fmt.Sprintf("the instruction combines the whole warp, and segments have %d lanes", s.Width)
	case !hasRedux(s):
		return fmt.Sprintf("the hardware has no %s of %s", s.Op, s.Type)
	}
	return ""
}

// ReduxSaves says what [Redux] takes in place of the shuffles of another network.
func ReduxSaves(n *Network) string { return saves(n, n.Spec.Brings()*calls(n.Spec)) }

// ReduxTwiceSaves says so of [ReduxTwice].
func ReduxTwiceSaves(n *Network) string { return saves(n, 2) }

// saves says what so many instructions take the place of.
func saves(n *Network, instructions int) string {
	s, shuffles := n.Spec, n.Cost().Shuffles
	many, named := map[int]string{5: "five", 10: "ten", 16: "sixteen"}[shuffles]
	if !named {
		many = fmt.Sprint(shuffles)
	}
	stand := fmt.Sprintf("%d instructions stand", instructions)
	if instructions < len(counted) {
		stand = counted[instructions]
	}
	saves := fmt.Sprintf("%s for %s shuffles", stand, many)
	_, _, encoded := s.Encoded()
	switch {
	case encoded:
		saves += ", on integers that are ordered as the elements are"
	case s.Type.Class() == spec.Float:
		saves += ", on integers that are ordered as the floats are"
		if !s.HasLane() && s.Type.Bits() <= 32 && (s.Arch == spec.AnyArch || s.Arch >= spec.SM100) {
			saves += "; compiled for the family of sm_100 (sm_100a, sm_100f, sm_103a, …), on the floats themselves"
		}
	}
	return fmt.Sprintf("redux.sync, since %s is associative and commutative: %s", s.Op, saves)
}

// hasRedux reports whether the instruction can do the op, by words, by limbs or on
// keys. Packed pairs have instructions that combine both at once.
func hasRedux(s spec.Spec) bool {
	if _, integers, ok := s.Encoded(); ok {
		s.Op = integers.Op
	}
	switch s.Op {
	case spec.Min, spec.Max, spec.Minimum, spec.Maximum, spec.ArgMin, spec.ArgMax:
		return !s.Type.Packed()
	case spec.And, spec.Or, spec.Xor:
		return true
	case spec.Sum:
		return s.Type.Class() != spec.Float
	}
	return false
}

// counted is how many instructions, in words.
var counted = [...]string{1: "one instruction stands", 2: "two instructions stand", 3: "three instructions stand",
	4: "four instructions stand"}

// calls is how many instructions the op takes. The sum of 64-bit integers is cut
// into limbs, so that no carry is lost.
func calls(s spec.Spec) int {
	switch {
	case s.Type.Bits() <= 32:
		return 1
	case s.Op == spec.Sum:
		return sumCalls
	}
	return 2
}

// sumCalls is how many the sum of 64-bit integers takes.
const sumCalls = 3

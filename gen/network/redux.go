package network

import (
	"fmt"

	"github.com/shflgen/shflgen"
)

// Redux offers, for a reduction of the whole warp, the instruction redux.sync
// (PTX ISA, "Parallel Synchronization and Communication Instructions"), which
// takes 32-bit integers from sm_80 on. Narrower integers are widened to it, which
// changes none of these ops; integers of 64 bits are taken in words or limbs; a
// float is taken as an integer key that is ordered as floats are. At widths below
// 32 the instruction needs a call for each segment and is slower than shuffles.
// Other networks come back as they are. Where the spec names an architecture, the
// network that is best there is the only one.
func Redux(n *Network) (*Network, error) {
	s := n.Spec
	if s.Pattern != shflgen.Reduce || s.Width != shflgen.WarpSize || !hasRedux(s) {
		return n, nil
	}
	b := newBuilder(s)
	b.members = s.Mask == shflgen.Active
	x := b.contribution()
	b.step("The hardware combines all %s at once.", map[bool]string{true: "members", false: "lanes"}[b.members])
	b.result = b.node(Whole{b.fn, x})
	b.lanes = b.route(Own, 0).Segments()
	if s.HasLane() {
		b.winner()
	}
	faster, err := Prune(b.done())
	if err != nil {
		return nil, err
	}
	if _, err := Check(faster); err != nil {
		return nil, err
	}
	saves := fmt.Sprintf("%s for %s shuffles", counted[calls(s)], map[int]string{5: "five", 10: "ten", 16: "sixteen"}[shuffles(n)])
	if s.Type.Class() == shflgen.Float {
		saves += ", on integers that are ordered as the floats are"
		if !s.HasLane() && s.Type.Bits() <= 32 && (s.Arch == shflgen.AnyArch || s.Arch >= shflgen.SM100) {
			saves += "; compiled for the family of sm_100 (sm_100a, sm_100f, sm_103a, …), on the floats themselves"
		}
	}
	why := fmt.Sprintf("redux.sync, since %s is associative and commutative: %s", s.Op, saves)
	out := *n
	switch {
	case s.Arch == shflgen.AnyArch:
		out.Faster = &Faster{Net: faster, Arch: reduxArch.Capability(), Why: why}
		return &out, nil
	case s.Arch >= reduxArch:
		faster.Choice = fmt.Sprintf("For %s: %s.", s.Arch, why)
		return faster, nil
	}
	out.Choice = fmt.Sprintf("For %s: shuffles, as redux.sync came with %s.", s.Arch, reduxArch)
	return &out, nil
}

// reduxArch is the first architecture that has the instruction.
const reduxArch = shflgen.SM80

// hasRedux reports whether the instruction can do the op, by words, by limbs or on
// keys. Packed pairs have instructions that combine both at once.
func hasRedux(s shflgen.Spec) bool {
	switch s.Op {
	case shflgen.Min, shflgen.Max, shflgen.Minimum, shflgen.Maximum, shflgen.ArgMin, shflgen.ArgMax:
		return !s.Type.Packed()
	case shflgen.And, shflgen.Or, shflgen.Xor:
		return true
	case shflgen.Sum:
		return s.Type.Class() != shflgen.Float
	}
	return false
}

// counted is how many instructions, in words.
var counted = [...]string{1: "one instruction stands", 2: "two instructions stand", 3: "three instructions stand"}

// shuffles is how many 32-bit shuffles a reduction of the whole warp takes, with
// what it finds out of the mask if only members make the call.
func shuffles(n *Network) int {
	words := (n.Spec.Type.Bits() + 31) / 32
	total := 0
	for _, s := range n.Steps {
		for _, node := range s.Nodes {
			switch node.Expr.(type) {
			case Shuffle, Fetch:
				total += words
			case Leap:
				total++
			}
		}
	}
	return total
}

// calls is how many instructions the op takes. The sum of 64-bit integers is cut
// into limbs, so that no carry is lost.
func calls(s shflgen.Spec) int {
	switch {
	case s.Type.Bits() <= 32:
		return 1
	case s.Op == shflgen.Sum:
		return 3
	}
	return 2
}

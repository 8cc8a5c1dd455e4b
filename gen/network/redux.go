package network

import (
	"fmt"

	"github.com/shflgen/shflgen"
)

// Redux offers, for a reduction of the whole warp, the instruction redux.sync
// (PTX ISA, "Parallel Synchronization and Communication Instructions"), which
// takes 32-bit integers from sm_80 on. Narrower integers are widened to it, which
// changes none of these ops; words of 64 bits are taken half by half, which and,
// or and xor allow; a float is taken as an integer key that is ordered as floats
// are. At widths below 32 the instruction needs a call for each
// segment and is slower than shuffles. Other networks come back as they are.
func Redux(n *Network) (*Network, error) {
	s := n.Spec
	if s.Pattern != shflgen.Reduce || s.Width != shflgen.WarpSize || !hasRedux(s) {
		return n, nil
	}
	b := &builder{net: &Network{Spec: s}, members: s.Mask == shflgen.Active}
	x := b.contribution()
	b.step("The hardware combines all %s at once.", map[bool]string{true: "members", false: "lanes"}[b.members])
	b.net.Result = b.node(Whole{x})
	b.net.Gives = b.route(Own, 0).Segments()
	faster, err := Prune(b.net)
	if err != nil {
		return nil, err
	}
	if _, err := Check(faster); err != nil {
		return nil, err
	}
	saves := "one instruction stands for five shuffles"
	switch {
	case s.Type.Class() == shflgen.Float:
		saves += ", on integers that are ordered as the floats are"
	case s.Type.Bits() > 32:
		saves = "two instructions stand for ten shuffles"
	}
	out := *n
	out.Faster = &Faster{
		Net: faster, Arch: 80,
		Why: fmt.Sprintf("redux.sync, since %s is associative and commutative: %s", s.Op, saves),
	}
	return &out, nil
}

// hasRedux reports whether the instruction has the op, on words or on halves.
func hasRedux(s shflgen.Spec) bool {
	if s.Type.Class() == shflgen.Float {
		return s.Type == shflgen.Float32 && (s.Op == shflgen.Min || s.Op == shflgen.Max)
	}
	switch s.Op {
	case shflgen.And, shflgen.Or, shflgen.Xor:
		return true
	case shflgen.Sum, shflgen.Min, shflgen.Max:
		return s.Type.Bits() <= 32
	}
	return false
}

package ref

import (
	"fmt"

	"github.com/shflgen/shflgen"
)

// RunKeyed gives the outcome of a valid spec that takes keys, as [Run] does of the
// others. Same says whether the keys of two lanes are equal.
//
// For each lane by itself: the members of its segment that have its key are lined up
// by rank, the lowest lane first, and the tree over them is what the lane gets. Where
// no order shows they may stand where they are. In mask mode active, who is no member
// keeps its element.
func RunKeyed[V, B any](alg Algebra[V, B], s shflgen.Spec, in []V, member []B, same func(i, j int) B) (Outcome[V, B], error) {
	w := warp[V, B]{alg, s, in, everyone(alg, s, member)}
	if !s.Pattern.Keyed() {
		return Outcome[V, B]{}, fmt.Errorf("ref: %s takes no keys", s.Pattern)
	}
	out := w.keep()
	out.Given, out.Gets = append([]V(nil), in...), make([]B, len(in))
	for i := range out.Gets {
		out.Gets[i] = w.Known(false)
	}
	w.segments(func(base int) {
		for i := base; i < base+s.Width; i++ {
			group := w
			group.member = append([]B(nil), w.member...)
			for j := base; j < base+s.Width; j++ {
				group.member[j] = w.And(w.member[j], same(i, j))
			}
			x := group.members(base, s.Width)
			if l := s.Laws(); !l.Associative || !l.Commutative {
				x = group.lineUp(base, s.Width)
			}
			out.Given[i] = w.Settle(w.tree(x))
			out.Gets[i] = w.Known(true)
			if s.Mask == shflgen.Active {
				out.Gets[i] = w.member[i]
			}
			out.Value[i] = w.If(out.Gets[i], out.Given[i], in[i])
			out.Named[i] = true
		}
	})
	return out, nil
}

// CallKeyed runs the reference of a spec that takes keys on numbers, as [Call] does;
// in holds the elements, then the keys.
func CallKeyed(s shflgen.Spec, mask []uint32, in []uint64) (out []uint64, named []bool, err error) {
	elements, member := numbers(s, mask, in)
	keys := in[s.Elements():]
	o, err := RunKeyed(Numbers{s}, s, elements, member, func(i, j int) bool { return keys[i] == keys[j] })
	if err != nil {
		return nil, nil, err
	}
	for _, x := range o.Value {
		out = append(out, x.Bits)
	}
	return out, o.Gets, nil
}

package ref

import "github.com/shflgen/shflgen"

// Source is the lane j that lane i reads in one shuffle, and whether j is in
// range. base and last bound i's segment of width w.
//
//	shfl       j = base + src mod w   always in range
//	shfl-up    j = i - delta          in range if j >= base
//	shfl-down  j = i + delta          in range if j <= last
//	shfl-xor   j = i ^ xor            in range if j <= last
func Source(s shflgen.Spec, i int) (j int, inRange bool) {
	base := i - i%s.Width
	last := base + s.Width - 1
	switch s.Pattern {
	case shflgen.Shfl:
		return base + s.Src%s.Width, true
	case shflgen.ShflUp:
		return i - s.Delta, i-s.Delta >= base
	case shflgen.ShflDown:
		return i + s.Delta, i+s.Delta <= last
	case shflgen.ShflXor:
		return i ^ s.Xor, i^s.Xor <= last
	}
	panic("ref: " + s.Pattern.String() + " is no shuffle")
}

// shuffle: a lane whose source is in range and a member gets its element and a
// true pred; any other lane keeps its own, and its pred is false.
func (w warp[V, N, B]) shuffle() Outcome[V, N, B] {
	out := w.keep()
	out.Pred = make([]B, len(w.in))
	for i := range out.Pred {
		out.Pred[i] = w.Known(false)
	}
	w.segments(func(base int) {
		for i := base; i < base+w.spec.Width; i++ {
			out.Named[i] = true
			if j, inRange := Source(w.spec, i); inRange {
				out.Value[i] = w.If(w.member[j], w.in[j], w.in[i])
				out.Pred[i] = w.member[j]
			}
		}
	})
	return out
}

// rotate: a lane gets the element of the lane delta further, around the
// segment, if that is a member.
func (w warp[V, N, B]) rotate() Outcome[V, N, B] {
	out := w.keep()
	width := w.spec.Width
	w.segments(func(base int) {
		for p := range width {
			j := base + ((p+w.spec.Delta)%width+width)%width
			out.Value[base+p] = w.If(w.member[j], w.in[j], w.in[base+p])
			out.Named[base+p] = true
		}
	})
	return out
}

// NoSource is the source of a lane that reads none.
const NoSource = -1

// Sources lists for each lane of a pattern that moves elements, where every lane is a
// member, the lane that it reads: itself, where it keeps its element without a pred. It is
// nil for a pattern that combines elements.
func Sources(s shflgen.Spec) ([]int, error) {
	if s.Pattern.Reduces() {
		return nil, nil
	}
	var in Input[Element, bool]
	for i := range s.Lanes() {
		in.Elements = append(in.Elements, Element{uint64(i), true})
		in.Members = append(in.Members, true)
	}
	out, err := Run(Numbers{s}, s, in)
	if err != nil {
		return nil, err
	}
	sources := make([]int, s.Lanes())
	for i, x := range out.Value {
		sources[i] = int(x.Bits)
		if out.Pred != nil && !out.Pred[i] {
			sources[i] = NoSource
		}
	}
	return sources, nil
}

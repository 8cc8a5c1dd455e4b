package ref

import "github.com/shflgen/shflgen/spec"

// Source is the lane j that lane i reads in one shuffle, and whether j is in
// range. base and last bound i's segment of width w.
//
//	shfl       j = base + src mod w   always in range
//	shfl-up    j = i - delta          in range if j >= base
//	shfl-down  j = i + delta          in range if j <= last
//	shfl-xor   j = i ^ xor            in range if j <= last
//	rotate     j = base + (i - base + delta) mod w   always in range
func Source(s spec.Spec, i int) (j int, inRange bool) {
	base := i - i%s.Width
	last := base + s.Width - 1
	switch s.Pattern {
	case spec.Shfl:
		return base + s.Distance()%s.Width, true
	case spec.ShflUp:
		return i - s.Distance(), i-s.Distance() >= base
	case spec.ShflDown:
		return i + s.Distance(), i+s.Distance() <= last
	case spec.ShflXor:
		return i ^ s.Distance(), i^s.Distance() <= last
	case spec.Rotate:
		return base + ((i-base+s.Distance())%s.Width+s.Width)%s.Width, true
	}
	panic("ref: " + s.Pattern.String() + " is no shuffle")
}

// shuffle: if a lane's source is in range and a member, the lane gets its element and a true pred. Any other lane
// keeps its own, and its pred is false. In mask mode active a lane that is no member makes no call.
func (w warp[V, N, B]) shuffle() Outcome[V, N, B] {
	out := w.keep()
	pred := make([]B, len(w.in))
	for i := range pred {
		pred[i] = w.Known(false)
	}
	w.segments(func(base int) {
		for i := base; i < base+w.spec.Width; i++ {
			out.Named[i] = true
			for _, s := range w.sources(i) {
				reads := w.And(s.when, w.member[s.lane])
				out.Value[i] = w.If(reads, w.in[s.lane], out.Value[i])
				pred[i] = w.Choose(reads, w.Known(true), pred[i])
			}
			pred[i] = w.And(out.Gets[i], pred[i])
		}
	})
	if w.spec.Pattern.HasPred() {
		out.Pred = pred
	}
	return out
}

// source is a lane that is read where a condition holds.
type source[B any] struct {
	when B
	lane int
}

// sources are the lanes that lane i may read. A distance that the caller gives means what
// the constant 0 <= d < width means that it equals, or, of shfl and rotate, that it equals
// modulo the width. Any other is out of range.
func (w warp[V, N, B]) sources(i int) []source[B] {
	if !w.spec.RunTime() {
		if j, inRange := Source(w.spec, i); inRange {
			return []source[B]{{w.Known(true), j}}
		}
		return nil
	}
	var all []source[B]
	for d := range w.spec.Width {
		constant := w.spec.WithDistance(d)
		j, inRange := Source(constant, i)
		if !inRange {
			continue
		}
		switch w.spec.Pattern {
		case spec.Shfl, spec.Rotate:
			all = append(all, source[B]{w.DistanceMod(i, w.spec.Width, d), j})
		default:
			all = append(all, source[B]{w.DistanceIs(i, d), j})
		}
	}
	return all
}

// NoSource is the source of a lane that reads none.
const NoSource = -1

// Sources lists for each lane of a pattern that moves elements, where every lane is a
// member, the lane that it reads: itself, where it keeps its element without a pred. It is
// nil for a pattern that combines elements, and for a distance that the caller gives.
func Sources(s spec.Spec) ([]int, error) {
	if s.Pattern.Reduces() || s.RunTime() {
		return nil, nil
	}
	var in Input[Element, bool]
	for i := range s.Lanes() {
		in.Elements = append(in.Elements, Element{uint64(i), true})
		in.Members = append(in.Members, true)
	}
	out, err := Run(Numbers{Spec: s}, s, in)
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

package ref

import "github.com/shflgen/shflgen/spec"

// moved: register k of the lane at place l of a segment gets the register and place that
// source names, if the lane there is a member; else it keeps its element.
func (w warp[V, N, B]) moved(source func(s spec.Spec, k, l int) (register, place int)) Outcome[V, N, B] {
	out := w.keep()
	lanes, width := w.shape.Lanes, w.shape.Width
	for base := 0; base+width <= lanes; base += width {
		for k := range w.shape.Registers() {
			for l := range width {
				register, place := source(w.spec, k, l)
				own, from := k*lanes+base+l, register*lanes+base+place
				out.Value[own] = w.If(w.member[base+place], w.in[from], w.in[own])
				out.Named[own] = true
			}
		}
	}
	return out
}

// arrayExchange: the same register of the partner.
func arrayExchange(s spec.Spec, k, l int) (register, place int) { return k, l ^ s.Distance() }

// swap: of lanes l and l^xor the lower one's register first and the upper one's register
// second change places. A lane that is its own partner is both.
func swap(s spec.Spec, k, l int) (register, place int) {
	partner := l ^ s.Distance()
	lower, upper := l <= partner, l >= partner
	switch {
	case lower && k == s.Move().First:
		return s.Move().Second, partner
	case upper && k == s.Move().Second:
		return s.Move().First, partner
	}
	return k, l
}

// transpose: blocked, register r of lane l holds element l*n + r of a segment; striped,
// register k of lane l holds element k*width + l.
func transpose(s spec.Spec, k, l int) (register, place int) {
	if s.Move().Inverse { // striped to blocked
		e := l*s.N + k
		return e / s.Width, e % s.Width
	}
	e := k*s.Width + l
	return e % s.N, e / s.N
}

// permute: slot k*width + l gets the slot that the list has there.
func permute(s spec.Spec, k, l int) (register, place int) {
	list, ok := s.Move().Perm.Sources()
	if !ok {
		panic("ref: " + string(s.Move().Perm) + " is no list of sources")
	}
	slot := list[k*s.Width+l]
	return slot / s.Width, slot % s.Width
}

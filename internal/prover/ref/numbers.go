package ref

import "github.com/shflgen/shflgen/spec"

// Element is an element as its bits, if it is there.
type Element struct {
	Bits    uint64
	Present bool
}

// plain is what an algebra of elements V on plain numbers has of truth values and of the numbers of lanes.
type plain[V any] struct{}

// If is x where c is true, else y.
func (plain[V]) If(c bool, x, y V) V { return either(c, x, y) }

// And is true where both are.
func (plain[V]) And(a, b bool) bool { return a && b }

// Choose is a where c is true, else b.
func (plain[V]) Choose(c, a, b bool) bool { return either(c, a, b) }

// Known is b.
func (plain[V]) Known(b bool) bool { return b }

// Number is n.
func (plain[V]) Number(n int) int { return n }

// IfNumber is x where c is true, else y.
func (plain[V]) IfNumber(c bool, x, y int) int { return either(c, x, y) }

func either[T any](c bool, x, y T) T {
	if c {
		return x
	}
	return y
}

// Numbers is the algebra of plain numbers for a spec's type and op.
type Numbers struct {
	plain[Element]
	Spec spec.Spec
}

// Answer is an outcome on numbers.
type Answer = Outcome[Element, int, bool]

// Absent is no element.
func (Numbers) Absent() Element { return Element{} }

// Present reports whether x is there.
func (Numbers) Present(x Element) bool { return x.Present }

// Join is the op on the elements that are there.
func (n Numbers) Join(x, y Element) Element {
	switch {
	case !x.Present:
		return y
	case !y.Present:
		return x
	case n.Spec.Op == spec.User:
		return Element{n.Spec.User.Apply([]uint64{x.Bits}, []uint64{y.Bits})[0], true}
	}
	return Element{Apply(n.Spec.Op, n.Spec.Type, x.Bits, y.Bits), true}
}

// Settle is x, or the identity; of patterns that sort, what sorts last.
func (n Numbers) Settle(x Element) Element {
	switch {
	case x.Present:
		return x
	case n.Spec.Pattern.Sorts():
		return Element{Identity(n.Spec.Best(), n.Spec.Type), true}
	case n.Spec.Op == spec.User:
		return Element{n.Spec.User.Identity[0], true}
	}
	return Element{Identity(n.Spec.Op, n.Spec.Type), true}
}

// Better reports whether x is better than y.
func (n Numbers) Better(x, y Element) bool {
	if !y.Present {
		return true
	}
	op := n.Spec.Op
	if n.Spec.Pattern.Sorts() {
		if op = spec.ArgMin; n.Spec.Best() == spec.Max {
			op = spec.ArgMax
		}
	}
	return better(op, n.Spec.Type, x.Bits, y.Bits)
}

// Ordered are two elements in the order of a sort.
func (n Numbers) Ordered(x, y Element) (first, last Element) {
	switch {
	case !x.Present:
		return y, x
	case !y.Present:
		return x, y
	}
	x.Bits, y.Bits = ordered(n.Spec.Best(), n.Spec.Type, x.Bits, y.Bits)
	return x, y
}

// Element is the bits of a number.
func (n Numbers) Element(number int) Element {
	return Element{uint64(number) & (^uint64(0) >> (64 - n.Spec.Type.Bits())), true}
}

// Call runs the reference on numbers: in holds the values that a call takes, as
// [spec.Shape.Inputs] lists them. Bit i%32 of mask[i/32] makes lane i a member.
func Call(s spec.Spec, mask []uint32, in []uint64) (Answer, error) {
	return call(s, mask, in, Input[Element, bool]{})
}

// CallOneChunk is [Call] of the elements of an array that are one chunk of a longer one.
func CallOneChunk(s spec.Spec, mask []uint32, in []uint64) (Answer, error) {
	return call(s, mask, in, Input[Element, bool]{OneChunk: true})
}

// CallTile is [Call] of the elements of one tile of an array's scan, and the nodes before it.
func CallTile(s spec.Spec, t Tile, in []uint64) (Answer, error) {
	return call(s, nil, in, Input[Element, bool]{Tile: &t})
}

func call(s spec.Spec, mask []uint32, in []uint64, call Input[Element, bool]) (Answer, error) {
	if s.Pattern.Applies() {
		return callApplied(s, in)
	}
	if s.Sort().Value != nil {
		return callValue(s, mask, in)
	}
	if s.Elem != nil {
		return callComposite(s, mask, in, call.OneChunk)
	}
	elements := given(&call, s, mask, in)
	call.Elements = make([]Element, len(elements))
	for i, x := range elements {
		if s.In() != spec.AsType && !s.Made() {
			x = Encode(s.Type, Decode(s.InType(), x))
		}
		call.Elements[i] = Element{x, true}
	}
	answer, err := Run(Numbers{Spec: s}, s, call)
	forget(&answer, s, func(i int) bool { return answer.Value[i].Present })
	return answer, err
}

// given fills in all of an input but the elements; it returns their values.
func given[V any](call *Input[V, bool], s spec.Spec, mask []uint32, in []uint64) (elements []uint64) {
	sh := s.Shape()
	elements, keys, distances := sh.Split(in)
	call.Members = make([]bool, sh.Lanes)
	for i := range call.Members {
		call.Members[i] = sh.Member(mask, i) && (!s.Ranged() || uint64(i) < distances[0])
	}
	call.Same = func(i, j int) bool { return keys[i] == keys[j] }
	distance := func(i int) int64 {
		if len(distances) == 1 { // one for all lanes
			i = 0
		}
		return int64(distances[i])
	}
	call.DistanceIs = func(i, n int) bool { return distance(i) == int64(n) }
	call.DistanceMod = func(i, m, n int) bool {
		rest := distance(i) % int64(m)
		return rest == int64(n) || rest+int64(m) == int64(n)
	}
	if s.Global().Partial {
		call.Exists = func(i int) bool { return uint64(i) < distances[0] }
	}
	if s.Made() {
		made := Mapped(s, mask, in)
		if call.Tile != nil { // nodes are given, in the place of what elements hold before
			first := call.Tile.Count * sh.Leaves()
			made = append(made[:first], elements[first:]...)
		}
		elements = made
	}
	return elements
}

// Kept is element i after a call that leaves alone what the contract says nothing of,
// as Go does; before is what it was. Where the contract says something, named is true.
func Kept(a Answer, i int, before uint64) (after uint64, named bool) {
	if a.Named[i] && a.Gets[i] && a.Specified[i] {
		return a.Value[i].Bits, true
	}
	return before, false
}

// KeptNumber is [Kept] of number k of lane i.
func KeptNumber(a Answer, k, i int, before int32) (after int32, named bool) {
	if a.Named[i] && a.Gets[i] {
		return int32(a.Numbers[k][i]), true
	}
	return before, false
}

// PredBits are the preds of a call, lane i's at bit i.
func PredBits(a Answer) (bits uint32) {
	for i, p := range a.Pred {
		if p {
			bits |= 1 << i
		}
	}
	return bits
}

package network

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// Keys are integers that order as elements do. Networks that compare hold them in place of elements, see [Represent].
type Keys struct {
	By   spec.Spec // how the keys of elements combine: their op, and the integers that elements become
	Held spec.Type // what holds one: nothing is converted on the way
	Code Code

	// Slots is the number of bits below an element's key for the number of its slot; 0 where it holds none. With Beside
	// the slot stands beside the key.
	Slots  int
	Beside bool
}

// Code is how an element becomes a key.
type Code uint8

// The codes.
const (
	Same      Code = iota // it is its own key
	Wider                 // it is its own key, in a wider type
	Ordered               // of a float, flipped bits; every NaN has the key that loses
	Rotated               // of a float32 for redux.sync, flipped bits; all NaNs lie beside each other
	Magnitude             // by the encoding of the op
)

// Type is the type of the key of an element alone.
func (k *Keys) Type() spec.Type { return KeyType(k.By.Type) }

// keysOf are the keys of a network; nil if it compares no elements, or as they are.
func keysOf(n *Network) *Keys {
	s := n.Spec
	_, integers, encoded := s.Encoded()
	switch {
	case s.Shape().HasIndex() && s.Shape().Width > 1:
		return compared(s, extreme(s))
	case encoded:
		k := &Keys{By: integers, Held: integers.Type}
		if s.Type.Class() != spec.Unsigned {
			k.Code, k.Held = Magnitude, KeyType(integers.Type)
		}
		return k
	case s.Pattern.Sorts() && s.Width*s.Brings() > 1:
		return sorted(s)
	case s.Type == spec.Float32 && !s.HasLane() && holds[Load](n) && holds[WarpReduce](n):
		k := compared(s, spec.Max)
		if k.Code = Rotated; s.Op == spec.Min || s.Op == spec.Minimum {
			k.By.Op = spec.Min
		}
		return k
	}
	return nil
}

// KeysOf are the keys by which one thread combines elements of s; nil if it combines them as they are.
func KeysOf(s spec.Spec) *Keys { return keysOf(&Network{Spec: s}) }

// holds reports whether a node of a network is of a kind.
func holds[E Expr](n *Network) bool { return n.Count(Is[E]) > 0 }

// compared are the keys by which an op chooses one of two elements.
func compared(s spec.Spec, op spec.Op) *Keys {
	k := &Keys{By: s, Held: KeyType(s.Type)}
	k.By.Op, k.By.Name = op, s.FileName()
	switch {
	case s.Type.Class() == spec.Float:
		k.Code = Ordered
		k.By.Type = map[int]spec.Type{16: spec.Int16, 32: spec.Int32, 64: spec.Int64}[s.Type.Bits()]
	case k.Held != s.Type:
		k.Code = Wider
	}
	return k
}

// sorted are the keys of a sort. One that keeps lanes compares an element together with its slot: an integer of twice
// the bits, with the element's key above the slot; for 64 bits the slot stands beside the key.
func sorted(s spec.Spec) *Keys {
	k := compared(s, s.Best())
	if k.Beside = s.LaneBeside(); s.KeepsLanes() && !k.Beside {
		wide := map[int]spec.Type{16: spec.Int32, 32: spec.Int64}
		if k.Slots = s.LaneKeyRoom(); s.Type.Class() == spec.Unsigned {
			wide = map[int]spec.Type{16: spec.Uint32, 32: spec.Uint64}
		}
		k.Held = wide[k.Slots]
	}
	return k
}

// Encode is the key of an element X. Where If does not hold it is that of Else or, without it, the key that loses.
type Encode struct {
	If, X, Else *Node
	Keys        *Keys
}

func (e Encode) row() row {
	r := row{
		operands: operandsOf(Element, unpacked, e.X),
		value: func(a at) value {
			switch {
			case e.If == nil || a.of(e.If)[0] == 1:
				return a.with(a.Encode, a.of(e.X))
			case e.Else == nil:
				return a.with(a.Encode, value{a.Identity})
			}
			return a.with(a.Encode, a.of(e.Else))
		},
	}
	text := "key of %s"
	if e.If != nil {
		r.operands = append(operandsOf(Condition, unpacked, e.If), r.operands...)
		if text = "if %s then key of %s, else "; e.Else == nil {
			text += "one that loses"
		} else {
			r.operands, text = append(r.operands, operandsOf(Element, unpacked, e.Else)...), text+"of %s"
		}
		r.cost = func(spec.Spec, int) Cost { return Cost{Selects: 1} }
	}
	if text += fmt.Sprintf(", %s", e.Keys.Held); e.Keys.Slots > 0 {
		text += " with its slot"
	} else if e.Keys.Beside {
		text += " beside its slot"
	}
	r.text = func() string { return text }
	return r
}

// Decode is the element of a key X.
type Decode struct {
	X    *Node
	Keys *Keys
}

func (e Decode) row() row {
	return row{
		operands: operandsOf(Element, unpacked, e.X),
		value:    func(a at) value { return a.with(a.Decode, a.of(e.X)) },
		text:     func() string { return "element of %s" },
	}
}

// with is a value with its elements converted; f nil leaves them.
func (a at) with(f func(uint64) uint64, v value) value {
	if f == nil {
		return v
	}
	made := append(value{}, v...)
	for i := range made {
		if i == 0 || !a.spec.KeepsLanes() { // then the slot
			made[i] = f(v[i])
		}
	}
	return made
}

// Keep is a result X where If holds, else the lane's own, Own: an element as the caller gave it, or a number.
type Keep struct{ If, X, Own *Node }

func (e Keep) row() row {
	r := Select{e.If, e.X, e.Own}.row()
	if e.X != nil && e.X.Expr != nil {
		r.sort = SortOf(e.X)
	}
	for i := range r.operands[1:] {
		r.operands[i+1].sort = r.sort
	}
	r.text = func() string { return "if %s then %s, else keep %s" }
	return r
}

// Slot is the number of the slot of a register of the lane: register r of lane i, of n, is slot i*n + r.
type Slot struct{ Register int }

func (e Slot) row() row {
	return row{
		sort:  Number,
		value: func(a at) value { return value{uint64(a.lane*a.spec.Brings() + e.Register)} },
		text:  func() string { return fmt.Sprintf("slot of register %d", e.Register) },
	}
}

// AtLane is the element X of the lane of the number At. Where that is no lane it is unspecified; here the identity.
type AtLane struct{ X, At *Node }

func (e AtLane) row() row {
	return row{
		operands: append(operandsOf(Element, unpacked, e.X), operandsOf(Number, unpacked, e.At)...),
		reads:    reach(ofSegment).reads([]*Node{e.X}, e.At),
		value: func(a at) value {
			at := a.of(e.At)
			if at[0] >= uint64(a.spec.Lanes()) {
				return value{a.Identity}
			}
			return a.from(e.X, int(at[0]))
		},
		text: func() string { return "%s of lane %s" },
		cost: func(_ spec.Spec, words int) Cost { return Cost{Shuffles: words} },
	}
}

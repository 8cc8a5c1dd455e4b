package network

import (
	"errors"
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// Input is the lane's own element, as the caller gave it, in a register; where the
// op gives a lane, an integer encoding of it that orders as the op does.
type Input struct{ Register int }

func (e Input) row() row {
	return row{
		requires: func(s spec.Spec) error {
			if e.Register < 0 || e.Register >= s.Registers() {
				return fmt.Errorf("reads register %d of %d", e.Register, s.Registers())
			}
			return nil
		},
		value: func(a at) value { return a.input(e.Register, a.lane) },
		text:  func() string { return fmt.Sprintf("input %d", e.Register) },
	}
}

// Identity is the identity of the spec's op; where the op gives a lane, an encoding that
// loses to every other.
type Identity struct{}

func (Identity) row() row {
	return row{
		value: func(a at) value {
			id := value{a.Identity}
			if a.spec.KeepsLanes() { // after all lanes
				id = append(id, noLane)
			}
			if a.key {
				return a.with(a.Encode, id)
			}
			return id
		},
		text: func() string { return "identity" },
	}
}

// Shuffle is the element X of the lane that By says. Where By is out of range it is
// unspecified: a target may give any value, and no result may depend on it.
type Shuffle struct {
	X  *Node
	By Way
}

func (e Shuffle) row() row {
	return row{
		operands: elements(e.X),
		reads:    func(s spec.Spec, lane int, read readFunc) error { return e.By.reads(e.X, lane, read) },
		value: func(a at) value {
			source, ok := e.By.from(a)
			if !ok {
				return nil
			}
			return a.from(e.X, source)
		},
		text: func() string { return "shuffle %s by " + e.By.String() },
		cost: func(_ spec.Spec, words int) Cost { return Cost{Shuffles: words} },
	}
}

// Select is Then where If is true, else Else.
type Select struct{ If, Then, Else *Node }

func (e Select) row() row {
	known := knownOf(e.If)
	return row{
		operands: append([]operand{{e.If, Condition, unpacked}}, elements(e.Then, e.Else)...),
		reads: func(_ spec.Spec, lane int, read readFunc) error {
			read(e.If, lane)
			holds, ok := known(lane)
			if !ok || holds {
				read(e.Then, lane)
			}
			if !ok || !holds {
				read(e.Else, lane)
			}
			return nil
		},
		value: func(a at) value {
			if a.of(e.If)[0] == 1 {
				return a.of(e.Then)
			}
			return a.of(e.Else)
		},
		text: func() string { return "if %s then %s else %s" },
		cost: func(spec.Spec, int) Cost { return Cost{Selects: 1} },
	}
}

// Combine is Fn of two elements, in this order.
type Combine struct {
	Fn          *Fn
	Left, Right *Node
}

func (e Combine) row() row {
	return row{
		operands: elements(e.Left, e.Right),
		requires: e.Fn.check,
		value:    func(a at) value { return a.combined(e.Fn, a.of(e.Left), a.of(e.Right)) },
		text:     func() string { return e.Fn.name() + "(%s, %s)" },
		cost:     func(spec.Spec, int) Cost { return Cost{Ops: 1} },
	}
}

// WarpReduce is Fn over X of every lane of the thread's warp, which may be short, in no defined
// order. Fn has to be associative and commutative.
type WarpReduce struct {
	Fn *Fn
	X  *Node
}

func (e WarpReduce) row() row {
	return row{
		operands: elements(e.X),
		reads:    reach(ofWarp).reads([]*Node{e.X}),
		requires: func(s spec.Spec) error {
			if err := e.Fn.check(s); err != nil {
				return err
			}
			if l := e.Fn.Laws; !l.Associative || !l.Commutative {
				return errors.New("reduces the whole warp at once by an op that depends on the order")
			}
			return nil
		},
		value: func(a at) value {
			var all value
			first, end := ofWarp(a.spec, a.lane)
			for lane := end - 1; lane >= first; lane-- {
				switch {
				case !a.calls(lane):
				case all == nil:
					all = a.from(e.X, lane)
				default:
					all = a.combined(e.Fn, all, a.from(e.X, lane))
				}
			}
			return all
		},
		text: func() string { return "redux " + e.Fn.name() + " over %s of all lanes" },
		cost: func(s spec.Spec, _ int) Cost { return Cost{Redux: calls(s)} },
	}
}

// Product is what a [Select] of the same operands gives, by a multiplication of 32-bit integers under
// a predicate. Selects and multiplications go through different pipes of an SM, so that a mix of both
// takes less time than either.
type Product struct{ If, Then, Else *Node }

func (e Product) row() row {
	r := Select(e).row()
	r.reads = nil // both elements are read
	r.requires = func(s spec.Spec) error {
		if !Multiplies(s.Type) {
			return errors.New("multiplies what is no number of 32 bits")
		}
		return nil
	}
	r.text = func() string { return "if %s then %s else %s, by a product" }
	r.cost = func(spec.Spec, int) Cost { return Cost{Products: 1} }
	return r
}

// Multiplies reports whether elements of a type are numbers that one multiplication takes.
func Multiplies(t spec.Type) bool { return t.Bits() == registerBits && !t.Packed() }

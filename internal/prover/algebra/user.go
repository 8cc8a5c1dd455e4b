package algebra

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// Functions are the operator of a user, as a domain knows it: by its name, and by those of its laws
// that were established. Of each leaf of the result it is one function of the leaves of both
// elements. On numbers it is the Go function itself.
func Functions(s spec.Spec) []*bv.Fn {
	u, leaves := s.User, s.Combined().Leaves()
	formats, n := formatsOf(leaves), len(leaves)
	if u.Exact {
		formats = slices.Repeat([]bv.Format{bv.NoFormat}, n)
	}
	var all []*bv.Fn
	for k, l := range leaves {
		all = append(all, &bv.Fn{
			Name: fmt.Sprintf("%s.%s%s", u.Path, u.Name, l.Path), Bits: l.Type.Bits(),
			Of: append(slices.Clone(formats), formats...), Gives: formats[k], Bool: l.Bool,
			Commutes: u.Laws.Commutative, Operand: n, Identity: u.Identity, Leaf: k,
			Eval: func(args []uint64) uint64 {
				if u.Apply == nil {
					panic(bv.Stop{Why: fmt.Sprintf("%s, which is not executed here", u)})
				}
				return u.Apply(args[:n], args[n:])[k]
			},
		})
	}
	return all
}

// runUser runs the reference with a user's operator. Nothing but its laws is known.
func runUser(d bv.Domain, s spec.Spec, in Input) (Outcome, error) {
	got, err := ref.Run(user{elements: elements{truths{d}}, fns: Functions(s)}, s, ofLeaves(d, in, s.Shape().Leaves()))
	out := outcome(got, element.values)
	for i, e := range got.Value {
		if s.Map != nil { // there is no element to keep
			out.Gets[i] = d.Int(bv.And, out.Gets[i], e.there)
		}
	}
	return out, err
}

// user is the algebra of elements that are combined where both are there.
type user struct {
	noBetterOf[element]
	noOrder[element]
	noRank[element, bv.Value]
	elements
	fns []*bv.Fn
}

// Absent is no element; or the identity, which is one.
func (u user) Absent() element {
	d := u.dom
	if u.fns[0].Identity != nil {
		return element{u.identity(), d.Const(1, 1)}
	}
	none := element{there: d.Const(1, 0)}
	for _, fn := range u.fns {
		none.x = append(none.x, d.Const(fn.Bits, 0))
	}
	return none
}

// identity is that of the operator, if it has one.
func (u user) identity() leaves {
	var all leaves
	for k, fn := range u.fns {
		all = append(all, u.dom.Const(fn.Bits, fn.Identity[k]))
	}
	return all
}

// If is x where c is true, else y.
func (u user) If(c bv.Value, x, y element) element {
	if k, known := u.dom.Known(y.there); known && k == 0 { // what y holds is nobody's
		return element{x.x, u.And(c, x.there)}
	}
	return u.elements.If(c, x, y)
}

// Join is the operator of two elements, of those that are there.
func (u user) Join(x, y element) element {
	d := u.dom
	args := append(slices.Clone(x.x), y.x...)
	both := make(leaves, len(u.fns))
	for k, fn := range u.fns {
		both[k] = bv.Apply(d, fn, args...)
	}
	if u.fns[0].Identity != nil { // elements are there
		return element{both, x.there}
	}
	one := u.leavesIf(x.there, x.x, y.x)
	return element{u.leavesIf(u.And(x.there, y.there), both, one), d.Int(bv.Or, x.there, y.there)}
}

// Settle is x, which is the identity where nothing is there; without one the proof ends, but of what is there.
func (u user) Settle(x element) element {
	if k, known := u.dom.Known(x.there); u.fns[0].Identity == nil && !(known && k == 1) {
		panic(bv.Stop{Why: "an op without an identity"})
	}
	return x
}

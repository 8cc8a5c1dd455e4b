package algebra

import (
	"fmt"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ref"
)

// Function is the operator of a user, as a domain knows it: by its name, and by those of its laws
// that were established. On numbers it is the Go function itself.
func Function(s shflgen.Spec) *bv.Fn {
	u, format := s.User, bv.NoFormat
	if f := Format(s.Type); f != nil {
		format = *f
	}
	return &bv.Fn{
		Name: u.Path + "." + u.Name, Bits: s.Type.Bits(), Of: []bv.Format{format, format}, Gives: format, Commutes: u.Laws.Commutative,
		Eval: func(args []uint64) uint64 {
			if u.Apply == nil {
				panic(bv.Stop{Why: fmt.Sprintf("%s, which is not executed here", u)})
			}
			return u.Apply(args[:1], args[1:])[0]
		},
	}
}

// runUser runs the reference with a user's operator, of which nothing is known but its laws.
func runUser(d bv.Domain, s shflgen.Spec, in Input) (Outcome, error) {
	call := ref.Input[element, bv.Value]{
		Members: in.Members, Same: in.Same, DistanceIs: in.DistanceIs, DistanceMod: in.DistanceMod,
	}
	for _, x := range in.Elements {
		call.Elements = append(call.Elements, element{x, d.Const(1, 1)})
	}
	got, err := ref.Run(user{plain: plain{dom: d, spec: s}, fn: Function(s)}, s, call)
	out := Outcome{Named: got.Named, Gets: got.Gets, Specified: got.Specified, Numbers: got.Numbers, Pred: got.Pred}
	for _, e := range got.Value {
		out.Value = append(out.Value, e.x)
	}
	return out, err
}

// user is the algebra of elements that are combined where both are there.
type user struct {
	plain
	fn *bv.Fn
}

// Join is the operator of two elements, of those that are there.
func (u user) Join(x, y element) element {
	both := bv.Apply(u.dom, u.fn, x.x, y.x)
	one := u.dom.Select(x.there, x.x, y.x)
	return element{u.dom.Select(u.And(x.there, y.there), both, one), u.dom.Int(bv.Or, x.there, y.there)}
}

// Choose is a where c is true, else b.
func (u user) Choose(c, a, b bv.Value) bv.Value { return u.dom.Select(c, a, b) }

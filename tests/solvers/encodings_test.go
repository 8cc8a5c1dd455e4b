package solvers_test

import (
	"fmt"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/tape"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/solvers"
)

// TestEncodings asks the solvers whether an op that orders elements by an encoding is what
// the encoding's law says, on all pairs of elements of each type, and whether an element
// comes back; and for elements on which it is not the max of what it encodes to decode.
func TestEncodings(t *testing.T) {
	solvers.Missing(t)
	var questions solvers.Questions
	for _, o := range spec.Ops() {
		for _, typ := range spec.Types() {
			s := spec.NewSpec(spec.Reduce)
			s.Op, s.Type, s.Width, s.Mask = o, typ, 2, spec.Full
			if _, _, ok := s.Encoded(); !ok || !o.On(typ) || typ.Packed() || typ.Class() == spec.Unsigned {
				continue
			}
			d := tape.New()
			in := make([]bv.Value, s.Elements())
			for i := range in {
				in[i] = d.Var(typ.Bits())
			}
			law, err := algebra.Run(d, s, algebra.Input{Elements: in})
			if err != nil {
				t.Fatal(err)
			}
			plain, err := algebra.RunPlain(d, s, algebra.Input{Elements: in})
			if err != nil {
				t.Fatal(err)
			}
			s.Op = spec.Max
			other, err := algebra.RunPlain(d, s, algebra.Input{Elements: in})
			if err != nil {
				t.Fatal(err)
			}
			// A NaN is as good as another.
			number := func(x bv.Value) bv.Value {
				f := algebra.Format(typ)
				if f == nil {
					return x
				}
				return d.Select(d.Float(bv.FUnordered, *f, x, x), d.Const(typ.Bits(), 0x7fff), x)
			}
			ask := func(what, want string, got, wanted bv.Value) {
				name := fmt.Sprintf("encoding%d", len(questions))
				questions.Add(name, equal(d, what, got, wanted), want)
			}
			encode := algebra.Encoder(d, spec.Spec{Pattern: s.Pattern, Op: o, Type: typ, Width: 2})
			ask("the law of "+o.String(), "unsat", number(law.Value[0]), number(plain.Value[0]))
			ask("the law of another op", "sat", number(law.Value[0]), number(other.Value[0]))
			ask("an integer comes back", "unsat", encode(algebra.Any(d,
				spec.Spec{Pattern: s.Pattern, Op: o, Type: typ, Width: 2}, in[0])), in[0])
		}
	}
	questions.Ask(t, solvers.Commands)
}

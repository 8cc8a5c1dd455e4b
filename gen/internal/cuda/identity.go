package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/spec"
)

// identityLocal is the local that holds the identity of an op on float32 or float64.
var identityLocal = name("identity")

// withIdentity puts the definition of that local before the steps that use it. Inline PTX hides
// the constant: a compiler that assumes no NaNs, infinities or signs of zero would optimise by
// its value. The definition comes before every select, so that a select does not become a branch.
func (p *printer) withIdentity(steps []step) []step {
	if p.identityOf == nil {
		return steps
	}
	s := *p.identityOf
	bits := identityBits(s, p.problem)
	in, n := operands[s.Type], s.Type.Bits()
	first := step{Title: fmt.Sprintf("The identity of %s, %s, which no flag of the compiler changes.", s.Op,
		constants[ops.Identity(s.Op, s.Type)]), Lines: []string{
		in.typ + " identity;",
		fmt.Sprintf(`asm("mov.b%d %%0, 0x%0*x;" : "=%s"(identity));`, n, n/4, bits, in.constraint),
	}}
	return append([]step{first}, steps...)
}

// nothing is the identity, or the key that loses.
func (p *printer) nothing(n *network.Node) expr {
	id, of := p.identity, p.combined
	if p.net.HoldsKeys() && !n.Key {
		id, of = identity(p.spec, p.problem), p.spec
	}
	if isIdentityLocal(of) && of.Op != spec.User {
		p.identityOf = &of
	}
	return id
}

// constants are the identities of floats, in words.
var constants = map[ops.Constant]string{
	ops.MinusZero: "-0", ops.FloatOne: "1", ops.NaN: "a NaN", ops.PlusInf: "+inf", ops.MinusInf: "-inf",
}

// identityBits is the op's identity, as the bits of one element.
func identityBits(s spec.Spec, problem *problem) uint64 {
	bits, ok := ops.IdentityBits(s.Op, s.Type.Elem())
	if !ok {
		problem.report("no identity of %s on %s", s.Op, s.Type)
	}
	return bits
}

// isIdentityLocal reports whether the identity is a local of its own.
func isIdentityLocal(s spec.Spec) bool {
	return s.Type.Class() == spec.Float && !s.Type.Half()
}

// literals are the suffixes of integer literals, by whether they have 64 bits.
var literals = map[spec.Class]map[bool]string{
	spec.Signed:   {false: "", true: "ll"},
	spec.Unsigned: {false: "u", true: "ull"},
}

// identity is the op's identity as an expression of the element type: of float32 and
// float64 the local of [printer.withIdentity].
func identity(s spec.Spec, problem *problem) expr {
	if isIdentityLocal(s) {
		return identityLocal
	}
	bits, t := identityBits(s, problem), s.Type.Elem()
	ones := ^uint64(0) >> (64 - t.Bits())
	switch {
	case t.Half(): // a struct of integers: compilers do not treat it as a float
		return name(fmt.Sprintf(ctypes[s.Type].fromBits, bits))
	case bits <= 1 && s.Op != spec.Max: // which has a suffix where it is compared
		return literal(int(bits))
	case t.Class() == spec.Signed && bits == ones:
		return literal(-1)
	}
	return integerLiteral(t, bits).grouped()
}

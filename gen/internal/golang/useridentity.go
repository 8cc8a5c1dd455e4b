package golang

import (
	"fmt"
	"math"
	"strconv"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

// identityOf is the helper that gives the identity of a user's function, leaf by leaf: the value that
// the function's laws were checked with, whatever becomes of a variable that named it.
func identityOf(d dialect, s spec.Spec, elem jen.Code) helper {
	u, port := s.User, s.Combined()
	h := helper{name: helperName(s, "Identity"), doc: fmt.Sprintf("is the identity of %s: %s.", u, u.IdentityName),
		result: d.elem, gives: elem}
	if port.Elem == nil {
		h.body = []jen.Code{returned(leafLiteral(spec.Leaf{Type: s.Type}, u.Identity[0]))}
		return h
	}
	h.body = []jen.Code{jen.Var().Id("e").Add(elem)}
	for i, leaf := range port.Leaves() {
		if bits := u.Identity[i]; bits != 0 {
			h.body = append(h.body, assign(id("e"+leaf.Path), leafLiteral(leaf, bits)))
		}
	}
	h.body = append(h.body, returned(id("e")))
	return h
}

// leafLiteral is a scalar by its bits: a constant, that named types take as well, of all but
// infinities, NaNs and -0.
func leafLiteral(l spec.Leaf, bits uint64) expr {
	n := l.Type.Bits()
	switch l.Type.Class() {
	case spec.Float:
		x := math.Float64frombits(bits)
		if n == 32 {
			x = float64(math.Float32frombits(uint32(bits)))
		}
		if math.IsNaN(x) || math.IsInf(x, 0) || x == 0 && math.Signbit(x) {
			return fromBitsOf(l.Type)(hex(bits))
		}
		return id(strconv.FormatFloat(x, 'g', -1, n))
	case spec.Signed:
		return id(strconv.FormatInt(int64(bits<<(64-n))>>(64-n), 10))
	}
	if l.Bool {
		return id(strconv.FormatBool(bits != 0))
	}
	return id(strconv.FormatUint(bits, 10))
}

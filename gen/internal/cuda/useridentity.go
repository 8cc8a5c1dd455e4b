package cuda

import (
	"fmt"
	"strconv"

	"github.com/shflgen/shflgen/spec"
)

// userIdentityName is the function that gives the identity of a user's operator.
func userIdentityName(s spec.Spec) string { return s.FileName() + "_identity" }

// userIdentity is that function: leaf by leaf, the value that the operator's laws were checked with.
// Inline PTX hides floats, as of any identity: see [printer.withIdentity].
func userIdentity(s spec.Spec) string {
	typ := typeName(s.Combined())
	body := []string{typ + " e;"}
	add := func(to string, l spec.Leaf, bits uint64) {
		switch n := l.Type.Bits(); {
		case l.Type.Class() == spec.Float:
			body = append(body, fmt.Sprintf(`asm("mov.b%d %%0, 0x%0*x;" : "=%s"(%s));`, n, n/4, bits,
				operands[l.Type].constraint, to))
		case l.Bool:
			body = append(body, fmt.Sprintf("%s = %t;", to, bits != 0))
		default:
			body = append(body, fmt.Sprintf("%s = %s;", to, integerLiteral(l.Type, bits)))
		}
	}
	if s.Elem == nil {
		add("e", spec.Leaf{Type: s.Type}, s.User.Identity[0])
	} else {
		for i, l := range leavesOf(s.Elem) {
			add("e"+l.path, l.Leaf, s.User.Identity[i])
		}
	}
	h := helper{
		does: fmt.Sprintf("The identity of %s: %s.", s.User, s.User.IdentityName), result: typ,
		name: userIdentityName(s), body: lines(append(body, "return e;")...),
	}
	return h.String()
}

// integerLiteral is an integer by its bits. No literal is negative, and the lowest has none without
// its sign.
func integerLiteral(t spec.Type, bits uint64) string {
	n := t.Bits()
	suffix := literals[t.Class()][n == 64]
	if t.Class() == spec.Unsigned {
		return strconv.FormatUint(bits, 10) + suffix
	}
	x := int64(bits<<(64-n)) >> (64 - n)
	if x == -1<<(n-1) {
		return fmt.Sprintf("%d%s - 1", x+1, suffix)
	}
	return strconv.FormatInt(x, 10) + suffix
}

package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// userOpName is the function that a user's operator becomes.
func userOpName(s spec.Spec) string { return s.FileName() + "_op" }

// cABI is the operator for libraries that link operators by address of their operands.
func cABI(s spec.Spec, name string) string {
	typ := typeName(s.Combined())
	return fmt.Sprintf(`#ifdef SHFLGEN_C_ABI // the operator for libraries that take operators by this signature
extern "C" __device__ void %s_c(void *a, void *b, void *result)
{
    *(%s *)result = %s(*(const %[2]s *)a, *(const %[2]s *)b);
}
#endif`, name, typ, name)
}

// both is the local that holds the op of two elements, and its definition. One element may be absent. It is no
// operand of a choice, so that a choice is no branch.
func (p *printer) both(e network.Join) (local expr, definition string) {
	p.combines = true
	local = name(fmt.Sprintf("both%d", p.made))
	return local, fmt.Sprintf("%s %s = %s;", p.ctype.name, local, p.op(p.element(e.Left), p.element(e.Right)))
}

// join is an op of two elements, of those that are there.
func (p *printer) join(e network.Join) expr {
	left, right := p.element(e.Left), p.element(e.Right)
	both, _ := p.both(e)
	if e.HasRight != nil {
		if has := p.conditions.of(e.HasRight); !has.none() {
			both = p.choose(has, both, left)
		}
	}
	if e.HasLeft != nil {
		if has := p.conditions.of(e.HasLeft); !has.none() {
			if p.composite == nil {
				both = both.grouped()
			}
			return p.choose(has, both, right)
		}
	}
	return both
}

// membersLocal holds the members of the lane's segment, by their position in it.
var membersLocal = name("members")

// anyOf is the condition that a member is in a set of each lane.
func (c *conditions) anyOf(n *network.Node, e network.AnyOf) expr {
	w, ok := e.Window(c.at.width, c.demand[n])
	if e.Word != network.MemberWord || !ok {
		c.report("node %d is no window of members", n.ID)
		return expr{}
	}
	c.usesMembers = true
	shift := expr{}
	switch {
	case w.Down:
		bits := membersLocal.shl(lastLane.minus(c.at.pos()).grouped()).grouped()
		return bits.and(hex(0, uint32(w.Bits))).grouped().notZero().grouped()
	case w.Flip > 0, w.From < c.at.width:
		if shift = c.at.pos(); w.Flip > 0 {
			shift = shift.xor(number(w.Flip)).grouped()
		}
		if w.From > 1 {
			shift = shift.and(number(w.From - 1).not()).grouped()
		}
	}
	word := membersLocal
	if !shift.none() {
		word = word.shr(shift).grouped()
	}
	return word.and(hex(0, uint32(w.Bits))).grouped().notZero().grouped()
}

// membersStep defines that local, if a condition uses it.
func (p *printer) membersStep() []step {
	if !p.conditions.usesMembers {
		return nil
	}
	word := p.scope.param(spec.MaskRole)
	switch width, count := p.at.width, p.at.count; {
	case width == count:
	case width > count/2: // the only segment
		word = word.and(hex(0, lanes(width)))
	default:
		word = word.shr(p.at.base()).and(hex(0, lanes(width)))
	}
	return []step{{Title: "The members of the segment, by their place in it.",
		Lines: []string{fmt.Sprintf("unsigned %s = %s;", membersLocal, word)}}}
}

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
func integerLiteral(t spec.Type, bits uint64) expr {
	n := t.Bits()
	suffix := literals[t.Class()][n == 64]
	x := int64(bits<<(64-n)) >> (64 - n)
	switch {
	case t.Class() == spec.Unsigned:
		return name(fmt.Sprintf("%d%s", bits, suffix))
	case x == -1<<(n-1):
		return name(fmt.Sprintf("%d%s", x+1, suffix)).minus(literal(1))
	}
	return name(fmt.Sprintf("%d%s", x, suffix))
}

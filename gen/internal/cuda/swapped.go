package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/internal/network"
)

// numberOf and ofNumber are the conversions between an element of 32 bits and the unsigned
// number that its bits are.
var numberOf = map[shflgen.Type][2]func(expr) expr{
	shflgen.Int32:   {caster("unsigned"), caster("int")},
	shflgen.Uint32:  {same, same},
	shflgen.Float32: {caller("__float_as_uint"), caller("__uint_as_float")},
}

// swapped is one of two elements that change places where a condition holds.
func (p *printer) swapped(e network.Swapped) expr {
	convert, ok := numberOf[p.spec.Type]
	if !ok {
		p.report("no product of %s", p.spec.Type)
		return expr{}
	}
	which, from, factor := "first", "a", "1u"
	if e.Second {
		which, from, factor = "second", "b", "~0u"
	}
	f := p.spec.FileName() + "_" + which
	to, of := convert[0], convert[1]
	difference := to(name("b")).minus(to(name("a")))
	p.calls(helper{
		does:   fmt.Sprintf("The %s of a and b after they have changed places where c is true. A product goes through\nanother pipe than a select; inline PTX keeps it one.", which),
		result: p.elem.name, name: f, params: fmt.Sprintf("bool c, %[1]s a, %[1]s b", p.elem.name),
		body: lines("unsigned r;",
			fmt.Sprintf(`asm("mad.lo.u32 %%0, %%1, %%2, %%3;" : "=r"(r) : "r"(%s), "r"(c ? %s : 0u), "r"(%s));`, difference, factor, to(name(from))),
			fmt.Sprintf("return %s;", of(name("r")))),
	}.String())
	c := p.conditions.of(e.If)
	if c.none() {
		p.report("node %d always holds", e.If.ID)
	}
	return call(f, c, p.element(e.A), p.element(e.B))
}

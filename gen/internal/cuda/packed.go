package cuda

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/spec"
)

// packedType is the type of a packed register.
const packedType = "unsigned"

// packedOps prints registers that hold several elements.
type packedOps struct {
	*problem
	spec spec.Spec
	on   arches

	inPlace         bool // elements are compared where they stand in a register
	packs, combines bool // helpers that are called
}

// pack is a register of elements.
func (p *packedOps) pack(of []expr) expr {
	p.packs = true
	return call(p.spec.FileName()+"_word", of...)
}

// pick is a register of elements of two others, byte by byte.
func (p *packedOps) pick(e network.Permute, a, b expr, c *conditions) expr {
	chosen := selector(p.spec.Type, e.Then)
	if e.If != nil {
		holds := c.of(e.If)
		if holds.none() {
			p.report("node %d always holds", e.If.ID)
		}
		chosen = holds.choose(chosen, selector(p.spec.Type, e.Else))
	}
	return call("__byte_perm", a, b, chosen)
}

// combine is the op on two registers.
func (p *packedOps) combine(a, b expr) expr {
	if by, ok := ops.Operator(p.spec.Op); ok && ops.Bitwise(by) {
		return infix[by](a, b)
	}
	p.combines = true
	return call(p.spec.FileName()+"_combine", a, b)
}

// selector is the operand of __byte_perm that selects these elements of two packed registers.
func selector(t spec.Type, fields []int) expr {
	bytes, bits := t.Bits()/8, 0
	for i, f := range fields {
		for j := range bytes {
			bits |= (f*bytes + j) << (4 * (i*bytes + j))
		}
	}
	return hex(4, uint32(bits))
}

// pairs are the types of two halves.
var pairs = map[spec.Type]spec.Type{spec.Float16: spec.Float16x2, spec.Bfloat16: spec.Bfloat16x2}

// fieldOf is an element of a register.
func fieldOf(t spec.Type, register expr, at int) expr {
	if at > 0 {
		register = register.shr(literal(at * t.Bits()))
	}
	return ofWord(t, register, packedType)
}

// placed is an element, shifted to its position in a register.
func placed(t spec.Type, element expr, at int) expr {
	bits := asWord(t, element).to(packedType)
	if at > 0 {
		return bits.shl(literal(at * t.Bits()))
	}
	return bits
}

// union joins expressions by |.
func union(terms []expr) expr {
	all := terms[0]
	for _, t := range terms[1:] {
		all = all.or(t)
	}
	return all
}

// fieldTable is, for each lane, the number of an element of a packed register, and the local
// by how many bits the lane shifts it.
type fieldTable struct {
	fields       []int
	local, value expr
}

// shift is the local of by how many bits a lane shifts a packed register, of elements of so
// many bits, to have the element lowest that fields names.
func (p *position) shift(fields []int, bits int) expr {
	for _, t := range p.fields {
		if slices.Equal(t.fields, fields) {
			return t.local
		}
	}
	local := name(fmt.Sprintf("shift%d", len(p.fields)))
	p.fields = append(p.fields, fieldTable{fields, local, p.field(fields).times(number(bits))})
	return local
}

// field is the number of the element: (pos / d + c) mod m, if it is such, else two bits of
// constants.
func (p *position) field(fields []int) expr {
	whole := p.count / p.width * p.width // lanes of segments
	for _, m := range []int{2, 3, 4} {
		for d := 1; d < p.width; d++ {
			for c := range m {
				if !some(whole, func(i int) bool { return fields[i] != (i%p.width/d+c)%m }) {
					e := p.pos()
					if d > 1 {
						e = e.over(number(d))
					}
					return e.plus(number(c)).op("%", mulBinds, number(m))
				}
			}
		}
	}
	var low, high uint32
	for i, f := range fields {
		low |= uint32(f&1) << i
		high |= uint32(f>>1) << i
	}
	bit := func(bits uint32) expr { return hex(8, bits).shr(p.lane()).and(number(1)).grouped() }
	e := bit(low)
	if high != 0 {
		e = e.plus(bit(high).times(number(2)))
	}
	return e.grouped()
}

// some reports whether holds is true of a number below n.
func some(n int, holds func(i int) bool) bool {
	for i := range n {
		if holds(i) {
			return true
		}
	}
	return false
}

// helpers are the functions for packed registers.
func (p *packedOps) helpers() []string {
	var helpers []string
	if p.packs {
		helpers = append(helpers, p.packHelper())
	}
	if !p.combines {
		return helpers
	}
	body, each, err := p.combineBody()
	if err != nil {
		p.report("%w", err)
	}
	if each != "" {
		helpers = append(helpers, each)
	}
	return append(helpers, helper{
		does:   fmt.Sprintf("The op on each of the %d elements of two words.", network.PerRegister(p.spec.Type)),
		result: "unsigned", name: p.spec.FileName() + "_combine", params: "unsigned a, unsigned b", body: body,
	}.String())
}

// letters name the parameters of a helper.
const letters = "abcd"

func (p *packedOps) packHelper() string {
	var params []string
	var terms []expr
	for i := range network.PerRegister(p.spec.Type) {
		params = append(params, fmt.Sprintf("%s %c", ctypes[p.spec.Type].name, letters[i]))
		terms = append(terms, placed(p.spec.Type, name(letters[i:i+1]), i))
	}
	return helper{
		does:   fmt.Sprintf("A word of %d elements, the first in its low bits.", len(params)),
		result: "unsigned", name: p.spec.FileName() + "_word", params: strings.Join(params, ", "),
		body: lines(fmt.Sprintf("return %s;", union(terms))),
	}.String()
}

// combineBody is the op on packed registers: one instruction for pairs of halves, else the
// op on each element.
func (p *packedOps) combineBody() (body, each string, err error) {
	if p.spec.Type.Half() {
		return packedBody(p.spec, p.on)
	}
	slow, err := p.eachElement()
	if p.inPlace {
		slow = greatestInPlace(p.spec.Type)
	}
	if fast := pairwise(p.spec); fast != "" {
		return p.on.ways(way{90, fast}, way{0, slow}), "", err
	}
	return slow, "", err
}

// pairwise is the op on packed registers by instructions on pairs of 16-bit integers, from sm_90
// on; empty if there is none. 8-bit integers need two instructions: one for the odd bytes, one
// for the even bytes, shifted up. The lower byte does not change the upper byte of a minimum or
// maximum.
func pairwise(s spec.Spec) string {
	name := map[spec.Op]string{spec.Sum: "add", spec.Min: "min", spec.Max: "max"}[s.Op]
	if name == "" || s.Type.Bits() == 8 && s.Op == spec.Sum {
		return ""
	}
	sign := "u"
	if s.Type.Class() == spec.Signed {
		sign = "s"
	}
	if s.Type.Bits() == 16 {
		return fmt.Sprintf("    unsigned r;\n    asm(\"%s.%s16x2 %%0, %%1, %%2;\" : "+
			"\"=r\"(r) : \"r\"(a), \"r\"(b));\n    return r;\n", name, sign)
	}
	op := fmt.Sprintf("    asm(\"%s.%s16x2 %%%%0, %%%%1, %%%%2;\" : \"=r\"(%%s) : \"r\"(%%s), \"r\"(%%s));\n", name, sign)
	return "    unsigned odd, even;\n" + fmt.Sprintf(op, "odd", "a", "b") + fmt.Sprintf(op, "even", "a << 8", "b << 8") +
		"    return __byte_perm(even, odd, 0x7351u);\n"
}

// eachElement is the op on packed registers, element by element.
func (p *packedOps) eachElement() (string, error) {
	t := p.spec.Type
	if p.spec.Op == spec.Sum {
		// Every other element at once: no carry reaches the next one.
		even, odd := 0x0000ffff, 0xffff0000
		if t.Bits() == 8 {
			even, odd = 0x00ff00ff, 0xff00ff00
		}
		return fmt.Sprintf("    unsigned even = (a & 0x%08[1]xu) + (b & 0x%08[1]xu), odd "+
			"= (a & 0x%08[2]xu) + (b & 0x%08[2]xu);\n"+
			"    return (even & 0x%08[1]xu) | (odd & 0x%08[2]xu);\n", even, odd), nil
	}
	op, _, err := operation(p.spec, p.on)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	var terms []expr
	typ := ctypes[t].name
	for i := range network.PerRegister(t) {
		left, right := name(fmt.Sprintf("a%d", i)), name(fmt.Sprintf("b%d", i))
		fmt.Fprintf(&b, "    %s %s = %s, %s = %s;\n", typ, left, fieldOf(t, name("a"), i), right, fieldOf(t, name("b"), i))
		terms = append(terms, placed(t, op(left, right).grouped().to(typ), i))
	}
	fmt.Fprintf(&b, "    return %s;\n", union(terms))
	return b.String(), nil
}

// greatestInPlace is the greatest of unsigned elements of packed registers, each with the
// others masked out.
func greatestInPlace(t spec.Type) string {
	var lines string
	var terms []expr
	for i := range network.PerRegister(t) {
		left, right := name(fmt.Sprintf("a%d", i)), name(fmt.Sprintf("b%d", i))
		mask := hex(8, uint32(1<<t.Bits()-1)<<(i*t.Bits()))
		lines += fmt.Sprintf("    unsigned %s = %s, %s = %s;\n", left, name("a").and(mask), right, name("b").and(mask))
		terms = append(terms, infix[ir.Max](left, right).grouped())
	}
	return lines + fmt.Sprintf("    return %s;\n", union(terms))
}

// packedBody is the body of a function that combines two packed registers of halves.
func packedBody(s spec.Spec, on arches) (body, helper string, err error) {
	of := s
	of.Type = pairs[s.Type]
	each := s.FileName() + "_each"
	var terms []expr
	for i := range network.PerRegister(s.Type) {
		one := call(each, fieldOf(s.Type, name("a"), i), fieldOf(s.Type, name("b"), i))
		terms = append(terms, placed(s.Type, one, i))
	}
	body, apart, err := exactBody(of.Type, s.Op, packedOperand, fmt.Sprintf("    return %s;\n", union(terms)), on)
	if apart && err == nil {
		helper, err = eachHelper(of, each, on)
	}
	return body, helper, err
}

package cuda

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/spec"
)

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
	fast := pairwise(p.spec)
	switch {
	case fast == "" || p.on.below <= 90:
		return slow, "", err
	case p.on.from >= 90:
		return fast, "", nil
	}
	return "#if __CUDA_ARCH__ >= 900\n" + fast + "#else\n" + slow + "#endif\n", "", err
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
		terms = append(terms, operators[ops.Max](left, right).grouped())
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

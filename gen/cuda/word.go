package cuda

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/network"
)

// typeOf is the type of a node's local.
func (p *printer) typeOf(n *network.Node) string {
	if n.Wide {
		return "unsigned"
	}
	return p.ctype.name
}

// packed is a word of elements.
func (p *printer) packed(e network.Pack) (string, error) {
	p.packs = true
	var fields []string
	for _, n := range e.Of {
		text, err := p.element(n)
		if err != nil {
			return "", err
		}
		fields = append(fields, text)
	}
	return fmt.Sprintf("%s_word(%s)", p.spec.FileName(), strings.Join(fields, ", ")), nil
}

// fieldOf is an element of a word.
func (p *printer) fieldOf(e network.Field) (string, error) {
	x, err := p.element(e.X)
	return fieldText(p.spec.Type, x, e.At), err
}

// picked is a word of fields of two others, byte by byte.
func (p *printer) picked(e network.Pick) (string, error) {
	text, err := p.with("%s, %s", e.A, e.B)
	if err != nil {
		return "", err
	}
	then, els := selector(p.spec.Type, e.Then), selector(p.spec.Type, e.Else)
	if e.If == nil {
		return fmt.Sprintf("__byte_perm(%s, %s)", text, then), nil
	}
	c, err := p.test(e.If)
	if err != nil {
		return "", err
	}
	if c == "" {
		return "", fmt.Errorf("cuda: node %d always holds", e.If.ID)
	}
	return fmt.Sprintf("__byte_perm(%s, %s ? %s : %s)", text, c, then, els), nil
}

// selector is the operand of __byte_perm that takes these fields of two words.
func selector(t shflgen.Type, fields []int) string {
	bytes, bits := t.Bits()/8, 0
	for i, f := range fields {
		for j := range bytes {
			bits |= (f*bytes + j) << (4 * (i*bytes + j))
		}
	}
	return fmt.Sprintf("0x%04xu", bits)
}

// toBits and ofBits are the formats of the casts between an element and its bits.
var (
	toBits = map[shflgen.Type]string{
		shflgen.Float16: "__half_as_ushort(%s)", shflgen.Bfloat16: "__bfloat16_as_ushort(%s)",
		shflgen.Int8: "(unsigned char)%s", shflgen.Uint8: "%s", shflgen.Int16: "(unsigned short)%s", shflgen.Uint16: "%s",
	}
	ofBits = map[shflgen.Type]string{
		shflgen.Float16: "__ushort_as_half((unsigned short)%s)", shflgen.Bfloat16: "__ushort_as_bfloat16((unsigned short)%s)",
		shflgen.Int8: "(signed char)%s", shflgen.Uint8: "(unsigned char)%s", shflgen.Int16: "(short)%s", shflgen.Uint16: "(unsigned short)%s",
	}
	pairs = map[shflgen.Type]shflgen.Type{shflgen.Float16: shflgen.Float16x2, shflgen.Bfloat16: shflgen.Bfloat16x2}
)

// fieldText is a field of a word as an element.
func fieldText(t shflgen.Type, word string, at int) string {
	if at > 0 {
		word = fmt.Sprintf("(%s >> %d)", word, at*t.Bits())
	}
	return fmt.Sprintf(ofBits[t], word)
}

// wideOp is the format of the op on two words.
func (p *printer) wideOp() string {
	switch p.spec.Op {
	case shflgen.And, shflgen.Or, shflgen.Xor:
		return "%[1]s " + infixes[p.spec.Op] + " %[2]s"
	}
	p.combinesWords = true
	return p.spec.FileName() + "_combine(%[1]s, %[2]s)"
}

// wordHelpers are the functions that code on words calls.
func (p *printer) wordHelpers() ([]string, error) {
	var helpers []string
	if p.packs {
		helpers = append(helpers, p.packHelper())
	}
	if p.combinesWords {
		body, each, err := p.combineBody()
		if err != nil {
			return nil, err
		}
		if each != "" {
			helpers = append(helpers, each)
		}
		helpers = append(helpers, fmt.Sprintf("// The op on each of the %d elements of two words.\n"+
			"static __device__ __forceinline__ unsigned %s_combine(unsigned a, unsigned b)\n{\n%s}",
			network.Fields(p.spec.Type), p.spec.FileName(), body))
	}
	return helpers, nil
}

// letters name the parameters of a helper.
const letters = "abcd"

func (p *printer) packHelper() string {
	var params, terms []string
	for i := range network.Fields(p.spec.Type) {
		params = append(params, fmt.Sprintf("%s %c", p.ctype.name, letters[i]))
		terms = append(terms, placed(p.spec.Type, letters[i:i+1], i))
	}
	return fmt.Sprintf("// A word of %d elements, the first in its low bits.\n"+
		"static __device__ __forceinline__ unsigned %s_word(%s)\n{\n    return %s;\n}",
		len(params), p.spec.FileName(), strings.Join(params, ", "), strings.Join(terms, " | "))
}

// placed is an element in its place of a word.
func placed(t shflgen.Type, element string, at int) string {
	text := "(unsigned)" + fmt.Sprintf(toBits[t], element)
	if at > 0 {
		text += fmt.Sprintf(" << %d", at*t.Bits())
	}
	return text
}

// combineBody is the op on words: of halves an instruction on pairs; else each
// element's own, by a function each if there is one.
func (p *printer) combineBody() (body, each string, err error) {
	if p.spec.Type.Half() {
		return wordsBody(p.spec, p.on)
	}
	slow, err := p.eachElement()
	fast := pairwise(p.spec)
	switch {
	case fast == "" || p.on.below <= 90:
		return slow, "", err
	case p.on.from >= 90:
		return fast, "", nil
	}
	return "#if __CUDA_ARCH__ >= 900\n" + fast + "#else\n" + slow + "#endif\n", "", err
}

// pairwise is the op on words by instructions for pairs of 16-bit integers, of sm_90
// on, or nothing. Of 8-bit integers it takes the odd ones, then the even ones moved up
// to their places: what lies below an element does not show in the top byte of a least
// or a greatest.
func pairwise(s shflgen.Spec) string {
	name := map[shflgen.Op]string{shflgen.Sum: "add", shflgen.Min: "min", shflgen.Max: "max"}[s.Op]
	if name == "" || s.Type.Bits() == 8 && s.Op == shflgen.Sum {
		return ""
	}
	sign := "u"
	if s.Type.Class() == shflgen.Signed {
		sign = "s"
	}
	if s.Type.Bits() == 16 {
		return fmt.Sprintf("    unsigned r;\n    asm(\"%s.%s16x2 %%0, %%1, %%2;\" : \"=r\"(r) : \"r\"(a), \"r\"(b));\n    return r;\n", name, sign)
	}
	op := fmt.Sprintf("    asm(\"%s.%s16x2 %%%%0, %%%%1, %%%%2;\" : \"=r\"(%%s) : \"r\"(%%s), \"r\"(%%s));\n", name, sign)
	return "    unsigned odd, even;\n" + fmt.Sprintf(op, "odd", "a", "b") + fmt.Sprintf(op, "even", "a << 8", "b << 8") +
		"    return __byte_perm(even, odd, 0x7351u);\n"
}

// eachElement is the op on words by ops on words of 32 bits.
func (p *printer) eachElement() (string, error) {
	t := p.spec.Type
	if p.spec.Op == shflgen.Sum {
		// Every other element at a time, so that none carries into the next.
		even, odd := 0x0000ffff, 0xffff0000
		if t.Bits() == 8 {
			even, odd = 0x00ff00ff, 0xff00ff00
		}
		return fmt.Sprintf("    unsigned even = (a & 0x%08[1]xu) + (b & 0x%08[1]xu), odd = (a & 0x%08[2]xu) + (b & 0x%08[2]xu);\n"+
			"    return (even & 0x%08[1]xu) | (odd & 0x%08[2]xu);\n", even, odd), nil
	}
	op, _, err := operation(p.spec, p.on)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	var terms []string
	for i := range network.Fields(t) {
		fmt.Fprintf(&b, "    %s a%d = %s, b%d = %s;\n", p.ctype.name, i, fieldText(t, "a", i), i, fieldText(t, "b", i))
		one := fmt.Sprintf(op, fmt.Sprintf("a%d", i), fmt.Sprintf("b%d", i))
		terms = append(terms, placed(t, "("+p.ctype.name+")("+one+")", i))
	}
	fmt.Fprintf(&b, "    return %s;\n", strings.Join(terms, " | "))
	return b.String(), nil
}

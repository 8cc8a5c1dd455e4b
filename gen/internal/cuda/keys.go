package cuda

import (
	"errors"
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/spec"
)

// coding are the functions that make a key of an element and turn it back: the start of their names, and their texts.
type coding struct{ of, encode, decode string }

// holdsKeys prepares the printer of a network that compares keys: integers of 32 or 64 bits, so that nothing is
// converted on the way; but several to a register where elements are packed, or are pairs.
func (p *printer) holdsKeys(k *network.Keys) {
	p.combined, p.ctype = k.By, ctypes[k.Held]
	if k.Slots > 0 {
		p.combined.Type = k.Held
	}
	p.identity = identity(p.combined, p.problem)
	p.combined.Type = k.Held
	p.packed.spec, p.packed.inPlace = k.By, k.Code == network.Magnitude
	for _, o := range p.spec.Combines() {
		of := p.combined
		if p.spec.Pattern.Sorts() {
			of.Op = o
		}
		p.op, _ = p.operation(of)
		if p.spec.Type.Packed() {
			p.op = p.packed.combine
		}
		p.ops[o] = p.op
	}
	if !p.net.HoldsKeys() {
		return
	}
	var err error
	if p.coding, err = p.codingOf(k); err != nil {
		p.report("%w", err)
	}
	if p.coding.of == "" || p.spec.Pattern.Sorts() { // functions of a sort come behind those that it calls before
		return
	}
	if p.net.Count(network.Is[network.Encode]) > 0 {
		p.calls(p.coding.encode)
	}
	if k.Code != network.Ordered && p.net.Count(network.Is[network.Decode]) > 0 {
		p.calls(p.coding.decode)
	}
}

// codingOf are the functions of keys; none where an element is its key.
func (p *printer) codingOf(k *network.Keys) (coding, error) {
	s := p.spec
	c := coding{of: s.FileName()}
	var err error
	switch k.Code {
	case network.Same, network.Wider:
		return coding{}, nil
	case network.Ordered:
		if s.Pattern.Sorts() { // what loses against every number sorts last
			s.Op, s.Mask, s.Name = spec.ArgMin, spec.Full, s.FileName()
			if s.Sort().Descending {
				s.Op = spec.ArgMax
			}
		}
		c.encode, c.decode, err = encodings(s, ctypes[k.Type()].name, identity(k.By, p.problem))
	case network.Rotated:
		both := rotatedEncodings(s)
		c.encode, c.decode = both[0], both[1]
	case network.Magnitude:
		return encodingByOp(p.shared(s), k.By.Type)
	}
	return c, err
}

// encode is the key of an element, or of what a lane contributes, without the number of its slot.
func (p *printer) encode(of ...expr) expr {
	if p.coding.encode == "" {
		return of[0]
	}
	return call(p.coding.of+"_key", of...)
}

// decode is the element of a key.
func (p *printer) decode(key expr) expr {
	typ := p.ctype
	if k := p.net.Keys; k.Slots > 0 {
		typ = ctypes[k.Type()]
		key = key.shr(literal(k.Slots)).grouped().to(typ.name)
	}
	switch {
	case p.coding.decode != "":
		p.calls(p.coding.decode)
		return call(p.coding.of+"_unkey", key)
	case typ != p.elem:
		return key.to(p.elem.name)
	}
	return key
}

// inline reports whether a node is the key of the lane's element without a local: the element itself.
func (p *printer) inline(e network.Encode) bool {
	return p.coding.encode == "" && e.Keys.Slots == 0 && !p.shape.Array()
}

// key is the value of a node that makes a key.
func (p *printer) key(e network.Encode) expr {
	x, in := p.element(e.X), e.X.Expr.(network.Input)
	switch {
	case p.shape.Array():
		x = p.register(in.Register)
	case e.Else != nil:
		x = p.choose(p.conditions.of(e.If), x, p.element(e.Else))
	case e.If != nil:
		return p.encode(p.conditions.of(e.If), x)
	}
	if x = p.encode(x); e.Keys.Slots > 0 {
		x = p.withSlot(x, p.slot(in.Register))
	}
	return x
}

// bitsAs are the formats from an element to its bits, as an unsigned integer of 32 or 64
// bits, and from what holds the bits back.
var bitsAs = map[spec.Type]struct{ to, from string }{
	spec.Int8:  {"(unsigned char)%s", "(signed char)%s"},
	spec.Int16: {"(unsigned short)%s", "(short)%s"},
	spec.Int32: {"(unsigned)%s", "(int)%s"},
	spec.Int64: {"(unsigned long long)%s", "(long long)%s"},

	spec.Float16:  {"__half_as_ushort(%s)", "__ushort_as_half((unsigned short)%s)"},
	spec.Bfloat16: {"__bfloat16_as_ushort(%s)", "__ushort_as_bfloat16((unsigned short)%s)"},
	spec.Float32:  {"__float_as_uint(%s)", "__uint_as_float(%s)"},
	spec.Float64:  {"(unsigned long long)__double_as_longlong(%s)", "__longlong_as_double((long long)%s)"},

	spec.Float16x2:  {operands[spec.Float16x2].to, operands[spec.Float16x2].from},
	spec.Bfloat16x2: {operands[spec.Bfloat16x2].to, operands[spec.Bfloat16x2].from},
}

// encodingByOp are the functions of the encoding by which an op orders elements, each half of a packed
// pair.
func encodingByOp(s spec.Spec, integers spec.Type) (coding, error) {
	with, _, _ := s.Encoded()
	by, err := ops.EncodingOf(with, s.Type, encodingOn(integers))
	bits, ok := bitsAs[s.Type]
	if err != nil || !ok {
		return coding{}, errors.Join(err, fmt.Errorf("cuda: no bits of %s", s.Type))
	}
	element, wide, integer := ctypes[s.Type].name, ctypes[integers].arith, ctypes[integers].name
	encode, decode := by.Encode(name("bits")), by.Decode(name("key"))
	if s.Type.Packed() {
		each := func(half func(expr) expr, x string) expr {
			return half(name("(" + x + " & 0xffffu)")).grouped().and(hex(0, 0xffff)).grouped().
				or(half(name("(" + x + " >> 16)")).grouped().shl(literal(16)))
		}
		encode, decode, integer = each(by.Encode, "bits"), each(by.Decode, "key"), packedType
	}
	if integer != wide {
		encode = encode.to(integer)
	}
	return coding{
		of: s.FileName(),
		encode: helper{
			does:   fmt.Sprintf("x as an integer, by which %s orders elements; that of no other element.", s.Op),
			result: integer, name: s.FileName() + "_key", params: element + " x",
			body: lines(fmt.Sprintf("%s bits = %s;", wide, fmt.Sprintf(bits.to, "x")), fmt.Sprintf("return %s;", encode)),
		}.String(),
		decode: helper{
			does: "The element that an integer is of.", result: element, name: s.FileName() + "_unkey",
			params: wide + " key",
			body:   lines(fmt.Sprintf("%s bits = %s;", wide, decode), fmt.Sprintf("return %s;", fmt.Sprintf(bits.from, "bits"))),
		}.String(),
	}, nil
}

// encodingOn is how encodings are written, with more parentheses than the grammar asks for: compilers warn of the
// others.
func encodingOn(integers spec.Type) ops.Language[expr] {
	suffix := literals[spec.Unsigned][integers.Bits() == 64]
	return ops.Language[expr]{
		Binary: func(o ir.Op, a, b expr) expr { return infix[o](a.grouped(), b.grouped()) },
		Not:    expr.not, Negative: func(x expr) expr { return number(0).minus(x.grouped()) },
		Number: func(n uint64) expr {
			if n < 256 {
				return name(fmt.Sprintf("%d%s", n, suffix))
			}
			return name(fmt.Sprintf("0x%x%s", n, suffix))
		},
	}
}

// bitCasts are the casts between a float and the bits that hold it, and what widens
// a half to a float.
var bitCasts = map[spec.Type]struct{ to, from, widen string }{
	spec.Float16:  {"__half_as_short", "__short_as_half((short)(%s))", "__half2float(x)"},
	spec.Bfloat16: {"__bfloat16_as_short", "__short_as_bfloat16((short)(%s))", "__bfloat162float(x)"},
	spec.Float32:  {"__float_as_int", "__int_as_float(%s)", "x"},
	spec.Float64:  {"__double_as_longlong", "__longlong_as_double(%s)", "x"},
}

// flipped is x, all bits but the sign flipped of what is negative.
func flipped(s spec.Spec, x string) string {
	return fmt.Sprintf("%s ^ (%[1]s >> %d & 0x%x)", x, max(s.Type.Bits(), 32)-1, uint64(1)<<(s.Type.Bits()-1)-1)
}

// encodings are the helper from a float to an integer of a type, and the one back. lost is
// the integer of what loses.
func encodings(s spec.Spec, typ string, lost expr) (encode, decode string, err error) {
	c, ok := bitCasts[s.Type]
	if !ok {
		return "", "", fmt.Errorf("cuda: no integer encoding of %s", s.Type)
	}
	decode = helper{
		does: "The float of a key; a NaN of the one that loses.", result: ctypes[s.Type].name, name: s.FileName() + "_unkey",
		params: typ + " key",
		body:   lines("return " + fmt.Sprintf(c.from, flipped(s, "key")) + ";"),
	}.String()
	if s.Type == spec.Float32 {
		return encodeProduct(s), decode, nil
	}
	return encodeByTest(s, typ, lost), decode, nil
}

// encodeByTest is the helper for floats: positive ones are ordered as their bits are,
// negative ones the other way round; a NaN's key is lost, which no number has, as is
// that of a lane that is no member.
func encodeByTest(s spec.Spec, key string, lost expr) string {
	c := bitCasts[s.Type]
	number, tests := numberHelper(s)
	test := fmt.Sprintf("%s(%s)", number, c.widen)
	param, who := "", "of a NaN"
	if s.Mask == spec.Member {
		param, who, test = "bool member, ", "of a NaN, and of who is no member", "(member & "+test+")"
	}
	name := ctypes[s.Type].name
	encode := helper{
		does:   "x as an integer that is ordered as floats are, -0 below +0; " + who + ", one that loses.",
		result: key, name: s.FileName() + "_key", params: param + name + " x",
		body: lines(key+" bits = "+c.to+"(x);", fmt.Sprintf("return %s ? %s : %s;", test, flipped(s, "bits"), lost)),
	}
	return tests + "\n\n" + encode.String()
}

// encodeProduct is the helper for float32. A product has only one NaN: for a min its key is the greatest one, and for
// -x, complemented, the least.
func encodeProduct(s spec.Spec) string {
	product, sign, key := "x", "1", flipped(s, "bits")
	factor, turned := "0f3F800000", ""
	if s.Op == spec.ArgMax {
		product, sign, key, factor = "-x", "-1", "key", "0fBF800000"
		turned = "int key; // bits ^ (~sign | 0x80000000), by which what -x has is ordered as x\n" +
			`    asm("lop3.b32 %0, %1, %2, 0x80000000, 0x4b;" : "=r"(key) : "r"(bits), "r"(bits >> 31));` + "\n    "
	}
	param, who := "", "of a NaN"
	if s.Mask == spec.Member {
		lost := map[spec.Op]string{spec.ArgMin: "2147483647", spec.ArgMax: "(-2147483647 - 1)"}[s.Op]
		param, who, key = "bool member, ", "of a NaN, and of who is no member", "member ? "+key+" : "+lost
	}
	return helper{
		does: "x as an integer that is ordered as floats are, -0 below +0; " + who + ", one that loses: the product\n" +
			"with " + sign + " is exact, and of any NaN 0x7fffffff.",
		result: "int", name: s.FileName() + "_key", params: param + "float x",
		body: lines("float product; // "+product,
			`asm("mul.rn.f32 %0, %1, `+factor+`;" : "=f"(product) : "f"(x));`,
			"int bits = __float_as_int(product);",
			turned+"return "+key+";"),
	}.String()
}

// numberHelper is a function that tells a number from a NaN, by float32 or float64.
func numberHelper(s spec.Spec) (name, text string) {
	t := spec.Float32
	if s.Type == spec.Float64 {
		t = spec.Float64
	}
	name = s.FileName() + "_number"
	return name, helper{
		does: "Whether x is a number, not a NaN, whatever the compiler's flags.", result: "bool", name: name,
		params: operands[t].typ + " x",
		body: lines("unsigned number;",
			fmt.Sprintf(`asm("{ .reg .pred number; setp.num.%s number, %%1, %%1; selp.b32 %%0, 1, `+
				`0, number; }" : "=r"(number) : "%s"(x));`,
				suffixes[t], operands[t].constraint),
			"return number != 0u;"),
	}.String()
}

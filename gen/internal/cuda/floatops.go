package cuda

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// Inline PTX combines all floats, because compile flags change C++ and intrinsics:
// --use_fast_math makes add.rn.ftz.f32 of __fadd_rn, and -ffast-math assumes x == x. An asm
// statement stays the instruction that it names.

// operand says how inline PTX holds an element: the constraint of its operands, the type
// of a local for the result, and the formats from an element to that and back.
type operand struct{ constraint, typ, to, from string }

var operands = map[spec.Type]operand{
	spec.Float32:  {"f", "float", "%s", "%s"},
	spec.Float64:  {"d", "double", "%s", "%s"},
	spec.Float16:  {"h", "unsigned short", "__half_as_ushort(%s)", "__ushort_as_half(%s)"},
	spec.Bfloat16: {"h", "unsigned short", "__bfloat16_as_ushort(%s)", "__ushort_as_bfloat16(%s)"},
	spec.Float16x2: {"r", "unsigned", "*reinterpret_cast<const unsigned *>(&%s)",
		"*reinterpret_cast<const __half2 *>(&%s)"},
	spec.Bfloat16x2: {"r", "unsigned", "*reinterpret_cast<const unsigned *>(&%s)",
		"*reinterpret_cast<const __nv_bfloat162 *>(&%s)"},
}

// packedOperand is a 32-bit register that holds a pair of halves.
var packedOperand = operand{"r", "unsigned", "%s", "%s"}

// suffixes are the types as PTX spells them.
var suffixes = map[spec.Type]string{
	spec.Float32: "f32", spec.Float64: "f64", spec.Float16: "f16", spec.Bfloat16: "bf16",
	spec.Float16x2: "f16x2", spec.Bfloat16x2: "bf16x2",
}

// exactly lists the PTX of an op on %1 and %2, result %0, the newest architecture first.
// Without PTX each half of a pair is combined separately; a sum or product of bfloat16 is
// computed in float32 and rounded. Float32 has 24 bits, more than 2·8 + 2, so the two roundings
// equal one.
func exactly(t spec.Type, o spec.Op) ([]way, error) {
	suffix := suffixes[t]
	name := map[spec.Op]string{
		spec.Sum: "add.rn", spec.Prod: "mul.rn", spec.Min: "min", spec.Max: "max",
		spec.Minimum: "min.NaN", spec.Maximum: "max.NaN",
	}[o]
	if name == "" || suffix == "" {
		return nil, fmt.Errorf("cuda: no row for %s on %s", o, t)
	}
	instruction := fmt.Sprintf("%s.%s %%0, %%1, %%2;", name, suffix)
	rounds, nan := o == spec.Sum || o == spec.Prod, o == spec.Minimum || o == spec.Maximum
	elem := t.Elem()
	switch {
	case rounds && elem == spec.Bfloat16:
		return []way{{90, instruction}, {80, fusedSum(t, o)}, {}}, nil
	case rounds || !nan && !t.Half() && !t.Packed():
		return []way{{0, instruction}}, nil
	case t == spec.Float64:
		return []way{{0, nanByTest(name, suffix, "%0", "%1", "%2", "0d7FFFFFFFFFFFFFFF")}}, nil
	case t == spec.Float32:
		return []way{{80, instruction}, {0, nanByTest(name, suffix, "%0", "%1", "%2", "0f7FFFFFFF")}}, nil
	case t.Packed():
		return []way{{80, instruction}, {}}, nil
	}
	return []way{{80, instruction}, {0, throughFloat(t, name)}}, nil
}

// fusedSum is a sum as a * 1 + b, or a product as a * b + -0.
func fusedSum(t spec.Type, o spec.Op) string {
	constant, fma := "3f80", "%1, one, %2"
	name := "one"
	if o == spec.Prod {
		constant, fma, name = "8000", "%1, %2, none", "none"
	}
	bits := t.Bits()
	return fmt.Sprintf("{ .reg .b%[1]d %[2]s; mov.b%[1]d %[2]s, 0x%[3]s; fma.rn.%[4]s %%0, %[5]s; }",
		bits, name, strings.Repeat(constant, bits/16), suffixes[t], fma)
}

// nanByTest is a NaN-propagating minimum or maximum for architectures without the instruction.
func nanByTest(name, suffix, r, a, b, nan string) string {
	name = strings.TrimSuffix(name, ".NaN")
	return fmt.Sprintf("{ .reg .pred nan; setp.nan.%[1]s nan, %[3]s, %[4]s; %[2]s.%[1]s %[5]s, %[3]s, "+
		"%[4]s; selp.%[1]s %[5]s, %[6]s, %[5]s, nan; }",
		suffix, name, a, b, r, nan)
}

// throughFloat is the minimum or maximum of halves, computed in float32.
func throughFloat(t spec.Type, name string) string {
	wide, narrow := "cvt.f32.f16 x, %1; cvt.f32.f16 y, %2;", "cvt.rn.f16.f32 %0, x;"
	regs := ".reg .f32 x, y;"
	if t == spec.Bfloat16 {
		regs += " .reg .b16 low;"
		wide, narrow = "mov.b32 x, {0, %1}; mov.b32 y, {0, %2};", "mov.b32 {low, %0}, x;"
	}
	op := name + ".f32 x, x, y;"
	if strings.HasSuffix(name, ".NaN") {
		regs += " .reg .pred nan;"
		op = "setp.nan.f32 nan, x, y; " + strings.TrimSuffix(name, ".NaN") + ".f32 x, x, y; selp.f32 x, 0f7FFFFFFF, x, nan;"
	}
	return "{ " + regs + " " + wide + " " + op + " " + narrow + " }"
}

// meanings describe the float ops, in words.
var meanings = map[spec.Op]string{
	spec.Sum: "a + b, rounded once", spec.Prod: "a * b, rounded once",
	spec.Min:     "The least of a and b; a NaN loses, and -0 is below +0",
	spec.Max:     "The greatest of a and b; a NaN loses, and -0 is below +0",
	spec.Minimum: "The least of a and b; a NaN wins, and -0 is below +0",
	spec.Maximum: "The greatest of a and b; a NaN wins, and -0 is below +0",
}

// opHelper is the function, called name, that combines two floats, and the functions that it calls.
func opHelper(s spec.Spec, name string, on arches) (string, error) {
	each := s.FileName() + "_each"
	h := halvesOf[s.Type]
	pair := fmt.Sprintf("    %[1]s low = %[2]s(%[3]s(a), %[3]s(b)), high = %[2]s(%[4]s(a), "+
		"%[4]s(b));\n    return %[5]s(low, high);\n",
		ctypes[s.Type.Elem()].name, each, h.low, h.high, h.join)
	body, apart, err := exactBody(s.Type, s.Op, operands[s.Type], pair, on)
	if err != nil {
		return "", err
	}
	text := ofTwo(s, name, "whatever the compiler's flags", body)
	if apart {
		one, err := eachHelper(s, each, on)
		return one + "\n\n" + text, err
	}
	return text, nil
}

// halvesOf are the intrinsics that split a pair and join it.
var halvesOf = map[spec.Type]struct{ low, high, join string }{
	spec.Float16x2:  {"__low2half", "__high2half", "__halves2half2"},
	spec.Bfloat16x2: {"__low2bfloat16", "__high2bfloat16", "__halves2bfloat162"},
}

// eachHelper is the function that combines the halves of a pair separately, for architectures
// without an instruction for both.
func eachHelper(s spec.Spec, name string, on arches) (string, error) {
	s.Type = s.Type.Elem()
	below := arches{on.from, min(on.below, 80)}
	body, _, err := exactBody(s.Type, s.Op, operands[s.Type], "", below)
	if err != nil {
		return "", err
	}
	text := ofTwo(s, name, "of one half", body)
	if on.below > 80 {
		text = "#if __CUDA_ARCH__ < 800\n" + text + "\n#endif"
	}
	return text, nil
}

// ofTwo is a function that combines a and b.
func ofTwo(s spec.Spec, name, how, body string) string {
	c := ctypes[s.Type].name
	return helper{
		does: meanings[s.Op] + ", " + how + ".", result: c, name: name, params: c + " a, " + c + " b", body: body,
	}.String()
}

// exactBody is the body of a function that combines a and b, held in these registers.
// pair is the code that combines each half of a pair separately; apart reports whether an
// architecture needs it.
func exactBody(t spec.Type, o spec.Op, in operand, pair string, on arches) (body string, apart bool, err error) {
	ways, err := exactly(t, o)
	if err != nil {
		return "", false, err
	}
	for i, w := range ways {
		switch {
		case w.body != "":
			ways[i].body = asmOf(w.body, in)
		case t.Packed():
			ways[i].body = pair
		default:
			ways[i].body = fmt.Sprintf("    float r;\n    asm(\"%s.f32 %%0, %%1, %%2;\" : \"=f\"(r) : "+
				"\"f\"(__bfloat162float(a)), \"f\"(__bfloat162float(b)));\n"+
				"    return __float2bfloat16_rn(r);\n", map[spec.Op]string{spec.Sum: "add.rn", spec.Prod: "mul.rn"}[o])
		}
	}
	body = on.ways(ways...)
	return body, t.Packed() && strings.Contains(body, pair), nil
}

// asmOf is a statement of inline PTX on a and b, and the return of its result.
func asmOf(ptx string, in operand) string {
	sep := " "
	if len(ptx) > 50 {
		sep = "\n        "
	}
	return fmt.Sprintf("    %s r;\n    asm(\"%s\"%s: \"=%s\"(r) : "+
		"\"%[4]s\"(%[5]s), \"%[4]s\"(%[6]s));\n    return %[7]s;\n",
		in.typ, ptx, sep, in.constraint, fmt.Sprintf(in.to, "a"), fmt.Sprintf(in.to, "b"), fmt.Sprintf(in.from, "r"))
}

// FloatMask declares the overload that rejects a mask of a floating-point type; "" if there is no mask.
func (f function) FloatMask() string { return floatMask(f.Type, f.Name, f.Params) }

// floatMask is a deleted template beside a function, with template parameters of its own before the type of the
// mask. Braces convert .5 to floating-point types alone, so that a call with an integer takes the function, as
// without the template. Beside any second declaration, auto p = &f has no type to deduce; a mask of a class
// type would allow it, and change the interface.
func floatMask(typ, name string, ps params, template ...string) string {
	texts := make([]string, len(ps))
	found := false
	for i, p := range ps {
		texts[i] = p.declare
		if p.role == spec.MaskRole && p.name == "mask" {
			texts[i], found = "Mask mask", true
		}
	}
	if !found {
		return ""
	}
	template = append(template, "class Mask", "class = decltype(Mask{.5})")
	return fmt.Sprintf("template <%s> __device__ %s %s(%s) = delete;", strings.Join(template, ", "), typ, name,
		strings.Join(texts, ", "))
}

package cuda

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen"
)

// ctype is how an element type is spelled in CUDA C++.
type ctype struct {
	name    string
	arith   string // the unsigned type in which integers wrap
	shuffle string // what a shuffle takes and gives, if not the type itself
	include string // header that defines it, if any

	add, mul         string // rounded once and never contracted
	min, max         string // a NaN loses
	minimum, maximum string // a NaN wins; empty: made from min and max
	fromBits         string // format of a constant from its bits; of a pair, of each half
}

var ctypes = map[shflgen.Type]ctype{
	shflgen.Int8:   {name: "signed char", arith: "unsigned", shuffle: "int"},
	shflgen.Int16:  {name: "short", arith: "unsigned", shuffle: "int"},
	shflgen.Int32:  {name: "int", arith: "unsigned"},
	shflgen.Int64:  {name: "long long", arith: "unsigned long long"},
	shflgen.Uint8:  {name: "unsigned char", arith: "unsigned", shuffle: "unsigned"},
	shflgen.Uint16: {name: "unsigned short", arith: "unsigned", shuffle: "unsigned"},
	shflgen.Uint32: {name: "unsigned", arith: "unsigned"},
	shflgen.Uint64: {name: "unsigned long long", arith: "unsigned long long"},
	shflgen.Float32: {name: "float", add: "__fadd_rn", mul: "__fmul_rn", min: "fminf", max: "fmaxf",
		fromBits: "__int_as_float(0x%08x)"},
	shflgen.Float64: {name: "double", add: "__dadd_rn", mul: "__dmul_rn", min: "fmin", max: "fmax",
		fromBits: "__longlong_as_double(0x%016xll)"},
	shflgen.Float16: {name: "__half", include: "cuda_fp16.h", add: "__hadd_rn", mul: "__hmul_rn",
		min: "__hmin", max: "__hmax", minimum: "__hmin_nan", maximum: "__hmax_nan",
		fromBits: "__ushort_as_half(0x%04x)"},
	shflgen.Bfloat16: {name: "__nv_bfloat16", include: "cuda_bf16.h", add: "__hadd_rn", mul: "__hmul_rn",
		min: "__hmin", max: "__hmax", minimum: "__hmin_nan", maximum: "__hmax_nan",
		fromBits: "__ushort_as_bfloat16(0x%04x)"},
	shflgen.Float16x2: {name: "__half2", include: "cuda_fp16.h", add: "__hadd2_rn", mul: "__hmul2_rn",
		min: "__hmin2", max: "__hmax2", minimum: "__hmin2_nan", maximum: "__hmax2_nan",
		fromBits: "__half2half2(__ushort_as_half(0x%04x))"},
	shflgen.Bfloat16x2: {name: "__nv_bfloat162", include: "cuda_bf16.h", add: "__hadd2_rn", mul: "__hmul2_rn",
		min: "__hmin2", max: "__hmax2", minimum: "__hmin2_nan", maximum: "__hmax2_nan",
		fromBits: "__bfloat162bfloat162(__ushort_as_bfloat16(0x%04x))"},
}

// operation is the format of the op on two operands, and a helper function that
// it needs on architectures, if any.
func operation(s shflgen.Spec, on arches) (format, helper string, err error) {
	c, ok := ctypes[s.Type]
	if !ok {
		return "", "", fmt.Errorf("cuda: no row for type %s", s.Type)
	}
	if s.Type.Class() != shflgen.Float {
		infix, ok := infixes[s.Op]
		switch {
		case !ok:
			return "", "", fmt.Errorf("cuda: no row for %s on %s", s.Op, s.Type)
		case infix == "<" || infix == ">":
			return fmt.Sprintf("%%[1]s %s %%[2]s ? %%[1]s : %%[2]s", infix), "", nil
		case c.name == c.arith:
			return fmt.Sprintf("%%[1]s %s %%[2]s", infix), "", nil
		}
		return fmt.Sprintf("(%s)((%s)%%[1]s %s (%s)%%[2]s)", c.name, c.arith, infix, c.arith), "", nil
	}
	name := map[shflgen.Op]string{
		shflgen.Sum: c.add, shflgen.Prod: c.mul, shflgen.Min: c.min, shflgen.Max: c.max,
		shflgen.Minimum: c.minimum, shflgen.Maximum: c.maximum,
	}[s.Op]
	if name == "" {
		name = s.FileName() + "_op"
		if helper, err = nanWins(s, c, name, on); err != nil {
			return "", "", err
		}
	}
	return name + "(%[1]s, %[2]s)", helper, nil
}

var infixes = map[shflgen.Op]string{
	shflgen.Sum: "+", shflgen.Prod: "*", shflgen.And: "&", shflgen.Or: "|", shflgen.Xor: "^",
	shflgen.Min: "<", shflgen.Max: ">",
}

// nanWins is a helper for the minimum or maximum of float or double. A NaN is
// told by being unequal to itself.
func nanWins(s shflgen.Spec, c ctype, name string, on arches) (string, error) {
	op, ptx := c.min, "min"
	switch s.Op {
	case shflgen.Minimum:
	case shflgen.Maximum:
		op, ptx = c.max, "max"
	default:
		return "", fmt.Errorf("cuda: no row for %s on %s", s.Op, s.Type)
	}
	nan := fmt.Sprintf(c.fromBits, ^uint64(0)>>(65-s.Type.Bits()))
	body := fmt.Sprintf("    return ((a != a) | (b != b)) ? %s : %s(a, b);\n", nan, op)
	if s.Type == shflgen.Float32 { // sm_80 brought an instruction
		one := fmt.Sprintf("    float r;\n"+
			"    asm(\"%s.NaN.f32 %%0, %%1, %%2;\" : \"=f\"(r) : \"f\"(a), \"f\"(b));\n"+
			"    return r;\n", ptx)
		switch {
		case on.from >= 80:
			body = one
		case on.below > 80:
			body = "#if __CUDA_ARCH__ >= 800\n" + one + "#else\n" + body + "#endif\n"
		}
	}
	return fmt.Sprintf("// The %s of a and b; a NaN wins, and -0 is below +0.\n"+
		"static __device__ __forceinline__ %s %s(%s a, %s b)\n{\n%s}", s.Op, c.name, name, c.name, c.name, body), nil
}

// identity is the op's identity as an expression of the element type.
func identity(s shflgen.Spec) (string, error) {
	c, t := ctypes[s.Type], s.Type.Elem()
	bits := t.Bits()
	ones := ^uint64(0) >> (64 - bits)
	if t.Class() == shflgen.Float {
		inf := (uint64(1)<<t.ExpBits() - 1) << (bits - 1 - t.ExpBits())
		one := (uint64(1)<<(t.ExpBits()-1) - 1) << (bits - 1 - t.ExpBits())
		id, ok := map[shflgen.Op]uint64{
			shflgen.Sum: ones ^ ones>>1, shflgen.Prod: one,
			shflgen.Min: ones >> 1, shflgen.Max: ones >> 1,
			shflgen.Minimum: inf, shflgen.Maximum: inf | (ones ^ ones>>1),
		}[s.Op]
		if !ok {
			return "", fmt.Errorf("cuda: no identity of %s on %s", s.Op, s.Type)
		}
		return fmt.Sprintf(c.fromBits, id), nil
	}
	signed := t.Class() == shflgen.Signed
	suffix := ""
	switch {
	case bits == 64 && signed:
		suffix = "ll"
	case bits == 64:
		suffix = "ull"
	case !signed:
		suffix = "u"
	}
	lowest, highest := fmt.Sprintf("-%d%s - 1", ones>>1, suffix), fmt.Sprintf("%d%s", ones>>1, suffix)
	if !signed {
		lowest, highest = "0"+suffix, fmt.Sprintf("%d%s", ones, suffix)
	}
	all := "-1"
	if !signed {
		all = highest
	}
	id, ok := map[shflgen.Op]string{
		shflgen.Sum: "0", shflgen.Prod: "1", shflgen.And: all, shflgen.Or: "0", shflgen.Xor: "0",
		shflgen.Min: highest, shflgen.Max: lowest,
	}[s.Op]
	if !ok {
		return "", fmt.Errorf("cuda: no identity of %s on %s", s.Op, s.Type)
	}
	if strings.Contains(id, " ") {
		id = "(" + id + ")"
	}
	return id, nil
}

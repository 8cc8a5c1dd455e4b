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

	fromBits string // format of a half from its bits; of a pair, of each half
}

var ctypes = map[shflgen.Type]ctype{
	shflgen.Int8:       {name: "signed char", arith: "unsigned", shuffle: "int"},
	shflgen.Int16:      {name: "short", arith: "unsigned", shuffle: "int"},
	shflgen.Int32:      {name: "int", arith: "unsigned"},
	shflgen.Int64:      {name: "long long", arith: "unsigned long long"},
	shflgen.Uint8:      {name: "unsigned char", arith: "unsigned", shuffle: "unsigned"},
	shflgen.Uint16:     {name: "unsigned short", arith: "unsigned", shuffle: "unsigned"},
	shflgen.Uint32:     {name: "unsigned", arith: "unsigned"},
	shflgen.Uint64:     {name: "unsigned long long", arith: "unsigned long long"},
	shflgen.Float32:    {name: "float"},
	shflgen.Float64:    {name: "double"},
	shflgen.Float16:    {name: "__half", include: "cuda_fp16.h", fromBits: "__ushort_as_half(0x%04x)"},
	shflgen.Bfloat16:   {name: "__nv_bfloat16", include: "cuda_bf16.h", fromBits: "__ushort_as_bfloat16(0x%04x)"},
	shflgen.Float16x2:  {name: "__half2", include: "cuda_fp16.h", fromBits: "__half2half2(__ushort_as_half(0x%04x))"},
	shflgen.Bfloat16x2: {name: "__nv_bfloat162", include: "cuda_bf16.h", fromBits: "__bfloat162bfloat162(__ushort_as_bfloat16(0x%04x))"},
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
	name := s.FileName() + "_op"
	helper, err = opHelper(s, name, on)
	return name + "(%[1]s, %[2]s)", helper, err
}

var infixes = map[shflgen.Op]string{
	shflgen.Sum: "+", shflgen.Prod: "*", shflgen.And: "&", shflgen.Or: "|", shflgen.Xor: "^",
	shflgen.Min: "<", shflgen.Max: ">",
}

// identityBits is the op's identity on floats, as the bits of one element.
func identityBits(s shflgen.Spec) (uint64, error) {
	t := s.Type.Elem()
	bits := t.Bits()
	ones := ^uint64(0) >> (64 - bits)
	inf := (uint64(1)<<t.ExpBits() - 1) << (bits - 1 - t.ExpBits())
	one := (uint64(1)<<(t.ExpBits()-1) - 1) << (bits - 1 - t.ExpBits())
	id, ok := map[shflgen.Op]uint64{
		shflgen.Sum: ones ^ ones>>1, shflgen.Prod: one,
		shflgen.Min: ones >> 1, shflgen.Max: ones >> 1,
		shflgen.Minimum: inf, shflgen.Maximum: inf | (ones ^ ones>>1),
	}[s.Op]
	if !ok {
		return 0, fmt.Errorf("cuda: no identity of %s on %s", s.Op, s.Type)
	}
	return id, nil
}

// identity is the op's identity as an expression of the element type: of float32 and
// float64 the local of [identityStep].
func identity(s shflgen.Spec) (string, error) {
	c, t := ctypes[s.Type], s.Type.Elem()
	bits := t.Bits()
	ones := ^uint64(0) >> (64 - bits)
	if t.Half() { // a struct of integers, in which no compiler sees a float
		id, err := identityBits(s)
		return fmt.Sprintf(c.fromBits, id), err
	}
	if t.Class() == shflgen.Float {
		return identityLocal, nil
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

package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/spec"
)

// reductions are the names of the intrinsics that reduce a warp's 32-bit integers.
var reductions = map[spec.Op]string{
	spec.Sum: "__reduce_add_sync", spec.And: "__reduce_and_sync", spec.Or: "__reduce_or_sync",
	spec.Xor: "__reduce_xor_sync",
	spec.Min: "__reduce_min_sync", spec.Max: "__reduce_max_sync",
	spec.Minimum: "__reduce_min_sync", spec.Maximum: "__reduce_max_sync", // of keys
}

// redux is the warp reduction of x over the threads of a mask, and the functions that it calls.
func redux(s spec.Spec, threads expr, on arches, x expr) (reduced expr, helpers []string, err error) {
	intrinsic, ok := reductions[s.Op]
	body, _ := ops.Body(s.Op)
	t, typ := s.Type, ctypes[s.Type].name
	switch {
	case !ok || t.Packed() || t.Class() == spec.Float && s.Op == spec.Sum:
		return expr{}, nil, fmt.Errorf("cuda: no reduction of %s on %s by the hardware", s.Op, t)
	case t.Class() == spec.Float:
		return reduxOfFloats(s, threads, on, x)
	case t.Bits() <= spec.RegisterBits:
		takes := "int"
		if body.Bitwise() || t.Class() == spec.Unsigned {
			takes = "unsigned"
		}
		if typ != takes {
			return call(intrinsic, threads, x.to(takes)).to(typ), nil, nil
		}
		return call(intrinsic, threads, x), nil, nil
	case body.Bitwise():
		half := func(of expr) expr { return call(intrinsic, threads, of.to("unsigned")) }
		const wide = "unsigned long long"
		return half(x.to(wide).shr(literal(32))).to(wide).shl(literal(32)).or(half(x)).to(typ), nil, nil
	case s.Op == spec.Sum:
		return callReduction(s, threads, x), []string{reduceSum64(s)}, nil
	}
	upper := "int"
	if t.Class() == spec.Unsigned {
		upper = "unsigned"
	}
	return callReduction(s, threads, x), []string{reduceExtreme64(s, typ, upper)}, nil
}

// callReduction is a call of the function that reduces x over the threads of a mask. The
// mask is an argument only in mask mode active: elsewhere the threads are constant.
func callReduction(s spec.Spec, threads, x expr) expr {
	if s.Mask == spec.Active {
		return call(s.FileName()+"_whole", threads, x)
	}
	return call(s.FileName()+"_whole", x)
}

// reduceExtreme64 is a function for the minimum or maximum of 64-bit integers. It reduces the
// upper 32 bits, then the lower 32 bits of the lanes that have the best upper bits.
func reduceExtreme64(s spec.Spec, typ, upper string) string {
	most, none := extreme(s.Op)
	params, threads := maskParam(s)
	reduce := reductions[s.Op] + "(" + threads + ", "
	return helper{
		does: fmt.Sprintf("The %[1]s x of the warp: the %[1]s upper word, and of "+
			"the lanes that have it the %[1]s lower one.", most),
		result: typ, name: s.FileName() + "_whole", params: params + typ + " x",
		body: lines(
			fmt.Sprintf("%[1]s mine = (%[1]s)(x >> 32);", upper),
			fmt.Sprintf("%s upper = %smine);", upper, reduce),
			fmt.Sprintf("unsigned lower = %smine == upper ? (unsigned)x : %s);", reduce, none),
			fmt.Sprintf("return (%s)((unsigned long long)(unsigned)upper << 32 | lower);", typ)),
	}.String()
}

// extreme names the value that the op selects, and is the 32-bit integer that loses to every
// other.
func extreme(o spec.Op) (most, none string) {
	if o == spec.Min || o == spec.Minimum {
		return "least", "4294967295u"
	}
	return "greatest", "0u"
}

// withNaN describes the effect of a NaN.
func withNaN(o spec.Op) string {
	if o == spec.Minimum || o == spec.Maximum {
		return "wins"
	}
	return "loses"
}

// maskParam is the parameter of such a function that holds the mask of the threads, if not
// every lane makes the call, and that mask.
func maskParam(s spec.Spec) (param, threads string) {
	if s.Mask == spec.Active {
		return "unsigned mask, ", "mask"
	}
	return "", "0xffffffffu"
}

// reduceSum64 is a function for the sum of 64-bit integers.
func reduceSum64(s spec.Spec) string {
	params, threads := maskParam(s)
	typ, sum := ctypes[s.Type].name, reductions[s.Op]+"("+threads+", "
	return helper{
		does: "The sum of x over the warp, of its bits 0 to 4, 5 to 31 and 32 to 63: 32 times what 27 bits\n" +
			"hold is less than 2^32, and what the last sum loses is above bit 63.",
		result: typ, name: s.FileName() + "_whole", params: params + typ + " x",
		body: lines(
			"unsigned bits0 = "+sum+"(unsigned)x & 31u);",
			"unsigned bits5 = "+sum+"(unsigned)x >> 5);",
			"unsigned bits32 = "+sum+"(unsigned)((unsigned long long)x >> 32));",
			"return ("+typ+")(((unsigned long long)bits5 << 5) + ((unsigned long long)bits32 << 32 | bits0));"),
	}.String()
}

// reduced is a warp reduction by the hardware.
func (p *printer) reduced(e network.WarpReduce) expr {
	x := p.element(e.X)
	if in, own := e.X.Expr.(network.Encode); own && p.shape.HasIndex() && in.Keys.Code == network.Wider {
		x = x.to(p.ctype.name) // not what it is promoted to
	}
	reduced, helpers, err := redux(p.combined, p.threads(), p.on, x)
	if err != nil {
		p.report("%w", err)
	}
	p.calls(helpers...)
	return reduced
}

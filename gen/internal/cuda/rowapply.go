package cuda

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/fmath"
	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/internal/spelling"
	"github.com/shflgen/shflgen/spec"
)

// applies puts the functions of a program of row-apply in a file.
func (r *kernel) applies(f *file, of *ir.Program, users Users) error {
	p := &program{inline: map[string]func(...expr) expr{}}
	if s := r.of; s.Row().Fn != nil {
		r.printer = newAlone(network.Alone(s.Reduction()))
		p.none, p.inline["_op"] = r.identity, r.combining
		if err := r.usersOf(f, users); err != nil {
			return err
		}
	}
	p.problem = r.problem
	primitives := r.appliedPrimitives()
	p.put(f, of, func(primitive *ir.Func) []string {
		if text, ok := primitives[strings.TrimPrefix(primitive.Name, r.name)]; ok {
			return []string{text}
		}
		return nil
	})
	return nil
}

// usersOf puts the functions of users in a file: of a row, the map of its elements, and the op that combines them.
func (r *kernel) usersOf(f *file, users Users) error {
	all, err := userFunctions(r.of, users)
	if err != nil {
		return err
	}
	f.helps(all)
	if r.of.Map != nil && !r.of.Map.User() {
		of := *r
		of.of = r.of.Reduction()
		more, err := of.mapHelpers()
		if err != nil {
			return err
		}
		f.helps(more)
	}
	if r.opHelper != "" {
		f.helps([]string{r.opHelper})
	}
	return nil
}

// promiseOfApplied says what the kernel does, and how it is launched.
func (r *kernel) promiseOfApplied(ps params) []string {
	var names []string
	for _, p := range ps {
		names = append(names, p.name)
	}
	last := r.last()
	where := []string{
		fmt.Sprintf("Row i is in[i * pitch] to in[i * pitch + %s], its result out[i * out_pitch] to out[i * out_pitch + "+
			"%[1]s],", last),
		contract.Aligned(r.of) + ". in and out do not overlap."}
	switch {
	case r.of.PerRow():
		apart := []string{"in"}
		for _, p := range r.of.Shape().Beside() {
			if !p.ByValue() {
				apart = append(apart, p.Role.Name())
			}
		}
		where = []string{
			fmt.Sprintf("Row i is in[i * pitch] to in[i * pitch + %s], %s, and its result is out[i].", last,
				contract.Aligned(r.of)),
			spelling.List(append(apart, "out")) + " do not overlap."}
	case r.of.HasGrad():
		where = append(where[:1], contract.Aligned(r.of)+". "+contract.Grad+" in, grad and out do not overlap.")
	case r.of.HasResidual():
		where = append(where[:1], contract.Aligned(r.of)+". "+contract.Residual, contract.InPlace)
	}
	return append(append(r.gives(), where...), r.launchWith(strings.Join(names, ", ")))
}

// appliedPrimitives are the functions of float32 that rows call, by the ends of their names. Each is rounded once.
func (r *kernel) appliedPrimitives() map[string]string {
	on := archesOf(r.of)
	of := func(suffix, does, result, params string, body ...string) string {
		return helper{does: does, result: result, name: r.name + suffix, params: params, body: lines(body...)}.String()
	}
	from80 := func(now, old []string) string {
		return strings.TrimSpace(on.ways(way{80, lines(now...)}, way{0, lines(old...)}))
	}
	extremum := func(suffix, does, op string) string {
		return of(suffix, does+" of a and b; a NaN if one is.", "float", "float a, float b", "float r;", from80(
			[]string{fmt.Sprintf(`asm("%s.NaN.f32 %%0, %%1, %%2;" : "=f"(r) : "f"(a), "f"(b));`, op)},
			[]string{fmt.Sprintf(`asm("{ .reg .pred nan; setp.nan.f32 nan, %%1, %%2; %s.f32 %%0, %%1, %%2; selp.f32 %%0, `+
				`0f7FFFFFFF, %%0, nan; }" : "=&f"(r) : "f"(a), "f"(b));`, op)}), "return r;")
	}
	all := map[string]string{
		"_most": extremum("_most", "The greater", "max"), "_least": extremum("_least", "The less", "min"),
	}
	for op := range symbols {
		all["_"+op] = arithmetic(r.name, op)
	}
	all["_number"] = of("_number", "a, or b where a is a NaN.", "float", "float a, float b", "float r;",
		`asm("{ .reg .pred is; setp.eq.f32 is, %1, %1; selp.f32 %0, %1, %2, is; }" : "=f"(r) : "f"(a), "f"(b));`,
		"return r;")
	exp := fmath.ExpNotPositive
	if r.of.InType().Half() {
		exp = fmath.ExpHalfNotPositive
	}
	for op, f := range map[string]fmath.Function{"_exp": exp, "_log": fmath.Log, "_rsqrt": fmath.Rsqrt} {
		all[op] = of(op, f.Does+".", "float", "float x", f.CUDABody(on.from, on.below)...)
	}
	if r.of.In() == spec.AsType {
		return all
	}
	all["_widen"] = r.widenHelper()
	nearest := fmt.Sprintf("The nearest %s, ties to even", r.of.InType())
	if r.of.InType() == spec.Bfloat16 {
		all["_narrow"] = of("_narrow", nearest+"; a NaN becomes 0x7fff.", "unsigned short", "float wide", from80(
			[]string{"unsigned short bits;", `asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(wide));`, "return bits;"},
			[]string{"unsigned bits = __float_as_uint(wide);", "unsigned rounded = bits + 0x7fffu + (bits >> 16 & 1u);",
				"return (unsigned short)((bits & 0x7fffffffu) > 0x7f800000u ? 0x7fffu : rounded >> 16);"}))
	} else {
		all["_narrow"] = of("_narrow", nearest+".", "unsigned short", "float wide",
			"unsigned short bits;", `asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(wide));`, "return bits;")
	}
	return all
}

// symbols are those of operations of two float32.
var symbols = map[string]string{"add": "+", "sub": "-", "mul": "*", "div": "/"}

// arithmetic is such an operation, as a function under a prefix.
func arithmetic(prefix, op string) string {
	return helper{
		does:   fmt.Sprintf("a %s b, rounded once, whatever the compiler's flags.", symbols[op]),
		result: "float", name: prefix + "_" + op, params: "float a, float b",
		body: lines("float r;", fmt.Sprintf(`asm("%s.rn.f32 %%0, %%1, %%2;" : "=f"(r) : "f"(a), "f"(b));`, op), "return r;"),
	}.String()
}

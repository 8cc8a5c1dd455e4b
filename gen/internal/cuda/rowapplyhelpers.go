package cuda

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/fmath"
	"github.com/shflgen/shflgen/spec"
)

// basic is an operation of two operands.
type basic struct{ op, ptx, does string }

// basics are operations on float32 that are rounded once, whatever the compiler's flags.
var basics = []basic{
	{"add", "add.rn.f32", "a + b"}, {"sub", "sub.rn.f32", "a - b"}, {"mul", "mul.rn.f32", "a * b"},
	{"div", "div.rn.f32", "a / b"},
}

// called are functions of package fmath by what calls them. The element of a softmax is never above
// its maximum.
var called = map[string]fmath.Function{"exp": fmath.ExpNotPositive, "log": fmath.Log, "rsqrt": fmath.Rsqrt}

// helpers are the functions that the kernel's calls.
func (r *rowApply) helpers() []string {
	var all []string
	for _, b := range basics {
		if b.op == "add" && r.reduce != nil || b.op != "add" && !r.fn.Calls(b.op) {
			continue
		}
		all = append(all, helper{
			does: b.does + ", rounded once, whatever the compiler's flags.", result: "float", name: r.name + "_" + b.op,
			params: "float a, float b",
			body:   lines("float r;", fmt.Sprintf(`asm("%s %%0, %%1, %%2;" : "=f"(r) : "f"(a), "f"(b));`, b.ptx), "return r;"),
		}.String())
	}
	for _, op := range []string{"exp", "log", "rsqrt"} {
		if r.fn.Calls(op) {
			f := called[op]
			all = append(all, helper{does: f.Does + ".", result: "float", name: r.name + "_" + op, params: "float x",
				body: lines(f.CUDABody(archesOf(r.spec).from, archesOf(r.spec).below)...)}.String())
		}
	}
	if r.spec.In != spec.AsType {
		if r.spec.InType() != spec.Bfloat16 || r.spec.MapsStored() {
			all = append(all, (&rows{of: r.spec, name: r.name}).widenHelper())
		}
		all = append(all, r.narrow())
	}
	if once := r.once(); once != "" {
		all = append(all, r.vector.takes(once, loadsOnce, false))
	}
	all = append(all, r.gather(), r.scatter())
	if r.paired() {
		all = append(all, r.gatherPairs(), r.scatterPairs())
	}
	if r.shifts() {
		all = append(all, r.where())
	}
	if r.counts() != nil {
		all = append(all, r.counted())
	}
	if r.fn.Peak {
		all = append(all, r.most(), r.peakOf(), r.across("peak", true, 1, false))
	}
	if r.single() {
		all = append(all, r.share())
	}
	if r.forgets() != nil {
		all = append(all, r.again())
	}
	all = append(all, r.none(), r.tree())
	for i := range r.fn.Sums {
		all = append(all, r.take(i), r.across(fmt.Sprintf("across%d", i), false, r.Stand/r.blocks, i > 0 || r.fn.Peak))
	}
	if r.fn.Weight {
		all = append(all, r.values()...)
	}
	return append(all, r.give())
}

// value is element v of a vector as a float.
func (r *rowApply) value(x string, v int) string {
	e := r.vector.element(name(x), v)
	switch {
	case r.spec.InType() == spec.Bfloat16:
		return r.vector.wide(name(x), v).text
	case r.spec.In != spec.AsType:
		return call(r.name+"_widen", e).text
	}
	return e.text
}

// narrow rounds a float to an element of memory. Architectures before 8.0 have no instruction for bfloat16.
func (r *rowApply) narrow() string {
	t := r.spec.InType()
	body := []string{"unsigned short bits;", `asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(wide));`, "return bits;"}
	does := fmt.Sprintf("The nearest %s, ties to even.", t)
	if t == spec.Bfloat16 {
		does = "The nearest bfloat16, ties to even; a NaN becomes 0x7fff."
		now := []string{"unsigned short bits;", `asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(wide));`, "return bits;"}
		old := []string{"unsigned bits = __float_as_uint(wide);", "unsigned rounded = bits + 0x7fffu + (bits >> 16 & 1u);",
			"return (unsigned short)((bits & 0x7fffffffu) > 0x7f800000u ? 0x7fffu : rounded >> 16);"}
		body = r.from80(now, old)
	}
	return helper{does: does, result: "unsigned short", name: r.name + "_narrow", params: "float wide",
		body: lines(body...)}.String()
}

// from80 are the statements for architectures from 8.0 on, and those for earlier ones.
func (r *rowApply) from80(now, old []string) []string {
	switch a := archesOf(r.spec); {
	case a.from >= 80:
		return now
	case a.below <= 80:
		return old
	}
	return slices.Concat([]string{"#if __CUDA_ARCH__ >= 800"}, now, []string{"#else"}, old, []string{"#endif"})
}

// none sets accumulators that have nothing.
func (r *rowApply) none() string {
	var body []string
	for v := range r.Vector {
		body = append(body, fmt.Sprintf("a[%d] = %s;", v, r.absent()))
	}
	return helper{
		does: "Accumulators without a column.", result: "void", name: r.name + "_none",
		params: fmt.Sprintf("float (&a)[%d]", r.Vector), body: lines(body...),
	}.String()
}

// shuffled are the statements of a butterfly of values over the lanes of a warp that share a row: of the distances from
// first to before end.
func (r *rowApply) shuffled(op func(a, b string) string, of []string, first, end int) []string {
	var lines []string
	for d := first; d < end; d *= 2 {
		for _, x := range of {
			lines = append(lines, op(x, fmt.Sprintf("__shfl_xor_sync(%s, %s, %d)", r.sharers(), x, d)))
		}
	}
	return lines
}

// add is a statement that takes b in to a.
func (r *rowApply) add(a, b string) string {
	return fmt.Sprintf("%s = %s;", a, r.combined(a, b))
}

// treeOf are the statements of a tree over values.
func treeOf(op func(a, b string) string, of []string) []string {
	var lines []string
	for d := 1; d < len(of); d *= 2 {
		for i := 0; i+d < len(of); i += 2 * d {
			lines = append(lines, op(of[i], of[i+d]))
		}
	}
	return lines
}

// take adds what a reduction makes of a vector's first elements to the accumulators.
func (r *rowApply) take(i int) string {
	sum := r.fn.Sums[i]
	var body []string
	for v := range r.Vector {
		e := r.text(sum.Of, r.summand("x", v), v)
		if r.powers {
			kept := fmt.Sprintf("power[%d]", v)
			body = append(body, kept+" = "+e+";")
			e = kept
		}
		body = append(body, fmt.Sprintf("a[%d] = %s ? %s : a[%[1]d];", v, r.one(v), r.combined(fmt.Sprintf("a[%d]", v), e)))
	}
	does := "The accumulators take in the elements of x that the thread has."
	ps := fmt.Sprintf("float (&a)[%d], %s x", r.Vector, r.vector.name)
	for _, n := range sum.Of.Names() {
		ps += ", float " + n
	}
	if r.powers {
		does = "The accumulators take in the exponentials of the elements of x that the thread has, which are kept."
		ps += fmt.Sprintf(", float (&power)[%d]", r.Vector)
	}
	return helper{does: does, result: "void", name: fmt.Sprintf("%s_take%d", r.name, i), params: ps + ", " + r.having(),
		body: lines(body...)}.String()
}

// values are the elements of a vector of weights, as floats.
func (r *rowApply) values() []string {
	var all []string
	for v := range r.Vector {
		all = append(all, helper{
			does: fmt.Sprintf("Element %d of a vector.", v), result: "float", name: fmt.Sprintf("%s_value%d", r.name, v),
			params: r.vector.name + " x",
			body:   lines("return " + r.value("x", v) + ";"),
		}.String())
	}
	return all
}

// give is what a vector of elements becomes.
func (r *rowApply) give() string {
	fn := r.fn.Give
	names := fn.Names()
	var words []expr
	for w := range 128 / r.vector.bits {
		var word expr
		for i := range r.vector.fraction() {
			v := w*r.vector.fraction() + i
			value := r.text(fn, r.value("x", v), v)
			var bits expr
			if r.spec.In != spec.AsType {
				bits = name(fmt.Sprintf("%s_narrow(%s)", r.name, value))
			} else {
				bits = name(fmt.Sprintf("__float_as_uint(%s)", value))
			}
			if word.none() {
				word = bits
			} else {
				word = word.or(bits.to("unsigned").shl(literal(i * r.vector.of.Bits())))
			}
		}
		words = append(words, word)
	}
	ps := r.vector.name + " x"
	if r.powers {
		ps = fmt.Sprintf("const float (&power)[%d]", r.Vector)
	}
	if r.fn.Weight {
		ps += ", " + r.vector.name + " weight"
	}
	if r.fn.Bias {
		ps += ", " + r.vector.name + " bias"
	}
	for _, n := range names {
		ps += ", float " + n
	}
	body := []string{r.vector.name + " y;"}
	for i, w := range r.vector.words(name("y")) {
		body = append(body, fmt.Sprintf("%s = %s;", w, words[i]))
	}
	return helper{does: "What the elements of a vector become.", result: r.vector.name, name: r.name + "_give", params: ps,
		body: lines(append(body, "return y;")...)}.String()
}

// across combines what the warps of a row have through shared memory, which each call has its own
// of. Every thread gets the result. A maximum combines the lanes of a warp first. begun says whether
// the blocks that share the row know that all have begun.
func (r *rowApply) across(suffix string, most bool, stand int, begun bool) string {
	op, own, params, does := r.add, []string(nil), fmt.Sprintf("float (&t)[%d], unsigned thread",
		stand), "The tree over the sums of a row's warps, in every thread."
	for k := range stand {
		own = append(own, fmt.Sprintf("t[%d]", k))
	}
	var body []string
	if most {
		op = func(a, b string) string { return fmt.Sprintf("%s = %s_most(%[1]s, %[3]s);", a, r.name, b) }
		own, params, does = []string{"t"}, "float t, unsigned thread", "The maximum over a row's threads, in every thread."
		body = r.shuffled(op, own, 1, r.stride())
	}
	warps := r.Lanes / spec.WarpSize
	if warps <= 1 {
		params = strings.Replace(params, "unsigned thread", "unsigned", 1)
		body = append(append(body, treeOf(op, own)...), "return "+own[0]+";")
	} else {
		all := warps * stand
		body = append(body, fmt.Sprintf("__shared__ float warps[%d];", max(all, spec.WarpSize)), "if (thread % 32u == 0u) {")
		for k := range stand {
			body = append(body, fmt.Sprintf("    warps[%d + thread / 32u] = %s;", k*warps, own[k]))
		}
		body = append(body, "}", "__syncthreads();")
		var read []string
		lanes := min(all, spec.WarpSize)
		for q := 0; q*spec.WarpSize < all; q++ {
			read = append(read, fmt.Sprintf("y%d", q))
			body = append(body, fmt.Sprintf("float y%d = warps[%d + thread %% %du];", q, q*spec.WarpSize, lanes))
		}
		body = append(append(body, r.shuffled(op, read, 1, lanes)...), treeOf(op, read)...)
		if r.blocks > 1 {
			params += ", unsigned block, unsigned long long *come"
			body = append(body, r.acrossBlocks(op, begun)...)
		} else {
			body = append(body, "return y0;")
		}
	}
	return helper{does: does, result: "float", name: r.name + "_" + suffix, params: params, body: lines(body...)}.String()
}

package cuda

import (
	"fmt"
	"slices"
)

// The maximum of a row comes before its sums. A maximum rounds nothing: of a half type it is that of two columns at
// once, in the words of memory, and only the greatest are widened. Measured on an H100, 8192 rows of 50,257 bfloat16:
// log-softmax takes 634 µs, 654 where each column is widened, and softmax 572 and 581. Without clusters, of 33 to
// 12,288 columns, it took 0.91 to 1.06 of the time.

// peakOf is the maximum of a vector's first elements and of what came before.
func (r *rowApply) peakOf() string {
	body := r.peakOfPairs()
	for v := range r.Vector {
		body = append(body, fmt.Sprintf("peak = %s ? %s_most(peak, %s) : peak;", r.one(v), r.name, r.value("x", v)))
	}
	return helper{
		does: "The maximum of peak and the elements of x that the thread has.", result: "float", name: r.name + "_peak_of",
		params: "float peak, " + r.vector.name + " x, " + r.having(), body: lines(append(body, "return peak;")...),
	}.String()
}

// peakOfPairs returns the maximum where the thread has a whole vector of a half type.
func (r *rowApply) peakOfPairs() []string {
	if !r.shifts() || r.blocks == 1 {
		return nil
	}
	all := r.one(r.Vector-2) + " && " + r.one(r.Vector-1) // the last one may be there without those before it
	most := "max.NaN." + suffixes[r.spec.InType()] + "x2"
	return []string{
		"// All elements are there: two at a time, and only the last two are widened.",
		fmt.Sprintf("if (%s) {", all),
		fmt.Sprintf(`    asm("{ .reg .b32 p, q; %s p, %%1, %%2; %[1]s q, %%3, %%4; %[1]s %%0, p, q; }"`, most),
		`        : "=r"(x.x) : "r"(x.x), "r"(x.y), "r"(x.z), "r"(x.w));`,
		fmt.Sprintf("    peak = %s_most(peak, %s);", r.name, r.value("x", 0)),
		fmt.Sprintf("    return %s_most(peak, %s);", r.name, r.value("x", 1)),
		"}",
	}
}

// most is the greater of two floats, a NaN if one is.
func (r *rowApply) most() string {
	now := []string{`asm("max.NaN.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));`}
	old := []string{`asm("{ .reg .pred nan; setp.nan.f32 nan, %1, %2; max.f32 %0, %1, %2; selp.f32 %0, 0f7FFFFFFF, %0, ` +
		`nan; }" : "=&f"(r) : "f"(a), "f"(b));`}
	return helper{
		does: "The greater of a and b; a NaN if one is.", result: "float", name: r.name + "_most", params: "float a, float b",
		body: lines(slices.Concat([]string{"float r;"}, r.from80(now, old), []string{"return r;"})...),
	}.String()
}

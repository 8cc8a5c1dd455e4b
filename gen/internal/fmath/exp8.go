package fmath

import (
	"fmt"
	"strings"
)

// Group is a function of each of 8 elements less a number, in Go: func(y, x *[8]float32, less float32). It reads all of
// x before it sets any of y. A processor overlaps the chains of operations of several elements.
type Group struct {
	Name, Does string // as those of [Function]
	GoBody     []string
}

// Exp8 is [Exp] of a group. No operation rounds by a conversion. TestExp8 of the prover's axioms runs every float.
var Exp8 = Group{"Exp8", "sets y to exp(x - less), at most 0.892 ulp off, subnormal results included.", exp8Go()}

// ExpHalf8 is [ExpHalf] of a group.
var ExpHalf8 = Group{"ExpHalf8", "sets y to exp(x - less), at most 5e-6 of it off, for results of half types.",
	short.groupBody()}

// groupBody computes in float64, where each product is exact.
func (e exponential) groupBody() []string {
	all := []string{
		"var w [8]float64",
		"for i := range x {",
		"w[i] = float64(x[i] - less)",
		fmt.Sprintf("if !(w[i] >= %s && w[i] <= %s) {", lit(expLow), lit(expHigh)),
		fmt.Sprintf("w[i] = min(max(w[i], %s), %s)", lit(expLow), lit(expHigh)), "}", "}",
		"for i := range w {",
		"x := w[i] * " + lit(log2OfE),
		"t := x + 0x1.8p+52",
		"r := float64(float32(x - (t - 0x1.8p+52)))",
		fmt.Sprintf("p := float32(r*%s + %s)", lit(e.series[0]), lit(e.series[1])),
	}
	for _, c := range e.series[2:] {
		all = append(all, fmt.Sprintf("p = float32(float64(p)*r + %s)", lit(c)))
	}
	return append(all,
		"y[i] = float32(float64(p) * math.Float64frombits(math.Float64bits(t)<<52+0x3ff0000000000000))", "}")
}

// exp8Start rounds x/ln 2 to a whole number in the low bits of t, as 3·2^51 is added, and the rest to a float32. In
// far are other bits than the lowest 7 where a number is not -125..2: its result may be no normal number.
var exp8Start = []string{
	"var r [8]float64",
	"var k [8]uint32",
	"far := uint64(0)",
	"for i := range x {",
	"w := float64(x[i] - less)",
	"t := w*0x1.715476p+00 + 0x1.8p+52",
	"n := math.Float64bits(t) - 0x4337ffffffffff83",
	"far |= n",
	"k[i] = uint32(n) << 23",
	"w -= (t - 0x1.8p+52) * (0x1.62e4p-01 + 0x1.7f7d1cp-20)",
	"r[i] = math.Float64frombits((math.Float64bits(w) + 0x10000000) &^ 0x1fffffff)",
	"}",
}

// exp8Series are the steps of the series for element # of two. The last one leaves the bits of a float32 in the low
// bits of p.
var exp8Series = []string{
	"r#, s# := r[i+#], &steps[math.Float64bits(r[i+#])>>63]",
	"p# := r#*0x1.6a23ccp-10 + (0x1.123a94p-07 + 0x1.8p+22) - 0x1.8p+22",
	"p# = p#*r# + (0x1.5558f2p-05 + 0x1.8p+24) - 0x1.8p+24",
	"p# = p#*r# + (0x1.555492p-03 + 0x1.8p+26) - 0x1.8p+26",
	"p# = p#*r# + s#[0] - s#[1]",
	"p# = p#*r# + s#[2] - s#[3]",
	"p# = p#*r# + s#[4]",
	"y[i+#] = math.Float32frombits(uint32(math.Float64bits(p#)) + k[i+#])",
}

func exp8Go() []string {
	all := append([]string{}, exp8Start...)
	all = append(all,
		"if far > 127 {",
		"// Results that may be subnormal, 0, infinite or a NaN: p of 0 is 0x01000000.",
		"for i := range x {",
		"x := x[i] - less",
		"if x >= -86 && x <= 1 {", "continue", "}",
		"y := float32(0)",
		"if !(x <= "+lit(expLow)+") {")
	for _, line := range Exp.GoBody {
		all = append(all, strings.Replace(line, "return", "y =", 1))
	}
	all = append(all, "}", "r[i], k[i] = 0, math.Float32bits(y)-0x01000000", "}", "}",
		"// Adding 3·2^n rounds to a float32 of one binade, which is another one where r is below 0.",
		"steps := [2][8]float64{",
		"{0x1.fffffcp-02 + 0x1.8p+28, 0x1.8p+28, 1 + 0x1.8p+29, 0x1.8p+29, 2 + 0x1.8p+29},",
		"{0x1.fffffcp-02 + 0x1.8p+27, 0x1.8p+27, 1 + 0x1.8p+28, 0x1.8p+28, 1 + 0x1.8p+28},",
		"}",
		"for i := 0; i < 8; i += 2 {")
	for _, line := range exp8Series {
		for _, e := range []string{"0", "1"} {
			all = append(all, strings.ReplaceAll(strings.ReplaceAll(line, "i+#", strings.TrimSuffix("i+"+e, "+0")), "#", e))
		}
	}
	return append(all, "}")
}

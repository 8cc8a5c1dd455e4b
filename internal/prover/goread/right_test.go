package goread_test

import "testing"

// TestRight proves functions as people write them.
func TestRight(t *testing.T) {
	check(t, []row{
		{"plain", ints, "v[0] = v[0] + v[1]", "proved"},
		{"op assign", ints, "v[0] += v[1]", "proved"},
		{"minus minus", ints, "v[0] -= -v[1]", "proved"},
		{"var", ints, "var s int32\nvar a, b = v[0], v[1]\ns = a\ns += b\nv[0] = s", "proved"},
		{"swap", ints, "a, b := v[0], v[1]\na, b = b, a\nv[0] = a + b", "proved"},
		{"star index", ints, "(*v)[0] = (*v)[0] + (*v)[1]", "proved"},
		{"whole array", ints, "*v = [2]int32{v[0] + v[1], v[1]}", "proved"},
		{"keyed literal", ints, "*v = [...]int32{1: v[1], 0: v[0] + v[1]}", "proved"},
		{"int", ints, "v[0] = int32(int(v[0]) + int(v[1]))", "proved"},
		{"uint", ints, "v[0] = int32(uint(v[0]) + uint(v[1]))", "proved"},
		{"range int", four, "s := v[0]\nfor i := range 3 { s += v[i+1] }\nv[0] = s", "proved"},
		{"range array", four, "var s int32\nfor _, x := range v { s += x }\nv[0] = s", "proved"},
		{"counted loop", four, "for i := 1; i < len(v); i++ { v[0] += v[i] }", "proved"},
		{"halving loop", four, "a := *v\nfor d := 2; d > 0; d /= 2 { for i := range d { a[i] += a[i+d] } }\nv[0] = a[0]",
			"proved"},
		{"while", four, "i := 3\nfor i > 0 { v[0] += v[i]; i-- }", "proved"},
		{"break", four, "for i := 1; ; i++ { if i == 4 { break }; v[0] += v[i] }", "proved"},
		{"continue", four, "for i := range v { if i == 0 { continue }; v[0] += v[i] }", "proved"},
		{"if", mins, "if v[1] < v[0] { v[0] = v[1] }", "proved"},
		{"if else", mins, "m := v[0]\nif v[0] <= v[1] { m = v[0] } else { m = v[1] }\nv[0] = m", "proved"},
		{"early return", mins, "if v[0] < v[1] { return }\nv[0] = v[1]", "proved"},
		{"switch", mins, "switch { case v[1] < v[0]: v[0] = v[1] }", "proved"},
		{"helper", mins, "func least(a, b int32) int32 { if a < b { return a }; return b }\n" +
			"func F(v *[2]int32) { v[0] = least(v[0], v[1]) }", "proved"},
		{"named result", mins,
			"func least(a, b int32) (m int32) { m = b; if a < b { m = a }; return }\n" +
				"func F(v *[2]int32) { v[0] = least(v[0], v[1]) }", "proved"},
		{"two results", ints,
			"func both(v *[2]int32) (a, b int32) { return v[0], v[1] }\nfunc F(v *[2]int32) { a, b := both(v); v[0] = a + b }",
			"proved"},
		{"helper that writes", ints, "func add(v *[2]int32, i, j int) { v[i] += v[j] }\nfunc F(v *[2]int32) { add(v, 0, 1) }",
			"proved"},
		{"own min", mins, "func min(a, b int32) int32 { if b < a { return b }; return a }\n" +
			"func F(v *[2]int32) { v[0] = min(v[0], v[1]) }", "proved"},
		{"builtin of three", four + " -op min", "func F(v *[4]int32) { v[0] = min(v[0], v[1], v[2], v[3]) }", "proved"},
		{"mask bit", masked, "var s int32\nfor i, x := range v { if mask[0]>>i&1 == 1 { s += x } }\nv[0] = s", "proved"},
		{"mask select", masked, "a, b := v[0], v[1]\nif mask[0]&1 == 0 { a = 0 }\nif mask[0]&2 == 0 { b = 0 }\nv[0] = a + b",
			"proved"},
		{"loop over members", "-pattern down-reduce -width 32",
			"func F(mask uint32, v *[32]int32) {\nvar s int32\n" +
				"for m := mask; m != 0; m &= m - 1 { s += v[bits.TrailingZeros32(m)] }\nv[0] = s\n}", "proved"},
		{"reduce with a loop", warp,
			"var s int32\nfor i := range v { if mask&(1<<i) != 0 { s += v[i] } }\nfor i := range v { v[i] = s }", "proved"},
		{"float sum", singles, "v[0] += v[1]", "proved"},
		{"float difference", singles, "v[0] -= -v[1]", "proved"},
		{"float maximum", singles + " -op maximum", "func F(v *[2]float32) { v[0] = max(v[0], v[1]) }", "proved"},
		{"float product", singles + " -op prod", "func F(v *[2]float32) { v[0] *= v[1] }", "proved"},
		{"rounded product", singles + " -op prod", "func F(v *[2]float32) { t := float32(v[0] * v[1]); v[0] = t }", "proved"},
		{"range copy", ints,
			"var s int32\nfor i, x := range *v { if i == 0 { v[1] = 0 }; s += x; if i == 1 { v[1] = x } }\nv[0] = s", "proved"},
		{"index before assignment", ints, "i := 0\ni, v[i] = 1, v[0] + v[1]\n_ = i", "proved"},
		{"range variable is a copy", ints, "var s int32\nfor i := range 2 { s += v[i]; i++ }\nv[0] = s", "proved"},
		{"parameter names", "-pattern reduce -width 32 -op or",
			"func F(v uint32, mask *[32]int32) {\nvar s int32\nfor i := range 32 { if v>>i&1 == 1 { s |= mask[i] } }\n" +
				"for i := range mask { mask[i] = s }\n}", "proved"},
		{"parameter named as a type", ints, "func F(uint32 *[2]int32) { uint32[0] += uint32[1] }", "proved"},
		{"large constants", ints, "const big = 1 << 100\nv[0] += v[1] * (big >> 100)", "proved"},
		{"float constant", ints, "v[0] += v[1] * (1 / 2.0 * 2)", "proved"},
		{"label", four, "s := v[0]\nouter:\nfor i := 1; i < 4; i++ { for range 3 { s += v[i]; continue outer } }\nv[0] = s",
			"proved"},
		{"pointer to a local", ints, "a := *v\np := &a\np[0] += p[1]\n*v = a", "proved"},
		{"import by another name", ints,
			"package p\nimport b \"math/bits\"\nfunc F(v *[2]int32) { v[0] = " +
				"int32(b.Reverse32(b.Reverse32(uint32(v[0] + v[1])))) }", "proved"},
		{"dot import", ints,
			"package p\nimport . \"math/bits\"\nfunc F(v *[2]int32) { v[0] = " +
				"int32(ReverseBytes32(ReverseBytes32(uint32(v[0] + v[1])))) }", "proved"},
		{"and not", ints + " -op and", "func F(v *[2]int32) { v[0] &^= ^v[1] }", "proved"},
		{"xor as or and and", ints + " -op xor", "func F(v *[2]int32) { v[0] ^= v[1] }", "proved"},
		{"butterfly", "-pattern xor-reduce -width 8",
			"func F(mask uint32, v *[32]int32) {\nfor i := range v { if mask>>i&1 == 0 { v[i] = 0 } }\n" +
				"for d := 1; d < 8; d <<= 1 { a := *v; for i := range v { v[i] = a[i] + a[i^d] } }\n}", "proved"},
		{"scan", "-pattern inclusive-scan -width 32 -op max",
			"func F(mask uint32, v *[32]int32) {\nm := int32(math.MinInt32)\n" +
				"for i := range v { if mask&(1<<i) != 0 { m = max(m, v[i]) }; v[i] = m }\n}", "proved"},
		{"minimum by comparison", "-pattern reduce -width 32 -op min",
			"func F(mask uint32, v *[32]int32) {\nm := int32(math.MaxInt32)\n" +
				"for i, x := range v { if mask>>i&1 == 1 && x < m { m = x } }\nfor i := range v { v[i] = m }\n}", "proved"},
		{"maximum of floats", "-pattern reduce -width 32 -op maximum -type float32",
			"func F(mask uint32, v *[32]float32) {\nm := math.Float32frombits(0xff800000)\n" +
				"for i, x := range v { if mask>>i&1 == 1 { m = max(m, x) } }\nfor i := range v { v[i] = m }\n}", "proved"},
		{"shuffle", "-pattern shfl-xor -xor 1 -type int32",
			"func F(mask uint32, v *[32]int32) uint32 {\na := *v\nvar p uint32\n" +
				"for i := range a { if mask>>(i^1)&1 == 1 { v[i] = a[i^1]; p |= 1<<i } }\nreturn p\n}", "proved"},
	})
}

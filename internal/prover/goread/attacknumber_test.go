package goread_test

import (
	"strings"
	"testing"
)

// TestAttackNumbers: integers as Go computes with them.
func TestAttackNumbers(t *testing.T) {
	check(t, []row{
		{"shifted out", ints, "v[0] += v[1] << 31 >> 31", "differs"},
		{"count of the width", uints, "n := uint(32)\nv[0] += v[1] << n >> n", "differs"},
		{"count modulo the width", uints, "n := uint(33)\nv[0] += v[1]<<n>>n | v[1]&0x80000000", "differs"},
		{"sign stays", ints, "v[0] += v[1] >> 40 << 40", "differs"},
		{"a negative count", ints, "n := v[1]\nv[0] += v[1] << n", "may panic"},
		{"a negative constant count", ints, "n := -1\nv[0] += v[1] << n", "panics"},
		{"cut to 8 bits", ints, "v[0] = int32(int8(v[0])) + v[1]", "differs"},
		{"extended without sign", ints, "v[0] = int32(int64(v[0])+int64(uint32(v[1]))>>1<<1)", "differs"},
		{"unsigned order", mins, "if uint32(v[1]) < uint32(v[0]) { v[0] = v[1] }", "differs"},
		{"a difference that wraps", mins, "if v[1]-v[0] < 0 { v[0] = v[1] }", "differs"},
		{"constant division", ints, "v[0] += v[1] * (1 / 2 * 2)", "differs"},
		{"halves towards zero", ints, "v[0] += v[1] / 2 * 2", "differs"},
		{"division by data", ints, "v[0] += v[1] / v[0]", "may panic"},
		{"division by what may be zero", ints, "v[0] += v[1] / (v[0] & 1)", "may panic"},
		{"remainder of data", ints, "if v[0] != 0 { v[0] = v[0] % v[1] }", "may panic"},
		{"minus the least", "-pattern block-reduce -block 2 -mask full -op max",
			"func F(v *[2]int32) { if -v[1] < -v[0] { v[0] = v[1] } }", "differs"},
		{"index beyond", ints, "i := 2\nv[0] += v[i]", "panics"},
		{"index by data", ints, "v[0] += v[v[1]]", "may panic"},
		{"index by a masked sum", ints, "v[0] += v[v[1]&2]", "may panic"},
		{"index of another element", ints, "v[0] += v[v[1]&1]", "differs"},
		{"negative index", ints, "i := -1\nv[0] += v[i+0]", "panics"},
		{"small signed index", ints, "i := int8(v[1])\nv[0] += v[i]", "may panic"},
		{"nil pointer", ints, "var p *[2]int32\nv[0] += p[1]", "nil pointer"},
		{"a panic", ints, "if v[1] == 0 { panic(1) }\nv[0] += v[1]", "may panic"},
		{"int has 64 bits", ints, "v[0] = int32((int(v[0]) + int(v[1])) << 32 >> 33)", "differs"},
		{"uintptr", ints, "x := uintptr(v[1])\nv[0] += int32(x)", "of type uintptr"},
		{"complex", ints, "x := complex(1, 2)\n_ = x\nv[0] += v[1]", "complex128"},
		{"a bool as a number", ints, "x := v[0] == v[1]\nif !x { v[0] += v[1] }", "differs"},
		{"trailing zeros of zero", uints, "if bits.TrailingZeros32(0) == 31 { v[0] += v[1] }", "differs"},
		{"len is not leading zeros", uints, "if bits.Len32(1) == 1 { v[0] = v[1] }", "differs"},
		{"rotation", uints, "v[0] += bits.RotateLeft32(v[1], -1)", "differs"},
		{"a carry of 2", uints, "s, _ := bits.Add32(v[0], v[1], v[0]); v[0] = s", "may panic"},
		{"a carry that is lost", uints, "s, c := bits.Add32(v[0], v[1], 0); v[0] = s + c", "differs"},
		{"another lane of the mask", masked,
			"s := v[0]\nif mask[0]&1 == 0 { s = 0 }\nif mask[0]&1 != 0 { s += v[1] }\nv[0] = s", "differs"},
		{"mask as a signed number", masked, "s := v[0]\nif mask[0] > 0 { s += v[1] }\nv[0] = s", "differs"},
		{"one member too few", warp,
			"var s int32\nfor i := range 31 { if mask>>i&1 == 1 { s += v[i] } }\nfor i := range v { v[i] = s }", "differs"},
		{"members of half the mask", "-pattern down-reduce -width 32",
			"func F(mask uint32, v *[32]int32) {\nvar s int32\n" +
				"for m := uint16(mask); m != 0; m &= m - 1 { s += v[bits.TrailingZeros16(m)] }\nv[0] = s\n}", "differs"},
		{"a lane that is not named", ints, "v[0] += v[1]\nv[1] = 0", "differs"},
	})
}

// TestAttackFloats: rounding, fusion, NaN and the signs of zero.
func TestAttackFloats(t *testing.T) {
	const fuse = "Go may fuse the two"
	single := func(body string) string { return "func F(v *[2]float32) {\n" + body + "\n}" }
	check(t, []row{
		{"a product in a sum", singles, "v[0] = v[0]*1 + v[1]", fuse},
		{"a product in a difference", singles, "v[0] = v[1] - v[0]*-1", fuse},
		{"a product by assignment", singles, "t := v[0] * 1\nv[0] = t + v[1]", fuse},
		{"a product by op assign", singles, "v[0] += v[1] * 1", fuse},
		{"a product through memory", singles, "v[0] *= 1\nv[0] += v[1]", fuse},
		{"a product through an array", singles, "var a [1]float32\na[0] = v[0] * 1\nv[0] = a[0] + v[1]", fuse},
		{"a product through a call", singles,
			"func one(x float32) float32 { return x * 1 }\nfunc F(v *[2]float32) { v[0] = one(v[0]) + v[1] }", fuse},
		{"a product through a parameter", singles,
			"func add(x, y float32) float32 { return x + y }\nfunc F(v *[2]float32) { v[0] = add(v[0]*1, v[1]) }", fuse},
		{"a product through a choice", singles, "t := v[0]\nif v[1] > 0 { t = v[0] * 1 }\nv[0] = t + v[1]", fuse},
		{"a quotient by a power of two", singles, "v[0] = v[0]/4 + v[1]", fuse},
		{"a quotient by a variable that is one", singles, "n := float32(2)\nv[0] /= n\nv[0] -= v[1]", fuse},
		{"a negative product", singles, "v[0] = -(v[0] * -1) + v[1]", fuse},
		{"a product through its bits", singles, "v[0] = math.Float32frombits(math.Float32bits(v[0]*1)) + v[1]", fuse},
		{"a product in brackets", singles, "v[0] = (v[0] * 1) + v[1]", fuse},
		{"a product widened", "-pattern block-reduce -block 2 -mask full -type float32",
			single("t := float64(v[0]*1) + float64(v[1])\nv[0] = float32(t)"), fuse},
		{"a product through min", doubles, "v[0] = min(v[0]*1, 1) + v[1]", fuse},
		{"rounded is enough", singles, "v[0] = float32(v[0]*2) - v[0] + v[1]", "differs"},
		{"a sum through float64", strings.Replace(singles, "-block 2", "-block 3", 1),
			"func F(v *[3]float32) { v[0] = float32(float64(v[0]) + float64(v[1]) + float64(v[2])) }", "differs"},
		{"from plus zero", singles, "var s float32\ns += v[0]\ns += v[1]\nv[0] = s", "differs"},
		{"minus zero is a constant zero", singles, "v[0] = v[0] + v[1] + -0.0", "differs"},
		{"a maximum by comparison", singles + " -op max", single("if v[1] > v[0] { v[0] = v[1] }"), "differs"},
		{"a maximum by comparison, NaN aside", singles + " -op maximum",
			single("if v[1] > v[0] || v[1] != v[1] { v[0] = v[1] }"), "differs"},
		{"builtin max ignores no NaN", singles + " -op max", single("v[0] = max(v[0], v[1])"), "differs"},
		{"math.Max and infinity", doubles + " -op maximum", "func F(v *[2]float64) { v[0] = math.Max(v[0], v[1]) }",
			"differs"},
		{"math.Min and infinity", doubles + " -op minimum", "func F(v *[2]float64) { v[0] = math.Min(v[0], v[1]) }",
			"differs"},
		{"reordered", strings.Replace(singles, "-block 2", "-block 3", 1),
			"func F(v *[3]float32) { v[0] = v[0] + (v[1] + v[2]) }", "differs"},
		{"in order", strings.Replace(singles, "-block 2", "-block 3", 1),
			"func F(v *[3]float32) { v[0] = v[0] + v[1] + v[2] }", "proved"},
		{"a constant that rounds", singles, "v[0] = v[0] + v[1] + (16777217 - 16777216.0)", "differs"},
		{"a quotient", singles, "v[0] = v[0] / 1 + v[1]", "differs"},
		{"to an integer", singles, "v[0] = float32(int32(v[0])) + v[1]", "between a float and an integer"},
		{"bits of a sum", "-pattern block-reduce -block 2 -mask full -type float32",
			single("x := math.Float32bits(v[0]+v[1]) ^ math.Float32bits(v[1]+v[0])\n" +
				"v[0] = math.Float32frombits(math.Float32bits(v[0]+v[1]) ^ x)"), "payload"},
		{"bits of a sum in an integer", ints,
			"v[1] = v[1]\nv[0] = int32(math.Float32bits(math.Float32frombits(uint32(v[0])) + math.Float32frombits(0x80000000)))",
			"payload"},
		{"bits of a sum moved by one", singles,
			single("c := math.Float32frombits(math.Float32bits(v[0]+v[1]) << 1)\n" +
				"d := math.Float32frombits(math.Float32bits(v[1]+v[0]) << 1)\n" +
				"if (c != c) != (d != d) { v[0] = 0 } else { v[0] += v[1] }"), "payload"},
		{"bits of a sum joined", singles, single("v[0] = math.Float32frombits(math.Float32bits(v[0]+v[1]) | 1)"), "payload"},
		{"the sign of a NaN", doubles, "if math.Signbit(v[0] + v[1]) == math.Signbit(v[1] + v[0]) { v[0] += v[1] }",
			"payload"},
		{"the bits of a negative", singles,
			"x := math.Float32bits(-v[1]) ^ math.Float32bits(v[1])\nif x == 1<<31 { v[0] += v[1] }", "payload"},
		{"bits that steer", ints,
			"x := math.Float32frombits(uint32(v[0])) + 1\nif math.Float32bits(x) == 0x7fc00000 { v[0] = v[0] }\nv[0] += v[1]",
			"payload"},
		{"bits in the preds", "-pattern shfl -src 0 -type float32",
			"func F(mask uint32, v *[32]float32) uint32 { x := v[0] + 1; return math.Float32bits(x) }", "payload"},
	})
}

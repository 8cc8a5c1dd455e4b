package history_test

// magnitudeBugs are errors with magnitudes and with the encodings that order by them.
var magnitudeBugs = []bug{
	{
		name: "magnitude of the least integer overflows", source: "C++, [expr.unary.op]; abs(INT_MIN)",
		spec: "-pattern xor-reduce -width 8 -op absmax",
		cuda: []edit{
			{"(bits << 1u) ^ (0u - (bits >> 31u))", "(x < 0 ? 0u - bits : bits) << 1u | (x < 0 ? 0u : 1u)", 1},
			{"(key >> 1u) ^ (0u - (key & 1u))", "(key & 1u) != 0u ? key >> 1u : 0u - (key >> 1u)", 1},
		},
		want: counterexample, says: "expected 0x80000000",
	},
	{
		name: "the negative one of equal magnitudes", source: "IEEE 754-2019, 9.6",
		spec: "-pattern xor-reduce -width 8 -type float32 -op absmax",
		cuda: []edit{{"((bits >> 31u) ^ 1u)", "(bits >> 31u)", 1}, {"((~key) << 31u)", "(key << 31u)", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "a NaN with the largest magnitude", source: "IEEE 754-2019, 9.6",
		spec: "-pattern xor-reduce -width 8 -type float32 -op absmax -mask full",
		cuda: []edit{{"(bits + 0x7fffffu)", "bits", 1}, {"((key >> 1u) - 0x7fffffu)", "(key >> 1u)", 1}},
		want: counterexample, says: "NaN",
	},
	{
		name: "encoded elements compared with their signs", source: "C++, [expr.rel]",
		spec: "-pattern xor-reduce -width 8 -type int32 -op absmax",
		cuda: []edit{{"x0 > from1 ? x0 : from1", "(int)x0 > (int)from1 ? x0 : from1", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "the magnitude for the element", source: "BLAS, i?amax and ?amax",
		spec: "-pattern reduce -width 32 -type float32 -op absmax",
		cuda: []edit{{" | ((~key) << 31u)", "", 1}},
		want: counterexample, says: "expected",
	},
}

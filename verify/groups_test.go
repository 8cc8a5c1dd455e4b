package verify

import (
	"os"
	"strings"
	"testing"
)

// TestGoKeyed proves emitted Go that takes keys, and refutes it altered, by an input
// that shows a difference; what asks anything else of keys is refused.
func TestGoKeyed(t *testing.T) {
	const round, tree, wide = "keyed_reduce_sum_int32_w8", "keyed_reduce_sum_float32_w7_active",
		"keyed_reduce_max_int64_w16_key64_full"
	const combine, end = "keyedReduceSumInt32W8Combine", "\treturn step3lane0\n}\n"
	for _, tt := range []struct{ name, file, old, new, want string }{
		{"in no order", round, "", "", "proved"},
		{"by rank", tree, "", "", "proved"},
		{"keys of 64 bits", wide, "", "", "proved"},
		{"operands of a sum swapped", tree, "rank0 + rank1", "rank1 + rank0", "proved"},
		{"a key by another name", round, "keys8 := (", "k := key[9]\n\t_ = k\n\tkeys8 := (", "proved"},
		{"a helper that calls another", round, end,
			"\treturn keyedReduceSumInt32W8Last(step3lane0)\n}\n\n" +
				"func keyedReduceSumInt32W8Last(x int32) int32 {\n\treturn x\n}\n", "proved"},
		{"a segment by a longer slice", round, "(*[8]uint32)(key[8:16])", "(*[8]uint32)(key[8:])", "proved"},

		{"another lane's key", round, "Combine(key[9], ", "Combine(key[10], ", "refuted"},
		{"the key of another segment's lane", round, "Combine(key[9], ", "Combine(key[1], ", "refuted"},
		{"keys of another segment", round, "Combine(key[9], keys8", "Combine(key[9], keys16", "refuted"},
		{"keys from a lane further", round, "(*[8]uint32)(key[8:16])", "(*[8]uint32)(key[9:17])", "refuted"},
		{"members of another segment", round, "Combine(key[9], keys8, mask>>8", "Combine(key[9], keys8, mask>>16", "refuted"},
		{"members from a lane further", round, "Combine(key[9], keys8, mask>>8", "Combine(key[9], keys8, mask>>9", "refuted"},
		{"elements of another segment", round, "mask>>8, lanes8)", "mask>>8, lanes16)", "refuted"},
		{"elements from a lane further", round, "(*[8]int32)(v[8:16])", "(*[8]int32)(v[9:17])", "refuted"},
		{"bit of another lane", round, "(k, key[5])<<5", "(k, key[5])<<4", "refuted"},
		{"key of another lane in the helper", round, "(k, key[5])<<5", "(k, key[6])<<5", "refuted"},
		{"a lane left out", round, " | keyedReduceSumInt32W8Same(k, key[5])<<5", "", "refuted"},
		{"group not cut to the members", round, "Same(k, key[7])<<7) & mask", "Same(k, key[7])<<7) | 0&mask", "refuted"},
		{"result of another lane", round, "v[9] = combined9", "v[9] = combined9&0 | combined10", "refuted"},
		{"element of another lane", round, "in5 := v[5]", "in5 := v[6]", "refuted"},
		{"member instead of group", round, "-int32(group>>5&1)", "-int32(mask>>5&1)", "refuted"},
		{"group of the next lane", round, "-int32(group>>5&1)", "-int32(group>>6&1)", "refuted"},

		{"ranks of all members", tree, "here1 := group", "here1 := group | mask", "refuted"},
		{"a move too few", tree, "move1 := odd1by4", "move1 := odd1by2", "refuted"},
		{"moved as another lane", tree, "-(move1 >> 1 & 1)", "-(move1 >> 2 & 1)", "refuted"},
		{"+0 past the last member", tree, "0x80000000&^rankedbit1", "0&^rankedbit1", "refuted"},
		{"a sum for everyone", tree, "result5 := -(mask >> 5 & 1)", "result5 := -(mask >> 4 & 1)", "refuted"},
		{"another tree", tree, "rank0 + rank1", "rank0 + rank1 + rank1", "refuted"},
		{"stored before the next call reads", round, "combined1 := ", "v[0] = combined0\n\tcombined1 := ", "refuted"},

		{"the lowest bit of keys", wide, "Combine(key[5], ", "Combine(key[5]&^1, ", "want the keys of two lanes, unaltered"},
		{"a sum of keys", wide, "Combine(key[5], ", "Combine(key[5]+key[0], ", "want the keys of two lanes, unaltered"},
		{"an element for a key", wide, "Combine(key[5], ", "Combine(uint64(v[0]), ", "want the keys of two lanes, unaltered"},
		{"another comparison", wide, ">>63) ^ 1", ">>62) ^ 1", "helpers with the text of an axiom"},
		{"a key for a result", wide, "v[9] = ", "v[9] = int64(key[9]) + 0*", "refuted"},
		{"a key is written", wide, "v[9] = ", "key[9] = 0\n\tv[9] = ", "the caller's key stays as it is"},

		// Calls of functions of the file.
		{"the helper writes keys", round, end, "\tkey[0] = k\n" + end, "the caller's key stays as it is"},
		{"the helper writes elements", round, end, "\tv[0] = 0\n" + end, "refuted"},
		{"the helper writes elements by a part of them", round, end, "\t(*[4]int32)(v[4:8])[0] = 0\n" + end, "refuted"},
		{"a part past the end", round, "(*[8]uint32)(key[24:32])", "(*[8]uint32)(key[25:32])", "panics"},
		{"recursion", round, end, "\treturn step3lane0 + keyedReduceSumInt32W8Combine(k, key, mask, v)\n}\n", "no recursion"},
		{"recursion by two", round, end,
			"\treturn step3lane0 + keyedReduceSumInt32W8Last(k, key, mask, v)\n}\n\n" +
				"func keyedReduceSumInt32W8Last(k uint32, key *[8]uint32, mask uint32, v *[8]int32) int32 {\n" +
				"\treturn keyedReduceSumInt32W8Combine(k, key, mask, v)\n}\n", "no recursion"},
		{"a helper that nothing calls", round, end, end +
			"\nfunc keyedReduceSumInt32W8Last(x int32) int32 {\n\treturn x\n}\n", "nothing calls it"},
		{"helpers that call each other alone", round, end,
			end + "\nfunc keyedReduceSumInt32W8A() {\n\tkeyedReduceSumInt32W8B()\n}\n\n" +
				"func keyedReduceSumInt32W8B() {\n\tkeyedReduceSumInt32W8A()\n}\n", "nothing calls it"},
		{"an exported helper", round, combine, "KeyedReduceSumInt32W8Combine", "may be defined"},
		{"a helper of another function's name", round, combine, "keyedReduceSumInt32W16Combine", "may be defined"},
		{"a helper of a name that goes on", round, combine, "keyedReduceSumInt32W8combine", "may be defined"},
		{"a helper called as an axiom is", round, combine, "keyedReduceSumInt32W8Decode", "may be defined"},
		{"a method", round, "func " + combine, "type t int\n\nfunc (t) " + combine, "undefined"},
		{"a generic helper", round, "func " + combine + "(", "func " + combine + "[T int32](", "may be defined"},
		{"init", round, end, end + "\nfunc init() {\n}\n", "may be defined"},
		{"a variable of the package", round, end, strings.Replace(end, "step3lane0", "step3lane0 + extra", 1) +
			"\nvar extra int32\n", "want"},
		{"a name twice", round, end, end + "\nfunc " + combine + "() {\n}\n", "redeclared"},
		{"shadowed by a local", round, "\tcombined0 := ",
			"\t" + combine + " := func(uint32, *[8]uint32, uint32, *[8]int32) int32 { return 0 }\n\tcombined0 := ",
			"nothing calls it"},
		{"the group shadowed", round, "\tin5 := v[5] & -int32(group>>5&1)",
			"\tin5 := v[5]\n\tif group := mask; group>>5&1 == 0 {\n\t\tin5 = 0\n\t}", "refuted"},
		{"a closure", round, end, "\treturn func() int32 { return step3lane0 }()\n}\n", "want a function by its name"},
		{"a function of another file", round, end, "\treturn elsewhere(step3lane0)\n}\n", "undefined"},
	} {
		src, err := os.ReadFile("../generated/" + tt.file + ".go")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(src), tt.old) {
			t.Errorf("%s: the emitted file has no %q", tt.name, tt.old)
			continue
		}
		times := 1
		if tt.old == combine { // the calls too
			times = -1
		}
		r, err := proveAlone("x.go", []byte(strings.Replace(string(src), tt.old, tt.new, times)))
		got := r.Verdict.String()
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != tt.want || !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %v %v, want %s", tt.name, err, r, tt.want)
		}
	}
}

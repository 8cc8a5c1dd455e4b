package verify

import (
	"os"
	"strings"
	"testing"
)

// TestGoKeyed proves emitted Go that takes keys, and refutes it altered, by an input
// that shows a difference; what asks anything else of keys is refused.
func TestGoKeyed(t *testing.T) {
	const round, tree, wide = "keyed_reduce_sum_int32_w8", "keyed_reduce_sum_float32_w7_active", "keyed_reduce_max_int64_w16_key64_full"
	for _, tt := range []struct{ name, file, old, new, want string }{
		{"in no order", round, "", "", "proved"},
		{"by rank", tree, "", "", "proved"},
		{"keys of 64 bits", wide, "", "", "proved"},
		{"operands of a sum swapped", tree, "rank0of3 + rank1of3", "rank1of3 + rank0of3", "proved"},
		{"a key by another name", round, "key9 := key[9]", "key9 := uint32(key[9])", "proved"},

		{"another lane's key", round, "(key0, key5)<<5", "(key0, key6)<<5", "refuted"},
		{"key compared in another segment", round, "(key0, key5)<<5", "(key0, key13)<<5", "refuted"},
		{"the key of a lane asked for another", round, "(key0, key5)<<5", "(key1, key5)<<5", "refuted"},
		{"key loaded from elsewhere", round, "key9 := key[9]", "key9 := key[10]", "refuted"},
		{"bit of another lane", round, "(key0, key5)<<5", "(key0, key5)<<8", "refuted"},
		{"the lane not in its group", tree, "equal5to3 := 0x20 | ", "equal5to3 := ", "refuted"},
		{"a lane left out", round, " | keyedReduceSumInt32W8Same(key0, key5)<<5", "", "refuted"},
		{"group not cut to the members", round, "Same(key0, key7)<<7) & mask", "Same(key0, key7)<<7)", "refuted"},
		{"result of another lane", round, "v[9] = step7lane9", "v[9] = step7lane9&0 | step7lane10", "refuted"},
		{"element of another lane", round, "in5of0 := v[5]", "in5of0 := v[6]", "refuted"},
		{"member instead of group", round, "in5of0 := v[5] & -int32(group0>>5&1)", "in5of0 := v[5] & -int32(mask>>5&1)", "refuted"},
		{"group of the next lane", round, "in5of0 := v[5] & -int32(group0>>5&1)", "in5of0 := v[5] & -int32(group1>>5&1)", "refuted"},

		{"ranks of another lane's group", tree, "here1of3 := group3", "here1of3 := group3&0 | group4", "refuted"},
		{"ranks of all members", tree, "here1of3 := group3", "here1of3 := group3 | mask", "refuted"},
		{"a move too few", tree, "move1of3 := odd1by4of3", "move1of3 := odd1by2of3", "refuted"},
		{"moved as another group", tree, "-(move1of3 >> 1 & 1)", "-(move1of4 >> 1 & 1)", "refuted"},
		{"+0 past the last member", tree, "0x80000000&^rankedof3bit1", "0&^rankedof3bit1", "refuted"},
		{"a sum for everyone", tree, "result5 := -(mask >> 5 & 1)", "result5 := -(mask >> 4 & 1)", "refuted"},
		{"another tree", tree, "rank0of3 + rank1of3", "rank0of3 + rank1of3 + rank1of3", "refuted"},

		{"the lowest bit of keys", wide, "(key0, key5)<<5", "(key0&^1, key5)<<5", "want the keys of two lanes, unaltered"},
		{"a sum of keys", wide, "(key0, key5)<<5", "(key0+key5, key5)<<5", "want the keys of two lanes, unaltered"},
		{"an element for a key", wide, "(key0, key5)<<5", "(uint64(v[0]), key5)<<5", "want the keys of two lanes, unaltered"},
		{"another comparison", wide, ">>63) ^ 1", ">>62) ^ 1", "helpers with the text of an axiom"},
		{"a key for a result", wide, "v[9] = ", "v[9] = int64(key9) + 0*", "refuted"},
		{"a key is written", wide, "v[9] = ", "key[9] = key9\n\tv[9] = ", "the caller's key stays as it is"},
	} {
		src, err := os.ReadFile("../generated/" + tt.file + ".go")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(src), tt.old) {
			t.Errorf("%s: the emitted file has no %q", tt.name, tt.old)
			continue
		}
		r, err := proveAlone("x.go", []byte(strings.Replace(string(src), tt.old, tt.new, 1)))
		got := r.Verdict.String()
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != tt.want || !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %v %v, want %s", tt.name, err, r, tt.want)
		}
	}
}

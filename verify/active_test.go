package verify

import (
	"os"
	"strings"
	"testing"
)

// TestGoActive proves emitted Go of calls that only members make, and refutes it
// altered, by an input that shows a difference.
func TestGoActive(t *testing.T) {
	const tree, scan = "down_reduce_sum_float64_w7_active", "inclusive_scan_sum_int32_w32_active"
	for _, tt := range []struct{ name, file, old, new, want string }{
		{"a tree by rank", tree, "", "", "proved"},
		{"a scan", scan, "", "", "proved"},
		{"operands of a sum swapped", tree, "rank0 + rank1", "rank1 + rank0", "proved"},

		{"members of other lanes", tree, "here1 := mask & 0xfffffff", "here1 := mask & 0x7ffffff", "refuted"},
		{"gaps of the lane itself", tree, "gaps1 := ^here1 << 1 &", "gaps1 := ^here1 &", "refuted"},
		{"gaps counted across segments", tree, "gaps1 := ^here1 << 1 & 0xfdfbf7e", "gaps1 := ^here1 << 1 & 0xfdfbffe",
			"refuted"},
		{"a move too few", tree, "move1 := odd1by4 & here1", "move1 := odd1by2 & here1", "refuted"},
		{"moved and left behind", tree, "here2 := here1 ^ move1 | move1>>1", "here2 := here1 | move1>>1", "refuted"},
		{"moved the other way", tree, "here2 := here1 ^ move1 | move1>>1", "here2 := here1 ^ move1 | move1<<1", "refuted"},
		{"by lane instead of rank", tree, "ranked := here8", "ranked := mask | here8&0", "refuted"},
		{"+0 past the last member", tree, "0x8000000000000000&^rankedbit1", "0&^rankedbit1", "refuted"},
		{"another tree", tree, "rank6 + step1lane4", "rank6 + step1lane4 + step1lane4", "refuted"},
		{"the first lane for the lowest member", tree, "lowest := mask &^ (", "lowest := mask &^ 0xffffff7 &^ (", "refuted"},
		{"every member for the lowest", tree, "result1 := -uint64(lowest >> 1 & 1)", "result1 := -uint64(mask >> 1 & 1)",
			"refuted"},

		{"a member's sum for everyone", scan, "result5 := -int32(mask >> 5 & 1)", "result5 := -int32(1)", "refuted"},
		{"another lane's bit", scan, "result5 := -int32(mask >> 5 & 1)", "result5 := -int32(mask >> 4 & 1)", "refuted"},
		{"a bit for a word", scan, "result5 := -int32(mask >> 5 & 1)", "result5 := int32(mask >> 5 & 1)", "refuted"},
		{"others zeroed", scan, " | v[5]&^result5", "", "refuted"},
		{"not masked", scan, "in5 := v[5] & -int32(mask>>5&1)", "in5 := v[5]", "refuted"},
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
		if err != nil || r.Verdict.String() != tt.want {
			t.Errorf("%s: got %v %v, want %s", tt.name, err, r, tt.want)
		}
	}
}

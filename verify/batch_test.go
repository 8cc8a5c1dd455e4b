package verify

import (
	"os"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestBatch proves batches of several registers a lane as they lie on disk, and
// rejects them altered.
func TestBatch(t *testing.T) {
	const bytes, floats = "batch_reduce_sum_int8_w7_n5_all", "batch_reduce_sum_float32_w32_n32"
	const halves = "batch_reduce_sum_float16_w16_n20_full"
	clang, noClang := compile.FindClang()
	nvcc, noNVCC := compile.FindNVCC()
	for _, err := range []error{noClang, noNVCC} {
		if err != nil {
			extent.LeftOut(t, err)
		}
	}
	for _, tt := range []struct{ file, old, new, want string }{
		{bytes + ".go", "", "", "proved"},
		{bytes + ".go", "(members, &v[register])", "(members, &v[register&2])", "register 1 of lane 0: expected"},
		{bytes + ".go", "member3 := members[3]", "member3 := members[4]", "register 0 of lane 0: expected"},
		{bytes + ".go", "row[3] & member3", "row[35] & member3", "out of bounds"},
		{bytes + ".go", "\tv[4][17] = ", "\tv[4][28] = ", "register 4 of lane 17: expected"},
		{bytes + ".go", "\tv[4][17] = out14reg4\n", "", "register 4 of lane 17: expected"},
		{bytes + ".go", "\tv[4][17] = out14reg4\n", "\tv[4] = v[3]\n", "register 4 of lane 0: expected"},
		{bytes + ".go", "results[2][0]", "results[2][1]", "register 2 of lane 0: expected"},
		{bytes + ".go", "v *[5][32]int8", "v *[6][32]int8", "the header asks for"},
		{floats + ".go", "", "", "proved"},
		{floats + ".go", " step1lane0 + step1lane2\n", " step1lane0 + (step1lane2 + step1lane2)\n",
			"register 0 of lane 0: expected"},
		{floats + ".go", "(members, &v[register])", "(members, &v[register&^1])", "register 0 of lane 1: expected"},
		{floats + ".go", "(members, &v[register])", "(members, &[32]float32{})", "register 0 of lane 0: expected"},
		{floats + ".go", "{-(mask & 1), -(mask >> 1 & 1),", "{-(mask >> 1 & 1), -(mask & 1),",
			"register 0 of lane 0: expected"},
		{floats + ".go", "member5 := members[5]", "member5 := members[6]", "register 0 of lane 0: expected"},
		{floats + ".go", "v[0][5] = results[5][0]", "v[0][5] = results[6][0]", "register 0 of lane 5: expected"},
		{floats + ".go", "\tmember0 := ", "\trow[0] = 0\n\tmember0 := ", "register 0 of lane 0: expected"},
		{floats + ".go", "\tmember0 := ", "\tmembers[7] = 0\n\tmember0 := ", "expected"},
		{floats + ".go", "results[register][0] = ", "if register == 5 {\nv[0][0] = results[4][0]\n}\nresults[register][0] = ",
			"proved"},
		{floats + ".go", "results[register][0] = ", "if register == 5 {\nv[5][0] = results[4][0]\n}\nresults[register][0] = ",
			"expected"},

		{bytes + ".cu", "", "", "proved"},
		{bytes + ".cu", "x16, (int)(base & 31u", "x16, (int)((base + 1u) & 31u", "register 0 of lane 0: expected"},
		{bytes + ".cu", "v[3] = lane < 28u", "v[3] = lane < 29u", "register 3 of lane 28: expected"},
		{bytes + ".cu", "(even & 0x00ff00ffu)", "(even & 0x00ff01ffu)", "expected"}, // a carry gets through
		{bytes + ".cu", "(from19 >> 16)", "(from19 >> 8)", "register 2 of lane 0: expected"},
		{floats + ".cu", "", "", "proved"},
		{floats + ".cu", "upper2 ? x11 : x5", "upper2 ? x5 : x11", "expected"},
		{floats + ".cu", "x25 = upper2 ? x5 : x11", "x25 = upper2 ? x11 : x5", "expected"},
		{floats + ".cu", "lane ^ 1u", "lane ^ 2u", "expected"},
		{floats + ".cu", "partner_takes_part ? x4 : x2", "partner_takes_part ? x4 : x4", "expected"},
		{floats + ".cu", "v2 = v[2]", "v2 = v[3]", "register 0 of lane 2: expected"},
		{floats + ".cu", "x25, 2)", "x25, 4)", "expected"},
		{halves + ".cu", "", "", "proved"},
		{halves + ".cu", "0x7632u : 0x5410u", "0x5432u : 0x5410u", "expected"},
		{halves + ".cu", "(b) << 16", "(b) << 15", "expected"},
		{halves + ".cu", "add.rn.f16x2", "mul.rn.f16x2", "expected"},
	} {
		src, err := os.ReadFile("../generated/" + tt.file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(src), tt.old) {
			t.Errorf("%s has no %q", tt.file, tt.old)
		}
		altered := []byte(strings.Replace(string(src), tt.old, tt.new, 1))
		var r Report
		switch {
		case strings.HasSuffix(tt.file, ".go"):
			r, err = proveAlone(tt.file, altered)
		case strings.HasPrefix(tt.file, halves):
			if noNVCC != nil {
				continue
			}
			r, err = proveBuild(tt.file, altered, nvcc.One, "sm_90")
		case noClang != nil:
			continue
		default:
			r, err = proveBuild(tt.file, altered, clang.One, "sm_90")
		}
		got := r.String()
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, tt.want) {
			t.Errorf("%s with %q: got %.600s, want %s", tt.file, tt.new, got, tt.want)
		}
	}
}

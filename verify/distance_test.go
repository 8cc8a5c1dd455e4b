package verify

import (
	"os"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/tests/extent"
)

// TestGoDistance proves emitted Go with a distance of the caller. It refutes altered files by an input that shows a
// difference and names the distance.
func TestGoDistance(t *testing.T) {
	const idx, each, up, xor, rotate, active = "shfl_int32_w32_svar", "shfl_int32_w12_seach", "shfl_up_float32_w32_dvar",
		"shfl_xor_int32_w16_xvar_full", "rotate_int32_w7_dvar", "shfl_down_int64_w8_dvar_active"
	for _, tt := range extent.Drawn(t, []struct{ name, file, old, new, want string }{
		{"a source for all lanes", idx, "", "", "proved"},
		{"a source of each lane's own", each, "", "", "proved"},
		{"a delta", up, "", "", "proved"},
		{"a lane mask", xor, "", "", "proved"},
		{"a rotation", rotate, "", "", "proved"},
		{"of members", active, "", "", "proved"},
		{"source by its low bits", idx, "by := uint32(src)", "by := uint32(src & 0xff)", "proved"},
		{"remainder by another way", rotate, "rest := delta % 7", "rest := delta%7 + delta%1", "proved"},

		{"remainder of a negative source", each, "rest5 + rest5>>31&12", "rest5", "src of lane 5: -"},
		{"source of another lane", each, "src[5] % 12", "src[6] % 12", "src of lane 5: "},
		{"remainder by another width", each, "src[5] % 12", "src[5] % 11", "src of lane 5: "},
		{"no member test", idx, "reads5 := mask >> source5 & 1", "reads5 := mask>>source5&0 | 1", "src: "},
		{"member of another lane", idx, "reads5 := mask >> source5 & 1", "reads5 := mask >> (source5 ^ 1) & 1", "src: "},
		{"source modulo 16", idx, "source5 := by & 31", "source5 := by & 15", "src: "},
		{"delta cut to 32 bits", up, "(uint32(0x3f) >> uint(delta))", "(uint32(0x3f) >> uint32(delta))", "delta: "},
		{"delta modulo 32", up, "(uint32(0x3f) >> uint(delta))", "(uint32(0x3f) >> (uint(delta) & 31))", "delta: "},
		{"range off by one", up, "(uint32(0x3f) >> uint(delta))", "(uint32(0x7f) >> uint(delta))", "delta: 6"},
		{"the other direction", up, "source5 := (5 - by) & 31", "source5 := (5 + by) & 31", "delta: "},
		{"lane mask past the width", xor, "uint32(0xffff) >> uint(laneMask)", "uint32(0xfffff) >> uint(laneMask)",
			"laneMask: 1"},
		{"rotation that is not wrapped", rotate, "(by-2)>>31*7", "(by-2)>>31*6", "delta: "},
		{"rotation wrapped too late", rotate, "(by - 2 + (by-2)>>31*7)", "(by - 2 + (by-3)>>31*7)", "delta: "},
		{"remainder by another sign", rotate, "rest>>63", "rest>>62", "proved"},
		{"rotation of a negative delta", rotate, "rest + rest>>63&7", "rest", "delta: -"},
		{"other lanes changed", active, " & (mask >> 5)", "", "refuted"},
		{"pred of a lane without a call", active, "return ", "return ^mask&1 | ", "refuted"},
		{"a delta that is negative", active, "uint(delta)", "uint(delta&0x7fffffff)", "delta: "},
	}, 3, 2) {
		src, err := os.ReadFile("../generated/" + tt.file + ".go")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(src), tt.old) {
			t.Errorf("%s: the emitted file has no %q", tt.name, tt.old)
			continue
		}
		r, err := proveAlone("x.go", []byte(strings.Replace(string(src), tt.old, tt.new, 1)))
		want := Refuted
		if tt.want == "proved" {
			want = Proved
		}
		if err != nil || r.Verdict != want || !strings.Contains(r.String(), tt.want) {
			t.Errorf("%s: got %v %v, want %s", tt.name, err, r, tt.want)
		}
	}
}

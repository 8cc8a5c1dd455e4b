package composite

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// globalSpecs are loads and stores of elements in global memory: of words of 32 and of 64 bits, with
// and without padding, of one word, and of the elements that are left.
var globalSpecs = []string{
	"-pattern load -type ../geom.Vec3",
	"-pattern store -type ../geom.Vec3",
	"-pattern load -type ../geom.Point",
	"-pattern store -type ../geom.Point",
	"-pattern store -type ../geom.Nested",
	"-pattern load -type ../geom.Wrap",
	"-pattern store -type ../geom.Uint128",
	"-pattern load -partial -type ../geom.Vec3",
	"-pattern store -partial -type ../geom.Vec3",
	"-pattern store -partial -type ../geom.Nested",
}

func TestGlobalProved(t *testing.T) {
	extent.OneIn(t, 3, 2)
	dir := module(t)
	for i, flags := range globalSpecs {
		if extent.Of() == extent.Quick && i > 1 {
			continue
		}
		s := resolved(t, dir, flags)
		for _, l := range gen.Langs() {
			if l == gen.CUDA && !extent.Compiles() {
				continue
			}
			name, text := emitted(t, s, l)
			if n := strings.Count(text, "words["); l == gen.CUDA && n != s.GlobalWords() {
				t.Errorf("%s: a lane accesses %d words, want %d", name, n, s.GlobalWords())
			}
			if r := prove(t, filepath.Join(dir, name), text); r.Verdict != verify.Proved {
				t.Errorf("%s: %s", name, r)
			}
		}
	}
}

// TestGlobalPlanted wants each fault found in which words a lane reads and writes.
func TestGlobalPlanted(t *testing.T) {
	dir := module(t)
	load, store, padded, unpadded, loadRest, storeRest := globalSpecs[0], globalSpecs[1], globalSpecs[2], globalSpecs[3],
		globalSpecs[7], globalSpecs[8]
	for _, p := range extent.Faults(t, []struct {
		name, flags string
		lang        gen.Lang
		old, new    string
		verdict     verify.Verdict
		says        string
	}{
		{"a load by a wrong stride", load, gen.CUDA, "words[64]", "words[63]", verify.Refuted, "lane "},
		{"a load of the neighbour's word", load, gen.CUDA, "from) + lane;", "from) + (lane ^ 1u);", verify.Refuted,
			"lane 0, .X"},
		{"a load past the end", load, gen.CUDA, "words[64]", "words[65]", verify.Refuted, "outside global memory"},
		{"a load of two words that are not aligned", load, gen.CUDA, "unsigned v0 = words[0];",
			"unsigned v0 = (unsigned)*reinterpret_cast<const unsigned long long *>(words);", verify.Refuted, "aligned to 4"},
		{"words change places", load, gen.CUDA, "v.X = __uint_as_float(from6);\n    v.Y = __uint_as_float(from7);",
			"v.X = __uint_as_float(from7);\n    v.Y = __uint_as_float(from6);", verify.Refuted, "lane 0, .X"},
		{"a load that writes", load, gen.CUDA, "unsigned v0 = words[0];",
			"unsigned v0 = words[0];\n    const_cast<load_vec3_w32_word *>(words)[0] = v0;", verify.Refused, "const_cast"},
		{"a narrow leaf is shifted by a byte", padded, gen.CUDA, "(from7 >> 32 & 1u)", "(from7 >> 40 & 1u)", verify.Refuted,
			".Alive"},
		{"half of a word of 64 bits", padded, gen.CUDA, "(from6 >> 32)", "(from6 >> 31)", verify.Refuted, ".b"},
		{"a store by a wrong stride", store, gen.CUDA, "words[64] =", "words[63] =", verify.Refuted, "race"},
		{"a word is not stored", store, gen.CUDA, "    words[64] = ", "    (void)", verify.Refuted, "lane "},
		{"a store past the end", store, gen.CUDA, "words[64] =", "words[65] =", verify.Refuted, "outside global memory"},
		{"a lane stores nothing", store, gen.CUDA, "    words[64] =", "    if (lane != 5u)\n        words[64] =",
			verify.Refuted, "lane "},
		{"a store of two words that are not aligned", store, gen.CUDA, "words[64] = ",
			"*reinterpret_cast<unsigned long long *>(words + 32) = ", verify.Refuted, "aligned to 4"},
		{"a leaf is left out of its word", unpadded, gen.CUDA, " | (unsigned long long)v.Alive << 32", "", verify.Refuted,
			".Alive"},
		{"a byte is stored twice", store, gen.CUDA, "words[64] = ", "words[64] = 0u;\n    words[64] = ", verify.NotProved,
			"stored already"},
		{"the elements that are left, of a number that wraps", loadRest, gen.CUDA, "(left < 32u ? left * 3u : 96u)",
			"(left * 3u < 96u ? left * 3u : 96u)", verify.Refuted, "left: "},
		{"a word past the elements that are left is read", loadRest, gen.CUDA, "rest > 32 ?", "rest >= 32 ?", verify.Refuted,
			"outside global memory"},
		{"of one number of elements only", loadRest, gen.CUDA, "rest > 32 ?", "rest > 32 && left != 17u ?", verify.Refuted,
			"left: 17"},
		{"of one number above 32 only", loadRest, gen.CUDA, "rest > 0 ?", "rest > 0 && left != 77777u ?", verify.Refuted,
			"left: 77777"},
		{"the last words that are left are stored unguarded", storeRest, gen.CUDA, "    if (rest > 64)\n        words[64]",
			"    words[64]", verify.Refuted, "outside global memory"},
		{"a word past the elements that are left is stored", storeRest, gen.CUDA, "if (rest > 0)", "if (rest >= 0)",
			verify.Refuted, "outside global memory"},
		{"a word of the elements that are left is stored twice", storeRest, gen.CUDA, "    if (rest > 64)\n",
			"    if (rest > 64 && left == 30u)\n        words[64] = 0u;\n    if (rest > 64)\n", verify.NotProved,
			"stored already"},
		{"nothing is stored for more than a warp", storeRest, gen.CUDA, "left < 32u ? left * 3u : 96u",
			"left < 32u ? left * 3u : left == 32u ? 96u : 0u", verify.Refuted, "lane "},
		{"in Go, what v held past the elements", loadRest, gen.Go, "	clear(v[n:])\n", "	_ = n\n", verify.Refuted,
			"lane 0, .X"},
		{"in Go, one lane too many is cleared", loadRest, gen.Go, "clear(v[n:])", "clear(v[max(n, 1)-1:])", verify.Refuted,
			"lane "},
		{"in Go, v is cleared before elements are read", loadRest, gen.Go, "n := copy(v[:], from)\n	clear(v[n:])",
			"clear(v[:])\n	copy(v[:], from)", verify.Refused, "one array for both"},
		{"in Go, an element that may be missing", loadRest, gen.Go, "clear(v[n:])", "clear(v[n:])\n	v[0] = from[0]",
			verify.Refused, "one array for both"},
		{"in Go, an element is left out at one length", storeRest, gen.Go, "copy(to, v[:])",
			"if len(to) == 9 {\n		copy(to, v[:8])\n		return\n	}\n	copy(to, v[:])", verify.Refuted, "lane 8, .X"},
		{"in Go, an element is left out above a length", storeRest, gen.Go, "copy(to, v[:])",
			"if len(to) > 123456 {\n		return\n	}\n	copy(to, v[:])", verify.Refuted, "lane 0, .X"},
		{"in Go, an element that is not there", storeRest, gen.Go, "copy(to, v[:])", "copy(to, v[:])\n	to[0] = v[0]",
			verify.Refused, "panics"},
		{"in Go, nothing is copied", load, gen.Go, "*v = *from", "_, _ = v, from", verify.Refuted, "lane 0, .X"},
		{"in Go, back", load, gen.Go, "*v = *from", "*from = *v", verify.Refused, "from"},
		{"in Go, an element is left out", store, gen.Go, "*to = *v", "copied := *v\n\tcopied[31] = to[31]\n\t*to = copied",
			verify.Refuted, "lane 31, .X"},
		{"in Go, another element", store, gen.Go, "*to = *v", "*to = *v\n\tto[3] = to[4]", verify.Refuted, "lane 3, .X"},
		{"what was there before", store, gen.Go, "*to = *v", "before := to[3].X\n\t*to = *v\n\tto[3].X = before",
			verify.Refuted, "lane 3, .X"},
	}, 1) {
		t.Run(strings.ReplaceAll(p.name, " ", "_"), func(t *testing.T) {
			if p.lang == gen.CUDA && !extent.Compiles() {
				t.Skip("compiles CUDA")
			}
			s := resolved(t, dir, p.flags)
			name, text := emitted(t, s, p.lang)
			r := prove(t, filepath.Join(dir, name), plant(t, text, p.old, p.new))
			if r.Verdict != p.verdict || !strings.Contains(r.String(), p.says) {
				t.Errorf("%s: %s\nwant %s and %q", r.Verdict, r, p.verdict, p.says)
			}
		})
	}
}

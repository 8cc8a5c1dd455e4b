package composite

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// valueSpecs are sorts in which keys take elements of the package with them.
var valueSpecs = []string{
	"-pattern sort -width 4 -value ../geom.Vec3",
	"-pattern sort -type float32 -value ../geom.Meters -descending",
	"-pattern sort -width 7 -type uint8 -from -value ../geom.Point",
	"-pattern sort -width 16 -type int16 -value ../geom.Nested -mask full",
	"-pattern sort -width 1 -value ../geom.Flag",
	"-pattern sort -width 2 -n 2 -from -value ../geom.Vec3",
	"-pattern sort -width 3 -n 4 -type uint8 -descending -value ../geom.Point -mask full",
	"-pattern sort -width 1 -n 2 -from -value ../geom.Vec3",
	"-pattern sort -width 4 -type int64 -from -value ../geom.Vec3",
	"-pattern sort -width 3 -n 2 -type float64 -descending -value ../geom.Meters -mask full",
}

func TestValuesProved(t *testing.T) {
	extent.OneIn(t, 3, 2)
	dir := module(t)
	for _, flags := range extent.Some(valueSpecs, 3, len(valueSpecs)) {
		s := resolved(t, dir, flags)
		for _, l := range gen.Langs() {
			if l == gen.CUDA && !extent.Compiles() {
				continue
			}
			name, text := emitted(t, s, l)
			if r := prove(t, filepath.Join(dir, name), text); r.Verdict != verify.Proved {
				t.Errorf("%s: %s", name, r)
			}
		}
	}
}

// TestValuesPlanted wants each fault in how a value follows its key to be found.
func TestValuesPlanted(t *testing.T) {
	dir := module(t)
	for _, p := range extent.Faults(t, []struct {
		name, flags string
		lang        gen.Lang
		old, new    string
		verdict     verify.Verdict
		says        string
	}{
		{"a value stays", valueSpecs[0], gen.CUDA, "*value = sort_", "(void)sort_", verify.Refuted, "value.X"},
		{"a value follows another key", valueSpecs[0], gen.CUDA, ", *value, source,", ", *value, source ^ 1,", verify.Refuted,
			"value.X"},
		{"a lane that is no member takes a value", valueSpecs[0], gen.CUDA, ": (int)lane;\n    *value", ": 0;\n    *value",
			verify.Refuted, "value.X"},
		{"a field of a value stays", valueSpecs[0], gen.CUDA, "v.Y = __shfl_sync(threads, v.Y, lane, width);", "",
			verify.Refuted, "value.Y"},
		{"a value goes through arithmetic", valueSpecs[1], gen.CUDA, "*value, source,", "*value + 0.0f, source,",
			verify.Refuted, "value"},
		{"equal keys change places", valueSpecs[0], gen.CUDA, "<< 32) | lane)", "<< 32) | (lane ^ 31u))", verify.Refuted,
			"lane "},
		{"the lane for the value", valueSpecs[2], gen.CUDA, "*from = source;", "*from = source ^ 1;", verify.Refuted,
			"lane of lane"},
		{"another key's value", valueSpecs[0], gen.Go, "before[lane0&31]", "before[(lane0^1)&31]", verify.Refuted,
			"lane 0, value.X"},
		{"a value is stored before it is read", valueSpecs[0], gen.Go, "\tbefore := *value\n",
			"\tvalue[31] = value[0]\n\tbefore := *value\n", verify.Refuted, "value.X"},
		{"a value is not stored", valueSpecs[0], gen.Go, "\tvalue[3] = before[lane3&31]\n", "\t_ = lane3\n", verify.Refuted,
			"lane 3, value.X"},
		{"a float that follows is quieted", valueSpecs[1], gen.Go, "value[3] = before[lane3&31]\n",
			"value[3] = before[lane3&31] + 0\n",
			verify.Refused, ""},
		{"the value of another register", valueSpecs[5], gen.CUDA, "(slot1 & 1) != 0", "(slot1 & 1) == 0", verify.Refuted,
			"register 1 of lane 0, value"},
		{"the value of another lane", valueSpecs[5], gen.CUDA, "value[1], slot1 >> 1", "value[1], slot1 >> 2", verify.Refuted,
			"value.X"},
		{"a register's value stays", valueSpecs[5], gen.CUDA, "value[1] = sort_", "(void)sort_", verify.Refuted,
			"register 1 of lane 0, value.X"},
		{"a register's value is stored before it is read", valueSpecs[5], gen.CUDA, "    from[0] = slot0;",
			"    value[1] = value[0];\n    from[0] = slot0;", verify.Refuted, "register 1 of lane 0, value.X"},
		{"equal keys of a lane change places", valueSpecs[5], gen.CUDA, "lane * 2u)), v1", "lane * 2u + 1u)), v1",
			verify.Refuted, "lane 0"},
		{"equal keys in the order of registers", valueSpecs[5], gen.CUDA, "(lane * 2u + 1u));", "(lane + 32u));",
			verify.Refuted, "lane 1"},
		{"a lane for a slot", valueSpecs[5], gen.CUDA, "from[1] = slot1;", "from[1] = slot1 >> 1;", verify.Refuted,
			"lane of register 1"},
		{"the slot of another register", valueSpecs[5], gen.CUDA, "from[1] = slot1;", "from[1] = slot0;", verify.Refuted,
			"register 1 of lane 0"},
		{"a slot without its highest bit", valueSpecs[5], gen.CUDA, "& 127u) : (int)(lane * 2u + 1u)",
			"& 31u) : (int)(lane * 2u + 1u)", verify.Refuted, "value.X"},
		{"another register's value", valueSpecs[6], gen.Go, "before[slot0&3]", "before[slot0&1]", verify.Refuted,
			", value."},
		{"the row and the lane change places", valueSpecs[5], gen.Go, "before[slot0&1][slot0>>1&31]",
			"before[slot0>>1&1][slot0&31]", verify.Refuted, "lane 0, value.X"},
		{"a row past the registers", valueSpecs[5], gen.Go, "before[slot0&1]", "before[slot0&3]", verify.Refused,
			"index"},
		{"a slot's value is not stored", valueSpecs[5], gen.Go,
			"value[register][0] = before[slot0&1][slot0>>1&31]\n", "_ = slot0\n",
			verify.Refuted, "lane 0, value.X"},
		{"keys of 64 bits without their slots", valueSpecs[8], gen.CUDA, " || (from1 == x0 && from1slot < x0slot)", "",
			verify.Refuted, "lane "},
		{"the higher slot first", valueSpecs[8], gen.CUDA, "from1slot < x0slot", "x0slot < from1slot", verify.Refuted,
			"lane "},
		{"equal keys stay", valueSpecs[8], gen.CUDA, "(from2 < x1 ||", "(from2 <= x1 ||", verify.Refuted, "lane "},
		{"a slot stays", valueSpecs[8], gen.CUDA, "(take2, from2slot, x1slot, one)", "(false, from2slot, x1slot, one)",
			verify.Refuted, "lane "},
		{"a key stays", valueSpecs[8], gen.CUDA, "(take2, from2, x1, one)", "(false, from2, x1, one)", verify.Refuted,
			"lane "},
		{"a product with two in half of the lanes", valueSpecs[8], gen.CUDA, "(lane >> 5u) + 1u", "(lane >> 4u) + 1u",
			verify.Refuted, "lane "},
		{"the slot of another lane", valueSpecs[8], gen.CUDA, "__shfl_xor_sync(0xffffffffu, x1slot, 3)",
			"__shfl_xor_sync(0xffffffffu, x1slot, 2)", verify.Refuted, "lane "},
		{"an absent element has a slot", valueSpecs[8], gen.CUDA, "? lane : 32u", "? lane : 0u", verify.Refuted, "lane "},
		{"an absent element does not come last", valueSpecs[8], gen.CUDA, "? v : 9223372036854775807ll",
			"? v : 9223372036854775806ll", verify.Refuted, "lane "},
		{"the slot of another rank", valueSpecs[8], gen.CUDA, "__shfl_sync(0xffffffffu, x3slot, (int)ranked)", "x3slot",
			verify.Refuted, "lane "},
		{"slots of registers change places", valueSpecs[9], gen.CUDA, "first0 ? (lane * 2u) : (lane * 2u + 1u)",
			"first0 ? (lane * 2u + 1u) : (lane * 2u)", verify.Refuted, "register"},
		{"in Go, the higher slot first", valueSpecs[8], gen.Go, "bSlot < aSlot", "aSlot < bSlot", verify.Refuted, "lane "},
		{"in Go, without the slots", valueSpecs[8], gen.Go, " && bSlot < aSlot", "", verify.Refuted, "lane "},
		{"in Go, a slot stays", valueSpecs[9], gen.Go, "step1min0v1slot = in0reg1, in0reg1slot,",
			"step1min0v1slot = in0reg1, in0reg0slot,", verify.Refuted, "register"},
		{"the order by equality", valueSpecs[8], gen.CUDA, "(from1 < x0 || (from1 == x0 && from1slot < x0slot))",
			"(from1 == x0 ? from1slot < x0slot : from1 < x0)", verify.Proved, ""},
		{"the order by less or equal", valueSpecs[8], gen.CUDA, "(from2 < x1 || (from2 == x1 && from2slot < x1slot))",
			"(from2 <= x1 && (from2 < x1 || from2slot <= x1slot))", verify.Proved, ""},
		{"the order from the other side", valueSpecs[8], gen.CUDA, "(from2 < x1 || (from2 == x1 && from2slot < x1slot))",
			"(from2 < x1 || (!(x1 < from2) && !(x1slot < from2slot)))", verify.Proved, ""},
		{"an index past the warp", valueSpecs[0], gen.Go, "before[lane0&31]", "before[lane0]", verify.Refused, "index"},
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

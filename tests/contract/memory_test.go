package contract

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/catalogue"
)

// TestCostOfMemory counts the stores, loads, barriers and shuffles of each function that
// takes shared memory, and holds the size and the type that its contract names against the
// declaration.
func TestCostOfMemory(t *testing.T) {
	said := regexp.MustCompile(`// Cost:  (?:(\d+) shuffles?, )?(\d+) stores?(?: and|,) (\d+) loads? of shared memory, \d+ clocks of an SM; by shuffles alone \d+\.\n`)
	lent := regexp.MustCompile(`// Each warp passes shared memory of its own, a (\w+): (\d+) bytes, aligned to (\d+)\.\n`)
	checked := 0
	for s := range catalogue.All() {
		if !s.TakesMemory() || s.Mask != shflgen.Full {
			continue
		}
		checked++
		src := emitted(t, s, gen.CUDA)
		code := body(t, src, s.FileName())
		cost, memory := said.FindStringSubmatch(src), lent.FindStringSubmatch(src)
		if cost == nil || memory == nil {
			t.Errorf("%s: no cost, or no word of the memory", s.FileName())
			continue
		}
		declared := "struct alignas(" + memory[3] + ") " + memory[1] + " {\n    unsigned char bytes[" + memory[2] + "];\n};\n"
		if memory[1] != s.MemoryName() || !strings.Contains(src, declared) {
			t.Errorf("%s: the contract says %q, the declaration is another", s.FileName(), memory[0])
		}
		for _, of := range []struct{ said, code string }{
			{cost[1], "__shfl_"}, {cost[2], "    *reinterpret_cast<"}, {cost[3], "= *reinterpret_cast<const "}, {"2", "__syncwarp();"},
		} {
			want, _ := strconv.Atoi(of.said)
			if got := strings.Count(code, of.code); got != want {
				t.Errorf("%s: %d times %q, the contract says %d", s.FileName(), got, of.code, want)
			}
		}
	}
	if checked < 12 {
		t.Errorf("%d functions were checked", checked)
	}
}

package contract

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
)

// TestCostOfMemory counts the barriers of each function that takes shared memory, and of a transpose
// the stores, loads and shuffles. It holds the size and the type that the contract names against
// the declaration.
func TestCostOfMemory(t *testing.T) {
	said := regexp.MustCompile(`// Cost:  (?:(\d+) shuffles?, )?(\d+) stores?(?: and|,) (\d+) loads? of shared memory, ` +
		`\d+ clocks of an SM; by shuffles alone \d+\.\n`)
	lent := regexp.MustCompile(`// Each warp passes shared memory of its own, a (\w+): (\d+) bytes, aligned to (\d+)\.\n`)
	checked := 0
	for s := range catalogue.All() {
		if !s.TakesMemory() || s.Mask != spec.Full {
			continue
		}
		checked++
		src := emitted(t, s, gen.CUDA)
		code := body(t, src, s.FileName())
		cost, memory := said.FindStringSubmatch(src), lent.FindStringSubmatch(src)
		transposes := s.Pattern.TakesInverse() // of these alone the contract weighs both ways
		if transposes && cost == nil || memory == nil {
			t.Errorf("%s: no cost, or no word of the memory", s.FileName())
			continue
		}
		declared := "struct alignas(" + memory[3] + ") " + memory[1] + " {\n    unsigned char bytes[" + memory[2] + "];\n};\n"
		if memory[1] != s.MemoryName() || !strings.Contains(src, declared) {
			t.Errorf("%s: the contract says %q, the declaration is another", s.FileName(), memory[0])
		}
		counts := []struct{ said, code string }{{"2", "__syncwarp();"}}
		if transposes {
			counts = append(counts, []struct{ said, code string }{
				{cost[1], "__shfl_"}, {cost[2], "    *reinterpret_cast<"}, {cost[3], "= *reinterpret_cast<const "},
			}...)
		}
		for _, of := range counts {
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

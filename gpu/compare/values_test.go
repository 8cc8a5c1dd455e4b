package compare

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/shflgen/shflgen"
)

// TestTwinOfValues: a key and its value are one struct to a twin, and a value that does not follow
// its key shows.
func TestTwinOfValues(t *testing.T) {
	type pair struct {
		key   int16
		value float64
	}
	s, err := shflgen.ParseArgs(strings.Fields("-pattern sort -width 2 -type int16 -mask full -value float64"))
	if err != nil {
		t.Fatal(err)
	}
	sorted := func(of []pair, values bool) {
		for i := 0; i < len(of); i += 2 {
			if of[i+1].key < of[i].key {
				of[i].key, of[i+1].key = of[i+1].key, of[i].key
				if values {
					of[i].value, of[i+1].value = of[i+1].value, of[i].value
				}
			}
		}
	}
	for _, values := range []bool{true, false} {
		c := newCalls(s, 60, 1)
		want, err := c.expect()
		if err != nil {
			t.Fatal(err)
		}
		var r Report
		r.twins(c, func(_ []uint32, v unsafe.Pointer) uint32 {
			sorted((*[32]pair)(v)[:], values)
			return 0
		}, want)
		if (r.Mismatches == 0) != values || r.TwinComparisons != 60*32*2 {
			t.Errorf("values move: %v: %d mismatches of %d: %v", values, r.Mismatches, r.TwinComparisons, r.First)
		}
	}
	if text := kernel(s); !strings.Contains(text, "x.key = sort_int16_w2_value_float64_full(x.key, &x.value);") {
		t.Errorf("the kernel does not call the function:\n%s", text)
	}
}

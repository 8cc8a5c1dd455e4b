package compare

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/shflgen/shflgen/gpu/twin"
	"github.com/shflgen/shflgen/spec"
)

// TestTwinOfValues: a key and its value are one struct to a twin, and a value that does not follow
// its key shows.
func TestTwinOfValues(t *testing.T) {
	type pair struct {
		key   int16
		value float64
	}
	s, err := spec.ParseArgs(strings.Fields("-pattern sort -width 2 -type int16 -mask full -value float64"))
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
		want := c.expect()
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

// TestTwinOfValuesInRegisters is the same of two registers a lane, with the slot of each: values, or
// slots, of the other register show.
func TestTwinOfValuesInRegisters(t *testing.T) {
	type pair struct {
		key   int64
		value uint32
	}
	s, err := spec.ParseArgs(strings.Fields("-pattern sort -width 1 -n 2 -type int64 -mask full -from -value uint32"))
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range []string{"", "value", "slot"} {
		c := newCalls(s, 60, 1)
		want := c.expect()
		var r Report
		r.twins(c, func(_ []uint32, v unsafe.Pointer) uint32 {
			of, from := (*[2][32]pair)(v), (*[2][32]int32)(unsafe.Add(v, twin.NumbersAt))
			for i := range of[0] {
				from[0][i], from[1][i] = int32(2*i), int32(2*i+1)
				if of[1][i].key < of[0][i].key {
					of[0][i], of[1][i] = of[1][i], of[0][i]
					if fault == "value" {
						of[0][i].value, of[1][i].value = of[1][i].value, of[0][i].value
					}
					if fault != "slot" {
						from[0][i], from[1][i] = from[1][i], from[0][i]
					}
				}
			}
			return 0
		}, want)
		if (r.Mismatches == 0) != (fault == "") || r.TwinComparisons != 60*64*3 {
			t.Errorf("fault %q: %d mismatches of %d: %v", fault, r.Mismatches, r.TwinComparisons, r.First)
		}
	}
	for _, line := range []string{
		"sort_int64_w1_n2_from_value_uint32_full(v, value, n);",
		"value[1] = in[c * 64u + i % 32u + 32u].value;",
		"out[c * 64u + i % 32u + 32u].value = value[1];",
		"pred[c * 64u + i % 32u + 32u] = storable(n[1]);",
	} {
		if text := kernel(s); !strings.Contains(text, line) {
			t.Errorf("the kernel has no line %q:\n%s", line, text)
		}
	}
}

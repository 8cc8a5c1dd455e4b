package compare

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestTwinOfValues: a twin takes keys and values apart, and a value that does not follow
// its key shows.
func TestTwinOfValues(t *testing.T) {
	s, err := spec.ParseArgs(strings.Fields("-pattern sort -width 2 -type int16 -mask full -value float64"))
	if err != nil {
		t.Fatal(err)
	}
	for _, values := range []bool{true, false} {
		c := newCalls(s, 60, 1)
		want := c.expect()
		var r Report
		r.twins(c, func(keys *[32]int16, of *[32]float64) {
			for i := 0; i < len(keys); i += 2 {
				if keys[i+1] < keys[i] {
					keys[i], keys[i+1] = keys[i+1], keys[i]
					if values {
						of[i], of[i+1] = of[i+1], of[i]
					}
				}
			}
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
	s, err := spec.ParseArgs(strings.Fields("-pattern sort -width 1 -n 2 -type int64 -mask full -from -value uint32"))
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range []string{"", "value", "slot"} {
		c := newCalls(s, 60, 1)
		want := c.expect()
		var r Report
		r.twins(c, func(keys *[2][32]int64, of *[2][32]uint32, from *[2][32]int32) {
			for i := range keys[0] {
				from[0][i], from[1][i] = int32(2*i), int32(2*i+1)
				if keys[1][i] < keys[0][i] {
					keys[0][i], keys[1][i] = keys[1][i], keys[0][i]
					if fault != "value" {
						of[0][i], of[1][i] = of[1][i], of[0][i]
					}
					if fault != "slot" {
						from[0][i], from[1][i] = from[1][i], from[0][i]
					}
				}
			}
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

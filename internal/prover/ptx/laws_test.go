package ptx

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLaws wants a proof to name the laws that it rests on, and no other.
func TestLaws(t *testing.T) {
	for name, want := range map[string]string{
		"shfl_up_w8_delta_3_type_uint32":                 "",
		"rotate_w5_delta_2_type_int64":                   "",
		"down_reduce_w8_type_float32":                    "",              // in the order near
		"inclusive_scan_w32_type_float32":                "commutativity", // the compiler turns sums
		"xor_reduce_w8_type_float64_mask_full_order_far": "commutativity",
		"xor_reduce_w16":                                 "associativity, commutativity, identity",
		"xor_reduce_w32_op_max":                          "associativity, commutativity, identity",
		"reduce_w32_redux":                               "associativity, commutativity, identity",
		"reduce_w4_type_float32_op_argmax": "associativity, commutativity, identity, " +
			"order-preserving encoding, lowest lane of the best",
	} {
		spec, src := fixture(t, name)
		p, err := Prove(spec, name, []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, l := range p.Laws.List() {
			got = append(got, l.String())
		}
		if diff := cmp.Diff(want, strings.Join(got, ", ")); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", name, diff)
		}
	}
}

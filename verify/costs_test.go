package verify

import (
	"strings"
	"testing"
)

// TestCosts: a body with other calls than the printed one limits the claim if the contract counts them, and else does not.
func TestCosts(t *testing.T) {
	const printed = "// Cost:  one shuffle.\nint f(int v)\n{\n    return __shfl_xor_sync(0xffffffffu, v, 1);\n}\n"
	for _, test := range []struct {
		from, to string
		limited  bool
	}{
		{"return", "int x = v;\n    return", false},
		{"return", "v = __shfl_xor_sync(0xffffffffu, v, 0);\n    return", true},
		{"__shfl_xor_sync(0xffffffffu, v, 1)", "v", true},
		{"return", "__syncwarp();\n    return", true},
	} {
		got := strings.Replace(printed, test.from, test.to, 1)
		if limit := costs([]byte(got), []byte(printed)); (limit != "") != test.limited {
			t.Errorf("%q: limit %q", got, limit)
		}
		if limit := costs([]byte(got), []byte(strings.Replace(printed, "Cost: ", "Price:", 1))); limit != "" {
			t.Errorf("%q: limit %q without a sentence of costs", got, limit)
		}
	}
}

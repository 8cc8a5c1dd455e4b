package verify

import (
	"strings"
	"testing"
)

// TestCosts: a contract that counts calls is not known to be true of a body with others, or that runs them another number of times.
func TestCosts(t *testing.T) {
	const printed = "// Cost:  one shuffle.\nint f(int v)\n{\n    return __shfl_xor_sync(0xffffffffu, v, 1);\n}\n"
	for _, test := range []struct {
		from, to string
		untrue   bool
	}{
		{"return", "int x = v;\n    return", false},
		{"v, 1", "v, 2 - 1", false},
		{"return", "v = __shfl_xor_sync(0xffffffffu, v, 0);\n    return", true},
		{"__shfl_xor_sync(0xffffffffu, v, 1)", "v", true},
		{"return", "__syncwarp();\n    return", true},
		{"return", "for (int i = 0; i < 2; i++)\n        v = v;\n    return", true},
		{"return", "if (v > 0)\n    return v;\n    return", true},
		{"return", `asm volatile("shfl.sync.bfly.b32 %0, %0, 0, 0x1f, 0xffffffff;" : "+r"(v));` + "\n    return", true},
		{"return", "v = (v > 0) & (v < 3);\n    return", false},
		{"return", "bool b = v > 0 && v < 3;\n    return", true},
	} {
		got := strings.Replace(printed, test.from, test.to, 1)
		if err := costs([]byte(got), []byte(printed)); (err != nil) != test.untrue {
			t.Errorf("%q: %v", got, err)
		}
		if err := costs([]byte(got), []byte(strings.Replace(printed, "Cost: ", "Price:", 1))); err != nil {
			t.Errorf("%q: without a sentence of costs: %v", got, err)
		}
		memory := strings.Replace(printed, "one shuffle", "one store of shared memory", 1)
		if err := costs([]byte(got), []byte(memory)); err == nil {
			t.Errorf("%q: accesses to shared memory are known of another body", got)
		}
	}
}

// TestShares: a comment that says from how many rows on processors share them is known of the printed body alone.
func TestShares(t *testing.T) {
	const printed = "package p\n\n// F is one.\n// From 342 rows on, several processors share them.\nfunc F(n int) int {\n\tif n < 342 {\n\t\treturn 0\n\t}\n\treturn 1\n}\n\n" +
		"// G says nothing.\nfunc G() int { return 1 }\n"
	for to, untrue := range map[string]bool{"n < 342 { // few": false, "n < 343 {": true, "n <= 342 {": true} {
		got := strings.Replace(printed, "n < 342 {", to, 1)
		if err := shares(got, printed, "F"); (err != nil) != untrue {
			t.Errorf("%s: %v", to, err)
		}
	}
	if err := shares(strings.Replace(printed, "{ return 1 }", "{ return 2 }", 1), printed, "G"); err != nil {
		t.Error(err)
	}
}

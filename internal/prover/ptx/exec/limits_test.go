package exec

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// TestLimits: of each limit, what it has is loaded, and one more is refused with the figure.
func TestLimits(t *testing.T) {
	kernel := func(isa, params, bound, declared string) string {
		return fmt.Sprintf(".version %s\n.target sm_90\n.address_size 64\n.visible .entry k(%s)\n%s{\n%s\nret;\n}\n", isa,
			params, bound, declared)
	}
	params := func(n int) string { return fmt.Sprintf(".param .align 4 .b8 p[%d]", n) }
	shared := func(n int) string {
		return fmt.Sprintf(".shared .align 4 .b8 a[4];\n.shared .align 128 .b8 b[%d];", n-128)
	}
	local := func(n int) string {
		return fmt.Sprintf(".local .align 8 .b8 a[200000];\n.local .align 8 .b8 b[200000];\n.local .align 8 .b8 c[%d];",
			n-400000)
	}
	for _, test := range []struct {
		most int
		of   func(n int) string
	}{
		{49152, func(n int) string { return kernel("8.0", "", "", shared(n)) }},
		{524288, func(n int) string { return kernel("8.0", "", "", local(n)) }},
		{1024, func(n int) string { return kernel("8.0", "", fmt.Sprintf(".maxntid %d, 1, 1\n", n), "") }},
		{1024, func(n int) string { return kernel("8.0", "", fmt.Sprintf(".reqntid %d, 1, 1\n", n), "") }},
		{8, func(n int) string {
			return kernel("8.0", "", fmt.Sprintf(".explicitcluster\n.reqnctapercluster %d, 1, 1\n", n), "")
		}},
		{4352, func(n int) string { return kernel("8.0", params(n), "", "") }},
		{32764, func(n int) string { return kernel("8.1", params(n), "", "") }},
	} {
		for _, n := range []int{test.most, test.most + 1} {
			src := test.of(n)
			m, err := parse.Parse("k.ptx", []byte(src))
			if err == nil {
				_, err = Load(m, m.Kernels[0], Function)
			}
			want := fmt.Sprintf("%d", n)
			switch {
			case n == test.most && err != nil:
				t.Errorf("%d: %v\n%s", n, err, src)
			case n > test.most && (err == nil || !strings.Contains(err.Error(), want) ||
				!strings.Contains(err.Error(), fmt.Sprintf("at most %d", test.most))):
				t.Errorf("%d: %v, want a refusal that says at most %d\n%s", n, err, test.most, src)
			}
		}
	}
}

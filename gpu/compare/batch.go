package compare

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/compile"
)

// registers are the numbers of registers to compare at each width.
var registers = map[int][]int{1: {3}, 2: {5}, 3: {4, 17}, 4: {4}, 7: {3, 7, 29}, 8: {33}, 12: {1, 20}, 16: {16, 23}, 17: {20}, 31: {31, 64}, 32: {1, 7, 32, 64}}

// batchSpecs are s with a sum at every width and number of registers, and with every op
// where there are 7 or 23 registers; each without and with -all.
func batchSpecs(s shflgen.Spec) []shflgen.Spec {
	var all []shflgen.Spec
	for w := 1; w <= shflgen.WarpSize; w++ {
		for _, n := range registers[w] {
			s.Width, s.N = w, n
			for _, op := range withOps(s) {
				if op.Op == shflgen.Sum || n == 7 || n == 23 {
					all = append(all, op)
					op.All = true
					all = append(all, op)
				}
			}
		}
	}
	return all
}

// batchBody is the body of the kernel for a function of N registers a lane. The elements of
// case c lie register by register.
func batchBody(s shflgen.Spec, call string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, c = i / 32u;
    if (c >= cases)
        return;
    const %[1]s *from = in + c * %[2]du + i %% 32u;
    %[1]s *to = out + c * %[2]du + i %% 32u;
    %[1]s v[%[3]d];
`, compile.TypeName(s.Type), s.Elements(), s.N)
	for r := range s.N {
		fmt.Fprintf(&b, "    v[%d] = from[%d];\n", r, r*s.Lanes())
	}
	after := ""
	if s.Shape().Numbers() != nil {
		b.WriteString("    int n;\n")
		after = storeNumber
	}
	fmt.Fprintf(&b, "    %s;\n%s", call, after)
	for r := range s.N {
		fmt.Fprintf(&b, "    to[%d] = v[%d];\n", r*s.Lanes(), r)
	}
	return b.String()
}

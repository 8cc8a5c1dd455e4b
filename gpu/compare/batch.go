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
func batchBody(s shflgen.Spec) string {
	var b strings.Builder
	b.WriteString(`    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, c = i / 32u;
    if (c >= cases)
        return;
`)
	after := ""
	if s.Shape().Numbers() != nil {
		b.WriteString("    int n;\n")
		after = storeNumber
	}
	b.WriteString(lent(s))
	if s.Shape().Memory {
		oneBatch(&b, s, "w", "d")
	}
	oneBatch(&b, s, "v", "c")
	b.WriteString(after)
	return b.String()
}

// warps are those of a block that runs functions of a warp.
const warps = 4

// lent declares the memory that a function of a warp is lent, and the case after c; nothing for
// other functions.
func lent(s shflgen.Spec) string {
	if !s.Shape().Memory {
		return ""
	}
	return fmt.Sprintf("    __shared__ %s memory[%d];\n    unsigned d = c + 1u == cases ? 0u : c + 1u;\n", s.MemoryName(), warps)
}

// oneBatch is a call on the registers of a case, named name. All results go to case c.
func oneBatch(b *strings.Builder, s shflgen.Spec, name, of string) {
	fmt.Fprintf(b, "    %s %s[%d];\n", compile.ElementName(s), name, s.Registers())
	for r := range s.Registers() {
		fmt.Fprintf(b, "    %s[%d] = in[%s * %du + i %% 32u + %du];\n", name, r, of, s.Elements(), r*s.Lanes())
	}
	fmt.Fprintf(b, "    %s;\n", call(s, "mask["+of+"]", name))
	for r := range s.Registers() {
		fmt.Fprintf(b, "    out[c * %du + i %% 32u + %du] = %s[%d];\n", s.Elements(), r*s.Lanes(), name, r)
	}
}

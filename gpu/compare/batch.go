package compare

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
)

// registers are the numbers of registers to compare at each width.
var registers = map[int][]int{1: {3}, 2: {5}, 3: {4, 17}, 4: {4}, 7: {3, 7, 29}, 8: {33}, 12: {1, 20}, 16: {16, 23},
	17: {20}, 31: {31, 64}, 32: {1, 7, 32, 64}}

// batchSpecs are s with a sum at every width and number of registers, and with every op
// where there are 7 or 23 registers; each without and with -all.
func batchSpecs(s spec.Spec) []spec.Spec {
	var all []spec.Spec
	for w := 1; w <= spec.WarpSize; w++ {
		for _, n := range registers[w] {
			s.Width, s.N = w, n
			for _, op := range withOps(s) {
				if op.Op == spec.Sum || n == 7 || n == 23 {
					all = append(all, op)
					op = op.With("all", true)
					all = append(all, op)
				}
			}
		}
	}
	return all
}

// batchBody is the body of the kernel for a function of N registers a lane. The elements of
// case c lie register by register.
func batchBody(s spec.Spec) string {
	var b strings.Builder
	b.WriteString(`    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, c = i / 32u;
    if (c >= cases)
        return;
`)
	after := ""
	switch {
	case numbersInArray(s):
		fmt.Fprintf(&b, "    int n[%d];\n", s.Registers())
		for r := range s.Registers() {
			after += fmt.Sprintf("    pred[c * %du + i %% 32u + %du] = storable(n[%d]);\n", s.Elements(), r*s.Lanes(), r)
		}
	case s.Shape().Numbers() != nil:
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
func lent(s spec.Spec) string {
	if !s.Shape().Memory {
		return ""
	}
	return fmt.Sprintf("    __shared__ %s memory[%d];\n    unsigned d = c + 1u == cases ? 0u : c + 1u;\n", s.MemoryName(),
		warps)
}

// oneBatch is a call on the registers of a case, named name. All results go to case c.
func oneBatch(b *strings.Builder, s spec.Spec, name, of string) {
	key := ""
	value, paired := s.Shape().Takes(spec.ValueRole)
	if paired {
		key = ".key"
		fmt.Fprintf(b, "    %s value[%d];\n", compile.TypeName(value.Type), s.Registers())
	}
	fmt.Fprintf(b, "    %s %s[%d];\n", compile.ElementName(s), name, s.Registers())
	for r := range s.Registers() {
		from := fmt.Sprintf("in[%s * %du + i %% 32u + %du]", of, s.Elements(), r*s.Lanes())
		fmt.Fprintf(b, "    %s[%d] = %s%s;\n", name, r, from, key)
		if paired {
			fmt.Fprintf(b, "    value[%d] = %s.value;\n", r, from)
		}
	}
	fmt.Fprintf(b, "    %s;\n", call(s, "mask["+of+"]", name))
	for r := range s.Registers() {
		to := fmt.Sprintf("out[c * %du + i %% 32u + %du]", s.Elements(), r*s.Lanes())
		fmt.Fprintf(b, "    %s%s = %s[%d];\n", to, key, name, r)
		if paired {
			fmt.Fprintf(b, "    %s.value = value[%d];\n", to, r)
		}
	}
}

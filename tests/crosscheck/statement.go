package crosscheck

import (
	"fmt"
	"strings"
)

// functions are the functions that a carrier may call: with parameters in .param space, and in
// registers.
func functions(rng *Generator) string {
	if rng.IntN(4) > 0 {
		return ""
	}
	inRegisters := ""
	if rng.IntN(4) == 0 {
		inRegisters = fmt.Sprintf(`.func (.reg .b32 o) h(.reg .b32 a, .reg .b32 b)
{
	.reg .pred %%p0;
	setp.%[1]s.u32 %%p0, a, b;
	selp.b32 o, a, %[2]d, %%p0;
	@%%p0 xor.b32 o, o, b;
}
`, []string{"lo", "hs", "ne"}[rng.IntN(3)], rng.Uint32()>>1)
	}
	return inRegisters + fmt.Sprintf(`.func (.param .b32 o) f(.param .b32 a, .param .b64 b)
{
	.reg .b32 %%r<4>; .reg .b64 %%d0; .reg .pred %%p0;
	ld.param.b32 %%r0, [a];
	ld.param.b64 %%d0, [b];
	cvt.u32.u64 %%r1, %%d0;
	setp.lt.%[1]s32 %%p0, %%r0, %%r1;
	st.param.b32 [o+0], %%r0;
	@%%p0 ret;
	mad.lo.u32 %%r2, %%r0, %%r1, %[2]d;
	st.param.b32 [o], %%r2;
	ret;
}
`, []string{"s", "u"}[rng.IntN(2)], rng.Uint32()>>1)
}

// statement is an instruction, or a few in a scope, a branch, a loop or a call.
func statement(rng *Generator, i int) string {
	alone := func() string { // that no other thread takes part in
		for {
			if in := Instruction(rng, registersOf); !strings.Contains(in, "sync") {
				return in
			}
		}
	}
	reg := func() int { return rng.IntN(registersOf) }
	switch rng.IntN(12) {
	case 0: // a register that hides another, here and in the next scope
		k := reg()
		s := fmt.Sprintf("\t{ .reg .b32 %%r%d, %%t<2>;\n\tmov.b32 %%r%[1]d, %d;\n\tmov.b32 %%t1, %%d%d_;\n"+
			"%s%s\tmov.b32 %%f%d, %%r%[1]d;\n\tmov.b32 %%r%[7]d, %%t1;\n\t}\n",
			k, rng.Uint32()>>1, k, Instruction(rng, registersOf), Instruction(rng, registersOf), reg(), (k+1)%registersOf)
		s = strings.Replace(s, fmt.Sprintf("%%d%d_", k), fmt.Sprintf("%%r%d", (k+2)%registersOf), 1)
		if rng.IntN(2) == 0 {
			s += fmt.Sprintf("\t{ .reg .b32 %%u<2>; .reg .pred %%p%d;\n"+
				"\tmov.b32 %%u0, %%r%d;\n%s\tadd.u32 %%r%d, %%u%d, 1;\n\t}\n",
				reg(), reg(), alone(), reg(), rng.IntN(8)/7)
		}
		return s
	case 1:
		return fmt.Sprintf("\t@%s%%p%d bra B%d;\n%s%sB%d:\n", [2]string{"", "!"}[rng.IntN(2)], reg(), i, alone(), alone(), i)
	case 2:
		return fmt.Sprintf("\t@%%p%d bra B%d;\n%s\tbra.uni C%d;\nB%d:\n%sC%d:\n", reg(), i, alone(), i, i, alone(), i)
	case 3:
		return fmt.Sprintf("\tmov.u32 %%q0, %d;\nL%d:\n%s%s\tsub.u32 %%q0, %%q0, 1;\n"+
			"\tsetp.ne.u32 %%z, %%q0, 0;\n\t@%%z bra L%d;\n",
			1+rng.IntN(5), i, Instruction(rng, registersOf), alone(), i)
	case 4:
		return fmt.Sprintf("\tand.b32 %%q0, %%r%d, 3;\n\tadd.u32 %%q0, %%q0, 1;\nL%d:\n%s\tsub.u32 %%q0, %%q0, 1;\n"+
			"\tsetp.ne.u32 %%z, %%q0, 0;\n\t@%%z bra L%d;\n",
			reg(), i, alone(), i)
	}
	return Instruction(rng, registersOf)
}

// calls puts calls of the functions into a carrier's text, if it has them.
func calls(rng *Generator, text string) string {
	if !strings.Contains(text, ".func") {
		return text
	}
	call := fmt.Sprintf("\tcall (%%r%d), h, (%%r%d, %%r%d);\n", rng.IntN(registersOf), rng.IntN(registersOf),
		rng.IntN(registersOf))
	if rng.IntN(2) == 0 || !strings.Contains(text, ") h(") {
		call = fmt.Sprintf("\t{ .param .b32 p0; .param .b64 p1; .param .b32 p2;\n\tst.param.b32 [p0], %%r%d;\n"+
			"\tst.param.b64 [p1], %%d%d;\n\tcall.uni (p2), f, (p0, p1);\n\tld.param.b32 %%r%d, [p2];\n\t}\n",
			rng.IntN(registersOf), rng.IntN(registersOf), rng.IntN(registersOf))
	}
	at := strings.Index(text, "\tsetp.nan.f32 %z") // the end of the random part, or within it
	return text[:at] + call + text[at:]
}

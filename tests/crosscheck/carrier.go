package crosscheck

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// CarrierSpec is the spec that a carrier is read as: 64 bits a lane in and out.
func CarrierSpec() spec.Spec {
	s := spec.NewSpec(spec.Reduce)
	s.Type = spec.Uint64
	return s
}

// The number of registers of each kind in a carrier.
const registersOf = 4

// Carrier is a kernel of n random instructions on registers that hold the input,
// mixed, and that are all folded into the output.
func Carrier(rng *Generator, n int) Subject {
	var b strings.Builder
	for i := range n {
		b.WriteString(statement(rng, i))
	}
	return carrier(rng, b.String(), functions(rng))
}

// carrier is a kernel with those instructions.
func carrier(rng *Generator, text, functions string) Subject {
	var b strings.Builder
	fmt.Fprintf(&b, `.version 8.0
.target sm_90
.address_size 64
%[2]s.visible .entry k(.param .u32 a, .param .u64 b, .param .u64 c)
{
	.local .align 8 .b8 buf[16];
	.reg .b16 %%h<%[1]d>; .reg .b32 %%r<%[1]d>, %%i, %%q<3>; .reg .b64 %%d<%[1]d>, %%x, %%y, %%in, %%out;
	.reg .f32 %%f<%[1]d>; .reg .f64 %%g<%[1]d>; .reg .pred %%p<%[1]d>, %%z;
	ld.param.u32 %%r0, [a];
	ld.param.u64 %%in, [b];
	ld.param.u64 %%out, [c];
	cvta.to.global.u64 %%in, %%in;
	cvta.to.global.u64 %%out, %%out;
	mov.u32 %%i, %%laneid;
	mul.wide.u32 %%x, %%i, 8;
	add.s64 %%in, %%in, %%x;
	add.s64 %%out, %%out, %%x;
	ld.global.u64 %%y, [%%in];
	st.local.u64 [buf], %%y;
	st.local.u64 [buf+8], %%x;
`, registersOf, functions)
	for i := range registersOf { // of the input: its parts stay, so that edge values do
		fmt.Fprintf(&b, "\tshr.u64 %%d%d, %%y, %d;\n", i, i%3*i)
	}
	for i := range registersOf {
		if i > 0 {
			fmt.Fprintf(&b, "\tcvt.u32.u64 %%r%[1]d, %%d%[2]d;\n", i, registersOf-1-i)
		}
		fmt.Fprintf(&b, "\tcvt.u16.u64 %%h%[1]d, %%d%[1]d;\n\tmov.b32 %%f%[1]d, %%r%[1]d;\n\tmov.b64 %%g%[1]d, %%d%[1]d;\n"+
			"\tsetp.lt.u32 %%p%[1]d, %%r%[1]d, %[2]d;\n",
			i, rng.Uint32())
	}
	b.WriteString(text)
	for i := range registersOf {
		fmt.Fprintf(&b, `	setp.nan.f32 %%z, %%f%[1]d, %%f%[1]d;
	@%%z mov.b32 %%f%[1]d, 0f7FC00000;
	mov.b32 %%q0, %%f%[1]d;
	cvt.u32.u16 %%q1, %%h%[1]d;
	selp.b32 %%q2, 0x9e3779b1, 17, %%p%[1]d;
	xor.b32 %%q0, %%q0, %%q1;
	mad.lo.u32 %%q0, %%q0, %%q2, %%r%[1]d;
	setp.nan.f64 %%z, %%g%[1]d, %%g%[1]d;
	@%%z mov.b64 %%g%[1]d, 0d7FF8000000000000;
	mov.b64 %%x, %%g%[1]d;
	xor.b64 %%x, %%x, %%d%[1]d;
	mad.wide.u32 %%x, %%q0, 0x85ebca6b, %%x;
	mad.lo.u64 %%y, %%y, 0x9e3779b97f4a7c15, %%x;
	ld.local.u64 %%x, [buf+%[2]d];
	xor.b64 %%y, %%y, %%x;
`, i, i%2*8)
	}
	b.WriteString("\tst.global.u64 [%out], %y;\n\tret;\n}\n")
	return Subject{"carrier.ptx", CarrierSpec(), []byte(calls(rng, b.String()))}
}

// Instruction is a random instruction of the templates, on the first n registers
// of each kind, sometimes with a guard.
func Instruction(rng *Generator, n int) string {
	op, rest, _ := strings.Cut(choose(rng, templates[rng.IntN(len(templates))]), " ")
	var args []string
	for _, hole := range strings.Fields(rest) {
		args = append(args, fill(rng, hole, n))
	}
	guard := ""
	warp := strings.Contains(op, "sync")
	if !warp && rng.IntN(6) == 0 {
		guard = fmt.Sprintf("@%s%%p%d ", [2]string{"", "!"}[rng.IntN(2)], rng.IntN(n))
	}
	return fmt.Sprintf("\t%s%s %s;\n", guard, op, strings.Join(args, ", ")) + settleNaN(op, args)
}

// ofSame are instructions that ptxas may translate as a move where both operands are the same register.
var ofSame = regexp.MustCompile(`^(min|max)\.(f32|b?f16(x2)?)$`)

// settleNaN gives the result of a float instruction one NaN where PTX leaves the
// payload open, or ptxas may take the instruction for a move.
func settleNaN(op string, args []string) string {
	open := strings.HasSuffix(op, "f64") && !strings.HasPrefix(op, "set") && !strings.HasPrefix(op, "mov") &&
		!strings.HasPrefix(op, "selp") ||
		strings.HasPrefix(op, "neg") || strings.HasPrefix(op, "abs") || op == "cvt.f32.bf16" || op == "cvt.f64.f32" ||
		len(args) == 3 && args[1] == args[2] && ofSame.MatchString(op)
	if !open || len(args) == 0 {
		return ""
	}
	d := args[0]
	switch {
	case strings.HasPrefix(d, "%f"):
		return fmt.Sprintf("\tsetp.nan.f32 %%z, %[1]s, %[1]s;\n\t@%%z mov.b32 %[1]s, 0f7FC00000;\n", d)
	case strings.HasPrefix(d, "%g"):
		return fmt.Sprintf("\tsetp.nan.f64 %%z, %[1]s, %[1]s;\n\t@%%z mov.b64 %[1]s, 0d7FF8000000000000;\n", d)
	case strings.HasSuffix(op, "f16x2") || strings.HasSuffix(op, "f16"): // of halves: min.NaN gives the canonical one
		t := op[strings.LastIndex(op, ".")+1:]
		return fmt.Sprintf("\tmin.NaN.%[2]s %[1]s, %[1]s, %[1]s;\n", d, t)
	}
	return ""
}

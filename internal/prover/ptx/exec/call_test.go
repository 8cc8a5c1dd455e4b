package exec

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// functions are as clang -O0 and nvcc -G print them.
const functions = `
.extern .func (.param .b32 r) elsewhere (.param .b32 a)
;
.func (.param .b32 func_retval0) twice(
	.param .b32 twice_param_0
)
{
	.local .align 4 .b8 __local_depot0[4];
	.reg .b64 %SP;
	.reg .b64 %SPL;
	.reg .b32 %r<3>;
	mov.u64 %SPL, __local_depot0;
	cvta.local.u64 %SP, %SPL;
	ld.param.u32 %r1, [twice_param_0];
	st.u32 [%SP+0], %r1;
	ld.u32 %r2, [%SP+0];
	add.s32 %r2, %r2, %r1;
	st.param.b32 [func_retval0+0], %r2;
	ret;
}
.func through(.param .b64 p, .param .align 4 .b8 s[8])
{
	.reg .b32 %r<3>;
	.reg .b64 %d<3>;
	.reg .pred %p1;
	ld.param.u64 %d1, [p];
	ld.param.u32 %r1, [s+4];
	setp.eq.u32 %p1, %r1, 0;
	@%p1 ret;
	st.u32 [%d1], %r1;
	ret;
}
.func (.param .b32 r) nothing() { .reg .b32 %r<3>; st.param.b32 [r], %r1; ret; }
.func (.param .b32 r) never() { ret; }
.func (.param .b32 r) again(.param .b32 a)
{
	.reg .b32 %r<3>;
	{
	.param .b32 param0;
	st.param.b32 [param0], 1;
	.param .b32 retval0;
	call (retval0), again, (param0);
	}
	ret;
}
.func (.param .b32 r) partner(.param .b32 a)
{
	.reg .b32 %r<3>;
	ld.param.b32 %r1, [a];
	shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1;
	st.param.b32 [r], %r2;
	ret;
}
.func (.param .b32 r) writes(.param .b32 a) { st.param.b32 [a], 1; ret; }
.func (.param .b32 r) carries(.param .b32 a) { .reg .b32 %r<3>; addc.cc.u32 %r1, 0, 0; add.cc.u32 %r2, -1, -1; st.param.b32 [r], %r1; ret; }
.func leaves(.param .b32 a) { exit; }
.global .align 1 .b8 text[4] = {37, 100, 10, 0};
.global .align 4 .b32 other;
.extern .func (.param .b32 r) __assertfail(.param .b64 a);
.extern .func (.param .b32 r) vprintf(.param .b64 a);
.func open(.param .b32 a) { .reg .b32 %r<2>; ld.param.b32 %r1, [a]; }
`

// call is a call of a function from a to r.
func call(f, a, r string) string {
	return fmt.Sprintf("{ .param .b32 param0; st.param.b32 [param0+0], %s; .param .b32 retval0; call.uni (retval0), "+
		"%s, (param0); ld.param.b32 %s, [retval0+0]; } ", a, f, r)
}

// texted is a call of f with the address of a text.
func texted(f string) string {
	return "{ .param .b64 param0; mov.u64 %d4, text; cvta.global.u64 %d4, %d4; st.param.b64 [param0], %d4; " +
		".param .b32 retval0; call.uni (retval0), " + f + ", (param0); } "
}

func TestCalls(t *testing.T) {
	pass := func(second string) string {
		return ".local .align 8 .b8 l[8]; mov.u64 %d4, l; cvta.local.u64 %d4, %d4; st.u32 [%d4], 9; { .param .b64 param0; " +
			"st.param.b64 [param0], %d4; .param .align 4 .b8 param1[8]; st.param.b32 [param1], 7; " + second +
			"call.uni through, (param0, param1); } ld.u32 %r3, [%d4]; "
	}
	for _, tt := range []sample{
		{"a value", call("twice", "%r2", "%r3"), func(i int) uint32 { return uint32(2 * i) }, ""},
		{"one after the other", call("twice", "%r2", "%r4") + call("twice", "%r4", "%r3"), func(i int) uint32 {
			return uint32(4 * i)
		}, ""},
		{"in a loop", "mov.b32 %r3, %r2; mov.b32 %r9, 0; L: " + call("twice", "%r3", "%r3") +
			"add.s32 %r9, %r9, 1; setp.lt.u32 %p1, %r9, 3; @%p1 bra L; ", func(i int) uint32 { return uint32(8 * i) }, ""},
		{"of some threads", "mov.b32 %r3, 1; setp.gt.u32 %p1, %r1, 3; @%p1 bra X; " + call("twice", "%r2", "%r3") +
			"X: mov.b32 %r4, 0; ", func(i int) uint32 { return uint32(1 + min(1, max(0, 4-i))*(2*i-1)) }, ""},
		{"through a pointer", pass("st.param.b32 [param1+4], %r2; "), func(i int) uint32 {
			return uint32(i + 9*(1-min(1, i)))
		}, ""},
		{"a field that is not set", pass(""), nil, ""},
		{"a shuffle", call("partner", "%r2", "%r3"), func(i int) uint32 { return uint32(i ^ 1) }, ""},
		{"a shuffle from two calls", "setp.gt.u32 %p1, %r1, 3; @%p1 bra X; " + call("partner", "%r2", "%r3") + "bra Y; X: " +
			call("partner", "%r2", "%r3") + "Y: mov.b32 %r4, 0; ", nil, "divergent"},
		{"a register that is not set", "{ .param .b32 retval0; call (retval0), nothing; ld.param.b32 %r3, [retval0]; } ", nil,
			""},
		{"nothing returned",
			"{ .param .b32 retval0; st.param.b32 [retval0], 1; call (retval0), never; ld.param.b32 %r3, [retval0]; } ", nil, ""},
		{"what the last call was passed",
			"mov.b32 %r9, 0; L: { .param .b32 param0; setp.gt.u32 %p1, %r9, 0; @%p1 bra M; st.param.b32 [param0], 5; M: " +
				".param .b32 retval0; call (retval0), twice, (param0); ld.param.b32 %r3, [retval0]; } add.s32 %r9, %r9, 1; " +
				"setp.lt.u32 %p1, %r9, 2; @%p1 bra L; ", nil, ""},
		{"a carry of before the call", "add.cc.u32 %r4, -1, -1; " + call("carries", "%r2", "%r3"), nil, ""},
		{"a carry of the callee", call("carries", "%r2", "%r4") + "addc.u32 %r3, 0, 0; ", nil, ""},
		{"exit in a function", "{ .param .b32 param0; st.param.b32 [param0], 1; call leaves, (param0); } mov.b32 %r3, 1; ",
			nil, "ends the thread"},
		{"an assertion that holds", "setp.gt.u32 %p1, %r1, 40; @!%p1 bra X; " +
			texted("__assertfail") + "X: mov.b32 %r3, 1; ",
			func(int) uint32 { return 1 }, ""},
		{"an assertion that fails", "setp.gt.u32 %p1, %r1, 4; @!%p1 bra X; " + texted("__assertfail") + "X: mov.b32 %r3, 1; ",
			nil, "an assertion fails"},
		{"a message", texted("vprintf") + "mov.b32 %r3, 1; ", func(int) uint32 { return 1 }, ""},
		{"what a message returns", strings.TrimSuffix(texted("vprintf"), "} ") + "ld.param.b32 %r3, [retval0]; } ", nil, ""},
		{"what a message reads", "mov.u64 %d4, text; ld.global.u32 %r3, [%d4]; ", nil, "unsupported by design: "},
		{"a number for its address", "mov.u64 %d4, text; mov.b64 {%r3, %r4}, %d4; ", nil, "unsupported by design: "},
		{"an address less another", "mov.u64 %d4, text; .local .align 8 .b8 l[8]; mov.u64 %d5, l; sub.u64 %d4, %d5, %d4; " +
			"cvt.u32.u64 %r3, %d4; ", nil, "unsupported by design: "},
		{"one of two addresses", "mov.u64 %d4, text; mov.u64 %d5, other; setp.gt.u32 %p1, %r1, 4; " +
			"selp.b64 %d4, %d4, %d5, %p1; ld.global.u32 %r3, [%d4]; ", nil, "unsupported by design: "},
		{"itself", call("again", "%r2", "%r3"), nil, "again calls itself"},
		{"elsewhere", call("elsewhere", "%r2", "%r3"), nil, "not in the file"},
		{"a number of arguments", "{ .param .b32 param0; call twice, (param0); } ", nil,
			"passes or returns 0 values, want 1"},
		{"a size", "{ .param .b64 param0; .param .b32 retval0; call (retval0), twice, (param0); } ", nil,
			"want a .param variable of 4 bytes"},
		{"a register for a .param variable", "call (%r3), twice, (%r2); ", nil, "want a .param variable"},
		{"an address of a function", "call %d4, (); ", nil, "only direct calls"},
		{"what was passed is written", call("writes", "%r2", "%r3"), nil, "writes what was passed to writes"},
		{"no return", "{ .param .b32 param0; call open, (param0); } ", nil, "open ends without ret"},
	} {
		src := strings.ReplaceAll(tt.ptx, "; ", ";\n\t")
		cells, err := runWith(t, functions, src, 32, func(i int) uint32 { return uint32(i) })
		if tt.err != "" || err != nil {
			if err == nil || tt.err == "" || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%s: got %v, want an error with %q", tt.name, err, tt.err)
			}
			continue
		}
		for lane, c := range cells {
			def := c.Def == (bv.Word{W: 1, X: 1})
			if def != (tt.want != nil) || def && uint32(c.V.(bv.Word).X) != tt.want(lane) {
				t.Errorf("%s: lane %d: got %v", tt.name, lane, c)
				break
			}
		}
	}
}

// TestStaticShared: a function's shared memory is one for all calls of it.
func TestStaticShared(t *testing.T) {
	m, err := parse.Parse("k.ptx", []byte(`.version 8.0
.target sm_80
.func f() { .shared .align 4 .b8 s[4]; st.shared.b32 [s], 1; ret; }
.visible .entry k() { call f; call f; ret; }
`))
	if err != nil {
		t.Fatal(err)
	}
	p, err := Load(m, m.Kernels[0], Function)
	if err != nil || len(p.Shared()) == 0 || len(p.regions) != 1 {
		t.Errorf("%v, %d regions", err, len(p.regions))
	}
}

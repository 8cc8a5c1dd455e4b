package ptx

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// fixture reads PTX that clang 19 made of a kernel; its first line is the spec.
func fixture(t testing.TB, name string) (spec.Spec, string) {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("testdata", name+".ptx"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(src), "\n")
	s, err := spec.ParseArgs(strings.Fields(strings.TrimPrefix(first, "//")))
	if err != nil {
		t.Fatal(err)
	}
	return s, string(src)
}

func names(t testing.TB) []string {
	files, err := filepath.Glob("testdata/*.ptx")
	if err != nil || len(files) < 9 {
		t.Fatalf("fixtures: %v, %v", files, err)
	}
	for i, f := range files {
		files[i] = strings.TrimSuffix(filepath.Base(f), ".ptx")
	}
	return files
}

func TestProves(t *testing.T) {
	for _, name := range names(t) {
		s, src := fixture(t, name)
		p, err := Prove(s, name, []byte(src))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil && p.Terms == 0 {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

// TestProvesAlike proves each kernel again: what a proof makes must not depend on the
// order of a map or on time, or a proof that is found once is lost another time.
func TestProvesAlike(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	for _, name := range names(t) {
		s, src := fixture(t, name)
		first, err := Prove(s, name, []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		times := 6
		if first.Nodes > 1<<14 {
			times = 1
		}
		for range times {
			if again, err := Prove(s, name, []byte(src)); err != nil || again != first {
				t.Errorf("%s: %+v, then %+v, %v", name, first, again, err)
				break
			}
		}
	}
}

const (
	xor16  = "xor_reduce_w16"
	max8   = "down_reduce_w7_type_int8_op_max"
	scan   = "inclusive_scan_w32_type_float32"
	up     = "shfl_up_w8_delta_3_type_uint32"
	turn   = "rotate_w5_delta_2_type_int64"
	redux  = "xor_reduce_w32_op_max"
	native = "reduce_w32_type_float16_op_max"
	poison = "reduce_w32_type_float32_op_minimum_mask_active"
	pair   = "xor_reduce_w32_type_float16x2"
	block  = "block_reduce_b96"
	first  = "reduce_w4_type_float32_op_argmax"
	double = "xor_reduce_w8_type_float64_mask_full_order_far"
)

// faults are changes of one fixture each, and what the rejection says.
var faults = []struct {
	name, file, old, new, want string
}{
	{"wrong distance", xor16, "%r7, 1, 4127", "%r7, 2, 4127", "expected"},
	{"wrong width", xor16, "%r13, 8, 4127", "%r13, 8, 6175", "expected"},
	{"wrong mode", xor16, "shfl.sync.bfly.b32	%r14", "shfl.sync.down.b32	%r14", "expected"},
	{"wrong clamp", xor16, "%r13, 8, 4127", "%r13, 8, 4103", "expected"},
	{"step left out", xor16, "add.s32 	%r15, %r13, %r14", "mov.u32 	%r15, %r13", "expected"},
	{"member mask from the argument", xor16, "%r7, 1, 4127, -1", "%r7, 1, 4127, %r2", "not in its own member mask"},
	{"member mask without a lane", xor16, "%r7, 1, 4127, -1", "%r7, 1, 4127, -2", "not in its own member mask"},
	{"ballot as member mask", xor16, "shfl.sync.bfly.b32	%r8, %r7, 1, 4127, -1",
		"vote.sync.ballot.b32 %r5, %p1, -1; shfl.sync.bfly.b32	%r8, %r7, 1, 4127, %r5", "not in its own member mask"},
	{"no select", xor16, "selp.b32 	%r7, %r4, 0, %p1", "mov.b32 	%r7, %r4", "expected"},
	{"selects the other way", xor16, "selp.b32 	%r7, %r4, 0, %p1", "selp.b32 	%r7, 0, %r4, %p1", "expected"},
	{"wrong identity", xor16, "selp.b32 	%r7, %r4, 0, %p1", "selp.b32 	%r7, %r4, 1, %p1", "expected"},
	{"negated predicate", xor16, "setp.eq.b32 	%p1", "setp.ne.b32 	%p1", "expected"},
	{"wrong mask bit", xor16, "shr.u32 	%r5, %r2, %r1", "shr.u32 	%r5, %r2, 1", "expected"},
	{"wrong op", xor16, "add.s32 	%r15", "sub.s32 	%r15", "expected"},
	{"predicated add", xor16, "add.s32 	%r15", "@%p1 add.s32 	%r15", "undefined"},
	{"nothing stored", xor16, "st.global.u32", "@!%p1 st.global.u32", "undefined"},
	{"activemask", xor16, "mov.u32 %r1, %laneid", "mov.u32 %r1, %laneid; activemask.b32 %r5",
		"unsupported by design: activemask"},
	{"unknown opcode", xor16, "add.s32 	%r15", "addx.s32 	%r15", "unknown: opcode addx"},
	{"unknown form", xor16, "add.s32 	%r15", "add.s7 	%r15", "unknown: form add.s7"},
	{"wide operand", xor16, "add.s32 	%r15, %r13, %r14", "add.s32 	%r15, %r13, %rd1", "64 bits where 32"},
	{"branch on the mask, wrong", xor16, "selp.b32 	%r7, %r4, 0, %p1", "mov.b32 %r7, %r4; @%p1 bra L; mov.b32 %r7, 1; L:",
		"expected"},
	{"shuffle under a branch on the mask", xor16, "add.s32 	%r9",
		"@%p1 bra L; shfl.sync.bfly.b32 %r8, %r8, 1, 31, -1; L: add.s32 	%r9", "divergent"},
	{"store under a branch on the mask", xor16, "st.global.u32", "@%p1 bra L; st.global.u32 [%rd7], %r1; L: st.global.u32",
		"under a branch"},
	{"return under a branch on the mask", xor16, "shfl.sync.bfly.b32	%r8", "@%p1 bra L; ret; L: shfl.sync.bfly.b32	%r8",
		"which may be elsewhere"},
	{"loop on the data", xor16, "selp.b32 	%r7, %r4, 0, %p1",
		"mov.b32 %r7, %r4; L: shr.u32 %r7, %r7, 1; setp.ne.s32 %p2, %r7, 0; @%p2 bra L", "nested branches"},
	{"shuffle that some lanes do without", xor16, "st.global.u32",
		"setp.gt.u32 %p2, %r1, 15; @%p2 bra L; shfl.sync.bfly.b32 %r8, %r7, 1, 31, -1; L: st.global.u32",
		"which may be elsewhere"},
	{"vote that some lanes do without", xor16, "ret;",
		"setp.gt.u32 %p2, %r1, 15; @%p2 bra L; vote.sync.all.pred %p1, %p1, -1; L: ret;", "which may be elsewhere"},
	{"divergent shuffle", xor16, "shfl.sync.bfly.b32	%r8",
		"setp.lt.s32 %p2, %r1, 16; @%p2 bra L; shfl.sync.bfly.b32 %r9, %r7, 2, 4127, -1; L: shfl.sync.bfly.b32	%r8",
		"divergent"},
	{"early return before a shuffle", xor16, "shfl.sync.bfly.b32	%r8",
		"setp.lt.s32 %p2, %r1, 4; @%p2 bra L; ret; L: shfl.sync.bfly.b32	%r8", "which may be elsewhere"},
	{"loop without end", xor16, "selp.b32 	%r7, %r4, 0, %p1", "L: bra L", "steps"},
	{"reads past the input", xor16, "[%rd6]", "[%rd6+64]", "outside global memory"},
	{"writes past the output", xor16, "[%rd7]", "[%rd7+4]", "outside global memory"},
	{"writes an input", xor16, "st.global.u32 	[%rd7]", "st.global.u32 	[%rd6]", "writes to an input"},

	{"compares unsigned", max8, "max.s16", "max.u16", "expected"},
	{"sign not extended", max8, "cvt.s16.s8", "cvt.u16.u8", "expected"},
	{"0 as the identity of max", max8, "-128", "0", "expected"},

	{"contractible add", scan, "add.rn.f32 	%f4", "mul.f32 	%f4, %f4, %f4; add.f32 	%f4", "may contract them"},
	{"flushes denormals", scan, "add.rn.f32 	%f4", "add.rn.ftz.f32 	%f4", ".ftz flushes denormals"},
	{"rounds toward zero", scan, "add.rn.f32 	%f4", "add.rz.f32 	%f4", ".rz rounds toward zero"},
	{"fused", scan, "add.rn.f32 	%f4, %f2, %f3", "fma.rn.f32 	%f4, %f2, %f3, %f2", "neither a sum nor a product"},
	{"+0 as the identity of a sum", scan, "0f80000000", "0f00000000", "expected"},
	{"other order", scan, "shfl.sync.up.b32	%r7, %r6, 1,", "shfl.sync.up.b32	%r7, %r6, 2,", "expected"},
	{"scan takes what is out of range", scan, "selp.f32 	%f5, %f2, %f4, %p2", "mov.f32 %f5, %f4", "expected"},
	{"product for a sum", scan, "add.rn.f32 	%f16", "mul.rn.f32 	%f16", "expected"},

	{"integers of a float result", scan, "mov.b32 	%r15, %f11", "mov.b32 %r15, %f11; max.s32 %r15, %r15, %r12",
		"bits of a float result"},
	{"selects by a float result's sign", scan, "mov.b32 	%r15, %f11",
		"mov.b32 %r15, %f11; setp.lt.s32 %p3, %r15, 0; selp.b32 %r15, %r15, %r12, %p3", "bits of a float result"},

	{"pred of the range alone", up, "setp.eq.b32 	%p5, %r11, 1", "setp.eq.b32 	%p5, %r1, %r1", "expected"},
	{"value of an absent member", up, "selp.b32 	%r12, %r2, %r1, %p5", "mov.b32 	%r12, %r2", "expected"},
	{"pred inverted", up, "selp.u16 	%rs1, 1, 0", "selp.u16 	%rs1, 0, 1", "pred of lane"},

	{"redux of the members only", redux, "mov.b32 	%r8, -1", "mov.b32 	%r8, %r2", "not in its own member mask"},
	{"redux min", redux, "redux.sync.max.s32", "redux.sync.min.s32", "expected"},
	{"redux unsigned", redux, "redux.sync.max.s32", "redux.sync.max.u32", "expected"},
	{"redux min of floats", native, "redux.sync.max.f32", "redux.sync.min.f32", "expected"},
	{"redux of floats in which a NaN wins", native, "redux.sync.max.f32", "redux.sync.max.NaN.f32", "expected"},
	{"redux of floats as integers", native, "redux.sync.max.f32", "redux.sync.max.s32", "of a float"},
	{"redux of absolute values", native, "redux.sync.max.f32", "redux.sync.max.abs.f32",
		"unsupported by design: redux.sync.max.abs.f32"},
	{"0 as the identity of a float max", native, "32767", "0", "expected"},
	{"no member test before a float redux", native, "selp.b16 	%rs1, %rs3, 32767, %p1", "mov.b16 %rs1, %rs3", "expected"},
	{"redux of doubled floats", native, "redux.sync.max.f32 %f2, %f1",
		"add.rn.f32 %f1, %f1, %f1; redux.sync.max.f32 %f2, %f1", "expected"},
	{"redux in which no NaN wins", poison, "redux.sync.min.NaN.f32", "redux.sync.min.f32", "expected"},
	{"redux max of floats", poison, "redux.sync.min.NaN.f32", "redux.sync.max.NaN.f32", "expected"},
	{"float redux of one lane", poison, "%f2, %r2;", "%f2, 1;", "not in its own member mask"},
	{"float redux of all lanes", poison, "%f2, %r2;", "%f2, -1;", "which may be elsewhere"},

	{"halves added as floats", pair, "add.rn.f16x2", "add.rn.bf16x2", ".target is not sm_90 or later"},
	{"halves added as integers", pair, "add.rn.f16x2", "add.s32", "expected"},
	{"contractible halves", pair, "add.rn.f16x2", "mul.f16x2 %r6,%r3,%r4; add.f16x2", "may contract them"},

	{"the last of equals", first, "bfind.shiftamt.u32 %r4, %r5", "bfind.shiftamt.u32 %r4, %r3; sub.s32 %r4, 31, %r4",
		"index of lane"},
	{"0 for nobody", first, "bfind.shiftamt.u32 %r4, %r5", "bfind.shiftamt.u32 %r4, %r5; max.s32 %r4, %r4, 0",
		"index of lane"},
	{"32 for nobody", first, "bfind.shiftamt.u32 %r4, %r5", "clz.b32 %r4, %r5", "index of lane"},
	{"no member wins", first, "and.b32  	%r3, %r23, %r6", "mov.b32 	%r3, %r23", "index of lane"},
	{"another segment's wins", first, "and.b32  	%r23, %r22, %r20", "mov.b32 	%r23, %r20", "index of lane"},
	{"all members win", first, "setp.eq.s32 	%p3, %r12, %r19", "setp.eq.s32 	%p3, %r12, %r12", "index of lane"},
	{"a NaN wins", first, "selp.b32 	%r12, -2147483648", "selp.b32 	%r12, 2147483647", "expected"},
	{"no number", first, "st.global.u32 	[%rd10], %r4;", "", "undefined"},
	{"an element of another lane's", first, "xor.b32  	%r26, %r25, %r19", "xor.b32  	%r26, %r25, %r17", "expected"},

	{"no barrier", block, "bar.sync 	0;", "", "race: writes what thread 0 reads"},
	{"barrier in a branch", block, "	bar.sync 	0;", "@%p2 bra	M; bar.sync 0; M:", "divergent"},
	{"early return before the barrier", block, "bar.sync 	0;", "setp.gt.u32 %p1, %r5, 90; @%p1 ret; bar.sync 0;",
		"divergent"},
	{"no barrier before the next call", block, "bar.sync 	1;", "", "race: the second call writes what thread 0 reads"},
	{"a barrier that some calls do without", block, "bar.sync 	1;", "@%p3 bra N; bar.sync 1; N:", "race"},
	{"the first dimension for the thread", block, "%q5, %q3, %q0", "0, 0, %q0", "race"},
	{"two dimensions for the thread", block, "%q2, %q4, %q1", "0, 0, %q1", "race"},
	{"the thread for the lane", xor16, "mov.u32 %r1, %laneid", "mov.u32 %r1, %tid.x", "only %laneid"},
	{"the thread modulo 32 for the lane", xor16, "mov.u32 %r1, %laneid", "mov.u32 %r1, %tid.x; and.b32 %r1, %r1, 31",
		"only %laneid"},
	{"a block's size in a warp", xor16, "mov.u32 %r1, %laneid", "mov.u32 %r1, %ntid.x", "only %laneid"},
	{"another thread's element", xor16, "[%rd6]", "[%rd6+-128]", "outside global memory"},
	{"the block's number", xor16, "mov.u32 %r1, %laneid", "mov.u32 %r1, %ctaid.x", "%ctaid"},
	{"the grid's size", xor16, "mov.u32 %r1, %laneid", "mov.u32 %r1, %nctaid.x", "%nctaid"},
	{"barrier of the block in a warp", xor16, "shfl.sync.bfly.b32	%r8", "bar.sync 0; shfl.sync.bfly.b32	%r8",
		"other warps need not come"},
	{"shared memory in a warp", xor16, ".reg .pred", ".shared .align 4 .b8 s[128]; .reg .pred",
		"shared memory in a function of a warp"},
	{"other barrier", block, "bar.sync 	0;", "bar.sync 	16;", "barrier 16"},
	{"all lanes write one place", block, "@%p2 bra", "// ", "race: writes what thread"},
	{"one warp forgotten", block, "add.s32 	%r27, %r25, %r26", "mov.u32 	%r27, %r25", "expected"},
	{"a warp twice", block, "[_ZZL1fbiE1s+4]", "[_ZZL1fbiE1s+8]", "expected"},
	{"past the shared array", block, "[_ZZL1fbiE1s+8]", "[_ZZL1fbiE1s+12]", "outside shared memory"},
	{"past the shared array on some masks, at a place that the mask tells", block, "ld.shared.u32 	%r26, [_ZZL1fbiE1s+8];",
		"ld.shared.u32 %r26, [_ZZL1fbiE1s+8]; @%p1 bra SKIP; mov.u64 %rd13, _ZZL1fbiE1s; and.b32 %r9, %r7, 4; " +
			"cvt.u64.u32 %rd3, %r9; add.s64 %rd3, %rd3, %rd13; ld.shared.u32 %r26, [%rd3+1024]; SKIP:",
		"outside shared memory"},
	{"never written", block, "st.shared.u32 	[%rd3], %r27", "", "undefined"},
	{"unaligned", block, "[_ZZL1fbiE1s+8]", "[_ZZL1fbiE1s+6]", "not aligned"},
	{"half of a word", block, "ld.shared.u32 	%r26, [_ZZL1fbiE1s+8]", "ld.shared.u16 	%r26, [_ZZL1fbiE1s+8]", "expected"},
	{"stored over a part", block, "st.shared.u32 	[%rd3], %r27;",
		"st.shared.u32 [%rd3], %r27; st.shared.u16 [%rd3+2], %r27;", "expected"},

	{"rotation the other way", turn, "add.s32", "sub.s32", "expected"},
	{"near for far", double, "", "", "proved with the other order"},
}

// TestRejects alters one thing each. A refutation must replay.
func TestRejects(t *testing.T) {
	for _, tt := range faults {
		t.Run(tt.name, func(t *testing.T) {
			s, src := fixture(t, tt.file)
			if tt.old == "" {
				s.Order = spec.Near
				tt.want = "expected"
			} else if !strings.Contains(src, tt.old) {
				t.Fatalf("fixture has no %q", tt.old)
			}
			altered := strings.Replace(src, tt.old, tt.new, 1)
			rejects(t, s, tt.file, altered, tt.want)
		})
	}
}

// rejects wants PTX that was altered rejected with an error that holds the words of
// want, and a counterexample to fail again, and not on the fixture. It reports
// whether there is one.
func rejects(t *testing.T, s spec.Spec, file, altered, want string) bool {
	t.Helper()
	_, err := Prove(s, file, []byte(altered))
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Fatalf("got %v, want an error with %q", err, want)
	}
	var c *check.Counterexample
	if !errors.As(err, &c) {
		return false
	}
	mask := c.Mask
	if mask == nil {
		mask = []uint32{^uint32(0)}
	}
	if again := replay(s, file, altered, mask, c.Inputs); again == nil || again.Error() != err.Error() {
		t.Errorf("replay gives %v", again)
	}
	if _, src := fixture(t, file); src != altered {
		if err := replay(s, file, src, mask, c.Inputs); err != nil {
			t.Errorf("the unaltered file fails there too: %v", err)
		}
	}
	return true
}

// TestVariants keeps the meaning: still proved.
func TestVariants(t *testing.T) {
	for _, tt := range []struct{ name, file, old, new string }{
		{"swapped operands", xor16, "add.s32 	%r15, %r13, %r14", "add.s32 	%r15, %r14, %r13"},
		{"select as a mask", xor16, "selp.b32 	%r7, %r4, 0, %p1", "neg.s32 %r6, %r6; and.b32 %r7, %r4, %r6"},
		{"select as a product", xor16, "selp.b32 	%r7, %r4, 0, %p1", "mul.lo.s32 %r7, %r4, %r6"},
		{"select as a branch", xor16, "selp.b32 	%r7, %r4, 0, %p1", "mov.b32 %r7, %r4; @%p1 bra L; mov.b32 %r7, 0; L:"},
		{"select as a diamond", xor16, "selp.b32 	%r7, %r4, 0, %p1",
			"@!%p1 bra E; mov.b32 %r7, %r4; bra L; E: mov.b32 %r7, 0; L:"},
		{"guarded move", xor16, "selp.b32 	%r7, %r4, 0, %p1", "mov.b32 %r7, 0; @%p1 mov.b32 %r7, %r4"},
		{"member by lane mask", xor16, "setp.eq.b32 	%p1, %r6, 1",
			"mov.u32 %r6, %lanemask_eq; and.b32 %r6, %r6, %r2; setp.ne.u32 %p1, %r6, 0"},
		{"lop3 as and", xor16, "and.b32  	%r6, %r5, 1", "lop3.b32 %r6, %r5, 1, 1, 0x80"},
		{"nvcc's shuffle", xor16, "shfl.sync.bfly.b32	%r8, %r7, 1, 4127, -1",
			"mov.u32 %r8, 4127; mov.u32 %r9, 1; mov.u32 %r10, -1; shfl.sync.bfly.b32 %r8|%p2, %r7, %r9, %r8, %r10"},
		{"longer reach of b", xor16, "%r7, 1, 4127", "%r7, 33, 4127"},
		{"steps by another order", xor16, "%r7, 1, 4127, -1", "%r7, 8, 4127, -1; bar.warp.sync -1"},
		{"fma that is a sum", scan, "add.rn.f32 	%f4, %f2, %f3", "fma.rn.f32 	%f4, %f2, 0f3F800000, %f3"},
		{"half sum through float32", pair, "{add.rn.f16x2 ", "{add.rn.f16x2 "},
		{"shared address of 32 bits", block, "ld.shared.u32 	%r24, [_ZZL1fbiE1s+4]",
			"mov.u32 %r24, _ZZL1fbiE1s; add.s32 %r24, %r24, 4; ld.shared.u32 %r24, [%r24]"},
		{"generic address", block, "ld.shared.u32 	%r24, [_ZZL1fbiE1s+4]",
			"mov.u64 %rd1, _ZZL1fbiE1s; cvta.shared.u64 %rd1, %rd1; ld.u32 %r24, [%rd1+4]; cvta.to.global.u64 %rd1, %rd5"},
		{"read by halves", block, "ld.shared.u32 	%r26, [_ZZL1fbiE1s+8]",
			"ld.shared.u16 %r25, [_ZZL1fbiE1s+8]; ld.shared.u16 %r26, [_ZZL1fbiE1s+10]; shl.b32 %r26, %r26, 16; or.b32 %r26, " +
				"%r26, %r25; add.s32 %r25, %r24, %r23"},
		{"another barrier", block, "bar.sync 	0;", "barrier.sync 0; barrier.sync.aligned 0;"},
		{"wide read", block, "	.shared .align 4 .b8 _ZZL1fbiE1s[12];", "	.shared .align 16 .b8 _ZZL1fbiE1s[12];"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, src := fixture(t, tt.file)
			if !strings.Contains(src, tt.old) {
				t.Fatalf("fixture has no %q", tt.old)
			}
			altered := strings.Replace(src, tt.old, tt.new, 1)
			if tt.name == "steps by another order" {
				altered = strings.Replace(altered, "%r13, 8, 4127", "%r13, 1, 4127", 1)
			}
			if _, err := Prove(s, tt.file, []byte(altered)); err != nil {
				t.Error(err)
			}
		})
	}
}

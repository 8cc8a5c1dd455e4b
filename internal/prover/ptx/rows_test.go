package ptx

import (
	"errors"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// The kernels of two rows: of 130 columns, a warp a row and 8 rows a block, and of 1100 columns, a
// block of 64 threads a row.
const (
	warpRow  = "rows/row_reduce_c130_type_float32"
	blockRow = "rows/row_reduce_c1100_type_float32"
)

// edit is a kernel with one text replaced by another, and what is said of it; "": it is proved.
type edit struct {
	what, kernel, from, to string
	says                   string
}

// made is the kernel with the text replaced.
func (e edit) made(t *testing.T) (spec.Spec, string) {
	t.Helper()
	s, src := fixture(t, e.kernel)
	if strings.Count(src, e.from) != 1 {
		t.Fatalf("%s: %q stands %d times", e.what, e.from, strings.Count(src, e.from))
	}
	return s, strings.Replace(src, e.from, e.to, 1)
}

func (e edit) check(t *testing.T) {
	t.Helper()
	s, src := e.made(t)
	_, err := Prove(s, e.kernel, []byte(src))
	switch {
	case e.says == "" && err != nil:
		t.Errorf("%s: %v", e.what, err)
	case e.says != "" && err == nil:
		t.Errorf("%s: proved", e.what)
	case e.says != "" && !strings.Contains(err.Error(), e.says):
		t.Errorf("%s: %v, want %q", e.what, err, e.says)
	}
}

// rightRows are other ways to write the same.
var rightRows = []edit{
	{"a warp a row, as nvcc prints it", warpRow, ".version 9.0", ".version 9.0", ""},
	{"a block a row, as nvcc prints it", blockRow, ".version 9.0", ".version 9.0", ""},
	{"the row's number by a shift", warpRow, "mul.wide.u32 	%rd7, %r15, 8;",
		"cvt.u64.u32 %rd7, %r15;\n shl.b64 %rd7, %rd7, 3;", ""},
	{"the row's number by or", warpRow, "add.s64 	%rd1, %rd7, %rd8;", "or.b64 %rd1, %rd7, %rd8;", ""},
	{"the comparison turned", warpRow, "setp.ge.s64 	%p1, %rd1, %rd6;", "setp.le.s64 %p1, %rd6, %rd1;", ""},
	{"the guard by a difference of whole numbers", warpRow, "setp.ge.s64 	%p1, %rd1, %rd6;",
		"add.s64 %rd8, %rd1, 1;\n setp.gt.s64 %p1, %rd8, %rd6;", ""},
	{"the alignment by the low word", warpRow, "and.b64  	%rd16, %rd12, 15;\n	setp.eq.s64 	%p2, %rd16, 0;",
		"cvt.u32.u64 %r30, %rd12;\n and.b32 %r30, %r30, 15;\n setp.eq.s32 %p2, %r30, 0;", ""},
	{"the pitch in bytes", warpRow, "mul.lo.s64 	%rd10, %rd1, %rd4;\n	shl.b64 	%rd11, %rd10, 2;",
		"mul.lo.s64 %rd10, %rd1, %rd4;\n shl.b64 %rd11, %rd4, 2;\n mul.lo.s64 %rd11, %rd1, %rd11;", ""},
	{"columns 0 to 3 of each thread one by one in both cases", warpRow, "@%p2 bra 	$L__BB0_3;", "", ""},
	{"four rows a warp, with a vote of all", sharedWarp, "$L__BB0_3:",
		"$L__BB0_3:\n vote.sync.any.pred %p3, %p2, -1;", ""},
	{"no second barrier", blockRow, "$L__BB0_8:\n	bar.sync 	0;", "$L__BB0_8:", ""},
}

func TestRightRows(t *testing.T) {
	for _, e := range rightRows {
		e.check(t)
	}
}

// wrongRows are faults; what is said of each names it.
var wrongRows = []edit{
	{"a lane of the next row of a warp", sharedWarp, "%r20, %r19, 4, 31, -1;", "%r20, %r19, 8, 31, -1;", "undefined"},
	{"a shuffle on either side of a branch that rows of one warp part at", sharedWarp,
		"shfl.sync.bfly.b32	%r16, %r21, 1, 31, -1;", "and.b64 %rd16, %rd3, 1;\n setp.eq.s64 %p3, %rd16, 0;\n" +
			"@%p3 bra $L__ODD;\n shfl.sync.bfly.b32 %r16, %r21, 1, 31, -1;\n bra.uni $L__MET;\n" +
			"$L__ODD:\n shfl.sync.bfly.b32 %r16, %r21, 1, 31, -1;\n $L__MET:", "divergent"},
	{"a vote of all rows of a warp that settles which has a result", sharedWarp, "setp.ne.s32 	%p3, %r2, 0;",
		"setp.ne.s32 %p3, %r16, 0;\n vote.sync.any.pred %p3, %p3, -1;\n setp.ne.or.s32 %p3, %r2, 0, %p3;",
		"stores an element of out that is stored already"},
	{"a column past the row's end", warpRow, "[%rd2+516]", "[%rd2+520]", "outside global memory of in"},
	{"a column before the row", warpRow, "ld.global.nc.u32 	%r43, [%rd2];", "ld.global.nc.u32 %r43, [%rd2+-4];",
		"outside global memory of in"},
	{"the pitch added", warpRow, "mul.lo.s64 	%rd10, %rd1, %rd4;", "add.s64 %rd10, %rd1, %rd4;",
		"is no place in a row of the block"},
	{"the pitch ignored", warpRow, "mul.lo.s64 	%rd10, %rd1, %rd4;", "mul.lo.s64 %rd10, %rd1, 130;",
		"is no place in a row of the block"},
	{"twice the pitch", warpRow, "mul.lo.s64 	%rd10, %rd1, %rd4;",
		"add.s64 %rd10, %rd4, %rd4;\n mul.lo.s64 %rd10, %rd1, %rd10;", "a block here"},
	{"the next row", warpRow, "mul.lo.s64 	%rd10, %rd1, %rd4;", "add.s64 %rd10, %rd1, 1;\n mul.lo.s64 %rd10, %rd10, %rd4;",
		"threads of two warps work on row 1"},
	{"another row of the block", warpRow, "mul.lo.s64 	%rd10, %rd1, %rd4;", "mul.lo.s64 %rd10, %rd7, %rd4;",
		"threads of two warps work on row 0"},
	{"the guard off by one", warpRow, "setp.ge.s64 	%p1, %rd1, %rd6;", "setp.gt.s64 %p1, %rd1, %rd6;",
		"may be past the last"},
	{"the guard of the block's first row", warpRow, "setp.ge.s64 	%p1, %rd1, %rd6;", "setp.ge.s64 %p1, %rd7, %rd6;",
		"may be past the last"},
	{"a guard that leaves out the last row", warpRow, "setp.ge.s64 	%p1, %rd1, %rd6;",
		"add.s64 %rd8, %rd1, 1;\n setp.ge.s64 %p1, %rd8, %rd6;", "no thread stores the result"},
	{"a guard that asks for no rows", warpRow, "setp.ge.s64 	%p1, %rd1, %rd6;", "setp.ge.s64 %p1, %rd1, %rd4;",
		"may be past the last"},
	{"an unsigned guard, of a negative number of rows", warpRow, "setp.ge.s64 	%p1, %rd1, %rd6;",
		"setp.ge.u64 %p1, %rd1, %rd6;", "may wrap around"},
	{"the row's number in 32 bits", warpRow, "mul.wide.u32 	%rd7, %r15, 8;",
		"mul.lo.u32 %r15, %r15, 8;\n cvt.u64.u32 %rd7, %r15;", "may wrap around in 32 bits"},
	{"the pitch in 32 bits", warpRow, "mul.lo.s64 	%rd10, %rd1, %rd4;",
		"cvt.u32.u64 %r30, %rd4;\n cvt.s64.s32 %rd4, %r30;\n mul.lo.s64 %rd10, %rd1, %rd4;", "may wrap around in 32 bits"},
	{"aligned to 8 bytes", warpRow, "and.b64  	%rd16, %rd12, 15;", "and.b64 %rd16, %rd12, 7;", "are not aligned"},
	{"the start aligned, not the row", warpRow, "and.b64  	%rd16, %rd12, 15;", "and.b64 %rd16, %rd3, 15;",
		"are not aligned"},
	{"the alignment turned", warpRow, "setp.eq.s64 	%p2, %rd16, 0;", "setp.ne.s64 %p2, %rd16, 0;", "are not aligned"},
	{"vectors without a test", warpRow, "@%p2 bra 	$L__BB0_3;", "bra.uni $L__BB0_3;", "are not aligned"},
	{"two threads store", warpRow, "	@%p3 bra 	$L__BB0_8;\n	cvta",
		"	and.b32 %r2, %r1, 30;\n	setp.ne.s32 %p3, %r2, 0;\n	@%p3 bra 	$L__BB0_8;\n	cvta", "stored already"},
	{"stored twice", warpRow, "st.global.f32 	[%rd19], %f41;",
		"st.global.f32 [%rd19], %f41;\n st.global.f32 [%rd19], %f41;", "stored already"},
	{"stored in the next row", warpRow, "[%rd19]", "[%rd19+4]", "threads of two warps work on row 1"},
	{"not stored", warpRow, "st.global.f32 	[%rd19], %f41;", "", "no thread stores"},
	{"not stored by the last warp", warpRow, "cvta.to.global.u64 	%rd17, %rd5;",
		"setp.gt.u32 %p2, %r1, 223;\n @%p2 bra $L__BB0_8;\n cvta.to.global.u64 %rd17, %rd5;", "no thread stores"},
	{"stored by the first blocks alone", warpRow, "cvta.to.global.u64 	%rd17, %rd5;",
		"setp.gt.u32 %p2, %r15, 1000;\n @%p2 bra $L__BB0_8;\n cvta.to.global.u64 %rd17, %rd5;", "no thread stores"},
	{"stored where the pitch is positive", warpRow, "cvta.to.global.u64 	%rd17, %rd5;",
		"setp.lt.s64 %p2, %rd4, 0;\n @%p2 bra $L__BB0_8;\n cvta.to.global.u64 %rd17, %rd5;", "no thread stores"},
	{"stored where the element is positive", warpRow, "cvta.to.global.u64 	%rd17, %rd5;",
		"setp.lt.f32 %p2, %f9, %f7;\n @%p2 bra $L__BB0_8;\n cvta.to.global.u64 %rd17, %rd5;", "no thread stores"},
	{"another result of the last row", warpRow, "cvta.to.global.u64 	%rd17, %rd5;",
		"add.s64 %rd8, %rd1, 1;\n setp.ge.s64 %p2, %rd8, %rd6;\n" +
			" selp.f32 %f41, %f38, %f41, %p2;\n cvta.to.global.u64 %rd17, %rd5;", "the row's result"},
	{"another result of one block", warpRow, "cvta.to.global.u64 	%rd17, %rd5;",
		"setp.eq.s32 %p2, %r15, 7;\n selp.f32 %f41, %f38, %f41, %p2;\n cvta.to.global.u64 %rd17, %rd5;", "the row's result"},
	{"another result of an aligned row", warpRow, "cvta.to.global.u64 	%rd17, %rd5;",
		"selp.f32 %f41, %f38, %f41, %p2;\n cvta.to.global.u64 %rd17, %rd5;", "the row's result"},
	{"the input set", warpRow, "st.global.f32 	[%rd19], %f41;",
		"st.global.f32 [%rd19], %f41;\n st.global.f32 [%rd2], %f41;", "writes to an input"},
	{"the result read back", warpRow, "st.global.f32 	[%rd19], %f41;",
		"ld.global.f32 %f40, [%rd19];\n add.rn.f32 %f41, %f41, %f40;\n st.global.f32 [%rd19], %f41;", "undefined"},
	{"stored at twice the row", warpRow, "shl.b64 	%rd18, %rd1, 2;", "shl.b64 %rd18, %rd1, 3;", "a block here"},
	{"stored at the pitch", warpRow, "shl.b64 	%rd18, %rd1, 2;", "shl.b64 %rd18, %rd10, 2;",
		"is no place in a row of the block"},
	{"stored over the input", warpRow, "cvta.to.global.u64 	%rd17, %rd5;", "cvta.to.global.u64 %rd17, %rd3;",
		"is no place in a row of the block"},
	{"two bytes of the result", warpRow, "st.global.f32 	[%rd19], %f41;",
		"mov.b32 %r30, %f41;\n st.global.u16 [%rd19], %r30;", "no thread stores the whole result"},
	{"another distance", warpRow, "mov.u32 	%r29, 2;", "mov.u32 %r29, 4;", "the row's result"},
	{"an accumulator twice", warpRow, "mov.b32 	%f12, %r42;", "mov.b32 %f12, %r43;", "the row's result"},
	{"+0 for an element that is not there", warpRow, "0f80000000", "0f00000000", "the row's result"},
	{"a block that is too small", warpRow, ".maxntid 256, 1, 1", ".maxntid 128, 1, 1",
		"a block works on 4 rows, and its addresses are those of 8"},
	{"a block that is too large", warpRow, ".maxntid 256, 1, 1", ".maxntid 288, 1, 1", "of a block that has 8"},
	{"a block of any size", warpRow, ".maxntid 256, 1, 1", "", "want __launch_bounds__"},
	{"all blocks on one row", warpRow, "%ctaid.x", "%ctaid.y", "is no place in a row of the block"},
	{"a shuffle of some", warpRow, "mov.u32 	%r26, -1;", "mov.u32 %r26, 1;", "not in its own member mask"},
	{"the number of rows as data", warpRow, "mov.b32 	%f12, %r42;", "cvt.u32.u64 %r42, %rd6;\n mov.b32 %f12, %r42;",
		"used as data"},
	{"an address as data", warpRow, "mov.b32 	%f12, %r42;", "cvt.u32.u64 %r42, %rd12;\n mov.b32 %f12, %r42;",
		"used as data"},
	{"no barrier", blockRow, "st.shared.f32 	[%r110], %f127;\n	bar.sync 	0;", "st.shared.f32 [%r110], %f127;", "race"},
	{"a barrier that one warp meets", blockRow, "$L__BB0_8:\n	bar.sync 	0;\n	@%p5 bra 	$L__BB0_10;",
		"$L__BB0_8:\n	@%p5 bra $L__BB0_10;\n	bar.sync 0;", "never reaches"},
	{"two threads in one slot", blockRow, "add.s32 	%r107, %r106, %r62;", "and.b32 %r107, %r62, 62;", "race"},
	{"every thread stores", blockRow, "setp.ne.s32 	%p11, %r1, 0;", "setp.lt.s32 %p11, %r1, 0;", "stored already"},
	{"a column past the end, of the last thread alone", blockRow, "setp.gt.u32 	%p4, %r1, 18;",
		"setp.gt.u32 %p4, %r1, 19;", "outside global memory of in"},
	{"the aligned case left out a round", blockRow, "{%r143, %r142, %r141, %r140}, [%rd2+2048];",
		"{%r143, %r142, %r141, %r140}, [%rd2+1024];", "the row's result"},
}

func TestWrongRows(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	for _, e := range wrongRows {
		e.check(t)
	}
}

// TestRowCounterexample: what is refuted shows the row, and replays; the way to it is named.
func TestRowCounterexample(t *testing.T) {
	s, src := fixture(t, warpRow)
	wrong := strings.Replace(src, "mov.u32 	%r29, 2;", "mov.u32 	%r29, 4;", 1)
	_, err := Prove(s, "wrong", []byte(wrong))
	var c *check.Counterexample
	if !errors.As(err, &c) || len(c.Inputs) != s.Cols() || c.Expected == c.Got ||
		!strings.Contains(c.Block, "of its block") {
		t.Fatalf("got %v", err)
	}
	if err := replay(s, "wrong", wrong, nil, c.Inputs); err == nil {
		t.Error("does not replay")
	}
	if err := replay(s, "right", src, nil, c.Inputs); err != nil {
		t.Error(err)
	}
	fault := strings.Replace(src, "[%rd2+516]", "[%rd2+520]", 1)
	if err := replay(s, "fault", fault, nil, c.Inputs); !errors.As(err, &c) || c.Fault == "" {
		t.Errorf("got %v, want a fault", err)
	}
	var f *exec.Fault
	if _, err := Prove(s, "fault", []byte(fault)); !errors.As(err, &f) {
		t.Errorf("got %v, want a fault", err)
	}
}

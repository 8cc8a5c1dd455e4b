package ptx

import (
	"errors"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
)

// sharedWarp is a kernel of rows of 20 columns: 8 threads a row; three have no column.
const sharedWarp = "rows/row_reduce_c20"

const (
	elements = "shfl.sync.bfly.b32	%r16, %r21, 1, 31, -1;"
	result   = "setp.ne.s32 	%p3, %r2, 0;"
)

// trap is a bool check as unoptimised code has it, of the lowest bit of a register; past that bit it never fails.
func trap(reg, label, most string) string {
	return "and.b32 %r7, " + reg + ", 1;\n setp.le.u32 %p2, %r7, " + most + ";\n @%p2 bra " + label +
		";\n trap;\n exit;\n" + label + ":\n"
}

// TestTrapsOfOtherRows: a trap's guard that comes of one other row is decided in that row's turn. A guard that comes of
// two rows is undefined in the turn of each.
func TestTrapsOfOtherRows(t *testing.T) {
	never := func(reg, label string) string { return trap(reg, label, "1") }
	const (
		fromOther = "shfl.sync.bfly.b32 %r8, %r21, 8, 31, -1;\n"
		ofTheWarp = "setp.gt.s32 %p1, %r21, 0;\n vote.sync.any.pred %p1, %p1, -1;\n selp.b32 %r8, 1, 0, %p1;\n"
		reachable = "trap: an assertion fails"
	)
	for _, e := range []edit{
		{"as clang prints it", sharedWarp, elements, elements, ""},
		{"a trap that no element reaches", sharedWarp, elements, never("%r21", "A") + elements, ""},
		{"and one of what other threads of the row have", sharedWarp, result,
			never("%r16", "A") + never("%r20", "B") + result, ""},
		{"its way first", sharedWarp, elements,
			"and.b32 %r7, %r21, 1;\n setp.gt.u32 %p2, %r7, 1;\n @%p2 bra T;\n bra.uni A;\nT:\n trap;\n exit;\nA:\n" + elements,
			""},
		{"a trap that an odd element reaches", sharedWarp, elements, trap("%r21", "A", "0") + elements, reachable},
		{"a trap that an odd sum reaches", sharedWarp, result, trap("%r20", "A", "0") + result, reachable},
		{"a trap by the elements of two rows", sharedWarp, elements, fromOther + "xor.b32 %r8, %r8, %r21;\n" +
			never("%r8", "A") + elements, reachable},
		{"a trap that two rows reach", sharedWarp, elements, fromOther + "xor.b32 %r8, %r8, %r21;\n" +
			trap("%r8", "A", "0") + elements, reachable},
		{"a trap by a vote of all rows", sharedWarp, elements, ofTheWarp + "setp.gt.u32 %p1, %r2, 4;\n @%p1 bra B;\n" +
			never("%r8", "A") + "B:\n" + elements, reachable},
		{"a trap by what nothing wrote", sharedWarp, "add.s32 	%r14, %r11, %r12;",
			never("%r5", "A") + "add.s32 %r14, %r11, %r12;", reachable},
		{"another row after the trap", sharedWarp, elements, never("%r21", "A") + fromOther + elements, ""},
		{"a trap that comes of no row", sharedWarp, elements,
			"mov.u32 %r8, %laneid;\n shfl.sync.bfly.b32 %r8, %r5, 1, 31, -1;\n" + trap("%r8", "A", "0") + elements, reachable},
	} {
		e.check(t)
	}
}

// TestOtherRowsHoldNumbers: a fault by what another row leaves undefined is none that a call shows.
func TestOtherRowsHoldNumbers(t *testing.T) {
	const square = "mul.lo.s32 %r8, %r21, %r21;\n and.b32 %r8, %r8, 3;\n xor.b32 %r8, %r8, 2;\n" +
		" setp.ne.s32 %p2, %r8, 0;\n @%p2 bra A;\n trap;\n exit;\nA:\n"
	e := edit{"a trap that no square reaches", sharedWarp, elements, square + elements, ""}
	spec, src := e.made(t)
	_, err := Prove(spec, e.kernel, []byte(src))
	var shown *check.Counterexample
	var fault *exec.Fault
	if errors.As(err, &shown) || !errors.As(err, &fault) {
		t.Errorf("%s: got %v, want a fault that no call shows", e.what, err)
	}
	e = edit{"what the row before has more", sharedWarp, result,
		"shfl.sync.up.b32 %r8, %r19, 8, 0, -1;\n sub.s32 %r8, %r8, %r19;\n add.s32 %r19, %r19, %r8;\n" + result, ""}
	spec, src = e.made(t)
	if _, err = Prove(spec, e.kernel, []byte(src)); !errors.As(err, &shown) || shown.Undefined ||
		shown.Got == shown.Expected {
		t.Errorf("%s: got %v, want another row's sum", e.what, err)
	}
}

// TestAlignmentOfOtherRows: where compilers leave the block's number out of an address's low bits, the bits of each row
// are still its own.
func TestAlignmentOfOtherRows(t *testing.T) {
	const loads = "ld.global.u32 	%r10, [%rd15+8];\n	ld.global.u32 	%r11, [%rd15+4];\n	ld.global.u32 	%r12, [%rd15];\n" +
		"	ld.global.u32 	%r13, [%rd15+12];\n"
	vectors := func(row string) string {
		return row + "mul.lo.s64 %rd16, %rd16, %rd5;\n shl.b64 %rd16, %rd16, 2;\n" +
			" add.s64 %rd16, %rd6, %rd16;\n and.b64 %rd16, %rd16, 15;\n" +
			"setp.ne.s64 %p3, %rd16, 0;\n @%p3 bra A;\n ld.global.v4.u32 {%r12, %r11, %r10, %r13}, [%rd15];\n bra.uni B;\nA:\n" +
			loads + "B:\n"
	}
	for _, e := range []edit{
		{"of the row", sharedWarp, loads, vectors("mov.u64 %rd16, %rd3;\n"), ""},
		{"of the row, by its number in the block", sharedWarp, loads, vectors("mov.u64 %rd16, %rd10;\n"), ""},
		{"of the next row", sharedWarp, loads, vectors("add.s64 %rd16, %rd10, 1;\n"), "are not aligned"},
		{"of the row 2 before", sharedWarp, loads, vectors("sub.s64 %rd16, %rd3, 2;\n"), "are not aligned"},
		{"of the block's first row", sharedWarp, loads, vectors("mov.u64 %rd16, 0;\n"), "are not aligned"},
	} {
		e.check(t)
	}
}

// TestLowBitsOfAnAddress: they are numbers wherever they are used as data.
func TestLowBitsOfAnAddress(t *testing.T) {
	const sum, low = "add.s32 	%r5, %r19, %r20;", "add.s32 %r5, %r19, %r20;\n and.b64 " +
		"%rd16, %rd13, 15;\n cvt.u32.u64 %r6, %rd16;\n"
	for _, e := range []edit{
		{"stored", sharedWarp, sum, low + "mov.u32 %r5, %r6;", "the row's result"},
		{"those that are 0 for sure", sharedWarp, sum, low + "and.b32 %r6, %r6, 3;\n add.s32 %r5, %r5, %r6;", ""},
	} {
		e.check(t)
	}
}

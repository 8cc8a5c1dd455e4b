package ptx

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/tests/extent"
)

// Fixtures of a loop over the members, one of them with functions that no compiler
// put in place.
const (
	loop  = "reduce_w8_loop"
	calls = "reduce_w4_op_max_mask_active_calls"
)

// TestRejectsLoops alters one thing each of a loop over the members. Most are refuted
// by an input that replays.
func TestRejectsLoops(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	refuted := 0
	for _, tt := range []struct{ name, file, old, new, want string }{
		{"shuffle of the warp, though segments differ in members", loop, "%r17, 31, %r2", "%r17, 31, -1",
			"which may be elsewhere"},
		{"shuffle of those that are left", loop, "%r17, 31, %r2", "%r17, 31, %r22", "not in its own member mask"},
		{"shuffle of the members", loop, "%r17, 31, %r2", "%r17, 31, %r11", "not in its own member mask"},
		{"segments of 7", loop, "mov.b32 	%r13, 255", "mov.b32 	%r13, 127", "not in its own member mask"},
		{"the highest member", loop, "bfind.shiftamt.u32 %r17, %r15", "bfind.shiftamt.u32 %r17, %r22", "expected"},
		{"two at once", loop, "add.s32 	%r20, %r22, -1", "add.s32 	%r20, %r22, -2", "steps"},
		{"a member left out", loop, "setp.ne.s32 	%p2, %r22, 0", "setp.gt.u32 	%p2, %r22, 128", "expected"},
		{"never ends", loop, "and.b32  	%r22, %r20, %r22", "or.b32  	%r22, %r20, %r22", "steps"},
		{"ends by the data", loop, "setp.ne.s32 	%p2, %r22, 0", "setp.ne.s32 	%p2, %r19, 0", "depends on the data"},
		{"stores on the way", loop, "add.s32 	%r23, %r19, %r23", "add.s32 	%r23, %r19, %r23; st.shared.u32 [%rd1], %r23", ""},
		{"returns on the way", loop, "add.s32 	%r23, %r19, %r23", "add.s32 	%r23, %r19, %r23; @%p1 ret", ""},
		{"a sum that starts with 1", loop, "mov.b32 	%r23, 0;\n	@", "mov.b32 	%r23, 1;\n	@", "expected"},

		{"the least for the greatest", calls, "setp.le.s32 	%p1", "setp.ge.s32 	%p1", "expected"},
		{"nothing returned", calls, "st.param.b32 	[func_retval0+0], %r3", "", "undefined"},
		{"past a function's variables", calls, "st.u32 	[%SP+4], %r5", "st.u32 	[%SP+8], %r5", "outside local memory"},
		{"arguments swapped, one lost", calls, "ld.param.u32 	%r5, [_Z4bestii_param_1]",
			"ld.param.u32 	%r5, [_Z4bestii_param_0]", "expected"},
		{"a function that ends the thread", calls, "st.param.b32 	[func_retval0+0], %r3;\n	ret;", "exit;", "ends the thread"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.name == "never ends" {
				extent.OnlyFull(t, "takes as many steps as there may be")
			}
			spec, src := fixture(t, tt.file)
			if !strings.Contains(src, tt.old) {
				t.Fatalf("fixture has no %q", tt.old)
			}
			if rejects(t, spec, tt.file, strings.Replace(src, tt.old, tt.new, 1), tt.want) {
				refuted++
			}
		})
	}
	if refuted < 10 {
		t.Errorf("%d refuted by an input that replays, want 10", refuted)
	}
}

package ptx

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/tests/extent"
)

// Fixtures of mask mode active: who is no member has ended before the call.
const (
	members = "reduce_w7_type_float32_mask_active"
	before  = "exclusive_scan_w4_mask_active"
	atOnce  = "reduce_w32_mask_active"
	lowest  = "down_reduce_w7_type_float64_mask_active"
)

// TestRejectsActive alters one thing each of a call that only members make. Most
// are refuted by an input that replays.
func TestRejectsActive(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	refuted := 0
	for _, tt := range []struct{ name, file, old, new, want string }{
		{"no flag where nobody follows", members, "selp.b32 	%r25, %r24, %r7, %p5", "mov.b32 	%r25, %r7",
			"distance may be undefined"},
		{"flag of 16", members, "add.s32 	%r24, %r6, 32", "add.s32 	%r24, %r6, 16", "distance may be undefined"},
		{"flag without the lane", members, "add.s32 	%r24, %r6, 32", "mov.b32 	%r24, 32", "distance may be undefined"},
		{"<= for <", members, "setp.lt.u32 	%p6, %r25, 32", "setp.le.u32 	%p6, %r25, 32", "expected"},
		{">= for <", members, "setp.lt.u32 	%p7, %r26, 32", "setp.ge.u32 	%p7, %r26, 32", "expected"},
		{"next includes the lane", members, "mov.b32 	%r20, -2", "mov.b32 	%r20, -1", "expected"},
		{"members before for those after", members, "and.b32  	%r22, %r19, %r21",
			"not.b32 %r21, %r21; and.b32 %r22, %r19, %r21", "expected"},
		{"the last member for the next", members, "and.b32  	%r8, %r22, %r23", "mov.b32 	%r8, %r22", "expected"},
		{"the highest member for the lowest", members, "and.b32  	%r10, %r19, %r28", "mov.b32 	%r10, %r19", "expected"},
		{"the lane for the lowest", members, "%r36, %r35, %r9,", "%r36, %r35, %r6,", "expected"},
		{"the first lane for the lowest", members, "%r36, %r35, %r9,", "%r36, %r35, %r16,", "undefined"},
		{"segment a lane too wide", members, "mov.b32 	%r17, 127", "mov.b32 	%r17, 255", "expected"},
		{"segment a lane too narrow", members, "mov.b32 	%r17, 127", "mov.b32 	%r17, 63", ""},
		{"place of another step", members, "%r30, %r29, %r25,", "%r30, %r29, %r26,", "expected"},
		{"place not doubled", members, "%r27, %r26, %r26,", "%r27, %r25, %r25,", "expected"},
		{"place fetched with itself from another", members, "%r27, %r26, %r26,", "%r27, %r26, %r25,", "expected"},
		{"places within segments of 8", members, "%r26, %r25, %r25, 31", "%r26, %r25, %r25, 6175", "undefined"},
		{"no select", members, "selp.f32 	%f7, %f6, %f4, %p7", "mov.f32 	%f7, %f6", "expected"},
		{"select of another step", members, "selp.f32 	%f7, %f6, %f4, %p7", "selp.f32 	%f7, %f6, %f4, %p6", ""},
		{"identity instead of skipping", members, "selp.f32 	%f4, %f3, %f1, %p6", "selp.f32 	%f4, %f3, 0f80000000, %p6",
			"expected"},
		{"lanes past the last segment", members, "selp.f32 	%f12, %f11, %f1, %p9", "mov.f32 	%f12, %f11", "expected"},
		{"full member mask in a shuffle", members, "%r29, %r25, 31, %r2", "%r29, %r25, 31, -1", "which may be elsewhere"},
		{"a lane that has ended", members, "%r29, %r25, 31, %r2", "%r29, 0, 31, %r2", "expected"},
		{"next lane for next member", members, "%r29, %r25, 31, %r2", "%r29, %r40, 31, %r2", "undefined"},
		{"activemask", members, "mov.u32 %r6, %laneid", "mov.u32 %r6, %laneid; activemask.b32 %r2",
			"unsupported by design: activemask"},
		{"ballot of some members", members, "mov.u32 %r6, %laneid",
			"mov.u32 %r6, %laneid; setp.lt.u32 %p9, %r6, 9; vote.sync.ballot.b32 %r2, %p9, %r2", "not in its own member mask"},
		{"ballot by all lanes", members, "mov.u32 %r6, %laneid", "mov.u32 %r6, %laneid; vote.sync.ballot.b32 %r2, %p1, -1",
			"which may be elsewhere"},
		{"members return", members, "@%p4 bra", "@%p1 bra", ""},
		{"return where the data says so", members, "mov.u32 %r6, %laneid",
			"mov.u32 %r6, %laneid; setp.lt.f32 %p9, %f1, 0f00000000; @%p9 bra $L__BB0_2", ""},
		{"member masks that differ", members, "%r29, %r25, 31, %r2", "%r29, %r25, 31, %r41", "undefined"},
		{"one member calls twice", members, "mov.u32 %r6, %laneid",
			"mov.u32 %r6, %laneid; setp.eq.s32 %p9, %r6, 3; @%p9 bra X; shfl.sync.idx.b32 %r7, %r6, %r6, 31, %r2; X:",
			"divergent"},

		{"inclusive for exclusive", before, "[%rd7], %r27", "[%rd7], %r25", "expected"},
		{"own element for the identity", before, "selp.b32 	%r27, %r26, 0, %p6", "selp.b32 	%r27, %r26, %r9, %p6",
			"expected"},
		{"1 as the identity", before, "selp.b32 	%r27, %r26, 0, %p6", "selp.b32 	%r27, %r26, 1, %p6", "expected"},
		{"out of the segment", before, "and.b32  	%r16, %r12, %r15", "mov.b32 	%r16, %r15", "expected"},
		{"segments of 8", before, "and.b32  	%r10, %r6, -4", "and.b32  	%r10, %r6, -8", "expected"},
		{"the lane among those before", before, "mov.b32 	%r13, -1", "mov.b32 	%r13, -2", "expected"},
		{"taken in where nobody is", before, "selp.b32 	%r24, %r23, 0, %p7", "mov.b32 	%r24, %r23", "expected"},

		{"exit for ret", members, "$L__BB0_2:\n	ret", "$L__BB0_2:\n	exit", "ends the thread"},
		{"shuffle of the warp before the others leave", members, "mov.u32 %r3, %laneid",
			"mov.u32 %r3, %laneid; shfl.sync.idx.b32 %r40, %r3, 0, 31, -1", "which may be elsewhere"},
		{"reduction with a full mask", atOnce, "%r5, %r1", "%r5, -1", "which may be elsewhere"},
		{"reduction that names one lane more", atOnce, "redux.sync.add.s32 %r6, %r5, %r1",
			"or.b32 %r1, %r1, 1; redux.sync.add.s32 %r6, %r5, %r1", "which may be elsewhere"},
		{"reduction that names one lane less", atOnce, "redux.sync.add.s32 %r6, %r5, %r1",
			"and.b32 %r1, %r1, -2; redux.sync.add.s32 %r6, %r5, %r1", "not in its own member mask"},
		{"another reduction", atOnce, "redux.sync.add.s32", "redux.sync.max.s32", "expected"},
		{"signs dropped", atOnce, "redux.sync.add.s32", "redux.sync.or.b32", "expected"},

		{"one word from another place", lowest, "%r12, %r10, %r35,", "%r12, %r10, %r36,", "expected"},
		{"words swapped", lowest, "{%r11, %r12}", "{%r12, %r11}", "expected"},
		{"lowest member of the next segment", lowest, "mov.b32 	%r27, 127", "mov.b32 	%r27, 65535", "expected"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			spec, src := fixture(t, tt.file)
			if !strings.Contains(src, tt.old) {
				t.Fatalf("fixture has no %q", tt.old)
			}
			altered := strings.Replace(src, tt.old, tt.new, 1)
			altered = strings.Replace(altered, "%r<37>", "%r<50>", 1)
			altered = strings.Replace(altered, "bfind.u32 %r7, %r8;",
				"bfind.u32 %r7, %r8; add.s32 %r40, %r6, 1; and.b32 %r40, %r40, 31; mov.b32 %r41, 1; shl.b32 %r41, %r41, %r6;", 1)
			if tt.file != members {
				altered = strings.Replace(src, tt.old, tt.new, 1)
			}
			if rejects(t, spec, tt.file, altered, tt.want) {
				refuted++
			}
		})
	}
	if refuted < 40 {
		t.Errorf("%d refuted by an input that replays, want 40", refuted)
	}
}

// TestVariantsActive keeps the meaning: still proved.
func TestVariantsActive(t *testing.T) {
	for _, tt := range []struct{ name, file, old, new string }{
		{"operands of a sum swapped", members, "add.rn.f32 	%f6, %f4, %f5", "add.rn.f32 	%f6, %f5, %f4"},
		{"signed, and 31, which no segment has", members, "setp.lt.u32 	%p7, %r26, 32", "setp.lt.s32 	%p7, %r26, 31"},
		{"the members of the segment as the member mask", members, "%r29, %r25, 31, %r2", "%r29, %r25, 31, %r19"},
		{"another flag", members, "add.s32 	%r24, %r6, 32", "add.s32 	%r24, %r6, 64"},
		{"ballot of all members", members, "mov.u32 %r6, %laneid",
			"mov.u32 %r6, %laneid; vote.sync.ballot.b32 %r2, %p1, %r2"},
		{"a barrier of the members", members, "mov.u32 %r6, %laneid", "mov.u32 %r6, %laneid; bar.warp.sync %r2"},
		{"identity taken in, then skipped", members, "add.rn.f32 	%f6, %f4, %f5",
			"setp.lt.u32 %p7, %r26, 32; selp.f32 %f5, %f5, 0f80000000, %p7; add.rn.f32 %f6, %f4, %f5"},
		{"early return left out: who is no member never starts", members, "@%p4 bra", "@%p2 bra"},
		{"return under a guard", members, "@%p4 bra 	$L__BB0_2", "@%p4 ret"},
		{"identity by a mask", before, "selp.b32 	%r24, %r23, 0, %p7", "selp.b32 %r24, -1, 0, %p7; and.b32 %r24, %r24, %r23"},
		{"unsigned reduction", atOnce, "redux.sync.add.s32", "redux.sync.add.u32"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			spec, src := fixture(t, tt.file)
			if !strings.Contains(src, tt.old) {
				t.Fatalf("fixture has no %q", tt.old)
			}
			if _, err := Prove(spec, tt.file, []byte(strings.Replace(src, tt.old, tt.new, 1))); err != nil {
				t.Error(err)
			}
		})
	}
}

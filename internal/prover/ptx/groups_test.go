package ptx

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/tests/extent"
)

// Fixtures of calls with keys: of every lane, of keys of 64 bits, and of the members
// alone.
const (
	groups  = "keyed_reduce_w7_type_float32"
	wide    = "keyed_reduce_w4_key_uint64_mask_full"
	divided = "keyed_reduce_w8_mask_active"
)

// TestRejectsKeyed alters one thing each of a call with keys. Most are refuted by an
// input that replays.
func TestRejectsKeyed(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	refuted := 0
	for _, tt := range []struct{ name, file, old, new, want string }{
		{"another lane's key", groups, "match.any.sync.b32 	%r14, %r7, -1",
			"shfl.sync.bfly.b32 %r14, %r7, 1, 31, -1; match.any.sync.b32 %r14, %r14, -1", "anything but the lane's key"},
		{"the key altered", groups, "match.any.sync.b32 	%r14, %r7, -1",
			"and.b32 %r7, %r7, -2; match.any.sync.b32 %r14, %r7, -1", "anything but the lane's key"},
		{"the element for the key", groups, "match.any.sync.b32 	%r14, %r7, -1",
			"mov.b32 %r7, %f1; match.any.sync.b32 %r14, %r7, -1", "anything but the lane's key"},
		{"match.all", groups, "match.any.sync.b32 	%r14, %r7, -1", "match.all.sync.b32 %r14|%p1, %r7, -1",
			"anything but the lane's key"},
		{"no match", groups, "match.any.sync.b32 	%r14, %r7, -1", "mov.b32 %r14, -1", "expected"},
		{"match of the members alone", groups, "match.any.sync.b32 	%r14, %r7, -1", "match.any.sync.b32 %r14, %r7, %r6",
			"not in its own member mask"},
		{"match of half the lanes", groups, "match.any.sync.b32 	%r14, %r7, -1", "match.any.sync.b32 %r14, %r7, 65535",
			"not in its own member mask"},
		{"group not cut to the members", groups, "and.b32  	%r15, %r14, %r6", "mov.b32 %r15, %r14", "expected"},
		{"group not cut to the segment", groups, "mov.b32 	%r16, 127", "mov.b32 %r16, -1", "expected"},
		{"segments that overlap", groups, "mov.b32 	%r16, 127", "mov.b32 %r16, 255", "expected"},
		{"group of another segment", groups, "mul.lo.s32 	%r13, %r12, 7", "mul.lo.s32 %r13, %r12, 14; and.b32 %r13, %r13, 31",
			"expected"},
		{"next of any group", groups, "and.b32  	%r21, %r18, %r20", "and.b32 %r21, %r17, %r6; and.b32 %r21, %r21, %r20",
			"expected"},
		{"next that is no member", groups, "and.b32  	%r21, %r18, %r20", "and.b32 %r21, %r17, %r14; and.b32 %r21, %r21, %r20",
			"expected"},
		{"the lane its own next", groups, "mov.b32 	%r19, -2", "mov.b32 %r19, -1", "expected"},
		{"the last for the next", groups, "and.b32  	%r3, %r21, %r22", "mov.b32 %r3, %r21", "expected"},
		{"lowest of all", groups, "and.b32  	%r5, %r18, %r27",
			"and.b32 %r5, %r17, %r6; neg.s32 %r27, %r5; and.b32 %r5, %r5, %r27", "expected"},
		{"the highest for the lowest", groups, "and.b32  	%r5, %r18, %r27", "mov.b32 %r5, %r18", "expected"},
		{"nobody for the identity", groups, "selp.f32 	%f12, %f11, 0f80000000, %p6", "mov.f32 %f12, %f11", "expected"},
		{"its own element for the identity", groups, "selp.f32 	%f12, %f11, 0f80000000, %p6", "selp.f32 %f12, %f11, %f1, %p6",
			"expected"},
		{"+0 for the identity", groups, "selp.f32 	%f12, %f11, 0f80000000, %p6", "selp.f32 %f12, %f11, 0f00000000, %p6",
			"expected"},
		{"empty group not told", groups, "setp.eq.s32 	%p2, %r18, 0", "setp.eq.s32 %p2, %r18, 1", ""},
		{"the neighbour's result", groups, "mov.b32 	%f11, %r36",
			"shfl.sync.bfly.b32 %r36, %r36, 1, 31, -1; mov.b32 %f11, %r36", "expected"},
		{"the neighbour's place", groups, "%r36, %r35, %r28, 31, -1",
			"%r28, %r28, 1, 31, -1; shfl.sync.idx.b32 %r36, %r35, %r28, 31, -1", "expected"},
		{"the neighbour's lowest member", groups, "selp.b32 	%r28, %r23, %r4, %p2",
			"shfl.sync.bfly.b32 %r4, %r4, 1, 31, -1; selp.b32 %r28, %r23, %r4, %p2", "expected"},
		{"the neighbour's group", groups, "and.b32  	%r15, %r14, %r6",
			"shfl.sync.bfly.b32 %r14, %r14, 1, 31, -1; and.b32 %r15, %r14, %r6", "expected"},
		{"whether the neighbour's group is empty", groups, "setp.lt.u32 	%p6, %r28, 32",
			"shfl.sync.bfly.b32 %r27, %r28, 1, 31, -1; setp.lt.u32 %p6, %r27, 32", "expected"},
		{"a predicate of the neighbour's place", groups, "setp.lt.u32 	%p6, %r28, 32",
			"shfl.sync.down.b32 %r27|%p6, %r28, %r24, 31, -1; selp.b32 %r27, 1, 0, %p6; shfl.sync.bfly.b32 %r27, %r27, 1, " +
				"31, -1; setp.lt.u32 %p6, %r28, 32; setp.eq.u32 %p5, %r27, 1; and.pred %p6, %p6, %p5", ""},
		{"place of another step", groups, "%r32, %r31, %r25,", "%r32, %r31, %r24,", "expected"},
		{"place not doubled", groups, "%r26, %r25, %r25,", "%r26, %r24, %r24,", "expected"},
		{"taken in where nobody is", groups, "selp.f32 	%f7, %f6, %f4, %p4", "mov.f32 %f7, %f6", "expected"},
		{"operands the wrong way", groups, "add.rn.f32 	%f9, %f7, %f8", "add.rn.f32 %f9, %f7, %f7", "expected"},
		{"lanes past the last segment", groups, "selp.f32 	%f13, %f12, %f1, %p7", "mov.f32 %f13, %f12", "expected"},
		{"a vote on the group", groups, "setp.eq.s32 	%p2, %r18, 0",
			"setp.eq.s32 %p2, %r18, 0; vote.sync.any.pred %p2, %p2, -1", "expected"},
		{"a trap where the group is empty", groups, "setp.eq.s32 	%p2, %r18, 0;",
			"setp.eq.s32 %p2, %r18, 0; @!%p2 bra $PAST; trap; $PAST:", ""},
		{"a trap where the group is not empty", groups, "setp.eq.s32 	%p2, %r18, 0;",
			"setp.eq.s32 %p2, %r18, 0; @!%p2 bra $TRAPS; bra $PAST; $TRAPS: trap; $PAST:", ""},
		{"a trap by the neighbour's group", groups, "setp.eq.s32 	%p2, %r18, 0;",
			"setp.eq.s32 %p2, %r18, 0; shfl.sync.bfly.b32 %r27, %r18, 1, 31, -1; setp.eq.s32 %p5, " +
				"%r27, %r18; @%p5 bra $PAST; trap; $PAST:", ""},
		{"return where the group says so", groups, "setp.eq.s32 	%p2, %r18, 0;", "setp.eq.s32 %p2, %r18, 0; @%p2 ret;", ""},

		{"the lower half of a key", wide, "match.any.sync.b64 	%r8, %rd9, -1",
			"cvt.u32.u64 %r8, %rd9; match.any.sync.b32 %r8, %r8, -1", "anything but the lane's key"},
		{"keys at half the distance", wide, "mul.wide.u32 	%rd7, %r1, 8", "mul.wide.u32 %rd7, %r1, 4", ""},
		{"segments of 8", wide, "and.b32  	%r7, %r1, -4", "and.b32 %r7, %r1, -8", "expected"},
		{"the lane for the lowest", wide, "%r26, %r25, %r4,", "%r26, %r25, %r1,", "expected"},
		{"the neighbour's result, in the segment", wide, "st.global.u32 	[%rd12], %r26",
			"shfl.sync.bfly.b32 %r26, %r26, 1, 31, -1; st.global.u32 [%rd12], %r26", "expected"},
		{"the neighbour's lowest, in the segment", wide, "%r26, %r25, %r4, 31, -1",
			"%r26, %r25, %r4, 31, -1; shfl.sync.bfly.b32 %r4, %r4, 2, 31, -1; shfl.sync.idx.b32 %r26, %r25, %r4, 31, -1",
			"expected"},
		{"signs dropped", wide, "add.s32 	%r25", "or.b32 %r25", "expected"},

		{"match by all lanes", divided, "%r14, %r11, %r2", "%r14, %r11, -1", "which may be elsewhere"},
		{"shuffle by all lanes", divided, "%r30, %r29, %r24, 31, %r2", "%r30, %r29, %r24, 31, -1", "which may be elsewhere"},
		{"shuffle by the group", divided, "%r30, %r29, %r24, 31, %r2", "%r30, %r29, %r24, 31, %r17", ""},
		{"members of any key", divided, "and.b32  	%r17, %r16, %r14", "and.b32 %r17, %r16, %r2", "expected"},
		{"lowest member of the segment", divided, "and.b32  	%r10, %r17, %r26",
			"and.b32 %r10, %r16, %r2; neg.s32 %r26, %r10; and.b32 %r10, %r10, %r26", "expected"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			spec, src := fixture(t, tt.file)
			if !strings.Contains(src, tt.old) {
				t.Fatalf("fixture has no %q", tt.old)
			}
			if rejects(t, spec, tt.file, strings.Replace(src, tt.old, tt.new, 1), tt.want) {
				refuted++
			}
		})
	}
	if refuted < 33 {
		t.Errorf("%d refuted by an input that replays, want 33", refuted)
	}
}

// TestVariantsKeyed keeps the meaning: still proved.
func TestVariantsKeyed(t *testing.T) {
	for _, tt := range []struct{ name, file, old, new string }{
		{"operands of a sum swapped", groups, "add.rn.f32 	%f9, %f7, %f8", "add.rn.f32 %f9, %f8, %f7"},
		{"matched twice", groups, "match.any.sync.b32 	%r14, %r7, -1",
			"match.any.sync.b32 %r14, %r7, -1; match.any.sync.b32 %r15, %r7, -1; and.b32 %r14, %r14, %r15"},
		{"the members of the group first", groups, "and.b32  	%r15, %r14, %r6", "and.b32 %r15, %r6, %r14"},
		{"a trap that no group leads to", groups, "setp.eq.s32 	%p2, %r18, 0;",
			"setp.eq.s32 %p2, %r18, 0; setp.ge.u32 %p5, %r18, %r18; @%p5 bra $PAST; trap; $PAST:"},
		{"a trap on the way that is not taken", groups, "setp.eq.s32 	%p2, %r18, 0;",
			"setp.eq.s32 %p2, %r18, 0; setp.lt.u32 %p5, %r14, %r18; @%p5 bra $TRAPS; bra $PAST; $TRAPS: trap; $PAST:"},
		{"a key by halves", wide, "match.any.sync.b64 	%r8, %rd9, -1",
			"mov.b64 {%r8, %r9}, %rd9; mov.b64 %rd9, {%r8, %r9}; match.any.sync.b64 %r8, %rd9, -1"},
		{"the group cut to the members once more", divided, "and.b32  	%r17, %r16, %r14",
			"and.b32 %r17, %r16, %r14; and.b32 %r17, %r17, %r2"},
		{"early return left out: who is no member never starts", divided, "@%p4 bra", "@%p2 bra"},
		{"another flag", divided, "add.s32 	%r22, %r6, 32", "add.s32 %r22, %r6, 64"},
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

package exec

import "testing"

// TestSegments runs warp instructions with member masks that name only the lane's own segment.
func TestSegments(t *testing.T) {
	const own = "and.b32 %r9, %r1, -8; mov.b32 %r10, 255; shl.b32 %r9, %r10, %r9; " // the 8 lanes of a segment
	sum := func(i int) uint32 { return uint32(8*(i&^7) + 28) }
	for _, tt := range []sample{
		{"shuffle", own + "shfl.sync.bfly.b32 %r3, %r2, 5, 31, %r9", func(i int) uint32 { return uint32(i ^ 5) }, ""},
		{"redux", own + "redux.sync.add.u32 %r3, %r2, %r9", sum, ""},
		{"ballot", own + "setp.eq.u32 %p1, %r1, %r1; vote.sync.ballot.b32 %r3, %p1, %r9", func(i int) uint32 {
			return 255 << (i &^ 7)
		}, ""},
		{"vote of one's own", own + "setp.lt.u32 %p1, %r1, 8; vote.sync.all.pred %p2, %p1, %r9; selp.b32 %r3, 1, 0, %p2",
			func(i int) uint32 { return uint32(1 - min(1, i/8)) }, ""},
		{"match", own + "and.b32 %r4, %r2, 1; match.any.sync.b32 %r3, %r4, %r9", func(i int) uint32 {
			return 0x55 << (i & 1) << (i &^ 7)
		}, ""},
		{"barrier", own + "bar.warp.sync %r9; mov.b32 %r3, %r2", same, ""},
		{"one after the other",
			own + "setp.lt.u32 %p1, %r1, 8; @%p1 bra X; shfl.sync.idx.b32 %r3, %r2, 9, 31, %r9; " +
				"X: shfl.sync.bfly.b32 %r3, %r2, 1, 31, %r9", func(i int) uint32 { return uint32(i ^ 1) }, ""},
		{"a lane of another segment", own + "shfl.sync.bfly.b32 %r3, %r2, 8, 31, %r9", nil, ""},
		{"another segment's mask", own + "shfl.sync.bfly.b32 %r9, %r9, 8, 31, -1; redux.sync.add.u32 %r3, %r2, %r9", nil,
			"not in its own member mask"},
		{"masks that overlap", own + "setp.eq.u32 %p1, %r1, 3; @%p1 mov.b32 %r9, 0x108; redux.sync.add.u32 %r3, %r2, %r9",
			nil, "the member masks of threads"},
		{"one that names more",
			own + "setp.eq.u32 %p1, %r1, 3; @%p1 mov.b32 %r9, -1; shfl.sync.bfly.b32 %r3, %r2, 1, 31, %r9", nil,
			"the member masks of threads"},
		{"one that never comes",
			own + "setp.eq.u32 %p1, %r1, 3; @%p1 bra X; shfl.sync.bfly.b32 %r3, %r2, 1, 31, %r9; X: bar.sync 0", nil,
			"divergent"},
	} {
		tt.ptx += "; mov.b32 %r4, 0; "
		tt.check(t, 32)
	}
}

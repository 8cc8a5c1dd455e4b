package exec

import (
	"errors"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestActivemask gives each lane the lanes that are there: all, or those that have not ended. Where some wait
// elsewhere, on hardware nobody waits for them, and the execution shows nothing.
func TestActivemask(t *testing.T) {
	for _, tt := range []sample{
		{"all", "activemask.b32 %r3", always(1<<32 - 1), ""},
		{"in a loop", "mov.b32 %r4, 0; L: activemask.b32 %r3; add.s32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, 3; @%p1 bra L",
			always(1<<32 - 1), ""},
		{"as a member mask", "activemask.b32 %r4; shfl.sync.bfly.b32 %r3|%p1, %r2, 1, 31, %r4", func(i int) uint32 {
			return uint32(i ^ 1)
		}, ""},
	} {
		tt.ptx += "; "
		tt.check(t, 32)
	}
	const some = "mov.b32 %r3, 0; mov.b32 %r4, 0; setp.lt.u32 %p1, %r1, 4; "
	cells, err := run(t, some+"@!%p1 bra OUT; activemask.b32 %r3; st.global.u32 [%d2], %r3; OUT: ret; ", 32, same)
	for lane, c := range cells {
		if def := c.Def == (bv.Word{W: 1, X: 1}); def != (lane < 4) || def && c.V.(bv.Word).X != 0xf {
			t.Errorf("lane %d: %v", lane, c)
		}
	}
	if err != nil {
		t.Error(err)
	}
	for _, ptx := range []string{
		some + "@%p1 bra A; shfl.sync.idx.b32 %r3, %r2, 0, 31, -1; bra OUT; A: activemask.b32 %r3; OUT: ",
		some + "@%p1 bra A; bar.sync 0; bra OUT; A: activemask.b32 %r3; OUT: ",
		some + "@%p1 bra A; activemask.b32 %r3; bra OUT; A: activemask.b32 %r3; OUT: ",
	} {
		var fault *Fault
		if _, err := run(t, ptx, 32, same); !errors.As(err, &fault) || fault.Shows() {
			t.Errorf("%s: got %v, want an end that shows nothing", ptx, err)
		}
	}
}

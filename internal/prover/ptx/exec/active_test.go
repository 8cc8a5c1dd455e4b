package exec

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestLeadingOne holds bfind against the standard library.
func TestLeadingOne(t *testing.T) {
	for _, shift := range []int{0, 1, 7, 31} {
		value := func(i int) uint32 { return uint32(i) << shift }
		for body, want := range map[string]func(x uint32) uint32{
			"bfind.u32 %r3, %r2; ": func(x uint32) uint32 {
				return uint32(bits.Len32(x) - 1)
			},
			"cvt.u64.u32 %d4, %r2; bfind.u64 %r3, %d4; ": func(x uint32) uint32 {
				return uint32(bits.Len32(x) - 1)
			},
			"cvt.u64.u32 %d4, %r2; shl.b64 %d4, %d4, 32; bfind.u64 %r3, %d4; ": func(x uint32) uint32 {
				return uint32(bits.Len64(uint64(x)<<32) - 1)
			},
		} {
			cells, err := run(t, body, 32, value)
			if err != nil {
				t.Fatal(err)
			}
			for i, c := range cells {
				if got := uint32(c.V.(bv.Word).X); got != want(value(i)) {
					t.Fatalf("%s of %#x: got %d, want %d", body, value(i), int32(got), int32(want(value(i))))
				}
			}
		}
	}
}

// TestShuffleByPlace shuffles by a separate distance for each thread, among members after the others have ended.
func TestShuffleByPlace(t *testing.T) {
	const members = 0x50f1
	const leave = "mov.u32 %%r9, %#x; shr.u32 %%r10, %%r9, %%r1; and.b32 %%r10, %%r10, " +
		"1; setp.eq.s32 %%p1, %%r10, 0; @%%p1 ret; "
	cells, err := run(t, fmt.Sprintf(leave+"shfl.sync.idx.b32 %%r3, %%r1, %%r2, 31, %%r9; ", members), 32,
		func(i int) uint32 { return uint32(7*i + 5) })
	if err != nil {
		t.Fatal(err)
	}
	absent := 0
	for lane, c := range cells {
		j := (7*lane + 5) % 32
		switch defined := c.Def == (bv.Word{W: 1, X: 1}); {
		case members>>lane&1 == 0 || members>>j&1 == 0:
			absent++
			if defined {
				t.Errorf("lane %d reads lane %d, and is taken to have something", lane, j)
			}
		case !defined || c.V.(bv.Word).X != uint64(j):
			t.Errorf("lane %d: got %v, want %d", lane, c, j)
		}
	}
	if absent == 32 {
		t.Error("no lane reads a member")
	}
	for body, says := range map[string]string{
		"shfl.sync.idx.b32 %r3, %r1, %r2, 31, %r10; ": "not in its own member mask",
		"mov.b32 %r11, 1; shl.b32 %r11, %r11, %r1; setp.gt.u32 %p2, %r1, 5; selp.b32 %r11, %r9, %r11, " +
			"%p2; redux.sync.add.u32 %r3, %r2, %r11; ": "the member masks of threads",
	} {
		if _, err := run(t, fmt.Sprintf(leave, members)+body, 32, func(i int) uint32 { return uint32(i) }); err == nil ||
			!strings.Contains(err.Error(), says) {
			t.Errorf("%s: got %v, want an error with %q", body, err, says)
		}
	}
}

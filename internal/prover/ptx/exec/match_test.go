package exec

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestMatch runs match.sync with a warp of 20 threads. The mask of the last two cases leaves half of them out.
func TestMatch(t *testing.T) {
	const n = 20
	value := func(i int) uint32 { return uint32(i % 3) }
	equal := func(i int, mask uint32) (m uint32) {
		for j := range n {
			if mask>>j&1 == 1 && value(j) == value(i) {
				m |= 1 << j
			}
		}
		return m
	}
	for _, tt := range []struct {
		ptx  string
		want func(i int) uint32
	}{
		{"match.any.sync.b32 %r3, %r2, -1", func(i int) uint32 { return equal(i, 1<<n-1) }},
		{"cvt.u64.u32 %d4, %r2; shl.b64 %d4, %d4, 40; match.any.sync.b64 %r3, %d4, -1", func(i int) uint32 {
			return equal(i, 1<<n-1)
		}},
		{"match.all.sync.b32 %r3|%p1, %r2, -1; @%p1 mov.b32 %r3, 77", func(int) uint32 { return 0 }},
		{"shr.u32 %r3, %r2, 9; match.all.sync.b32 %r3|%p1, %r3, -1; @!%p1 mov.b32 %r3, 77", func(int) uint32 {
			return 1<<n - 1
		}},
	} {
		cells, err := run(t, tt.ptx+"; ", n, value)
		if err != nil {
			t.Errorf("%s: %v", tt.ptx, err)
			continue
		}
		for lane, c := range cells {
			if got, want := uint32(c.V.(bv.Word).X), tt.want(lane); got != want || c.Def != (bv.Word{W: 1, X: 1}) {
				t.Errorf("%s: lane %d: got %#x, want %#x", tt.ptx, lane, got, want)
				break
			}
		}
	}
}

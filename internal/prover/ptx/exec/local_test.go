package exec

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// freshByte is byte number i of memory that nothing was written to.
func freshByte(i int) uint32 {
	x, _ := bv.FreshByte(bv.Numbers{}, i)
	return uint32(x.(bv.Word).X)
}

// TestLocal stores to local memory, which each thread has for itself and which
// compilers that do not optimise use for every variable.
func TestLocal(t *testing.T) {
	const declare = ".local .align 8 .b8 d[16]; mov.u64 %d4, d; cvta.local.u64 %d5, %d4; "
	for _, tt := range []struct {
		ptx  string
		want func(i int) uint32 // nil: undefined
		err  string
	}{
		{"st.u32 [%d5+4], %r2; ld.local.u32 %r3, [%d4+4]; ", func(i int) uint32 { return uint32(i) }, ""},
		{"st.local.u32 [d+8], %r2; ld.u32 %r3, [%d5+8]; ", func(i int) uint32 { return uint32(i) }, ""},
		{"st.u32 [%d5+4], %r2; ld.u32 %r3, [%d5+8]; ", nil, ""},
		{"st.v2.u32 [%d5], {%r2, %r2}; .pragma \"used_bytes_mask 15\"; ld.v2.u32 {%r3, %r4}, [%d5]; ", func(i int) uint32 {
			return uint32(i)
		}, ""},
		{"st.v2.u32 [%d5], {%r2, %r2}; .pragma \"used_bytes_mask 15\"; ld.v2.u32 {%r4, %r3}, [%d5]; ", nil, ""},
		{"st.v2.u32 [%d5], {%r2, %r2}; .pragma \"used_bytes_mask 0x70\"; ld.v2.u32 {%r4, " +
			"%r3}, [%d5]; and.b32 %r3, %r3, 0xffffff; ", func(i int) uint32 { return uint32(i) }, ""},
		{"st.v2.u32 [%d5], {%r2, %r2}; .pragma \"used_bytes_mask 0x70\"; ld.v2.u32 {%r4, %r3}, [%d5]; shr.u32 %r3, %r3, 24; ",
			func(i int) uint32 { return freshByte(i) }, ""},
		{"st.u32 [%d5+16], %r2; mov.b32 %r3, 0; ", nil, "outside local memory of d, which has 16 bytes"},
		{"st.shared.u32 [%d4], %r2; mov.b32 %r3, 0; ", nil, "outside shared memory"},
		{"cvta.to.shared.u64 %d4, %d5; mov.b32 %r3, 0; ", nil, "not in shared memory"},
		{"st.u32 [%d5], 5; setp.gt.u32 %p1, %r2, 1; @%p1 bra X; st.u32 [%d5], 6; X: ld.u32 %r3, [%d5]; ",
			func(i int) uint32 { return map[bool]uint32{true: 5, false: 6}[i > 1] }, ""},
	} {
		cells, err := run(t, declare+tt.ptx, 4, func(i int) uint32 { return uint32(i) })
		if err != nil || tt.err != "" {
			if err == nil || tt.err == "" || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%s: got %v, want %q", tt.ptx, err, tt.err)
			}
			continue
		}
		for lane, c := range cells {
			if def := c.Def == (bv.Word{W: 1, X: 1}); def != (tt.want != nil) {
				t.Errorf("%s: lane %d: defined: %v", tt.ptx, lane, def)
			} else if def && uint32(c.V.(bv.Word).X) != tt.want(lane) {
				t.Errorf("%s: lane %d: got %#x, want %#x", tt.ptx, lane, c.V.(bv.Word).X, tt.want(lane))
			}
		}
	}
}

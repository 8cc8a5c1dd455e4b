package ptxsim

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"
)

// exec runs instructions in the 32 threads of a warp: in %d0 the lane's input, out
// of %d1 its result. Registers are %h, %r, %d, %f, %g and %p, ten each.
func exec(t *testing.T, body string, in [32]uint64, seed uint64) ([32]uint64, error) {
	t.Helper()
	src := `.version 8.6
.target sm_100a
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out) {
	.reg .b16 %h<10>; .reg .b32 %r<10>; .reg .b64 %d<10>; .reg .f32 %f<10>; .reg .f64 %g<10>; .reg .pred %p<10>; .reg .b64 %a<3>;
	mov.u32 %r9, %laneid;
	mul.wide.u32 %a0, %r9, 8;
	ld.param.u64 %a1, [in];
	ld.param.u64 %a2, [out];
	add.u64 %a1, %a1, %a0;
	add.u64 %a2, %a2, %a0;
	ld.global.u64 %d0, [%a1];
	cvt.u32.u64 %r0, %d0;
	` + body + `
	st.global.u64 [%a2], %d1;
}`
	p, err := Load([]byte(src), "k")
	if err != nil {
		return in, err
	}
	from, to := make([]byte, 256), make([]byte, 256)
	for i, x := range in {
		binary.LittleEndian.PutUint64(from[8*i:], x)
	}
	err = p.Run(Launch{32, 1, 1}, []Arg{{Buffer: &Buffer{Data: from, ReadOnly: true}}, {Buffer: &Buffer{Data: to}}}, seed)
	var out [32]uint64
	for i := range out {
		out[i] = binary.LittleEndian.Uint64(to[8*i:])
	}
	return out, err
}

// TestInstructions holds results that the PTX ISA gives in its text or that follow
// from it, of lane 5.
func TestInstructions(t *testing.T) {
	for _, c := range []struct {
		body string
		in   uint64
		want uint64
	}{
		{"bfe.s64 %d1, %d0, 4, 8;", 0xff0, ^uint64(0)},
		{"bfe.u64 %d1, %d0, 4, 8;", 0xff0, 0xff},
		{"bfe.s64 %d1, %d0, 60, 8;", 1 << 63, ^uint64(7)},
		{"bfe.u64 %d1, %d0, 0, 0;", 7, 0},
		{"bfi.b64 %d1, %d0, -1, 8, 4;", 0x5, 0xfffffffffffff5ff},
		{"bfind.u32 %r1, %r0; cvt.u64.u32 %d1, %r1;", 0, 0xffffffff},
		{"bfind.shiftamt.u32 %r1, %r0; cvt.u64.u32 %d1, %r1;", 1, 31},
		{"prmt.b32 %r1, %r0, 0, 0x0008; cvt.u64.u32 %d1, %r1;", 0x80, 0x808080ff},
		{"lop3.b32 %r1, %r0, 12, 10, 0x1a; cvt.u64.u32 %d1, %r1;", 15, 1}, // (a & b | c) ^ a
		{"shf.l.wrap.b32 %r1, %r0, %r0, 36; cvt.u64.u32 %d1, %r1;", 0x12345678, 0x23456781},
		{"shl.b64 %d1, %d0, 64;", 5, 0},
		{"shr.s64 %d1, %d0, 200;", 1 << 63, ^uint64(0)},
		{"mul.hi.s64 %d1, %d0, -2;", 1, ^uint64(0)},
		{"add.cc.u32 %r1, %r0, 1; addc.u32 %r2, 0, 0; cvt.u64.u32 %d1, %r2;", 0xffffffff, 1},
		{"sub.cc.u32 %r1, %r0, 1; subc.u32 %r2, 0, 0; cvt.u64.u32 %d1, %r2;", 0, 0xffffffff},
		{"cvt.s64.s8 %d1, %r0;", 0x1ff, ^uint64(0)},
		{"cvt.rn.f32.s64 %f1, %d0; mov.b32 %r1, %f1; cvt.u64.u32 %d1, %r1;", 1<<24 + 1, uint64(math.Float32bits(1 << 24))},
		{"cvt.rn.f16.f32 %h1, 0f477FF000; cvt.u64.u16 %d1, %h1;", 0, 0x7c00}, // 65520
		{"cvt.rn.f16x2.f32 %r1, 0f3F800000, 0f40000000; cvt.u64.u32 %d1, %r1;", 0, 0x3c004000},
		{"mov.b32 %r1, 0x3c003c00; mov.b32 %r2, 0x14001400; fma.rn.f16x2 %r1, %r1, %r1, %r2; cvt.u64.u32 %d1, %r1;", 0,
			0x3c013c01},
		{"min.f32 %f1, 0f00000000, 0f80000000; mov.b32 %r1, %f1; cvt.u64.u32 %d1, %r1;", 0, 0x80000000},
		{"max.NaN.f32 %f1, 0f00000000, 0fFFC00001; mov.b32 %r1, %f1; cvt.u64.u32 %d1, %r1;", 0, 0x7fffffff},
		{"setp.lt.and.u32 %p1|%p2, %r0, 5, !%p3; selp.u64 %d1, 1, 0, %p2; setp.ne.u32 %p3, 0, 0;", 9, 1},
		{"setp.geu.f32 %p1, 0f7FC00000, 0f00000000; selp.u64 %d1, 1, 0, %p1;", 0, 1},
		{"mov.b64 {%h1, %h2, %h3, %h4}, %d0; mov.b64 %d1, {%h4, %h3, %h2, %h1};", 0x0001000200030004, 0x0004000300020001},
		{"mov.u64 %d1, 010; add.u64 %d1, %d1, 0b11; add.u64 %d1, %d1, 0x10U;", 0, 27},
		{"{ .reg .b32 %r1; mov.u32 %r1, 7; } mov.u32 %r1, 5; { .reg .b32 %r1; mov.u32 %r1, 9; } cvt.u64.u32 %d1, %r1;", 0, 5},
		{"mov.u32 %r1, 0; LOOP: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, %r0; @%p1 bra LOOP; cvt.u64.u32 %d1, %r1;", 9, 9},
		{"{ .local .align 8 .b8 b[16]; st.local.u64 [b+8], %d0; ld.local.u16 %r1, [b+012]; cvt.u64.u32 %d1, %r1; }",
			0x44556677, 0x4455},
		{"shfl.sync.up.b32 %r1|%p1, %r9, 2, 0, -1; cvt.u64.u32 %d1, %r1;", 0, 3},
		{"shfl.sync.idx.b32 %r1|%p1, %r9, 3, 0x1c1f, -1; cvt.u64.u32 %d1, %r1;", 0, 7},
		{"shfl.sync.down.b32 %r1|%p1, %r9, 30, 31, -1; selp.u64 %d1, 1, 0, %p1;", 0, 0},
		{"setp.eq.u32 %p1, %r9, 5; vote.sync.ballot.b32 %r1, %p1, -1; cvt.u64.u32 %d1, %r1;", 0, 32},
		{"shr.u32 %r1, %r9, 2; match.any.sync.b32 %r1, %r1, -1; cvt.u64.u32 %d1, %r1;", 0, 0xf0},
		{"redux.sync.max.s32 %r1, %r9, -1; cvt.u64.u32 %d1, %r1;", 0, 31},
	} {
		body := c.body
		if strings.Contains(body, "!%p3") {
			body = "setp.ne.u32 %p3, 0, 0; " + body
		}
		var in [32]uint64
		for i := range in {
			in[i] = c.in
		}
		out, err := exec(t, body, in, 1)
		if err != nil || out[5] != c.want {
			t.Errorf("%s of %#x: %#x, want %#x (%v)", c.body, c.in, out[5], c.want, err)
		}
	}
}

// TestJunk wants two seeds to differ in what PTX leaves undefined.
func TestJunk(t *testing.T) {
	for _, body := range []string{
		"mov.u64 %d1, %d7;",
		"{ .local .b64 x; ld.local.u64 %d1, [x]; }",
		"cvta.local.u64 %d1, %d0; mov.u64 %d1, %a2;",
		"@%p0 exit; cvt.u64.u32 %d1, %r9;",
		"setp.lt.u32 %p1, %r9, 16; @%p1 bra X; bra.uni Y; X: shfl.sync.idx.b32 %r1, %r9, " +
			"20, 31, 0xffff; Y: cvt.u64.u32 %d1, %r1;",
		"neg.f32 %f1, 0f7FC00000; mov.b32 %r1, %f1; cvt.u64.u32 %d1, %r1;",
	} {
		a, err1 := exec(t, body, [32]uint64{}, 1)
		b, err2 := exec(t, body, [32]uint64{}, 2)
		if err1 != nil || err2 != nil || a == b {
			t.Errorf("%s: the same by both seeds: %v %v", body, err1, err2)
		}
	}
}

// TestFaults wants an error of what PTX leaves undefined, and of what it forbids.
func TestFaults(t *testing.T) {
	for body, want := range map[string]string{
		"add.u32 %r1, %r0, %d0;":        "another type",
		"add.u32 %r1, %r0;":             "2 operands",
		"add.b32 %r1, %r0, 1;":          "want one of",
		"mov.u32 %r1, 08;":              "number 08",
		"mov.u32 %q, 1;":                "not declared",
		"bra NOWHERE;":                  "no label",
		"{ L: } bra L;":                 "no label",
		"setp.lt.b32 %p1, %r0, %r1;":    "another type",
		"trap;":                         "trap",
		"st.global.u64 [%a1], %d0;":     "only read",
		"ld.global.u64 %d1, [%a1+256];": "in no variable",
		"ld.global.u64 %d1, [%a1+4];":   "not aligned",
		"st.global.u64 [%a2], %d0; ld.global.nc.u64 %d1, [%a2];":            "ld.global.nc",
		"shfl.sync.idx.b32 %r1, %r0, 0, 31, 1;":                             "not in its own member mask",
		"setp.eq.u32 %p1, %r9, 0; @%p1 bar.sync 1; bar.sync 0;":             "waits elsewhere",
		"setp.eq.u32 %p1, %r9, 0; @%p1 bar.warp.sync -1; @!%p1 bar.sync 0;": "waits elsewhere",
		"setp.eq.u32 %p1, %r9, 0; @%p1 exit; bar.sync 0;":                   "has exited",
		"L: bra L;": "more than",
		"{ .shared .b32 s[2]; .shared .b32 z; st.shared.u32 [s+8], %r0; }": "in no variable",
		"ld.param.u64 %d1, [out+8];":                                       "in no variable",
	} {
		_, err := exec(t, body, [32]uint64{}, 3)
		if err == nil || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
	}
}

// TestSeeds wants zeros and ones of the seeds named so, in all that PTX leaves undefined,
// and different values of others.
func TestSeeds(t *testing.T) {
	for _, body := range []string{
		"mov.b64 %d1, %d5;",
		".local .align 8 .b8 l[8]; ld.local.u64 %d1, [l];",
		"div.u64 %d1, %d0, 0;",
		"setp.eq.u32 %p1, %r9, 0; mov.u64 %d1, 0; @!%p1 ret; shfl.sync.idx.b32 %r1, %r0, 7, 31, -1; cvt.s64.s32 %d1, %r1;",
	} {
		seen := map[uint64]bool{}
		for seed := range uint64(12) {
			out, err := exec(t, body, [32]uint64{}, seed)
			if err != nil {
				t.Fatalf("%s: %v", body, err)
			}
			seen[out[0]] = true
			if want := -seed; seed <= SeedOnes && out[0] != want {
				t.Errorf("%s: seed %d leaves %#x, want %#x", body, seed, out[0], want)
			}
		}
		if len(seen) < 6 {
			t.Errorf("%s: %d values of 12 seeds", body, len(seen))
		}
	}
}

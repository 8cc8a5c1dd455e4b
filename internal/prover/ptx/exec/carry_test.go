package exec

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestCarries computes sums and differences of 64 bits by words, with the carry flag.
func TestCarries(t *testing.T) {
	for body, want := range map[string]func(x uint32) uint32{
		"add.cc.u32 %r3, %r2, -1; addc.u32 %r3, 5, 7": func(x uint32) uint32 {
			if x > 0 {
				return 13
			}
			return 12
		},
		"add.cc.s32 %r3, %r2, %r2; addc.cc.u32 %r3, -1, 0; addc.u32 %r3, 0, 0": func(x uint32) uint32 { return x >> 31 },
		"sub.cc.u32 %r3, %r2, 3; subc.u32 %r3, 0, 0": func(x uint32) uint32 {
			if x < 3 {
				return ^uint32(0)
			}
			return 0
		},
		"sub.cc.u32 %r3, %r2, 3; subc.cc.u32 %r3, 0, 0; subc.s32 %r3, 9, 1": func(x uint32) uint32 {
			if x < 3 {
				return 7
			}
			return 8
		},
		"cvt.u64.u32 %d4, %r2; add.cc.u64 %d4, %d4, -2; addc.u32 %r3, 0, 0": func(x uint32) uint32 {
			if x >= 2 {
				return 1
			}
			return 0
		},
		"add.cc.u32 %r3, -1, -1; add.u32 %r3, %r3, 1; mov.b32 %r5, 0; addc.u32 %r3, %r2, 0": func(x uint32) uint32 {
			return x + 1
		},
		"add.cc.u32 %r3, -1, -1; setp.eq.u32 %p1, %r2, 4; " +
			"@%p1 add.cc.u32 %r5, 1, 1; addc.u32 %r3, 0, 0": func(x uint32) uint32 {
			if x == 4 {
				return 0
			}
			return 1
		},
		"addc.u32 %r3, %r2, 0":                            nil, // no flag was set
		"sub.cc.u32 %r3, %r2, 3; addc.u32 %r3, 0, 0":      nil, // a borrow is no carry
		"add.cc.u32 %r3, %r2, 3; subc.u32 %r3, 0, 0":      nil,
		"add.cc.u32 %r3, %r9, 3; addc.u32 %r3, 0, 0":      nil, // %r9 was never set
		"add.cc.u32 %r3, %r2, 3; addc.u32 %r3, %r9, 0":    nil,
		"add.u32 %r3, %r2, 3; addc.cc.u32 %r3, 0, 0":      nil,
		"@%p2 add.cc.u32 %r3, %r2, 3; addc.u32 %r3, 0, 0": nil, // %p2 was never set
	} {
		in := func(i int) uint32 { return []uint32{uint32(i), 0xfffffff0 + uint32(i)}[i/16%2] }
		cells, err := run(t, body+"; ", 32, in)
		if err != nil {
			t.Errorf("%s: %v", body, err)
			continue
		}
		for i, c := range cells {
			x, def := uint32(c.V.(bv.Word).X), c.Def.(bv.Word).X == 1
			switch {
			case want == nil && def:
				t.Errorf("%s: lane %d is defined", body, i)
			case want != nil && (!def || x != want(in(i))):
				t.Errorf("%s: lane %d: got %#x, %v, want %#x", body, i, x, def, want(in(i)))
			}
		}
	}
}

// TestLoose: sums and products without a rounding modifier are refused where both are.
func TestLoose(t *testing.T) {
	for body, want := range map[string]string{
		"add.f32 %f1, %f2, %f3; sub.f32 %f1, %f1, %f3;":    "",
		"mul.f32 %f1, %f2, %f3; mul.f32 %f1, %f1, %f3;":    "",
		"mul.rn.f32 %f1, %f2, %f3; add.f32 %f1, %f1, %f3;": "",
		"mul.f32 %f1, %f2, %f3; add.rn.f32 %f1, %f1, %f3;": "",
		"mul.f32 %f1, %f2, %f3; " +
			"add.f32 %f1, %f1, %f3;": "add.f32 here and mul.f32 at PTX line 10",
		"mul.f32 %f1, %f2, %f3; shfl.sync.bfly.b32 %f1, %f1, 1, 31, -1; sub.f32 %f1, %f3, %f1;": "__fadd_rn",
		"mul.f16 %h1, %h2, %h3; sub.f16 %h1, %h1, %h3;":                                         "__hmul_rn",
		"add.f32 %f1, %f2, %f3; @%p1 bra X; mul.f32 %f1, %f1, %f3; X:":                          "without .rn",
		"fma.f32 %f1, %f2, %f3, %f3;":                                                           "form fma.f32",
		"add.ftz.f32 %f1, %f2, %f3;":                                                            "flushes",
	} {
		p, err := program("7.8", "sm_80", body)
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", body, err)
		case want == "" && p.Loose() == "":
			t.Errorf("%s: no loose instruction", body)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: got %v, want %q", body, err, want)
		}
	}
}

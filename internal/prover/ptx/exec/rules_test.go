package exec

import (
	"strings"
	"testing"
)

// TestRules holds what every instruction must obey against ptxas 13.0: it refuses the
// first, and takes the second.
func TestRules(t *testing.T) {
	try := func(ptx string) error {
		_, err := run(t, "mov.u32 %r6, 0; mov.u32 %r7, 0; mov.f32 %f1, 0f00000000; "+ptx+"; mov.b32 %r3, %r2; ", 32, same)
		return err
	}
	for ptx, want := range map[string]string{
		"ld.nc.u32 %r3, [%d1]":                 ".nc of what is not .global",
		"ld.cs.nc.u32 %r3, [%d1]":              ".nc of what is not .global",
		"ld.u32.rz %r3, [%d1]":                 ".rz rounds toward zero",
		"ld.global.u32.ca %r3, [%d1]":          "unknown: form ld.global.u32.ca",
		"setp.gt.b32 %p1, %r2, 3":              ".gt does not compare .b32",
		"setp.hi.s32 %p1, %r2, 3":              ".hi does not compare .s32",
		"setp.equ.u32 %p1, %r2, 3":             ".equ does not compare .u32",
		"setp.lo.f32 %p1, %f1, %f1":            ".lo does not compare .f32",
		"setp.num.b32 %p1, %r2, %r2":           ".num does not compare .b32",
		"set.lt.u32.b32 %r3, %r2, %r2":         ".lt does not compare .b32",
		"mov.f64 {%r6, %r7}, %d3":              "a vector is of bits",
		"mov.u64 {%r6, %r7}, %d3":              "a vector is of bits",
		"mov.f64 %d4, {%r6, %r7}":              "a vector is of bits",
		"mov.f64 %f1, 0d0000000000000000":      "a register of 32 bits",
		"@%p1 mov.f64 %r6, 0d0000000000000000": "a register of 32 bits",
		"mov.f64 %d4, s":                       "an integer where a float is wanted",
		"mov.f32 %f1, 1":                       "an integer where a float is wanted",
		"mov.f32 %f1, %laneid":                 "an integer where a float is wanted",
		"add.s32 %r3, %laneid, 1":              "an operand of mov and cvt alone",
		"add.s32 _, %r2, %r2":                  "a result is left out",
		"mov.u32 _, %r2":                       "a result is left out",
		"selp.b32 _, %r2, %r2, %p1":            "a result is left out",
		"ld.global.u32 _, [%d1]":               "a result is left out",
		"cvta.to.global.u64 _, %d1":            "a result is left out",
		"vote.sync.ballot.b32 _, %p1, -1":      "a result is left out",
		"redux.sync.add.s32 _, %r2, -1":        "a result is left out",
		"shfl.sync.up.b32 _, %r2, 1, 0, -1":    "a result is left out",
		"shfl.sync.up.b32 _|%p1, %r2, 1, 0, 0": "the first result is left out",
		"setp.eq.u32 _|_, %r2, 3":              "the first result is left out",
		"popc.b32 %f1, %r2":                    "a float for a count",
	} {
		if err := try(ptx); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", ptx, err, want)
		}
	}
	for _, ptx := range []string{
		"ld.global.nc.u32 %r3, [%d1]", "setp.ne.b32 %p1, %r2, 3", "setp.hi.u32 %p1, %r2, 3", "setp.gt.u32 %p1, %r2, 3",
		"setp.ge.s32 %p1, %r2, 3", "setp.gtu.f32 %p1, %f1, %f1", "setp.eq.u32 _|%p1, %r2, 3", "setp.eq.u32 %p1|_, %r2, 3",
		"match.all.sync.b32 _|%p1, %r2, -1", "shfl.sync.up.b32 %r3|_, %r2, 1, 0, -1",
		"mov.b64 %d4, {%r6, %r7}; mov.b64 {%r6, _}, %d4",
		"mov.f32 %r6, %f1", "mov.u64 %d4, %d1", "popc.b32 %r6, %f1", "mov.b32 %r6, %laneid",
	} {
		if err := try(ptx); err != nil {
			t.Errorf("%s: %v", ptx, err)
		}
	}
}

package ptx

import (
	"strings"
	"testing"
)

// TestUndefinedGuards: nothing that an instruction or a way writes under a guard that is
// undefined is defined, also where it is what was there, or what the other way writes.
// ptxas for sm_90 makes (new and u0) or (old and not u1) of
//
//	@%u setp.num.f32 %p1, %f0, %f2;
//
// with u0 and u1 two predicates that nothing sets: on an H200 it left false for old and
// new both true.
func TestUndefinedGuards(t *testing.T) {
	spec, src := fixture(t, xor16)
	with := func(text string) []byte {
		const store = "	st.global.u32 	[%rd7]"
		if !strings.Contains(src, store) {
			t.Fatal("no store")
		}
		declare := "{ .reg .pred %u, %o; .reg .b32 %n, %m; .local .align 4 .b8 buf[4];\nmov.b32 %n, RESULT;\n"
		return []byte(strings.Replace(src, store, strings.ReplaceAll(declare+text, "RESULT", "%r16")+" }\n"+store, 1))
	}
	for _, tt := range []struct{ name, text string }{
		{"a guard", "@%u mov.b32 RESULT, %n;"},
		{"a predicate", "setp.eq.u32 %o, %n, %n;\n@%u setp.eq.u32 %o, 0, 0;\nselp.b32 RESULT, %n, 0, %o;"},
		{"a selection", "selp.b32 RESULT, %n, RESULT, %u;"},
		{"one way that writes", "@%u bra A;\nmov.b32 RESULT, %n;\nA:"},
		{"both ways", "@%u bra A;\nmov.b32 RESULT, %n;\nbra B;\nA: add.u32 RESULT, %n, 0;\nB:"},
		{"a way with ways", "@%u bra A;\nsetp.lt.u32 %o, %n, 9;\n@%o bra A;\nmov.b32 RESULT, %n;\nA:"},
		{"a way under a way", "setp.lt.u32 %o, %n, 9;\n@%o bra A;\n@%u bra A;\nmov.b32 RESULT, %n;\nA:"},
		{"memory", "st.local.u32 [buf], %n;\n@%u bra A;\nst.local.u32 [buf], %n;\nA: ld.local.u32 RESULT, [buf];"},
		{"a part of memory",
			"st.local.u32 [buf], %n;\n@%u bra A;\nshr.u32 %m, %n, 16;\n" +
				"st.local.u16 [buf+2], %m;\nA: ld.local.u32 RESULT, [buf];"},
	} {
		if _, err := Prove(spec, "k.ptx", with(tt.text)); err == nil {
			t.Errorf("%s: proved", tt.name)
		} else if !strings.Contains(err.Error(), "undefined") {
			t.Errorf("%s: %v", tt.name, err)
		}
		known := "setp.gt.u32 %u, %n, 77;\n" + tt.text
		if _, err := Prove(spec, "k.ptx", with(known)); err != nil {
			t.Errorf("%s, with a guard that is defined: %v", tt.name, err)
		}
	}
}

package ptx

import (
	"fmt"
	"strings"
	"testing"
)

// nanOps are operations that return a NaN with other bits on an H200 than the executor's
// numbers give it, though those bits are in PTX, or follow from its text on other NaNs. Each
// leaves its result in %f1, %g1 or %h1, of a NaN that its first line makes.
var nanOps = []struct{ op, made, of, bits string }{
	{"max.f32 %f1, %f0, %f0", "mov.b32 %f0, %n", "mov.b32 %n, %f1", "0x7fffffff"},
	{"min.f32 %f1, %f0, %f0", "mov.b32 %f0, %n", "mov.b32 %n, %f1", "0x7fffffff"},
	{"cvt.f32.bf16 %f1, %h0", "cvt.u16.u32 %h0, %n", "mov.b32 %n, %f1", "0x7fffffff"},
	{"cvt.rn.f32.f64 %f1, %g0", "mov.b64 %g0, {%n, %n}", "mov.b32 %n, %f1", "0x7fffffff"},
	{"neg.f64 %g1, %g0", "mov.b64 %g0, {%n, %n}", "mov.b64 {%n, _}, %g1", "0xffffffff"},
	{"abs.f64 %g1, %g0", "mov.b64 %g0, {%n, %n}", "mov.b64 {_, %n}, %g1", "0x7fffffff"},
	{"max.f16 %h1, %h0, %h0", "cvt.u16.u32 %h0, %n", "cvt.u32.u16 %n, %h1", "0x7fff"},
	{"min.bf16 %h1, %h0, %h0", "cvt.u16.u32 %h0, %n", "cvt.u32.u16 %n, %h1", "0x7fff"},
}

// TestNaNBits: no proof rests on a bit of a NaN that an operation returns, be the NaN
// a constant or an element.
func TestNaNBits(t *testing.T) {
	spec, src := fixture(t, xor16)
	with := func(text string) []byte {
		const store = "	st.global.u32 	[%rd7]"
		if !strings.Contains(src, store) {
			t.Fatal("no store")
		}
		return []byte(strings.Replace(src, store,
			"{ .reg .pred %z; .reg .b32 %n; .reg .f32 %f<2>; .reg .b64 %g<2>; .reg .b16 %h<2>;\n"+strings.ReplaceAll(text,
				"RESULT", "%r16")+" }\n"+store, 1))
	}
	if _, err := Prove(spec, "k.ptx",
		with("mov.b32 %n, 0x7fffffff;\nsetp.ne.u32 %z, %n, 0x7fffffff;\n@%z mov.b32 RESULT, 0;\n")); err != nil {
		t.Errorf("of bits that are known: %v", err)
	}
	for _, o := range nanOps {
		for _, from := range []string{"mov.b32 %n, 0x7ff47ff5", "or.b32 %n, RESULT, 0x7ff07fff"} {
			for _, ask := range []string{
				"setp.ne.u32 %z, %n, " + o.bits + ";\n@%z mov.b32 RESULT, 0;", // as the executor's numbers have it
				"setp.eq.u32 %z, %n, " + o.bits + ";\n@%z mov.b32 RESULT, 0;", // any other
				"xor.b32 %n, %n, " + o.bits + ";\nxor.b32 RESULT, RESULT, %n;",
			} {
				text := fmt.Sprintf("%s;\n%s;\n%s;\n%s;\n%s", from, o.made, o.op, o.of, ask)
				if _, err := Prove(spec, "k.ptx", with(text)); err == nil {
					t.Errorf("%s, %s: proved with %s", o.op, from, strings.Join(strings.Fields(ask), " "))
				} else {
					t.Log(o.op, err)
				}
			}
		}
	}
}

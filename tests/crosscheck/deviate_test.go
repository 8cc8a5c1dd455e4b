package crosscheck

import "testing"

func TestDeviates(t *testing.T) {
	for text, want := range map[string]bool{
		"\tbfe.s32 %r1, %r2, 63, 63;":                                 true,
		"\t@!%p2 bfe.s32 %r5, %r5, 63, 38;":                           true,
		"\tbfe.s32 %r4, %r0, %r2, 4;":                                 true,
		"\tbfi.b32 %r4, %r1, %r2, 1, 55;":                             true,
		"\tbfi.b64 %d1, %d0, %d5, 1, 64;":                             true,
		"\tbfe.s32 %r2, %r3, 8, 8;\n\tcvt.rn.f32.u32 %f2, %r2;":       true,
		"\tbfe.u32 %r1, %r2, 31, 1;":                                  false,
		"\tbfi.b64 %d1, %d0, %d5, 0, 64;":                             false,
		"\tbfe.s32 %r2, %r3, 8, 8;\n\tcvt.rn.f32.s32 %f2, %r2;":       false,
		"\tbfe.u32 %r2, %r3, 8, 8;\n\tcvt.rn.f32.u32 %f2, %r2;":       false,
		"\tadd.s32 %r2, %r3, 99;\n\tbfe.u32 %r2, %r3, 0x8, 030;\n\t}": false,
	} {
		if got := Deviates([]byte(text)); (got != "") != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

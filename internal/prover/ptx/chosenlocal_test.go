package ptx

import (
	"strings"
	"testing"
)

// TestChosenLocal loads from one of two variables of a thread, which the elements choose by an address: code that is
// not optimised copies a struct in this way.
func TestChosenLocal(t *testing.T) {
	const chosen = "{ .reg .pred %c; .reg .b32 %i; .reg .b64 %a, %b; .local .align 8 .b8 both[16];\n" +
		"st.local.f32 [both], %f11; st.local.u32 [both+4], 5; st.local.f32 [both+8], %f11; st.local.u32 [both+12], 7;\n" +
		"mov.u64 %a, both; add.s64 %b, %a, 8; setp.lt.f32 %c, %f2, %f11; @%c bra A; mov.b64 %a, %b;\n" +
		"A: ld.local.f32 %f11, [%a]; ld.local.u32 %i, [%a+4];\n" +
		"setp.gt.s32 %c, %i, 8; selp.f32 %f11, %f2, %f11, %c; }\nmov.b32 	%r15, %f11"
	const old = "mov.b32 	%r15, %f11"
	s, src := fixture(t, scan)
	altered := func(part, new string) string {
		if !strings.Contains(chosen, part) {
			t.Fatalf("no %q", part)
		}
		return strings.Replace(src, old, strings.Replace(chosen, part, new, 1), 1)
	}
	if !strings.Contains(src, old) {
		t.Fatal("another fixture")
	}
	if _, err := Prove(s, scan, []byte(altered("%f11", "%f11"))); err != nil {
		t.Error(err)
	}
	for _, tt := range []struct{ name, old, new, want string }{
		{"another value in the second", "[both+8], %f11", "[both+8], %f2", "expected"},
		{"another value in the first", "[both], %f11", "[both], %f2", "expected"},
		{"another number in the second", "[both+12], 7", "[both+12], 9", "expected"},
		{"another number in the first", "[both+4], 5", "[both+4], 9", "expected"},
		{"nothing in the second", "st.local.f32 [both+8], %f11;", "", "undefined"},
		{"nothing in the first", "st.local.f32 [both], %f11;", "", "undefined"},
		{"past the second", "[%a+4]", "[%a+12]", "outside local memory"},
		{"between two", "[%a]", "[%a+2]", "not aligned"},
	} {
		t.Run(tt.name, func(t *testing.T) { rejects(t, s, scan, altered(tt.old, tt.new), tt.want) })
	}
}

package ptx

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/spec"
)

// withCame gives the fixture of xor16 the last parameter, and stores what store says
// there before the kernel returns. %rd8 is the thread's place.
func withCame(src, store string) string {
	src = strings.Replace(src, ".param .u64 k_param_2\n", ".param .u64 k_param_2,\n.param .u64 k_param_3\n", 1)
	return strings.Replace(src, "	ret;",
		"{ .reg .b64 %c<3>; .reg .b32 %l;\nld.param.u64 %c0, [k_param_3]; mov.u32 %l, %laneid; "+
			"mul.wide.u32 %c1, %l, 4; add.s64 %c0, %c0, %c1;\n"+store+" }\n	ret;", 1)
}

// TestCame wants every caller back.
func TestCame(t *testing.T) {
	for _, tt := range []struct{ name, file, store, want string }{
		{"all are back", xor16, "st.global.u32 [%c0], 1;", ""},
		{"back twice", xor16, "st.global.u32 [%c0], 1; st.global.u32 [%c0], 1;", ""},
		{"nobody is back", xor16, "", "never be back"},
		{"another value", xor16, "st.global.u32 [%c0], 2;", "never be back"},
		{"a byte of it", xor16, "st.global.u8 [%c0], 1;", "never be back"},
		{"bytes of it", xor16, "st.global.u16 [%c0], 1; st.global.u16 [%c0+2], 0;", ""},
		{"some lanes", xor16, "setp.lt.u32 %p1, %l, 9; @%p1 st.global.u32 [%c0], 1;", "never be back"},
		{"where the mask says so", xor16, "@%p1 st.global.u32 [%c0], 1;", "never be back"},
		{"returned before, where the mask says so", xor16, "@%p1 ret; st.global.u32 [%c0], 1;", "never be back"},
		{"killed", xor16, "st.global.u32 [%c0], 1; @%p1 exit;", "ends the thread"},
		{"killed under a guard that never holds", xor16, "st.global.u32 [%c0], 1; setp.gt.u32 %p1, %l, 31; @%p1 trap;", ""},
	} {
		spec, src := fixture(t, tt.file)
		_, err := Prove(spec, tt.name, []byte(withCame(src, tt.store)))
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
}

// TestCameOfMembers wants the members back, and nobody else.
func TestCameOfMembers(t *testing.T) {
	spec, src := fixture(t, atOnce)
	store := "setp.eq.u32 %p1, %r2, %r2; st.global.u32 [%c0], 1;"
	end := strings.LastIndex(src, "$L__BB0_2:")
	good := withCame(src, "")
	if _, err := Prove(spec, "active.ptx", []byte(good)); err == nil || !strings.Contains(err.Error(), "never be back") {
		t.Errorf("nobody: got %v", err)
	}
	good = withCame(src[:end]+"$L__BB0_2:\n	ret;\n}\n", store)
	if _, err := Prove(spec, "active.ptx", []byte(good)); err != nil {
		t.Errorf("members: %v", err)
	}
}

// proveWithin is [Prove] with a context.
func proveWithin(ctx context.Context, s spec.Spec, name, src string) error {
	f, err := Read(name, []byte(src))
	if err != nil {
		return err
	}
	subject, err := f.Subject(s, "", nil)
	if err == nil {
		_, err = check.Prove(ctx, subject, check.Search{})
	}
	return err
}

// replay is [File.Replay] of the one kernel of a file.
func replay(s spec.Spec, name, src string, mask []uint32, in []uint64) error {
	f, err := Read(name, []byte(src))
	if err != nil {
		return err
	}
	return f.Replay(s, "", mask, in)
}

// TestContext ends a proof with its context.
func TestContext(t *testing.T) {
	spec, src := fixture(t, block)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := proveWithin(ctx, spec, block, src); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that of the context", err)
	}
	for body, want := range map[string]string{
		"bar.sync 	0;":          "L: bar.sync 0; bra L;",
		"mov.u32 	%q0, %tid.x;": "mov.u32 	%q0, %tid.x; L: bra L;",
	} {
		if _, err := Prove(spec, block, []byte(strings.Replace(src, body, want, 1))); err == nil ||
			!strings.Contains(err.Error(), "steps") {
			t.Errorf("%s: got %v, want an end by steps", want, err)
		}
	}
}

// TestParts stores results in parts, and reads them back.
func TestParts(t *testing.T) {
	for _, tt := range []struct{ name, file, old, new, want string }{
		{"by halves", xor16, "st.global.u32 	[%rd7], %r16;",
			"{ .reg .b16 %x<2>; mov.b32 {%x0, %x1}, %r16; st.global.u16 [%rd7], %x0; st.global.u16 [%rd7+2], %x1; }", ""},
		{"as a vector", xor16, "st.global.u32 	[%rd7], %r16;",
			"{ .reg .b16 %x<2>; mov.b32 {%x0, %x1}, %r16; st.global.v2.u16 [%rd7], {%x0, %x1}; }", ""},
		{"by bytes", xor16, "st.global.u32 	[%rd7], %r16;",
			"{ .reg .b32 %x<2>; st.global.u8 [%rd7], %r16; shr.u32 %x0, %r16, 8; st.global.u8 [%rd7+1], %x0; shr.u32 %x0, " +
				"%r16, 16; st.global.u8 [%rd7+2], %x0; shr.u32 %x0, %r16, 24; st.global.u8 [%rd7+3], %x0; }", ""},
		{"halves swapped", xor16, "st.global.u32 	[%rd7], %r16;",
			"{ .reg .b16 %x<2>; mov.b32 {%x0, %x1}, %r16; st.global.u16 [%rd7], %x1; st.global.u16 [%rd7+2], %x0; }",
			"expected"},
		{"one half", xor16, "st.global.u32 	[%rd7], %r16;",
			"{ .reg .b16 %x<2>; mov.b32 {%x0, %x1}, %r16; st.global.u16 [%rd7+2], %x1; }", "undefined"},
		{"the input by halves", xor16, "ld.global.u32 	%r4, [%rd6];",
			"{ .reg .b16 %x<2>; ld.global.v2.u16 {%x0, %x1}, [%rd6]; mov.b32 %r4, {%x0, %x1}; }", ""},
		{"a member's, by halves", atOnce, "st.global.u32 	[%rd1], %r6;",
			"{ .reg .b16 %x<2>; mov.b32 {%x0, %x1}, %r6; st.global.u16 [%rd1], %x0; st.global.u16 [%rd1+2], %x1; }", ""},
		{"the segment's own member mask", xor16, "%r7, 1, 4127, -1", "%r7, 1, 4127, %s1", ""},
		{"half the segment's own member mask", xor16, "%r13, 8, 4127, -1", "%r13, 8, 4127, %s2", "expected"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			spec, src := fixture(t, tt.file)
			if !strings.Contains(src, tt.old) {
				t.Fatalf("fixture has no %q", tt.old)
			}
			altered := strings.Replace(src, tt.old, tt.new, 1)
			altered = strings.Replace(altered, "mov.u32 %r1, %laneid;",
				"mov.u32 %r1, %laneid; .reg .b32 %s<4>; and.b32 %s3, %r1, 16; mov.b32 %s1, 65535; shl.b32 %s1, %s1, %s3; "+
					"and.b32 %s3, %r1, 24; mov.b32 %s2, 255; shl.b32 %s2, %s2, %s3;", 1)
			if tt.want != "" {
				rejects(t, spec, tt.file, altered, tt.want)
			} else if _, err := Prove(spec, tt.file, []byte(altered)); err != nil {
				t.Error(err)
			}
		})
	}
}

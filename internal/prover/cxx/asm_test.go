package cxx

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCheckAsm accepts assembly that does the same in every call, and refuses other.
func TestCheckAsm(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{`asm("mov.u32 %0, %%laneid;" : "=r"(lane));`, ""},
		{`asm("{ .reg .pred number; setp.num.f32 number, %1, %1; selp.b32 %0, 1, 0, number; }" : "=r"(n) : "f"(x));`, ""},
		{`asm volatile("redux.sync.max.f32 %0, %1, %2;" : "=f"(most) : "f"(x), "r"(mask));`, ""},
		{`asm("mov.b64 {%0, %1}, %2;" : "=r"(lo), "=r"(hi) : "l"(v));`, ""},
		{`asm("mov.b64 %0, {%1, %2};" : "=l"(v) : "r"(lo), "r"(hi));`, ""},
		{`asm volatile("shfl.sync.bfly.b32 %0|p, %1, 1, 31, -1;" : "=r"(o) : "r"(v));`, ""},
		{`asm("add.s32 %0, %1, %2;\n\tadd.s32 %0, %0, %2;" : "=&r"(o) : "r"(v), "r"(w));`, ""},
		{`asm("ld.global.nc.u32 %0, [%1];" : "=r"(a) : "l"(p));`, ""},
		{`asm("ld.global.cs.nc.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(p));`, ""},
		{`asm volatile("ld.global.cs.u32 %0, [%1];" : "=r"(a) : "l"(p) : "memory");`, ""},

		{`asm("ld.global.cs.u32 %0, [%1];" : "=r"(a) : "l"(p) : "memory");`, "asm volatile"},
		{`asm volatile("ld.global.cs.u32 %0, [%1];" : "=r"(a) : "l"(p));`, "memory"},
		{`asm("ld.shared.nc.u32 %0, [%1];" : "=r"(a) : "l"(p));`, "asm volatile"},
		{`asm("ld.global.ncs.u32 %0, [%1];" : "=r"(a) : "l"(p));`, "asm volatile"},
		{`asm("add.s32 %0, %1, %2;\n\tadd.s32 %0, %0, %2;" : "=r"(o) : "r"(v), "r"(w));`, "is read after %0 is written"},
		{`asm(".reg .b32 tmp; mov.b32 tmp, %1; mov.b32 %0, tmp;" : "=r"(o) : "r"(v));`, "a second copy"},
		{`asm volatile("bra L1;\nL1: mov.b32 %0, 1;" : "=r"(o));`, "a second copy"},
		{`asm("add.s32 %0, %1, %2; mov.u32 %1, 0;" : "=&r"(s) : "r"(v), "r"(o));`, "is an input"},
		{`asm("mov.b64 {%0, %1}, %1;" : "=r"(lo) : "l"(v));`, "is an input"},
		{`asm("shfl.sync.bfly.b32 %0, %1, 1, 31, -1;" : "=r"(o) : "r"(v));`, "asm volatile"},
		{`asm volatile("st.global.u32 [%0], 1;" : : "l"(p));`, "memory"},
		{`asm volatile("exit;");`, "exit is not supported"},
		{`asm("mov.u32 %[o], 1;" : [o] "=r"(o));`, "named operands"},
		{`asm goto("bra %l0;" : : : : end);`, "goto is not supported"},
		{`asm("} mov.b32 %0, 1; {" : "=r"(o));`, "a semicolon"},
		{`asm("} mov.b32 %0, 1; { mov.b32 %0, 2;" : "=r"(o));`, "does not open"},
		{`int f() asm("good");`, "a semicolon"},
	} {
		tokens, err := Lex([]byte(tt.src))
		if err != nil {
			t.Fatal(err)
		}
		err = CheckAsm(tokens)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: got %v, want %q", tt.src, err, tt.want)
		}
	}
}

// TestChecksEmitted wants every emitted file to pass.
func TestChecksEmitted(t *testing.T) {
	files, err := filepath.Glob("../../../generated/*.cu")
	if err != nil || len(files) < 50 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		tokens, err := Lex(src)
		if err != nil {
			t.Fatal(err)
		}
		if err := CheckAsm(tokens); err != nil {
			t.Errorf("%s: %v", f, err)
		}
		if err := CheckAttributes(tokens); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
}

// TestCheckAttributes refuses what changes who a function is, or when it is called.
func TestCheckAttributes(t *testing.T) {
	for _, src := range []string{
		"__attribute__((const)) int f();", "__attribute__((weak, noinline)) int f();", "[[noreturn]] int f();",
		"[[gnu::alias(\"g\")]] int f();", "[[assume(x > 0)]];", "__attribute__((enable_if(x, \"\"))) int f(int x);",
	} {
		tokens, err := Lex([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if err := CheckAttributes(tokens); err == nil {
			t.Errorf("%s: accepted", src)
		}
	}
	tokens, _ := Lex([]byte("[[maybe_unused]] static __attribute__((device, " +
		"always_inline)) int f(int (&v)[3]) { return v[0]; }"))
	if err := CheckAttributes(tokens); err != nil {
		t.Error(err)
	}
}

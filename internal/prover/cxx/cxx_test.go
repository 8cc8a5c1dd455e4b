package cxx

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOutline splits every emitted file, and joins it again.
func TestOutline(t *testing.T) {
	files, err := filepath.Glob("../../../generated/*.cu")
	if err != nil || len(files) < 50 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		o, err := OutlineOf(src)
		if err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		joined := o.Outside
		for _, b := range o.Bodies {
			joined = strings.Replace(joined, "{}", "{"+strings.ReplaceAll(strings.ReplaceAll(b, "{", "\x01"), "}", "\x02")+
				"\x02", 1)
			joined = strings.Replace(joined, "{", "\x01", 1)
		}
		joined = strings.NewReplacer("\x01", "{", "\x02", "}").Replace(joined)
		if joined != string(src) {
			t.Errorf("%s: the parts are not the file", f)
		}
		tokens, err := Lex(src)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := MacrosOf(tokens, nil); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
}

// TestRefused names what the lexer and the reader of macros refuse.
func TestRefused(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"int f() <% return 0; %>", "another spelling"},
		{"int f() ??< return 0; ??>", "another spelling"},
		{"int f();\n// comment \\\nint g() {}", "joins the next line"},
		{"int f();\n// comment \\ \t\nint g() {}", "joins the next line"},
		{"#define f g \\ \nint g();", "backslash"},
		{"// comment \rint g() {}", "control character"},
		{"int \\\nf();", "a backslash"},
		{"/* no end", "without an end"},
		{"const char *s = \"no end\n;", "without an end"},
		{"int f() { }\n#define k g\\", "backslash"},
		{"int f()\x00;", "control character"},
		{"int f() {\n#if X\n}\n#else\n{\n#endif\n}", "closes alone"},
		{"int f() {\n#if X\n{\n#else\n}\n#endif\n}", "closes alone"},
		{"int f() {", "without an end"},
		{"int f() }", "without an opening"},
		{"#ifdef __clang__\n#endif", "distinguish the proved build"},
		{"#ifdef __NVCC__\n#endif", "distinguish the proved build"},
		{"#if __cplusplus > 201703\n#endif", "distinguish the proved build"},
		{"#if CUDA_VERSION > 9000\n#endif", "distinguish the proved build"},
		{"#if __CUDACC_VER_MAJOR__ > 9\n#endif", "distinguish the proved build"},
		{"#if __INCLUDE_LEVEL__ > 0\n#endif", "distinguish the proved build"},
		{"#if __has_include(\"x\")\n#endif", "distinguish the proved build"},
		{"int f() { return __COUNTER__; }", "distinguish the proved build"},
		{"int f() { return __GXX_ABI_VERSION; }", "distinguish the proved build"},
		{"int f() { return __SIZE_MAX__ > 1; }", "distinguish the proved build"},
		{"int f(int x) { return __builtin_constant_p(x); }", "constant arguments"},
		{"#line 3 \"x\"", "#line is not supported"},
		{"#pragma clang attribute push(x)", "#pragma"},
		{"#define LANE(x) asm(\".reg .b32 t; mov.b32 %0, 1;\" : \"=r\"(x))", "a second copy"},
		{"#define PURE __attribute__((pure))", "attribute pure"},
		{"#define JOIN(a, b) a##b", "# in a macro"},
		{"#define TEXT(a) #a", "# in a macro"},
		{"int f() { return '\\xff' < 0; }", "a character"},
		{"constexpr const char *s = \"\\xff\"; int f() { return s[0] < 0; }", "a character"},
		{"static const char *s = \"\\xff\";\n#define LAST s[0]\nint f() { return LAST < 0; }", "a character"},
		{"struct S { const char *s = \"\\xff\"; }; int f() { auto [x] = S(); return x[0] < 0; }", "a character"},
		{"constexpr const char *s = \"\\xff\" + 1;", "a character"}, {"int f(const char *s = \"\\xff\");", "a character"},
		{"static int s = \"\\xff\"[0];", "a character"}, {"constexpr bool s = '\\xff';", "a character"},
		{"int f() { return sizeof(1L); }", "differs between hosts"},
		{"int f() { return alignof(double); }", "differs between hosts"},
		{"int f() { asm(TEXT : \"=r\"(x)); }", "no plain string"},
		{"#include MACRO", "#include of a macro"},
		{"#define __shfl_sync f", "belong to compilers"},
		{"#ifndef warpSize\n#define warpSize 16\n#endif", "warpSize"}, {"#ifdef EOF\n#define EOF 1\n#endif", "EOF"},
		{"#ifndef cudaCpuDeviceId\n#define cudaCpuDeviceId 1\n#endif", "cudaCpuDeviceId"},
		{"void f() { printf(\"\\xff\"); }", "its sign differs"}, {"void f() { printf(\"a\" \"b\"); }", "its sign differs"},
		{"template <class T> int printf(const T *s) { return s[0]; } void f() { printf(\"a\"); }", "its sign differs"},
		{"template <class T> decltype(0) printf(const T *s) { return 0; } void f() { printf(\"a\"); }", "its sign differs"},
		{"using mine::printf; void f() { printf(\"a\"); }", "its sign differs"},
		{"#define printf first\nvoid f() { printf(\"a\"); }", "its sign differs"},
		{"void f() { printf(\"%d\", *\"a\"); }", "its sign differs"},
		{"void f(int x) { printf(\"a\"[0] < 0 ? (x = 1, \"\") : \"\"); }", "its sign differs"},
		{"void f(int x) { x = x && \"a\"[0] < 98; }", "its sign differs"},
		{"#define POP _Pragma(\"pop_macro(\\\"f\\\")\")", "another"},
		{"void f() { _Pragma(\"clang optimize off\") }", "another"},
		{"#define LOOP(x) _Pragma(x)", "another"},
	} {
		tokens, err := Lex([]byte(tt.src))
		if err == nil {
			_, err = OutlineOf([]byte(tt.src))
		}
		if err == nil {
			_, err = MacrosOf(tokens, nil)
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: got %v, want %s", tt.src, err, tt.want)
		}
	}
}

// TestAccepted is what looks like that and is harmless.
func TestAccepted(t *testing.T) {
	for _, src := range []string{
		"extern \"C\" int f();", "static_assert(sizeof(int) == 4, \"four bytes\");",
		"long long x = 1ll, y = 0x7fffffffll; float z = 1.0f;",
		"asm volatile(\"bar.warp.sync %0;\" : : \"r\"(mask) : \"memory\");", "#define FULL 0xffffffffu",
		"void f(int i) { if (i) printf(\"%d\\n\", i); else printf(\"none\"); }",
		"void f(int i) { assert(i > 0 && \"no elements\"); }",
		"#define UNROLL _Pragma(\"unroll\")", "void f() { _Pragma(\"unroll 4\") for (;;) break; }",
		"#ifdef __cplusplus\n#endif", "#if !defined(__CUDACC__) || defined(__HIP_PLATFORM_AMD__)\n#endif",
		"constexpr const char *title = \"a scan\";", "static inline const char *const title = \"a scan\";",
	} {
		tokens, err := Lex([]byte(src))
		if err == nil {
			_, err = MacrosOf(tokens, nil)
		}
		if err != nil {
			t.Errorf("%s: %v", src, err)
		}
	}
}

// TestMacros reads what a source asks of the preprocessor.
func TestMacros(t *testing.T) {
	tokens, err := Lex([]byte("#ifndef MINE_H\n#define MINE_H\n#include <cuda_fp16.h> // half\n#ifdef DEBUG\n#endif\n" +
		"#if __CUDA_ARCH__ >= 800 && GIVEN\n#endif\n#pragma unroll 4\n#endif"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := MacrosOf(tokens, []string{"GIVEN"})
	if err != nil || !m.Arch || strings.Join(m.Asked, " ") != "DEBUG" || len(m.Includes) != 1 ||
		m.Includes[0] != (Include{"<cuda_fp16.h>", 3}) {
		t.Errorf("got %+v %v", m, err)
	}
}

// TestMembersOf reads the variables of vectors and structs.
func TestMembersOf(t *testing.T) {
	for src, want := range map[string]string{
		"struct S { float a; int b; };":                                  "float a, int b",
		"struct __align__(8) S { float a, b; };":                         "float a, float b",
		"typedef struct { unsigned int a; float b; } S;":                 "unsigned int a, float b",
		"struct S { int a; S() {} S(int x) : a(x) {} int f(); int b; };": "int a, int b",
		"struct S { static int n; float *a; };":                          "float *a",
		"struct Other { int a; }; struct S;":                             "",
		"template <class T> struct S { T a; };":                          "",
		"struct S { int a[2]; };":                                        "int *a",
	} {
		tokens, err := Lex([]byte(src))
		var all []string
		for _, m := range MembersOf("S", tokens) {
			all = append(all, m.Type+" "+m.Indirect+m.Name)
		}
		if got := strings.Join(all, ", "); err != nil || got != want {
			t.Errorf("%s: got %s %v, want %s", src, got, err, want)
		}
	}
	if all := MembersOf("uint3", nil); len(all) != 3 || all[2] != (Param{Type: "unsigned", Name: "z"}) {
		t.Error(all)
	}
}

package cxx

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestCheckApart: a function of values passes, and each way to an address does not.
func TestCheckApart(t *testing.T) {
	const frame = "struct S { int at[2]; };\n#ifdef SHFLGEN_CALLS\nint f(int a);\n#else\n" +
		"int f(int a, S s, float x, const S &o, int (&l)[2])\n{\n%s\n}\n#endif\n"
	for body, right := range map[string]bool{
		"return a & 3;":                                  true,
		"return (a & 1) & (int)(unsigned)a;":             true,
		"return a > 1 && s.at[a & 1] * a == 1;":          true,
		"int t[2] = {1, 2};\nreturn t[a & 1] * s.at[0];": true,
		"const int *p = &a;\nreturn *p;":                 false,
		"return *(int *)&x;":                             false,
		"return (int)(&a == &a);":                        false,
		"return reinterpret_cast<int &>(x);":             false,
		"int &r = a;\nreturn r;":                         false,
		"return ((S *)o)->at[0];":                        false,
		"return (int &)x;":                               false,
		"return static_cast<int &>(x);":                  false,
		"return [](int y) { return y; }(a);":             false,
		"static int k;\nreturn k;":                       false,
		"int t[2] = {1, 2};\nint *p = t;\nreturn p[5];":  false,
		"int *p = s.at;\nreturn p[1];":                   false,
		"int *p = l;\nreturn p[1];":                      false,
		"return f(s.at[0]) + f(a, s.at);":                true,
		"return f(*s.at + 1);":                           false,
		"return f(s.at + 1);":                            false,
		"return (s.at)[5];":                              false,
		"return *s.at;":                                  false,
		"return 1[s.at];":                                false,
		"union { int i; float f; } u;\nreturn u.i;":      false,
	} {
		tokens, err := Lex([]byte(fmt.Sprintf(frame, body)))
		if err != nil {
			t.Fatal(err)
		}
		for _, users := range []bool{true, false} {
			if err := CheckApart(tokens, users); (err == nil) != right {
				t.Errorf("%s: got %v, want right: %t", body, err, right)
			}
		}
	}
}

// TestCheckApartTranslations: no translation of a function takes an address.
func TestCheckApartTranslations(t *testing.T) {
	files, err := filepath.Glob("../../../gen/internal/userfn/testdata/*.cu")
	if err != nil || len(files) == 0 {
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
		if err := CheckApart(tokens, false); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
}

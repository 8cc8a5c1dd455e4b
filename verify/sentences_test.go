package verify

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// costsOf is [costs] of texts.
func costsOf(t *testing.T, got, want string) error {
	t.Helper()
	g, err := readCUDAText([]byte(got))
	if err != nil {
		t.Fatal(err)
	}
	w, err := readCUDAText([]byte(want))
	if err != nil {
		t.Fatal(err)
	}
	return costs(g, w)
}

// TestCosts: a contract that counts calls is not known to be true of a body with others, or that runs them another
// number of times.
func TestCosts(t *testing.T) {
	const printed = "// Cost:  one shuffle.\nint f(int v)\n{\n    return __shfl_xor_sync(0xffffffffu, v, 1);\n}\n"
	for _, test := range []struct {
		from, to string
		untrue   bool
	}{
		{"return", "int x = v;\n    return", false},
		{"v, 1", "v, 2 - 1", false},
		{"return", "v = __shfl_xor_sync(0xffffffffu, v, 0);\n    return", true},
		{"__shfl_xor_sync(0xffffffffu, v, 1)", "v", true},
		{"return", "__syncwarp();\n    return", true},
		{"return", "for (int i = 0; i < 2; i++)\n        v = v;\n    return", true},
		{"return", "if (v > 0)\n    return v;\n    return", true},
		{"return", `asm volatile("shfl.sync.bfly.b32 %0, %0, 0, 0x1f, 0xffffffff;" : "+r"(v));` + "\n    return", true},
		{"return", "v = (v > 0) & (v < 3);\n    return", false},
		{"return", "bool b = v > 0 && v < 3;\n    return", true},
	} {
		got := strings.Replace(printed, test.from, test.to, 1)
		if err := costsOf(t, got, printed); (err != nil) != test.untrue {
			t.Errorf("%q: %v", got, err)
		}
		if err := costsOf(t, got, strings.Replace(printed, "Cost: ", "Price:", 1)); err != nil {
			t.Errorf("%q: without a sentence of costs: %v", got, err)
		}
		memory := strings.Replace(printed, "one shuffle", "one store of shared memory", 1)
		if err := costsOf(t, got, memory); err == nil {
			t.Errorf("%q: accesses to shared memory are known of another body", got)
		}
	}
}

// TestGoSentences: comments about a helper, or about processors that share rows, are known to be true only of the
// printed body.
func TestGoSentences(t *testing.T) {
	const printed = "package p\n\n// F is one.\n// From 342 rows on, several\n// processors share them.\n" +
		"func F(n int) int {\n\tif n < 342 {\n\t\treturn 0\n\t}\n\treturn 1\n}\n\n" +
		"// G is 2.\nfunc G() int { return 2 }\n\n// h is 3.\nfunc h() int { return 3 }\n"
	for _, test := range []struct {
		from, to string
		untrue   bool
	}{
		{"n < 342 {", "n < 342 { // few", false}, {"n < 342 {", "n < 343 {", true}, {"n < 342 {", "n <= 342 {", true},
		{"return 2", "return 1 + 1", false}, {"return 3", "return 1 + 2", true}, {"return 3", "return  3", false},
	} {
		got := goTextOf(t, strings.Replace(printed, test.from, test.to, 1))
		if err := goSentences(got, goTextOf(t, printed), ""); (err != nil) != test.untrue {
			t.Errorf("%s: %v", test.to, err)
		}
	}
}

// TestGoSentencesOfOne: of a file of several functions, those that call the changed helper are not known to be
// described.
func TestGoSentencesOfOne(t *testing.T) {
	const printed = "package p\n\n// F calls g.\nfunc F() int { return g() }\n\n" +
		"// H does not.\nfunc H() int { return 4 }\n\n" +
		"// g calls h.\nfunc g() int { return h() }\n\n// h is 3.\nfunc h() int { return 3 }\n"
	got := strings.Replace(printed, "return 3", "return 5", 1)
	for function, untrue := range map[string]bool{"F": true, "H": false, "": true} {
		if err := goSentences(goTextOf(t, got), goTextOf(t, printed), function); (err != nil) != untrue {
			t.Errorf("%s: %v", function, err)
		}
	}
}

// TestHelpers: a comment is known of the printed helper or struct alone.
func TestHelpers(t *testing.T) {
	s := spec.NewSpec(spec.Transpose)
	s.N, s.Width = 8, 8
	name := s.FileName()
	printed := "// 4 bytes.\nstruct " + name + "_memory {\n    int x;\n};\n\n" +
		"// a + b.\nint " + name + "_op(int a, int b)\n{\n    return a + b;\n}\n\n" +
		"// The contract.\nint " + name + "(int v)\n{\n    return v + v;\n}\n"
	for _, test := range []struct {
		from, to string
		untrue   bool
	}{
		{"int x;", "int x, y;", true}, {"a + b;", "b + a;", true},
		{"a + b;", "a +  b; // more", false}, {"v + v", "2 * v", false},
	} {
		var o [2]outline
		for i, src := range []string{strings.Replace(printed, test.from, test.to, 1), printed} {
			var err error
			if o[i], err = readCUDAText([]byte(src)); err != nil {
				t.Fatal(err)
			}
		}
		if err := helpers(s, o[0], o[1]); (err != nil) != test.untrue {
			t.Errorf("%s: %v", test.to, err)
		}
	}
}

func goTextOf(t *testing.T, src string) outline {
	t.Helper()
	g, err := readGoText([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

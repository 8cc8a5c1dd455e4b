package cxx

import (
	"strings"
	"testing"
)

// TestFloatMasks: a declaration that rejects a mask is left out, and nothing that could be called or be a macro.
func TestFloatMasks(t *testing.T) {
	const declared = "template <class Mask, class = decltype(Mask{.5})> __device__ int f(Mask " +
		"mask, int (&v)[4], bool *pred) = delete;"
	cases := []struct {
		name, old, new string
		before         string
		stays          bool
	}{
		{name: "as printed"},
		{name: "a type of a header", old: "int f", new: "__half2 f"},
		{name: "a type of a user", old: "int f", new: "geom_vec3 f"},
		{name: "a function", old: "= delete;", new: "{ return 0; }", stays: true},
		{name: "a declaration", old: " = delete", new: "", stays: true},
		{name: "a default", old: "= delete", new: "= default", stays: true},
		{name: "a default argument", old: "*pred", new: "*pred = nullptr", stays: true},
		{name: "two declarations", old: "= delete", new: "; int g() = delete", stays: true},
		{name: "two declarators", old: "= delete", new: "= delete, g(int)", stays: true},
		{name: "any type", old: "Mask{.5}", new: "Mask{1}", stays: true},
		{name: "any mask", old: ", class = decltype(Mask{.5})", new: "", stays: true},
		{name: "integers", old: "decltype(Mask{.5})", new: "decltype(1 % Mask{1})", stays: true},
		{name: "for the host, too", old: "__device__", new: "__host__ __device__", stays: true},
		{name: "an attribute", old: "int f", new: "__attribute__((weak)) int f", stays: true},
		{name: "an operator", old: "int f", new: "int operator", stays: true},
		{name: "a body in a parameter", old: "int (&v)[4]", new: "int (&v)[sizeof([]{ return 4; }())]", stays: true},
		{name: "a macro of the type", before: "#define Mask int\n", stays: true},
		{name: "a macro of the function", before: "#define f f(int); int g\n", stays: true},
		{name: "another macro", before: "#define h 1\n"},
		{name: "no end", old: "= delete;", new: "", stays: true},
	}
	for _, c := range cases {
		text := declared
		if c.old != "" {
			if text = strings.Replace(declared, c.old, c.new, 1); text == declared {
				t.Fatalf("%s: no %q", c.name, c.old)
			}
		}
		tokens, err := Lex([]byte(c.before + "int before;\n" + text + "\nint after;\n"))
		if err != nil {
			t.Fatal(c.name, err)
		}
		var words []string
		for _, r := range FloatMasks(tokens) {
			if r.Kind != Directive {
				words = append(words, r.Text)
			}
		}
		if left := strings.Join(words, " ") == "int before ; int after ;"; left == c.stays {
			t.Errorf("%s: left %q", c.name, words)
		}
	}
	tokens, err := Lex([]byte(declared))
	if err != nil {
		t.Fatal(err)
	}
	if len(FloatMasks(tokens, "Mask")) != len(tokens) {
		t.Error("a macro of the build: nothing stays")
	}
}

// TestOnce: a second declaration of any form, and a macro that could make one, is found.
func TestOnce(t *testing.T) {
	const one = "#define GUARD\nnamespace a::b {\nint f(unsigned mask, int v) { return f(mask); }\n}\n"
	for _, c := range []struct {
		name, more string
		once       bool
	}{
		{"alone", "", true},
		{"called", "int g() { return f(1, 2); }", true},
		{"named in a comment", "// f(1)\n", true},
		{"an overload", "int f(long long, int) { return 0; }", false},
		{"an overload in parentheses", "int (f)(long long, int) { return 0; }", false},
		{"an overload of a type's name", "typedef int F(long long, int); F f;", false},
		{"an overload in another namespace", "namespace c { int f(long long, int); } using c::f;", false},
		{"a template", "template <class T> int f(T, int) { return 0; }", false},
		{"a macro", "#define F f\nint F(long long, int) { return 0; }", false},
		{"a macro with a parameter", "#define F(x)\n", false},
	} {
		tokens, err := Lex([]byte(one + c.more))
		if err != nil {
			t.Fatal(c.name, err)
		}
		if got := Once(tokens, "f"); got != c.once {
			t.Errorf("%s: once is %t", c.name, got)
		}
	}
	if tokens, _ := Lex([]byte("int g();")); Once(tokens, "f") {
		t.Error("a function that is not there")
	}
}

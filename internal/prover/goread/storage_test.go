package goread_test

import "testing"

// TestStorage: a variable of several parts keeps its storage. Assignments write the parts, which pointers see, and
// which those that have left do not write any more.
func TestStorage(t *testing.T) {
	const pair = "type p struct{ a, b int32 }\n"
	check(t, []row{
		{"structs swapped", ints,
			pair + "func F(v *[2]int32) { x, y := p{v[0], 0}, p{v[1], 0}\nx, y = y, x\nv[0] = x.a + y.a }", "proved"},
		{"one struct for both", ints,
			pair + "func F(v *[2]int32) { x, y := p{v[0], 0}, p{v[1], 0}\nx, y = y, x\nv[0] = x.a + x.a }", "differs"},
		{"structs swapped in an array", ints,
			pair + "func F(v *[2]int32) { x := [2]p{{v[0], 0}, {v[1], 0}}\nx[0], x[1] = x[1], x[0]\nv[0] = x[0].a + x[1].a }",
			"proved"},
		{"one of an array for both", ints,
			pair + "func F(v *[2]int32) { x := [2]p{{v[0], 0}, {v[1], 0}}\nx[0], x[1] = x[1], x[0]\nv[0] = x[0].a + x[0].a }",
			"differs"},
		{"results swapped", ints,
			"func f(v *[2]int32) (a, b [1]int32) { a, b = [1]int32{v[0]}, [1]int32{v[1]}\nreturn b, a }\n" +
				"func F(v *[2]int32) { a, b := f(v)\nv[0] = a[0] + b[0] }", "proved"},
		{"a named array after return", mins,
			"func f(v *[2]int32) (m [1]int32) { if v[0] < v[1] { return [1]int32{v[0]} }\nm[0] = v[1]\nreturn }\n" +
				"func F(v *[2]int32) { v[0] = f(v)[0] }", "proved"},
		{"a named array, written for all", mins,
			"func f(v *[2]int32) (m [1]int32) { if v[1] < v[0] { return [1]int32{v[1]} }\nm[0] = v[1]\nreturn }\n" +
				"func F(v *[2]int32) { v[0] = f(v)[0] }", "differs"},
		{"a pointer to a result", mins,
			"func f(v *[2]int32) (m [1]int32) { q := &m\nif v[0] < v[1] { return [1]int32{v[0]} }\nq[0] = v[1]\nreturn }\n" +
				"func F(v *[2]int32) { x := f(v)\nv[0] = x[0] }", "proved"},
		{"a pointer to another result", mins,
			"func f(v *[2]int32) (m [1]int32) { q := &m\nm[0] = v[1]\n" +
				"if v[0] < v[1] { return [1]int32{v[0]} }\nq[0] = 0\nreturn }\n" +
				"func F(v *[2]int32) { x := f(v)\nv[0] = x[0] }", "differs"},
		{"a row by data behind a pointer", ints,
			"var a [2][1]int32\nq := &a[0]\na[v[0]&1] = [1]int32{v[1]}\na[v[0]&1^1] = [1]int32{v[1]}\nv[0] += q[0]", "proved"},
		{"a row that a pointer missed", ints,
			"a := [2][1]int32{{v[1]}, {v[1]}}\nq := &a[0]\na[v[0]&1] = [1]int32{}\nv[0] += q[0]", "differs"},
		{"a row by data after continue", mins,
			"a := [2][1]int32{{v[0]}, {v[0]}}\nfor range 1 { for range 1 { a[v[0]&1] = [1]int32{v[0]} }\n" +
				"if v[0] < v[1] { continue }\na[0][0] = v[1] }\nv[0] = a[0][0]", "proved"},
		{"a row written for all", mins,
			"a := [2][1]int32{{v[0]}, {v[0]}}\nfor range 1 { for range 1 { a[v[0]&1] = [1]int32{v[0]} }\n" +
				"if v[1] < v[0] { continue }\na[0][0] = v[1] }\nv[0] = a[0][0]", "differs"},
	})
}

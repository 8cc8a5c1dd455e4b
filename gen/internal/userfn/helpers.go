package userfn

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Helper is a function that the translation calls where C++ has no operator that does what Go's
// does, whatever the compiler's flags.
type Helper struct {
	Name string
	Key  string // what it does and on which types, such as add_f32

	does   string
	result string
	params string
	body   []string // lines
}

// Declaration is the helper without its body.
func (h Helper) Declaration() string {
	return fmt.Sprintf("[[maybe_unused]] static __device__ __forceinline__ %s %s(%s)", h.result, h.Name, h.params)
}

// String is the helper as it stands in a file.
func (h Helper) String() string {
	body := "    " + strings.Join(h.body, "\n    ")
	return fmt.Sprintf("// %s\n%s\n{\n%s\n}\n", h.does, h.Declaration(), strings.ReplaceAll(body, "    #", "#"))
}

// helper is the name of a helper, which is made when it is first used.
func (u *unit) helper(h Helper) string {
	if known, ok := u.helpers[h.Key]; ok {
		return known.Name
	}
	h.Name = u.Prefix + "_" + h.Key
	u.used[h.Name] = true
	u.helpers[h.Key] = h
	return h.Name
}

func (u *unit) helperList() (all []Helper) {
	for _, key := range slices.Sorted(maps.Keys(u.helpers)) {
		all = append(all, u.helpers[key])
	}
	// A helper that calls others stands after them: its text names them.
	slices.SortStableFunc(all, func(a, b Helper) int { return a.depth(u) - b.depth(u) })
	return all
}

// depth is how many helpers call each other below h.
func (h Helper) depth(u *unit) int {
	deepest := 0
	for _, other := range u.helpers {
		if other.Key != h.Key && strings.Contains(strings.Join(h.body, "\n"), other.Name+"(") {
			deepest = max(deepest, 1+other.depth(u))
		}
	}
	return deepest
}

// assembly is a helper that is one statement of inline PTX: flags such as --use_fast_math
// change operators and intrinsics of floats, but not the instruction that a statement names.
type assembly struct{ does, ptx, params string }

// In a row, %s is the type as PTX spells it.
var assemblies = map[string]assembly{
	"add":     {"a + b, rounded once", "add.rn.%s", "a, b"},
	"sub":     {"a - b, rounded once", "sub.rn.%s", "a, b"},
	"mul":     {"a * b, rounded once", "mul.rn.%s", "a, b"},
	"div":     {"a / b, rounded once", "div.rn.%s", "a, b"},
	"sqrt":    {"The square root of a, rounded once", "sqrt.rn.%s", "a"},
	"fma":     {"a * b + c, rounded once", "fma.rn.%s", "a, b, c"},
	"floor":   {"The greatest integer that is at most a", "cvt.rmi.%[1]s.%[1]s", "a"},
	"ceil":    {"The least integer that is at least a", "cvt.rpi.%[1]s.%[1]s", "a"},
	"trunc":   {"The integer part of a", "cvt.rzi.%[1]s.%[1]s", "a"},
	"even":    {"The integer next to a, of two the even one", "cvt.rni.%[1]s.%[1]s", "a"},
	"less":    {"Whether a < b; a NaN is below nothing", "set.lt.u32.%s", "a, b"},
	"at_most": {"Whether a <= b, and neither is a NaN", "set.le.u32.%s", "a, b"},
	"equal":   {"Whether a == b, and neither is a NaN", "set.eq.u32.%s", "a, b"},
	"unequal": {"Whether a != b, or either is a NaN", "set.neu.u32.%s", "a, b"},
	"is_nan":  {"Whether a is a NaN", "set.nan.u32.%s", "a, a"},
}

// nan is the number that minimum and maximum give for a NaN, as PTX spells it.
var nan = map[string]string{"f32": "0f7FFFFFFF", "f64": "0d7FFFFFFFFFFFFFFF"}

// floatHelper is the name of a helper on floats.
func (u *unit) floatHelper(name string, t types.Type) string {
	s, _ := scalarOf(t)
	key := name + "_" + s.tag
	letter := map[string]string{"f32": "f", "f64": "d"}[s.tag]
	operand := func(x string) string { return fmt.Sprintf(`"%s"(%s)`, letter, x) }
	bits, hex := "unsigned", "0x80000000u"
	toBits, fromBits := "__float_as_uint(a)", "__uint_as_float(%s)"
	if s.tag == "f64" {
		bits, hex = "unsigned long long", "0x8000000000000000ull"
		toBits, fromBits = "(unsigned long long)__double_as_longlong(a)", "__longlong_as_double((long long)(%s))"
	}
	h := Helper{Key: key, result: s.name}
	switch name {
	case "neg":
		h.does, h.params = "-a, of a NaN too.", s.name+" a"
		h.body = []string{"return " + fmt.Sprintf(fromBits, toBits+" ^ "+hex) + ";"}
	case "abs":
		h.does, h.params = "The size of a, of a NaN too.", s.name+" a"
		h.body = []string{"return " + fmt.Sprintf(fromBits, toBits+" & ~"+hex) + ";"}
	case "copysign":
		h.does, h.params = "a with the sign of b.", s.name+" a, "+s.name+" b"
		h.body = []string{
			fmt.Sprintf("const %s size = %s & ~%s;", bits, toBits, hex),
			fmt.Sprintf("const %s sign = %s & %s;", bits, strings.ReplaceAll(toBits, "(a)", "(b)"), hex),
			"return " + fmt.Sprintf(fromBits, "size | sign") + ";",
		}
	case "minimum", "maximum":
		u.extremeHelper(&h, name, s, letter)
	default:
		row, ok := assemblies[name]
		if !ok {
			panic("unexpected helper " + name)
		}
		var params, ins []string
		for i, p := range strings.Split(row.params, ", ") {
			ins = append(ins, operand(p))
			if i == 0 || p != "a" {
				params = append(params, s.name+" "+p)
			}
		}
		h.does, h.params = row.does+", whatever the compiler's flags.", strings.Join(params, ", ")
		ptx := fmt.Sprintf(row.ptx, s.tag) + " %0"
		for i := range ins {
			ptx += fmt.Sprintf(", %%%d", i+1)
		}
		result, out, back := s.name, letter, "r"
		if strings.HasPrefix(row.ptx, "set.") {
			h.result, result, out, back = "bool", "unsigned", "r", "r != 0"
		}
		h.body = []string{result + " r;", fmt.Sprintf(`asm("%s;" : "=%s"(r) : %s);`, ptx, out, strings.Join(ins, ", ")),
			"return " + back + ";"}
	}
	return u.helper(h)
}

// extremeHelper is Go's builtin min or max of two floats.
func (u *unit) extremeHelper(h *Helper, name string, s scalar, letter string) {
	op := name[:3]
	h.does = map[string]string{"min": "The least", "max": "The greatest"}[op] +
		" of a and b; a NaN wins, and -0 is below +0."
	h.params = s.name + " a, " + s.name + " b"
	line := func(ptx string) string {
		return fmt.Sprintf(`asm("%s" : "=%s"(r) : "%s"(a), "%s"(b));`, ptx, letter, letter, letter)
	}
	byTest := line(fmt.Sprintf("{ .reg .pred nan; setp.nan.%[1]s nan, %%1, %%2; %[2]s.%[1]s %%0, "+
		"%%1, %%2; selp.%[1]s %%0, %[3]s, %%0, nan; }", s.tag, op, nan[s.tag]))
	h.body = []string{s.name + " r;", byTest, "return r;"}
	if s.tag == "f32" {
		h.body = []string{s.name + " r;", "#if __CUDA_ARCH__ >= 800", line(op + ".NaN.f32 %0, %1, %2;"), "#else", byTest,
			"#endif", "return r;"}
	}
}

// orderHelper is min or max of integers.
func (u *unit) orderHelper(name string, s scalar) string {
	op, does := "<", "The lesser of a and b."
	if name == "max" {
		op, does = ">", "The greater of a and b."
	}
	return u.helper(Helper{Key: name + "_" + s.tag, does: does, result: s.name, params: s.name + " a, " + s.name + " b",
		body: []string{"return a " + op + " b ? a : b;"}})
}

// widenHelper converts between float32 and float64.
func (u *unit) widenHelper(from, to scalar) string {
	ptx, does := "cvt.f64.f32", "a as a double, which is exact"
	if to.tag == "f32" {
		ptx, does = "cvt.rn.f32.f64", "a as a float, rounded once"
	}
	letter := map[string]string{"f32": "f", "f64": "d"}
	return u.helper(Helper{Key: to.tag + "_of_" + from.tag, does: does + ", whatever the compiler's flags.",
		result: to.name, params: from.name + " a",
		body: []string{to.name + " r;", fmt.Sprintf(`asm("%s %%0, %%1;" : "=%s"(r) : "%s"(a));`, ptx, letter[to.tag],
			letter[from.tag]), "return r;"}})
}

// elements are the parts of an array of C++, as expressions on x.
func elements(t types.Type, x string) []string {
	a := arrayOf(t)
	if a == nil {
		return []string{x}
	}
	var all []string
	for i := range a.Len() {
		all = append(all, elements(a.Elem(), fmt.Sprintf("%s[%d]", x, i))...)
	}
	return all
}

// braces initialise an array of C++.
func braces(t types.Type, x string) string {
	a := arrayOf(t)
	if a == nil {
		return x
	}
	var parts []string
	for i := range a.Len() {
		parts = append(parts, braces(a.Elem(), fmt.Sprintf("%s[%d]", x, i)))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// rawDeclaration is a parameter that is an array of C++.
func (f *fn) rawDeclaration(n ast.Node, t types.Type, name string) string {
	dims := ""
	for a := arrayOf(t); a != nil; a = arrayOf(t) {
		dims += fmt.Sprintf("[%d]", a.Len())
		t = a.Elem()
	}
	return f.ctype(n, t) + " (&" + name + ")" + dims
}

// arrayHelper converts between an array of C++ and the struct that holds one.
func (f *fn) arrayHelper(n ast.Node, t types.Type, name string) string {
	s := f.structure(n, t)
	key := name + "_" + strings.TrimPrefix(s.Name, f.Prefix+"_")
	if name == "load" {
		return f.helper(Helper{Key: key, does: "The elements of an array, as a value.", result: s.Name,
			params: "const " + f.rawDeclaration(n, t, "a"),
			body:   []string{"return {" + braces(t, "a") + "};"}})
	}
	var body []string
	from := elements(t, "from."+s.Members[0])
	for i, to := range elements(t, "a") {
		body = append(body, to+" = "+from[i]+";")
	}
	return f.helper(Helper{Key: key, does: "Assigns the elements of an array.", result: "void",
		params: f.rawDeclaration(n, t, "a") + ", " + s.Name + " from", body: body})
}

// equalHelper compares structs and arrays part by part.
func (f *fn) equalHelper(n ast.Node, t types.Type) string {
	s := f.structure(n, t)
	key := "equal_" + strings.TrimPrefix(s.Name, f.Prefix+"_")
	if h, ok := f.helpers[key]; ok {
		return h.Name
	}
	var tests []string
	var test func(t types.Type, a, b string)
	test = func(t types.Type, a, b string) {
		switch sc, scalar := scalarOf(t); {
		case scalar:
			tests = append(tests, f.compareScalars(token.EQL, t, sc, primary(a), primary(b)).s)
		case arrayOf(t) != nil:
			others := elements(t, b)
			for i, x := range elements(t, a) {
				test(leafType(t), x, others[i])
			}
		case isComplex(t):
			m := f.structure(n, t).Members
			test(part(t), a+"."+m[0], b+"."+m[0])
			test(part(t), a+"."+m[1], b+"."+m[1])
		case structOf(t) != nil:
			for i, m := range f.structure(n, t).Members {
				if m != "" && !f.unnamed(n, t, structOf(t).Field(i).Type()) {
					test(structOf(t).Field(i).Type(), a+"."+m, b+"."+m)
				}
			}
		default:
			f.unsupportedType(n, t)
		}
	}
	if arrayOf(t) != nil {
		test(t, "a."+s.Members[0], "b."+s.Members[0])
	} else {
		test(t, "a", "b")
	}
	if len(tests) == 0 {
		tests = []string{"true"}
	}
	return f.helper(Helper{Key: key, does: "Whether a and b are equal in every field.", result: "bool",
		params: "const " + s.Name + " &a, const " + s.Name + " &b",
		body:   []string{"return " + strings.Join(tests, "\n        && ") + ";"}})
}

// leafType is the element of an array of arrays.
func leafType(t types.Type) types.Type {
	for a := arrayOf(t); a != nil; a = arrayOf(t) {
		t = a.Elem()
	}
	return t
}

package userfn

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/fmath"
)

// standard are the functions of the standard library with one result.
var standard map[string]func(*fn, *ast.CallExpr) cx

func init() { // its functions translate their arguments, which calls others
	standard = map[string]func(*fn, *ast.CallExpr) cx{
		"math.Sqrt":            byFloat("sqrt"),
		"math.Abs":             byFloat("abs"),
		"math.FMA":             byFloat("fma"),
		"math.Floor":           byFloat("floor"),
		"math.Ceil":            byFloat("ceil"),
		"math.Trunc":           byFloat("trunc"),
		"math.RoundToEven":     byFloat("even"),
		"math.Copysign":        byFloat("copysign"),
		"math.IsNaN":           byFloat("is_nan"),
		"math.Max":             extreme("max"),
		"math.Min":             extreme("min"),
		"math.Float32bits":     byName("__float_as_uint", ""),
		"math.Float32frombits": byName("__uint_as_float", ""),
		"math.Float64bits":     byName("__double_as_longlong", "unsigned long long"),
		"math.Float64frombits": fromBits,
		"math.Signbit": func(f *fn, e *ast.CallExpr) cx {
			return operate("<", precLess, call("__double_as_longlong", f.as(e.Args[0], types.Typ[types.Float64])), primary("0"))
		},
		"math.NaN": func(*fn, *ast.CallExpr) cx { return primary("__longlong_as_double(0x7ff8000000000001ll)") },
		"math.Inf": func(f *fn, e *ast.CallExpr) cx {
			sign, ok := f.constantInt(e.Args[0])
			switch {
			case !ok:
				return f.report(e, NotYet, "math.Inf of a variable sign", "want a constant")
			case sign < 0:
				return primary("__longlong_as_double((long long)0xfff0000000000000ull)")
			}
			return primary("__longlong_as_double(0x7ff0000000000000ll)")
		},
		"math.IsInf": isInf,
	}
	for _, fn := range []fmath.Function{fmath.Exp, fmath.ExpHalf, fmath.Log, fmath.Rsqrt} {
		standard[math32+fn.Name] = elementary(fn)
	}
	standard[math32+"FMA"] = func(f *fn, e *ast.CallExpr) cx {
		return call(f.floatHelper("fma", types.Typ[types.Float32]), f.arguments(e)...)
	}
	for _, bits := range []int{8, 16, 32, 64} {
		w := itoa(bits)
		for _, name := range []string{"OnesCount", "LeadingZeros", "TrailingZeros", "Len", "Reverse", "ReverseBytes",
			"RotateLeft"} {
			if bits > 8 || name != "ReverseBytes" {
				standard["math/bits."+name+w] = bitFunction(name, bits)
			}
		}
	}
	for name := range strings.FieldsSeq("OnesCount LeadingZeros TrailingZeros Len " +
		"Reverse ReverseBytes RotateLeft Add Sub Mul Div") {
		standard["math/bits."+name] = func(f *fn, e *ast.CallExpr) cx {
			return f.report(e, Wrong, "bits."+name, "the size of uint differs between platforms; want bits."+name+"32 or bits."+
				name+"64")
		}
	}
}

// math32 starts the names of the functions of the public package math32.
const math32 = "github.com/shflgen/shflgen/math32."

// elementary calls a function of float32 that is inline PTX, for every architecture.
func elementary(of fmath.Function) func(*fn, *ast.CallExpr) cx {
	return func(f *fn, e *ast.CallExpr) cx {
		h := Helper{Key: snake(of.Name) + "_f32", does: of.Does + ".", result: "float", params: "float x",
			body: of.CUDABody(0, 1<<30)}
		return call(f.helper(h), f.arguments(e)...)
	}
}

// byFloat calls a helper on float64.
func byFloat(helper string) func(*fn, *ast.CallExpr) cx {
	return func(f *fn, e *ast.CallExpr) cx {
		return call(f.floatHelper(helper, types.Typ[types.Float64]), f.arguments(e)...)
	}
}

// byName calls an intrinsic, and casts what it gives.
func byName(intrinsic, cast string) func(*fn, *ast.CallExpr) cx {
	return func(f *fn, e *ast.CallExpr) cx {
		x := call(intrinsic, f.arguments(e)...)
		if cast != "" {
			x = x.cast(cast)
		}
		return x
	}
}

// arguments are those of a call of the standard library.
func (f *fn) arguments(e *ast.CallExpr) (all []cx) {
	sig, _ := f.info.TypeOf(e.Fun).(*types.Signature)
	for i, a := range e.Args {
		all = append(all, f.as(a, sig.Params().At(i).Type()))
	}
	return all
}

func fromBits(f *fn, e *ast.CallExpr) cx {
	return call("__longlong_as_double", f.arguments(e)[0].cast("long long"))
}

// extreme is math.Min or math.Max, in which an infinity wins over a NaN.
func extreme(name string) func(*fn, *ast.CallExpr) cx {
	return func(f *fn, e *ast.CallExpr) cx {
		infinity := map[string]string{"max": "0x7ff0000000000000ll", "min": "(long long)0xfff0000000000000ull"}[name]
		builtin := f.floatHelper(name+"imum", types.Typ[types.Float64])
		h := f.helper(Helper{Key: "math_" + name, does: map[string]string{
			"max": "math.Max: the greater of a and b; +inf wins, then a NaN, and -0 is below +0.",
			"min": "math.Min: the lesser of a and b; -inf wins, then a NaN, and -0 is below +0.",
		}[name], result: "double", params: "double a, double b", body: []string{
			"const long long infinity = " + infinity + ";",
			"const bool wins = __double_as_longlong(a) == infinity || __double_as_longlong(b) == infinity;",
			"return wins ? __longlong_as_double(infinity) : " + builtin + "(a, b);",
		}})
		return call(h, f.arguments(e)...)
	}
}

func isInf(f *fn, e *ast.CallExpr) cx {
	sign, ok := f.constantInt(e.Args[1])
	if !ok {
		return f.report(e, NotYet, "math.IsInf with a variable sign", "want a constant")
	}
	bits := call("__double_as_longlong", f.as(e.Args[0], types.Typ[types.Float64]))
	switch {
	case sign > 0:
		return operate("==", precEqual, bits, primary("0x7ff0000000000000ll"))
	case sign < 0:
		return operate("==", precEqual, bits, primary("(long long)0xfff0000000000000ull"))
	}
	return operate("==", precEqual, operate("&", precBitAnd, bits, primary("0x7fffffffffffffffll")),
		primary("0x7ff0000000000000ll"))
}

// bitFunction is a function of math/bits on words of n bits.
func bitFunction(name string, n int) func(*fn, *ast.CallExpr) cx {
	word := scalars[map[int]types.BasicKind{8: types.Uint8, 16: types.Uint16, 32: types.Uint32, 64: types.Uint64}[n]]
	wide, signed, ll := 32, "int", ""
	if n == 64 {
		wide, signed, ll = 64, "long long", "ll"
	}
	spare := wide - n // bits of the register above the word
	less := func(x string) string {
		if spare == 0 {
			return x
		}
		return fmt.Sprintf("%s - %d", x, spare)
	}
	narrow := func(x string) string {
		if spare == 0 {
			return x
		}
		return fmt.Sprintf("(%s)(%s >> %d)", word.name, x, spare)
	}
	reversed := fmt.Sprintf("__brev%s(x)", ll)
	var h Helper
	switch name {
	case "OnesCount":
		return byName("__popc"+ll, "")
	case "LeadingZeros":
		h = Helper{does: "The number of zeros above the highest one of x.", result: "int",
			body: []string{"return " + less(fmt.Sprintf("__clz%s((%s)x)", ll, signed)) + ";"}}
	case "Len":
		h = Helper{does: "The number of bits that x needs.", result: "int",
			body: []string{fmt.Sprintf("return %d - __clz%s((%s)x);", wide, ll, signed)}}
	case "TrailingZeros":
		guard := "x"
		if spare > 0 {
			guard = fmt.Sprintf("(x | 0x%xu)", uint64(1)<<n)
		}
		h = Helper{does: "The number of zeros below the lowest one of x.", result: "int",
			body: []string{fmt.Sprintf("return __clz%s((%s)__brev%s(%s));", ll, signed, ll, strings.Trim(guard, "()"))}}
	case "Reverse":
		h = Helper{does: "The bits of x in the other order.", result: word.name,
			body: []string{"return " + narrow(reversed) + ";"}}
	case "ReverseBytes":
		h = Helper{does: "The bytes of x in the other order.", result: word.name, body: bytesReversed(n)}
	case "RotateLeft": // of the least int, C++ has no -n
		body := fmt.Sprintf("x << (n & %d) | x >> ((0u - (unsigned)n) & %d)", n-1, n-1)
		if spare > 0 {
			body = fmt.Sprintf("(%s)((unsigned)x << (n & %d) | (unsigned)x >> ((0u - (unsigned)n) & %d))", word.name, n-1, n-1)
		}
		h = Helper{does: "The bits of x turned by n to the left, or by -n to the right.", result: word.name,
			body: []string{"return " + body + ";"}}
	}
	h.Key = snake(name) + "_" + word.tag
	h.params = word.name + " x"
	if name == "RotateLeft" {
		h.params += ", int n"
	}
	return func(f *fn, e *ast.CallExpr) cx { return call(f.helper(h), f.arguments(e)...) }
}

func bytesReversed(n int) []string {
	switch n {
	case 16:
		return []string{"return (unsigned short)((unsigned)x << 8 | (unsigned)x >> 8);"}
	case 32:
		return []string{"return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24;"}
	}
	return []string{
		"x = (x & 0x00ff00ff00ff00ffull) << 8 | (x >> 8 & 0x00ff00ff00ff00ffull);",
		"x = (x & 0x0000ffff0000ffffull) << 16 | (x >> 16 & 0x0000ffff0000ffffull);",
		"return x << 32 | x >> 32;",
	}
}

// pairs are the functions of the standard library with two results: the body of a helper that
// leaves them in r.
var pairs = map[string]struct {
	does string
	bits int
	body []string
}{
	"math/bits.Add32": {"The sum of x, y and the carry z, and the carry out.", 32,
		[]string{"const unsigned long long all = (unsigned long long)x + y + z;",
			"return {(unsigned)all, (unsigned)(all >> 32)};"}},
	"math/bits.Sub32": {"x less y and the borrow z, and the borrow out.", 32,
		[]string{"const unsigned long long all = (unsigned long long)x - y - z;",
			"return {(unsigned)all, (unsigned)(all >> 63)};"}},
	"math/bits.Mul32": {"The high and the low half of x * y.", 32,
		[]string{"const unsigned long long all = (unsigned long long)x * y;",
			"return {(unsigned)(all >> 32), (unsigned)all};"}},
	"math/bits.Add64": {"The sum of x, y and the carry z, and the carry out.", 64,
		[]string{"const unsigned long long sum = x + y + z;", "return {sum, ((x & y) | ((x | y) & ~sum)) >> 63};"}},
	"math/bits.Sub64": {"x less y and the borrow z, and the borrow out.", 64,
		[]string{"const unsigned long long rest = x - y - z;", "return {rest, ((~x & y) | (~(x ^ y) & rest)) >> 63};"}},
	"math/bits.Mul64": {"The high and the low half of x * y.", 64, []string{"return {__umul64hi(x, y), x * y};"}},
}

// pair is the helper of a function with two results, and the struct that it returns.
func (f *fn) pair(name string) (helper, result string) {
	row := pairs[name]
	word := map[int]string{32: "unsigned", 64: "unsigned long long"}[row.bits]
	result = f.tuple("u"+itoa(row.bits), []string{word, word})
	params := word + " x, " + word + " y"
	if !strings.Contains(name, "Mul") {
		params += ", " + word + " z"
	}
	key := snake(strings.TrimPrefix(name, "math/bits."))
	return f.helper(Helper{Key: key, does: row.does, result: result, params: params, body: row.body}), result
}

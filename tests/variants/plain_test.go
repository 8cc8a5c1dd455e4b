package variants

import (
	"fmt"
	"regexp"
	"strings"
)

var (
	opFunction = regexp.MustCompile(`(?m)^// .*\n\[\[maybe_unused\]\] static __device__ __forceinline__ (\w+) ` +
		`(\w+_op)\(\w+ a, \w+ b\)\n\{\n((?:[^}].*\n)+)\}\n\n?`)
	eachFunction = regexp.MustCompile(`(?m)^#if __CUDA_ARCH__ < 800\n// .*\n\[\[maybe_unused\]\] static __device__ ` +
		`__forceinline__ \w+ \w+_each\(.*\)\n\{\n(?:[^}].*\n)+\}\n#endif\n\n?`)
	opInPTX      = regexp.MustCompile(`\b(add\.rn|mul\.rn|min|max)(?:\.NaN)?\.[fb]`)
	identityIs   = regexp.MustCompile(`(?m)^    (float|double) identity;\n    asm\("mov\.b\d+ %0, (0x\w+);".*\n`)
	identityName = regexp.MustCompile(`\bidentity\b`)
)

// intrinsics are CUDA's names of the ops on floats.
var intrinsics = map[string]map[string]string{
	"float":  {"add.rn": "__fadd_rn", "mul.rn": "__fmul_rn", "min": "fminf", "max": "fmaxf"},
	"double": {"add.rn": "__dadd_rn", "mul.rn": "__dmul_rn", "min": "fmin", "max": "fmax"},
	"half":   {"add.rn": "__hadd%s_rn", "mul.rn": "__hmul%s_rn", "min": "__hmin%s", "max": "__hmax%s"},
}

// Plain replaces the inline PTX on floats of emitted code by CUDA C++: intrinsics, x != x as
// the test for a NaN, and an identity by its bits. Rewrites start from this form, which a
// compiler can optimise.
func Plain(src string) string {
	src = eachFunction.ReplaceAllString(src, "")
	calls := map[string]string{}
	src = opFunction.ReplaceAllStringFunc(src, func(text string) string {
		m := opFunction.FindStringSubmatch(text)
		typ, name, body := m[1], m[2], m[3]
		op := opInPTX.FindStringSubmatch(body)
		if op == nil {
			return text
		}
		nan := strings.Contains(strings.ToLower(body), "nan")
		if half(typ) {
			pair, suffix := "", ""
			if strings.HasSuffix(typ, "2") {
				pair = "2"
			}
			if nan {
				suffix = "_nan"
			}
			calls[name] = fmt.Sprintf(intrinsics["half"][op[1]], pair) + suffix
			return ""
		}
		f := intrinsics[typ][op[1]]
		if !nan {
			calls[name] = f
			return ""
		}
		all := map[string]string{"float": "__int_as_float(0x7fffffff)",
			"double": "__longlong_as_double(0x7fffffffffffffffll)"}[typ]
		return strings.Replace(text, body, fmt.Sprintf("    return ((a != a) | (b != b)) ? %s : %s(a, b);\n", all, f), 1)
	})
	for name, f := range calls {
		src = strings.ReplaceAll(src, name+"(", f+"(")
	}
	if m := identityIs.FindStringSubmatch(src); m != nil {
		src = identityIs.ReplaceAllString(src, "")
		bits := map[string]string{"float": "__int_as_float(%s)", "double": "__longlong_as_double(%sll)"}[m[1]]
		src = identityName.ReplaceAllStringFunc(src, func(string) string { return fmt.Sprintf(bits, m[2]) })
	}
	return src
}

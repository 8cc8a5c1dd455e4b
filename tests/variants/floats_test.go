package variants

import (
	"fmt"
	"regexp"
	"strings"
)

// floats are equivalent ways to compute with floats: the same bits, or a NaN for a NaN.
var floats = []Rewrite{
	{"NaN test by equality", replace(`\(\(a != a\) \| \(b != b\)\) \?`, `!((a == a) & (b == b)) ?`)},
	{"NaN tests one after the other", replace(`return \(\(a != a\) \| \(b != b\)\) \? (.*) : (\w+\(a, b\));`,
		"if (a != a)\n        return $1;\n    if (b != b)\n        return $1;\n    return $2;")},
	{"NaN tests after the op", replace(`return \(\(a != a\) \| \(b != b\)\) \? (.*) : (\w+)\(a, b\);`,
		"auto m = $2(a, b);\n    m = a != a ? $1 : m;\n    return b != b ? $1 : m;")},
	{"NaN returned unchanged", replace(`return \(\(a != a\) \| \(b != b\)\) \? .* : (\w+)\(a, b\);`,
		"return a != a ? a : b != b ? b : $1(a, b);")},
	{"a choice by the bits of floats", byBits},
	{"halves computed as floats", asFloats},
	{"bounds by the shuffle's predicate", byPredicate},
	{"operands swapped in odd lanes", byParity},
	{"pred by if", replace(`^(\s+)\*pred = (.*);`, "${1}*pred = false;\n${1}if (${2})\n${1}    *pred = true;")},
	{"pred through a number", replace(`^(\s+)\*pred = (.*);`,
		"${1}unsigned p = (${2}) ? 5u : 0u;\n${1}*pred = (p >> 2) != 0u;")},
}

// byBits chooses between an element and the identity as bits.
func byBits(src string) (string, bool) {
	typ, _, _ := head(src)
	class := map[string][3]string{"float": {"f", "r", "unsigned"}, "double": {"d", "l", "unsigned long long"}}[typ]
	if class[0] == "" {
		return src, false
	}
	w := map[string]int{"float": 32, "double": 64}[typ]
	to, back := helper(src), helper(src)+"_back"
	out, did := choices(func(s stmt, c, a, b string) string {
		if s.typ != typ || a != "v" {
			return ""
		}
		return s.with(fmt.Sprintf("%s((%s(%s) & -(%s)(%s)) | (%[2]s(%[6]s) & ((%[4]s)(%[5]s) - 1u)))", back, to, a, class[2],
			c, b))
	})(src)
	if !did {
		return src, false
	}
	body := "    %s r;\n    asm(\"mov.b%d %%0, %%1;\" : \"=%s\"(r) : \"%s\"(x));\n    return r;"
	out = help(out, to, class[2], typ+" x", fmt.Sprintf(body, class[2], w, class[1], class[0]))
	return help(out, back, typ, class[2]+" x", fmt.Sprintf(body, typ, w, class[0], class[1])), true
}

// asFloats computes halves in float: float has enough bits that one rounding is exact.
func asFloats(src string) (string, bool) {
	return statements(src, func(s stmt) string {
		f := call.FindStringSubmatch(s.expr)
		code := map[string]string{"__hadd_rn": "__fadd_rn", "__hmul_rn": "__fmul_rn", "__hmin": "fminf", "__hmax": "fmaxf"}
		if f == nil || code[f[1]] == "" {
			return ""
		}
		up, down := "__half2float", "__float2half_rn"
		if strings.Contains(s.typ, "bfloat") {
			up, down = "__bfloat162float", "__float2bfloat16_rn"
		}
		return s.with(fmt.Sprintf("%s(%s(%s(%s), %[3]s(%[5]s)))", down, code[f[1]], up, f[2], f[3]))
	})
}

var guarded = regexp.MustCompile(`(?m)^    ([\w ]+) (from\d+) = __shfl_up_sync\((\w+), (\w+), (\d+)(?:, ` +
	`(\d+))?\);\n((?:.*\n)??)    ([\w ]+) (x\d+) = \(pos >= \d+u\) \? `)

// byPredicate tests the shuffle's predicate for whether there is a source.
func byPredicate(src string) (string, bool) {
	stripped, _ := lines(src, func(l string) string { return l })
	if w := width(stripped); w == 0 || w&(w-1) != 0 {
		return src, false
	}
	to := guarded.ReplaceAllStringFunc(stripped, func(text string) string {
		m := guarded.FindStringSubmatch(text)
		class := map[string]string{"int": "r", "unsigned": "r", "float": "f"}[m[1]]
		if class == "" {
			return text
		}
		within := 32
		if m[6] != "" {
			fmt.Sscan(m[6], &within)
		}
		return fmt.Sprintf("    %[1]s %[2]s;\n    unsigned in%[2]s;\n    asm volatile(\"{ .reg .pred p; shfl.sync.up.b32 "+
			"%%0|p, %%2, %[3]s, %[4]d, %%3; selp.b32 %%1, 1, 0, p; }\" : \"=%[5]s\"(%[2]s), \"=r\"(in%[2]s) : "+
			"\"%[5]s\"(%[6]s), \"r\"(%[7]s));\n%[8]s    %[9]s %[10]s = (in%[2]s != 0u) ? ",
			m[1], m[2], m[5], (32-within)<<8, class, m[4], m[3], m[7], m[8], m[9])
	})
	if to == stripped || within(to) != width(to) {
		return src, false
	}
	if strings.Count(to, "pos") == 1 {
		to = position.ReplaceAllString(to, "")
	}
	if len(regexp.MustCompile(`\blane\b`).FindAllString(to, -1)) == 2 { // lane is unused now
		return src, false
	}
	return to, true
}

var clamp = regexp.MustCompile(`shfl\.sync\.up\.b32 %0\|p, %2, \d+, (\d+),`)

// within is the width of the shuffles of byPredicate.
func within(src string) int {
	var c int
	if m := clamp.FindStringSubmatch(src); m != nil {
		fmt.Sscan(m[1], &c)
	}
	return 32 - c>>8
}

// byParity swaps the operands in odd lanes.
func byParity(src string) (string, bool) {
	if !strings.Contains(src, "unsigned lane") {
		return src, false
	}
	return statements(src, func(s stmt) string {
		if f := call.FindStringSubmatch(s.expr); f != nil {
			return branch(s, "(lane & 1u) != 0u", f[1]+"("+f[3]+", "+f[2]+")", s.expr)
		}
		if op, a, b, ok := operation(s.typ, s.expr); ok {
			return branch(s, "(lane & 1u) != 0u", build(s.typ, op, b, a), s.expr)
		}
		return ""
	})
}

package variants

import (
	"fmt"
	"regexp"
	"strings"
)

// whole are other ways to go about the whole of it.
var whole = []Rewrite{
	{"distances in the other order", reversed},
	{"steps in a loop", looped("#pragma unroll\n")},
	{"steps in a loop that stays", looped("#pragma unroll 1\n")},
	{"steps by redux", byRedux},
}

var butterfly = regexp.MustCompile(`(?m)^    ([\w ]+) (from\d+) = (.*__shfl_xor_sync\(0xffffffffu, (?:\([a-z ]+\))?)(\w+), (\d+)\);\n    [\w ]+ (\w+) = (.*);\n`)

// steps takes apart a reduction by xor shuffles.
func steps(src string) (stripped string, all [][]string) {
	stripped, _ = lines(src, func(l string) string { return l })
	if !strings.Contains(src, "-pattern xor-reduce") {
		return stripped, nil
	}
	return stripped, butterfly.FindAllStringSubmatch(stripped, -1)
}

// reversed goes from far to near or from near to far: an associative and
// commutative op does not tell.
func reversed(src string) (string, bool) {
	if !strings.Contains(src, "associative") {
		return src, false
	}
	to, all := steps(src)
	if len(all) < 2 {
		return src, false
	}
	for i, m := range all {
		to = strings.Replace(to, m[0], strings.Replace(m[0], ", "+m[5]+");", ", "+all[len(all)-1-i][5]+");", 1), 1)
	}
	return to, true
}

// looped goes over the distances in a loop.
func looped(pragma string) func(string) (string, bool) {
	return func(src string) (string, bool) {
		to, all := steps(src)
		if len(all) < 2 {
			return src, false
		}
		first, last := all[0], all[len(all)-1]
		next := "d *= 2"
		if first[5] > last[5] && len(first[5]) >= len(last[5]) || len(first[5]) > len(last[5]) {
			next = "d /= 2"
		}
		until := "d <= " + last[5]
		if next == "d /= 2" {
			until = "d >= " + last[5]
		}
		rename := func(expr string) string {
			expr = regexp.MustCompile(`\b`+first[4]+`\b`).ReplaceAllString(expr, "acc")
			return regexp.MustCompile(`\b`+first[2]+`\b`).ReplaceAllString(expr, "other")
		}
		loop := fmt.Sprintf("    %[1]s acc = %[2]s;\n%[3]s    for (int d = %[4]s; %[5]s; %[6]s) {\n        %[1]s other = %[7]sacc, d);\n        acc = %[8]s;\n    }\n    %[1]s %[9]s = acc;\n",
			first[1], first[4], pragma, first[5], until, next, first[3], rename(first[7]), last[6])
		for i, m := range all {
			with := ""
			if i == 0 {
				with = loop
			}
			to = strings.Replace(to, m[0], with, 1)
		}
		return to, true
	}
}

// byRedux does a whole warp in one instruction, which sm_80 brought.
func byRedux(src string) (string, bool) {
	to, all := steps(src)
	if len(all) != 5 || widths[all[0][1]] != 32 {
		return src, false
	}
	typ, first, last := all[0][1], all[0], all[4]
	op, _, _, _ := operation(typ, first[7])
	sign := "s32"
	if typ == "unsigned" {
		sign = "u32"
	}
	code := map[string]string{"+": "add." + sign, "&": "and.b32", "|": "or.b32", "^": "xor.b32", "min": "min." + sign, "max": "max." + sign}[op]
	if code == "" {
		return src, false
	}
	from := strings.Index(to, first[0])
	upto := strings.Index(to, last[0]) + len(last[0])
	return to[:from] + fmt.Sprintf("#if __CUDA_ARCH__ >= 800\n    %[1]s %[2]s;\n    asm volatile(\"redux.sync.%[3]s %%0, %%1, 0xffffffff;\" : \"=r\"(%[2]s) : \"r\"(%[4]s));\n#else\n",
		typ, last[6], code, first[4]) + to[from:upto] + "#endif\n" + to[upto:], true
}

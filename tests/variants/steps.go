package variants

import (
	"fmt"
	"regexp"
	"strings"
)

// networks are equivalent networks: other distances, loops, redux, other combinations of warps.
var networks = []Rewrite{
	{"distances in the other order", reversed},
	{"steps in a loop", looped("#pragma unroll\n")},
	{"steps in a loop that stays", looped("#pragma unroll 1\n")},
	{"steps of a scan in a loop", scanLooped("#pragma unroll\n")},
	{"steps of a scan in a loop that stays", scanLooped("#pragma unroll 1\n")},
	{"steps by redux", byRedux},
	{"warps combined in a loop", partials("#pragma unroll\n", false)},
	{"warps combined in a loop that stays", partials("#pragma unroll 1\n", false)},
	{"warps combined by the first warp", partials("", true)},
}

var butterfly = regexp.MustCompile(`(?m)^    ([\w ]+) (from\d+) = (.*__shfl_xor_sync\(0xffffffffu, (?:\([a-z ` +
	`]+\))?)(\w+), (\d+)\);\n    [\w ]+ (\w+) = (.*);\n`)

// steps parses the steps of a reduction by xor shuffles.
func steps(src string) (stripped string, all [][]string) {
	stripped, _ = lines(src, func(l string) string { return l })
	if !strings.Contains(src, "-pattern xor-reduce") {
		return stripped, nil
	}
	return stripped, butterfly.FindAllStringSubmatch(stripped, -1)
}

// reversed reverses the distances. The op must be associative and commutative.
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

// looped makes the steps a loop over the distances.
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
		loop := fmt.Sprintf("    %[1]s acc = %[2]s;\n%[3]s    for (int d = %[4]s; %[5]s; %[6]s) {\n"+
			"        %[1]s other = %[7]sacc, d);\n        acc = %[8]s;\n    }\n    %[1]s %[9]s = acc;\n",
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

// byRedux reduces a warp by one redux instruction, from sm_80 on.
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
	code := map[string]string{"+": "add." + sign, "&": "and.b32", "|": "or.b32", "^": "xor.b32", "min": "min." + sign,
		"max": "max." + sign}[op]
	if code == "" {
		return src, false
	}
	from := strings.Index(to, first[0])
	upto := strings.Index(to, last[0]) + len(last[0])
	return to[:from] + fmt.Sprintf("#if __CUDA_ARCH__ >= 800\n    %[1]s %[2]s;\n"+
		"    asm volatile(\"redux.sync.%[3]s %%0, %%1, 0xffffffff;\" : \"=r\"(%[2]s) : \"r\"(%[4]s));\n#else\n",
		typ, last[6], code, first[4]) + to[from:upto] + "#endif\n" + to[upto:], true
}

var climb = regexp.MustCompile(`(?m)^    ([\w ]+) (from\d+) = (.*__shfl_up_sync\(0xffffffffu, (?:\([a-z ` +
	`]+\))?)(\w+), (\d+)(, \d+)?\);\n    [\w ]+ (\w+) = (.*);\n    [\w ]+ (\w+) = \(pos >= \d+u\) \? \w+ : \w+;\n`)

// scanLooped makes the steps of a scan a loop over the distances.
func scanLooped(pragma string) func(string) (string, bool) {
	return func(src string) (string, bool) {
		to, _ := lines(src, func(l string) string { return l })
		all := climb.FindAllStringSubmatch(to, -1)
		if len(all) < 2 {
			return src, false
		}
		first, last := all[0], all[len(all)-1]
		step := "d <= " + last[5] + "u; d *= 2u"
		if len(first[5]) > len(last[5]) || len(first[5]) == len(last[5]) && first[5] > last[5] {
			step = "d >= " + last[5] + "u; d /= 2u"
		}
		body := regexp.MustCompile(`\b`+first[4]+`\b`).ReplaceAllString(first[8], "acc")
		body = regexp.MustCompile(`\b`+first[2]+`\b`).ReplaceAllString(body, "other")
		loop := fmt.Sprintf("    %[1]s acc = %[2]s;\n%[3]s    for (unsigned d = %[4]su; %[5]s) {\n"+
			"        %[1]s other = %[6]sacc, d%[7]s);\n        %[1]s both = %[8]s;\n"+
			"        acc = pos >= d ? both : acc;\n    }\n    %[1]s %[9]s = acc;\n",
			first[1], first[4], pragma, first[5], step, first[3], first[6], body, last[9])
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

var (
	descent = regexp.MustCompile(`(?m)^    ([\w ]+) (from\d+) = (.*__shfl_down_sync\()(\w+)(, (?:\([a-z ]+\))?)(\w+), ` +
		`(\d+)\);\n    [\w ]+ (\w+) = (.*);\n`)
	combine = regexp.MustCompile(`(?m)^( +)([\w ]+) warp0 = partial\[0\];\n((?:.*warp\d+.*\n|.* x\d+ = .*\n)+)`)
	defines = regexp.MustCompile(`(x\d+) = `)
	absent  = regexp.MustCompile(`= member \? v : (.*);`)
	slots   = regexp.MustCompile(`partial\[(\d+)\];`)
)

// partials combines the results of a block's warps by a loop, or by shuffles of the first warp
// as most textbooks do. The op must be associative.
func partials(pragma string, byWarp bool) func(string) (string, bool) {
	return func(src string) (string, bool) {
		stripped, _ := lines(src, func(l string) string { return l })
		step, at := descent.FindStringSubmatch(stripped), combine.FindStringSubmatch(stripped)
		if step == nil || at == nil || !strings.Contains(src, "; associative") && !strings.Contains(src, " associative,") {
			return src, false
		}
		typ, n := at[2], slots.FindStringSubmatch(stripped)[1]
		all := defines.FindAllStringSubmatch(at[3], -1)
		if all == nil { // one instruction combines them
			return src, false
		}
		last := all[len(all)-1][1]
		op := func(a, b string) string {
			body := regexp.MustCompile(`\b`+step[6]+`\b`).ReplaceAllString(step[9], a)
			return regexp.MustCompile(`\b`+step[2]+`\b`).ReplaceAllString(body, b)
		}
		in := at[1]
		loop := fmt.Sprintf("%[1]s%[2]s acc = partial[0];\n%[3]s%[1]sfor (unsigned w = 1u; w < %[4]su; w++) {\n"+
			"%[1]s    %[2]s next = partial[w];\n%[1]s    acc = %[5]s;\n%[1]s}\n%[1]s%[2]s %[6]s = acc;\n",
			in, typ, pragma, n, op("acc", "next"), last)
		if byWarp {
			none := absent.FindStringSubmatch(stripped)
			if none == nil || strings.Contains(src, " -all") || strings.Contains(src, "block    1") || len(in) != 8 ||
				warps(n) < 2 {
				return src, false
			}
			loop = fmt.Sprintf("%[1]s%[2]s acc = lane < %[3]su ? partial[lane] : %[4]s;\n"+
				"%[1]sfor (int d = 16; d > 0; d /= 2) {\n%[1]s    %[2]s next = %[5]s0xffffffffu%[6]sacc, d);\n"+
				"%[1]s    acc = %[7]s;\n%[1]s}\n%[1]sif (lane == 0u)\n%[1]s    all = acc;\n",
				in, typ, n, none[1], step[3], step[5], op("acc", "next"))
			to := strings.Replace(stripped, at[0], loop, 1)
			to = regexp.MustCompile(`(?m)^        all = x\d+;\n`).ReplaceAllString(to, "")
			return strings.Replace(to, "    if (thread == 0u) {", "    if (warp == 0u) {", 1), true
		}
		return strings.Replace(stripped, at[0], loop, 1), true
	}
}

func warps(n string) (count int) {
	fmt.Sscan(n, &count)
	return count
}

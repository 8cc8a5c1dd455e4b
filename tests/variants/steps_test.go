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
		return inLoop(to, all, pragma, "int", "", fmt.Sprintf("        %s other = %sacc, d);\n        acc = %s;\n", first[1],
			first[3], renamed(first[7], first[4], "acc", first[2], "other")), last[6]), true
	}
}

// inLoop puts a loop over the distances in place of all steps. Numbers end in unit, and the result is called last.
func inLoop(to string, all [][]string, pragma, counter, unit, body, last string) string {
	typ, value, from, end := all[0][1], all[0][4], all[0][5], all[len(all)-1][5]
	until, next := "<=", "*="
	if len(from) > len(end) || len(from) == len(end) && from > end {
		until, next = ">=", "/="
	}
	loop := fmt.Sprintf("    %[1]s acc = %[2]s;\n"+
		"%[3]s    for (%[4]s d = %[5]s%[6]s; d %[7]s %[8]s%[6]s; d %[9]s 2%[6]s) {\n"+
		"%[10]s    }\n    %[1]s %[11]s = acc;\n",
		typ, value, pragma, counter, from, unit, until, end, next, body, last)
	for _, m := range all {
		to, loop = strings.Replace(to, m[0], loop, 1), ""
	}
	return to
}

// renamed is an expression with other names: pairs of an old and a new one.
func renamed(expr string, names ...string) string {
	for ; len(names) > 0; names = names[2:] {
		expr = regexp.MustCompile(`\b`+names[0]+`\b`).ReplaceAllString(expr, names[1])
	}
	return expr
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
		return inLoop(to, all, pragma, "unsigned", "u", fmt.Sprintf("        %[1]s other = %[2]sacc, d%[3]s);\n"+
			"        %[1]s both = %[4]s;\n        acc = pos >= d ? both : acc;\n", first[1], first[3], first[6],
			renamed(first[8], first[4], "acc", first[2], "other")), last[9]), true
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
		op := func(a, b string) string { return renamed(step[9], step[6], a, step[2], b) }
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

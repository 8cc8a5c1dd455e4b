package mutate

import (
	"strconv"
	"strings"
)

// PlantPTX makes at most perKind mutants of each of [PTXKinds] of a file with
// one kernel.
func PlantPTX(src []byte, perKind int, seed uint64) []Mutant {
	f := &text{lines: strings.Split(string(src), "\n")}
	f.open = make([]bool, len(f.lines))
	body := false
	for i, l := range f.lines {
		t := strings.TrimSpace(l)
		body = body || t == "{"
		f.open[i] = body && t != "" && t != "{" && t != "}" && !strings.HasPrefix(t, "//") && !strings.HasPrefix(t, ".reg") &&
			!strings.HasSuffix(t, ":")
	}
	return plantText(f, src, PTXKinds, perKind, seed)
}

// PTXKinds are the kinds of fault in PTX, one row each.
var PTXKinds = []TextKind{
	// Registers.
	{"another source", at(`(, *\[?)(%[a-z]+)(\d+)`, func(m []string) []string {
		return []string{m[1] + m[2] + add(m[3], 1), m[1] + m[2] + add(m[3], -1)}
	})},
	{"another destination", at(`(\t+)(%[a-z]+)(\d+)(\|?)`, func(m []string) []string {
		return []string{m[1] + m[2] + add(m[3], 1) + m[4], m[1] + m[2] + add(m[3], -1) + m[4]}
	})},
	{"sources swapped", instead(`, ([^,;]+), ([^,;]+)`, ", $2, $1")},
	{"one source for both", instead(`, ([^,;]+), ([^,;]+)`, ", $1, $1", ", $2, $2")},
	{"another special register", instead(`%laneid`, "%lanemask_lt", "%lanemask_eq", "%tid.x")},
	{"another dimension", instead(`%(n?)tid\.([xyz])`, "%${1}tid.x", "%${1}tid.y", "%${1}tid.z")},

	// Shuffles and barriers.
	{"another mode", at(`shfl\.sync\.(\w+)`, func(m []string) []string {
		var all []string
		for _, o := range []string{"up", "down", "bfly", "idx"} {
			if o != m[1] {
				all = append(all, "shfl.sync."+o)
			}
		}
		return all
	})},
	{"distance of a shuffle", numbers(`(shfl\.sync\S+\s+\S+ \S+ )(\d+)(,)`, func(n int) []int {
		return append(near(n), far(n)...)
	})},
	{"clamp of a shuffle", numbers(`(shfl\.sync\S+\s+\S+ \S+ \S+ )(\d+)(,)`, func(n int) []int {
		return []int{n ^ 1, n ^ 16, n ^ 31, n ^ 0x1f00, n ^ 0x800, n ^ 0x1000, n ^ 0x100}
	})},
	{"member mask of a shuffle", instead(`(shfl\.sync.*), -1;`, "$1, -2;", "$1, 65535;", "$1, 2147483647;", "$1, 0;")},
	{"another reduction", at(`redux\.sync\.(\w+)\.([su]32|b32)`, func(m []string) []string {
		return append(swapWords(m[0], "add", "min", "max", "and", "or", "xor"), swapWords(m[0], "s32", "u32")...)
	})},
	{"member mask of a reduction", instead(`(redux\.sync.*), [^,;]+;`, "$1, -2;", "$1, 65535;", "$1, 0;")},
	{"shuffle as a move", instead(`shfl\.sync\.\w+\.b32(\s+%r\d+), (%r\d+), .*;`, "mov.b32$1, $2;")},
	{"barrier left out", leftOut(`bar\.sync`)},
	{"barrier of a warp", instead(`bar\.sync\s+\d+`, "bar.warp.sync -1")},
	{"another barrier", instead(`bar\.sync\s+0`, "bar.sync 1", "bar.sync 16")},

	// Opcodes.
	{"another op", at(`\b(add|sub|and|or|xor|min|max|mul\.lo)\.`, func(m []string) []string {
		return map[string][]string{
			"add": {"sub.", "max.", "mul.lo."}, "sub": {"add."}, "and": {"or.", "xor."}, "or": {"and.", "xor."},
			"xor": {"or.", "and."},
			"min": {"max.", "add."}, "max": {"min.", "add."}, "mul.lo": {"add."},
		}[m[1]]
	})},
	{"another float op", instead(`\b(add|mul)\.rn`, "add.rn", "mul.rn", "sub.rn")},
	{"NaN", at(`\b(min|max)(\.NaN)?\.(b?f\d+)`, func(m []string) []string {
		if m[2] == "" {
			return []string{m[1] + ".NaN." + m[3]}
		}
		return []string{m[1] + "." + m[3]}
	})},
	{"rounding", instead(`\.rn\.`, ".rz.", ".rn.ftz.", ".")},
	{"shift the other way", instead(`\b(shl|shr)\.([a-z])`, "shl.b", "shr.u", "shr.s")},
	{"signedness", at(`\.([su])(8|16|32|64)\b`, func(m []string) []string {
		return []string{"." + map[string]string{"s": "u", "u": "s"}[m[1]] + m[2]}
	})},
	{"size", at(`\.([subf])(8|16|32|64)\b`, func(m []string) []string {
		return []string{"." + m[1] + map[string]string{"8": "16", "16": "32", "32": "16", "64": "32"}[m[2]]}
	})},
	{"comparison", at(`setp\.(\w+)\.`, func(m []string) []string {
		var all []string
		for _, o := range []string{"eq", "ne", "lt", "le", "gt", "ge"} {
			if o != m[1] {
				all = append(all, "setp."+o+".")
			}
		}
		return all
	})},
	{"choice inverted", instead(`(selp\.\w+\s+\S+) ([^,]+), ([^,]+),`, "$1 $3, $2,")},
	{"choice without a condition", instead(`(selp\.\w+\s+\S+) ([^,]+), ([^,]+),`, "$1 $2, $2,", "$1 $3, $3,")},
	{"instruction left out", leftOut(`;\s*$`)},
	{"instruction repeated", repeated(`;\s*$`)},
	{"the instruction before repeated", func(f *text, n int) []string {
		if n == 0 || !f.open[n-1] || !strings.HasSuffix(f.lines[n], ";") || !strings.HasSuffix(f.lines[n-1], ";") {
			return nil
		}
		return []string{f.lines[n] + "\n" + f.lines[n-1]}
	}},

	// Numbers.
	{"constant off by one", numbers(`([ ,])(\d+)(;|,|\])`, near)},
	{"constant far off", numbers(`([ ,])(\d+)(;|,|\])`, far)},
	{"negative constant", numbers(`(, -)(\d+)(;|,)`, near)},
	{"bit of a float", at(`0([fd])([0-9A-F]+)`, func(m []string) []string {
		return []string{"0" + m[1] + strings.ToUpper(flip(strings.ToLower(m[2]), 0)),
			"0" + m[1] + strings.Repeat("0", len(m[2]))}
	})},
	{"offset of an address", instead(`\[(%?\w+)(\+\d+)?\]`, "[$1+4]", "[$1+8]", "[$1]")},
	{"shared array too short", numbers(`(\.shared .*\[)(\d+)(\])`, func(n int) []int { return []int{n - 1, n / 2} })},

	// Predicates and branches.
	{"predicate negated", at(`@(!?)(%p\d+)`, func(m []string) []string {
		return []string{"@" + map[string]string{"": "!", "!": ""}[m[1]] + m[2]}
	})},
	{"predicate left out", instead(`@!?%p\d+\s+`, "")},
	{"predicate added", instead(`^\t([a-z])`, "\t@%p1 $1", "\t@!%p1 $1")},
	{"return early", instead(`^\t(bar|ld|shfl)`, "\t@%p1 ret;\n\t$1")},

	{"a byte changed", textByte},
}

// add is the register number s plus n.
func add(s string, n int) string {
	x, err := strconv.Atoi(s)
	if err != nil || x+n < 1 {
		return s
	}
	return strconv.Itoa(x + n)
}

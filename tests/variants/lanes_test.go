package variants

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// lanes are equivalent ways to compute a lane's number, its position and the bounds of a step.
var lanes = []Rewrite{
	{"lane by the lanes below", replaceAsm(`asm("mov.u32 %0, %%laneid;"`,
		`asm("{ .reg .b32 t; mov.u32 t, %%lanemask_lt; popc.b32 %0, t; }"`)},
	{"lane by its bit", replaceAsm(`asm("mov.u32 %0, %%laneid;"`,
		`asm("{ .reg .b32 t; mov.u32 t, %%lanemask_eq; clz.b32 t, t; sub.s32 %0, 31, t; }"`)},
	{"lane by %laneid in a block", laneByID},
	{"thread by another formula", replace(`= threadIdx\.x \+ .*;`,
		`= blockDim.x * blockDim.y * threadIdx.z + (blockDim.x * threadIdx.y + threadIdx.x);`)},
	{"remainder by quotient", replace(`(\w+) % (\d+u)`, `$1 - $1 / $2 * $2`)},
	{"power of two by division", powers(func(k int) (string, string, string, string) {
		w := fmt.Sprintf("%du", 1<<k)
		return "$1 % " + w, "$1 - $1 % " + w, "$1 / " + w, "$1 % " + w
	})},
	{"power of two by shifts", powers(func(k int) (string, string, string, string) {
		return fmt.Sprintf("$1 - ($1 >> %d << %d)", k, k), fmt.Sprintf("$1 >> %d << %d", k, k),
			fmt.Sprintf("$1 >> %d", k), fmt.Sprintf("$1 << %d >> %d", 32-k, 32-k)
	})},
	{"bounds shifted by one", compareAnew(
		func(x string, n int) string { return fmt.Sprintf("%s > %du", x, n-1) },
		func(x string, n int) string { return fmt.Sprintf("%s <= %du", x, n-1) })},
	{"bounds negated", compareAnew(
		func(x string, n int) string { return fmt.Sprintf("!(%s < %du)", x, n) },
		func(x string, n int) string { return fmt.Sprintf("!(%s >= %du)", x, n) })},
	{"bounds by signed comparison", compareAnew(
		func(x string, n int) string { return fmt.Sprintf("(int)%s >= %d", x, n) },
		func(x string, n int) string { return fmt.Sprintf("(int)%s < %d", x, n) })},
	{"bounds by the borrow", compareAnew(
		func(x string, n int) string { return fmt.Sprintf("((%s - %du) >> 31) == 0u", x, n) },
		func(x string, n int) string { return fmt.Sprintf("((%s - %du) >> 31) != 0u", x, n) })},
	{"bounds by a table of lanes", byTable},
	{"base by quotient", baseByQuotient},
}

func replaceAsm(from, to string) func(string) (string, bool) {
	return func(src string) (string, bool) {
		return strings.ReplaceAll(src, from, to), strings.Contains(src, from)
	}
}

func laneByID(src string) (string, bool) {
	return replace(`unsigned lane = thread % 32u;`,
		"unsigned lane;\n    asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(lane));")(src)
}

// powers rewrites remainders and multiples of powers of two: x & (w-1), x & ~(w-1),
// x / w and x % w.
func powers(write func(k int) (low, high, quotient, remainder string)) func(string) (string, bool) {
	return func(src string) (string, bool) {
		changed := false
		for k := 1; k <= 5; k++ {
			low, high, quotient, remainder := write(k)
			for _, r := range [][2]string{
				{fmt.Sprintf(`= (lane) & %du;`, 1<<k-1), "= " + low + ";"},
				{fmt.Sprintf(`= (lane) & ~%du;`, 1<<k-1), "= " + high + ";"},
				{fmt.Sprintf(`= (thread) / %du;`, 1<<k), "= " + quotient + ";"},
				{fmt.Sprintf(`= (thread) %% %du;`, 1<<k), "= " + remainder + ";"},
			} {
				to, did := replace(r[0], r[1])(src)
				src, changed = to, changed || did && !strings.Contains(r[0], r[1])
			}
		}
		return src, changed
	}
}

var bound = regexp.MustCompile(`\b(pos|lane) (>=|<) (\d+)u`)

func compareAnew(atLeast, below func(x string, n int) string) func(string) (string, bool) {
	return func(src string) (string, bool) {
		return statements(src, func(s stmt) string {
			return s.with(bound.ReplaceAllStringFunc(s.expr, func(c string) string {
				m := bound.FindStringSubmatch(c)
				n, _ := strconv.Atoi(m[3])
				if m[2] == ">=" {
					return atLeast(m[1], n)
				}
				return below(m[1], n)
			}))
		})
	}
}

var position = regexp.MustCompile(`unsigned pos = lane (?:% (\d+)u|& (\d+)u);`)

// width is the width of the segments if the function computes positions in them, else 0.
func width(src string) int {
	m := position.FindStringSubmatch(src)
	switch {
	case m == nil:
		return 0
	case m[1] != "":
		n, _ := strconv.Atoi(m[1])
		return n
	}
	n, _ := strconv.Atoi(m[2])
	return n + 1
}

// byTable tests a bound by a constant with one bit for each lane.
func byTable(src string) (string, bool) {
	w := width(src)
	table := func(x string, in func(i int) bool) string {
		var set uint32
		for lane := range 32 {
			at := lane
			if x == "pos" {
				at %= w
			}
			if in(at) {
				set |= 1 << lane
			}
		}
		return fmt.Sprintf("((%#xu >> lane & 1u) != 0u)", set)
	}
	if w == 0 {
		return src, false
	}
	to, did := compareAnew(
		func(x string, n int) string { return table(x, func(i int) bool { return i >= n }) },
		func(x string, n int) string { return table(x, func(i int) bool { return i < n }) })(src)
	if !did {
		return src, false
	}
	used := strings.Count(to, "pos")
	if used == 1 { // an unused variable is a warning
		to = position.ReplaceAllString(to, "")
	}
	return to, true
}

func baseByQuotient(src string) (string, bool) {
	w := width(src)
	if w == 0 {
		return src, false
	}
	to, did := replace(`= lane - pos;`, fmt.Sprintf("= lane / %du * %du;", w, w))(src)
	if did && strings.Count(to, "pos") == 1 {
		to = position.ReplaceAllString(to, "")
	}
	return to, did
}

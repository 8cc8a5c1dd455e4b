package variants

import (
	"fmt"
	"strings"
)

// bits are equivalent tests of one bit.
var bits = []Rewrite{
	{"bit equal to one", bitTest("((%[1]s >> %[2]s & 1u) == 1u)")},
	{"bit shifted to the top", bitTest("(((%[1]s >> %[2]s) << 31) != 0u)")},
	{"bit as the sign", bitTest("((int)(%[1]s << (31u - %[2]s)) < 0)")},
	{"bit by and with a shifted one", bitTest("((%[1]s & (1u << %[2]s)) != 0u)")},
	{"bit equal to a shifted one", bitTest("((%[1]s & (1u << %[2]s)) == (1u << %[2]s))")},
	{"bit of the complement", bitTest("((~%[1]s >> %[2]s & 1u) == 0u)")},
	{"bit as a remainder", bitTest("((%[1]s >> %[2]s) %% 2u == 1u)")},
	{"bit as a bool", bitTest("((bool)((%[1]s >> %[2]s) & 1u))")},
	{"bit of 64 bits", bitTest("(((unsigned long long)%[1]s >> %[2]s & 1ull) != 0ull)")},
	{"bit by a funnel shift", helped("{ .reg .b32 t; shf.r.wrap.b32 t, %1, %1, %2; and.b32 %0, t, 1; }")},
	{"bit by a predicate",
		helped("{ .reg .pred p; .reg .b32 t; shl.b32 t, 1, %2; and.b32 t, t, %1; " +
			"setp.ne.u32 p, t, 0; selp.b32 %0, 1, 0, p; }")},
	{"bit by lanemask", byLanemask},
	{"mask from lane 0", maskFrom},
	{"mask by a vote", maskByVote},
}

// eachBit rewrites ((x >> shift & 1u) != 0u).
func eachBit(src string, write func(x, shift string) string) (string, bool) {
	const end = " & 1u) != 0u)"
	return statements(src, func(s stmt) string {
		out, rest := "", s.expr
		for {
			at := strings.Index(rest, end)
			if at < 0 {
				return s.with(out + rest)
			}
			depth, from := 1, at
			for depth > 0 && from > 0 {
				from--
				switch rest[from] {
				case ')':
					depth++
				case '(':
					depth--
				}
			}
			x, _, shift, ok := cut(rest[from+1:at], " >> ")
			if depth > 0 || from == 0 || rest[from-1] != '(' || !ok { // changed by another rewrite
				out, rest = out+rest[:at+len(end)], rest[at+len(end):]
				continue
			}
			if w, _, more, ok := cut(shift, " >> "); ok { // threads >> lane >> 1
				x, shift = x+" >> "+w, more
			}
			out += rest[:from-1] + write(bracket(x), bracket(shift))
			rest = rest[at+len(end):]
		}
	})
}

func bracket(expr string) string {
	if word.MatchString(expr) || strings.HasPrefix(expr, "(") && strings.HasSuffix(expr, ")") &&
		strings.Count(expr, "(") == 1 {
		return expr
	}
	return "(" + expr + ")"
}

func bitTest(format string) func(string) (string, bool) {
	return func(src string) (string, bool) {
		return eachBit(src, func(x, shift string) string { return fmt.Sprintf(format, x, shift) })
	}
}

// helped tests the bit by inline PTX, which a compiler does not optimise.
func helped(code string) func(string) (string, bool) {
	return func(src string) (string, bool) {
		called := helper(src)
		to, did := eachBit(src, func(x, shift string) string {
			return fmt.Sprintf("((int)(%s(%s, %s) != 0u))", called, x, shift) // int: & of bool calls is a warning
		})
		return help(to, called, "unsigned", "unsigned w, unsigned s",
			"    unsigned r;\n    asm(\""+code+"\" : \"=r\"(r) : \"r\"(w), \"r\"(s));\n    return r;"), did
	}
}

func byLanemask(src string) (string, bool) {
	called := helper(src)
	found := false
	to, _ := eachBit(src, func(x, shift string) string {
		if shift != "lane" {
			return fmt.Sprintf("((%s >> %s & 1u) != 0u)", x, shift)
		}
		found = true
		return fmt.Sprintf("((int)((%s & %s(lane)) != 0u))", x, called)
	})
	if !found {
		return src, false
	}
	return help(to, called, "unsigned", "unsigned lane", // used, or there is a warning
		"    unsigned r;\n    asm(\"mov.u32 %0, %%lanemask_eq;\" : \"=r\"(r));\n    return r | (lane & 0u);"), true
}

// maskFrom reads the mask of lane 0: all lanes have the same mask.
func maskFrom(src string) (string, bool) {
	return intoBody(src, "unsigned mask", "    mask = __shfl_sync(0xffffffffu, mask, 0);")
}

// maskByVote makes the mask from its bits by a ballot.
func maskByVote(src string) (string, bool) {
	return intoBody(src, "unsigned mask", `    {
        unsigned self, ballot;
        asm("mov.u32 %0, %%laneid;" : "=r"(self));
        asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(ballot) : "r"(mask >> self & 1u));
        mask = ballot;
    }`)
}

// intoBody inserts text at the start of the function, if its first parameter is param.
func intoBody(src, param, text string) (string, bool) {
	_, called, params := head(src)
	if !strings.HasPrefix(params, param) {
		return src, false
	}
	at := " " + called + "(" + params + ")\n{\n"
	return strings.Replace(src, at, at+text+"\n", 1), true
}

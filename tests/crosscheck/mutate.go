package crosscheck

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/tests/mutate"
)

var (
	registerName = regexp.MustCompile(`%([a-z]+)(\d+)`)
	declared     = regexp.MustCompile(`\.reg\s+\.(\w+)\s+%([a-z]+)<(\d+)>`)
	numeral      = regexp.MustCompile(`([ ,+\[-])(0[xX][0-9a-fA-F]+|\d+)\b`)
	modifier     = regexp.MustCompile(`\.[a-zA-Z]\w*`)
	opcode       = regexp.MustCompile(`^(\s*(?:@!?%\w+\s+)?)([a-z]\w*)`)
	arguments    = regexp.MustCompile(`^(\s*(?:@!?%\w+\s+)?[a-z][\w.:]*\s+)(.*);\s*$`)
)

// modifiers replace each other, also where PTX does not allow it.
var modifiers = strings.Fields(`.s8 .u8 .b8 .s16 .u16 .b16 .f16 .f16x2 .bf16 .s32 .u32 .b32 .f32 .s64 .u64 .b64 .f64
	.pred .lo .hi .wide .rn .rz .rni .rzi .ftz .sat .NaN .eq .ne .lt .le .gt .ge .ltu .nan .num .and .or .xor .cc .up
	.down .bfly .idx .sync .uni .any .all .ballot .add .min .max .l .r .wrap .clamp .shiftamt .global .shared .local
	.param .const .nc .v2 .to`)

// opcodeNames replace each other.
var opcodeNames = strings.Fields(`add sub mul mad min max and or xor not shl shr setp selp mov cvt neg abs popc clz
	brev bfind bfe bfi prmt lop3 shf fma ld st addc subc ret bra`)

// change alters the lines of a program in one way; it reports whether it could.
type change struct {
	name string
	do   func(rng *Generator, lines []string, at int) bool
}

// text edits a line by a function that may fail.
func text(do func(rng *Generator, line string) string) func(rng *Generator, lines []string, at int) bool {
	return func(rng *Generator, lines []string, at int) bool {
		l := do(rng, lines[at])
		if l == lines[at] {
			return false
		}
		lines[at] = l
		return true
	}
}

// one replaces one random match.
func one(re *regexp.Regexp, with func(rng *Generator, m []string) string) func(rng *Generator, lines []string,
	at int) bool {
	return text(func(rng *Generator, line string) string {
		all := re.FindAllStringSubmatchIndex(line, -1)
		if len(all) == 0 {
			return line
		}
		f := all[rng.IntN(len(all))]
		var groups []string
		for i := 0; i < len(f); i += 2 {
			groups = append(groups, line[max(f[i], 0):max(f[i+1], 0)])
		}
		return line[:f[0]] + with(rng, groups) + line[f[1]:]
	})
}

// changes are kinds of mutation that a reader may take wrongly, beside the faults of package mutate.
var changes = []change{
	{"register of another kind", one(registerName, func(rng *Generator, m []string) string {
		return fmt.Sprintf("%%%s%s", []string{"r", "rs", "rd", "f", "fd", "p"}[rng.IntN(6)], m[2])
	})},
	{"constant for a register", one(registerName, func(rng *Generator, _ []string) string { return immediate(rng) })},
	{"base of a number", one(numeral, func(rng *Generator, m []string) string {
		n, err := strconv.ParseUint(m[2], 0, 64)
		if err != nil {
			return m[0]
		}
		return m[1] + fmt.Sprintf([]string{"0%o", "0x%X", "0b%b", "%dU", "0%d"}[rng.IntN(5)], n)
	})},
	{"modifier", one(modifier, func(rng *Generator, _ []string) string { return modifiers[rng.IntN(len(modifiers))] })},
	{"modifier added", one(modifier, func(rng *Generator, m []string) string {
		return m[0] + modifiers[rng.IntN(len(modifiers))]
	})},
	{"modifier left out", one(modifier, func(*Generator, []string) string { return "" })},
	{"opcode", one(opcode, func(rng *Generator, m []string) string {
		return m[1] + opcodeNames[rng.IntN(len(opcodeNames))]
	})},
	{"operand left out or twice", text(func(rng *Generator, line string) string {
		m := arguments.FindStringSubmatch(line)
		if m == nil {
			return line
		}
		args := strings.Split(m[2], ",")
		i := rng.IntN(len(args))
		if rng.IntN(2) == 0 {
			args[i] += ", " + args[i]
		} else {
			args = append(args[:i], args[i+1:]...)
		}
		return m[1] + strings.Join(args, ",") + ";"
	})},
	{"line moved", func(rng *Generator, lines []string, at int) bool {
		to := rng.IntN(len(lines))
		lines[to] += "\n" + lines[at]
		lines[at] = ""
		return true
	}},
	{"scope around lines", func(rng *Generator, lines []string, at int) bool {
		to := min(at+rng.IntN(6), len(lines)-3)
		if to < at {
			return false
		}
		inner := []string{"", fmt.Sprintf(" .reg .b32 %%r%d;", rng.IntN(30)), fmt.Sprintf(" .reg .b64 %%rd%d;", rng.IntN(12)),
			" .reg .pred %p<4>;"}[rng.IntN(4)]
		lines[at] = "{" + inner + "\n" + lines[at]
		lines[to] += "\n}"
		return true
	}},
	{"branch", func(rng *Generator, lines []string, at int) bool {
		to := min(at+1+rng.IntN(5), len(lines)-3)
		label := fmt.Sprintf("XX%d", rng.Uint32())
		if to <= at {
			return false
		}
		lines[at] = fmt.Sprintf("\t@%s%%p%d bra %s;\n", [2]string{"", "!"}[rng.IntN(2)], 1+rng.IntN(4), label) + lines[at]
		lines[to] += "\n" + label + ":"
		return true
	}},
	{"end of the thread", func(rng *Generator, lines []string, at int) bool {
		lines[at] += fmt.Sprintf("\n\t@%%p%d %s;", 1+rng.IntN(4), [2]string{"ret", "exit"}[rng.IntN(2)])
		return true
	}},
}

// immediate is a constant of any kind.
func immediate(rng *Generator) string {
	switch rng.IntN(8) {
	case 0:
		return constant(rng, 'F')
	case 1:
		return constant(rng, 'D')
	case 2:
		return "-1"
	case 3:
		return "WARP_SZ"
	}
	return constant(rng, 'R')
}

// Mutate alters a program by one to three changes and names them.
func Mutate(rng *Generator, s Subject) (Subject, string) {
	lines := strings.Split(strings.TrimRight(string(s.PTX), "\n"), "\n")
	first := 0
	for i, l := range lines {
		if strings.HasPrefix(strings.TrimSpace(l), "{") {
			first = i + 1
			break
		}
	}
	var did []string
	for times := 1 + rng.IntN(3)*rng.IntN(2); times > 0; {
		at := first + rng.IntN(max(1, len(lines)-first-1))
		if l := strings.TrimSpace(lines[at]); l == "" || strings.HasPrefix(l, "//") {
			continue
		}
		if rng.IntN(5) == 0 {
			if l := inserted(rng, string(s.PTX)); l != "" {
				lines[at] += "\n" + l
				did = append(did, "instruction added")
				times--
				continue
			}
		}
		if rng.IntN(2) == 0 {
			kind := mutate.PTXKinds[rng.IntN(len(mutate.PTXKinds))]
			if now := kind.Of(lines, at); len(now) > 0 {
				lines[at] = now[rng.IntN(len(now))]
				did = append(did, kind.Name)
				times--
			}
			continue
		}
		if c := changes[rng.IntN(len(changes))]; c.do(rng, lines, at) {
			did = append(did, c.name)
			times--
		}
	}
	return Subject{s.Name, s.Spec, []byte(strings.Join(lines, "\n") + "\n")}, strings.Join(did, ", ")
}

// inserted is a random instruction on registers that the program has, or "".
func inserted(rng *Generator, src string) string {
	counts := map[string]int{}
	for _, m := range declared.FindAllStringSubmatch(src, -1) {
		n, _ := strconv.Atoi(m[3])
		counts[m[2]] = n
	}
	kinds := map[string]string{"h": "rs", "r": "r", "d": "rd", "f": "f", "g": "fd", "p": "p"}
	text, _, _ := strings.Cut(Instruction(rng, registersOf), "\n")
	if strings.Contains(text, "buf") {
		return ""
	}
	ok := true
	shift := rng.IntN(64)
	text = regexp.MustCompile(`%([hrdfgp])(\d)`).ReplaceAllStringFunc(text, func(m string) string {
		kind := kinds[m[1:2]]
		n := counts[kind]
		if n < registersOf+1 {
			ok = false
			return m
		}
		i, _ := strconv.Atoi(m[2:])
		return fmt.Sprintf("%%%s%d", kind, 1+(i+shift)%(n-1))
	})
	if !ok {
		return ""
	}
	return text
}

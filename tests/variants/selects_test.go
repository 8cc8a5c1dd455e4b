package variants

import (
	"fmt"
	"regexp"
	"strings"
)

// selects are equivalent ways to select one of two values.
var selects = []Rewrite{
	{"choice negated", choices(func(s stmt, c, a, b string) string {
		return s.with("!(" + c + ") ? " + b + " : " + a)
	})},
	{"choice by if and else", choices(func(s stmt, c, a, b string) string {
		return branch(s, c, a, b)
	})},
	{"choice by if", choices(func(s stmt, c, a, b string) string {
		if s.typ == "" {
			return ""
		}
		return s.with(b) + "\n" + s.indent + "if (" + c + ")\n" + s.indent + "    " + s.name + " = " + a + ";"
	})},
	{"choice by switch", choices(func(s stmt, c, a, b string) string {
		if s.typ == "" {
			return ""
		}
		return fmt.Sprintf("%s%s %s;\n%[1]sswitch ((int)(%[4]s)) {\n%[1]scase 0:\n%[1]s    %[3]s = %[5]s;\n"+
			"%[1]s    break;\n%[1]sdefault:\n%[1]s    %[3]s = %[6]s;\n%[1]s}",
			s.indent, s.typ, s.name, c, b, a)
	})},
	{"choice by a predicated move", choices(func(s stmt, c, a, b string) string {
		class := map[string]string{"int": "r", "unsigned": "r", "float": "f", "long long": "l", "unsigned long long": "l",
			"double": "d"}[s.typ]
		if class == "" {
			return ""
		}
		bits := map[string]int{"r": 32, "f": 32, "l": 64, "d": 64}[class]
		return fmt.Sprintf("%[1]s%[2]s %[3]s;\n%[1]sasm(\"{ .reg .pred p; setp.ne.s32 p, %%3, 0; mov.b%[4]d %%0, %%2; @p "+
			"mov.b%[4]d %%0, %%1; }\" : \"=&%[5]s\"(%[3]s) : \"%[5]s\"((%[2]s)(%[6]s)), "+
			"\"%[5]s\"((%[2]s)(%[7]s)), \"r\"((int)(%[8]s)));",
			s.indent, s.typ, s.name, bits, class, a, b, c)
	})},
	{"both conditions, one after the other", replace(`(!= 0u\)) & (\(\()`, "$1 && $2")},
	{"absence by and with minus the bit", settled(func(s stmt, c, a, b string) string {
		if strings.Trim(b, "ul") != "0" {
			return ""
		}
		u := unsignedOf(s.typ)
		return s.with(fmt.Sprintf("(%s)((%s)%s & -(%[2]s)(%[4]s))", s.typ, u, a, c))
	})},
	{"absence by a product", settled(func(s stmt, c, a, b string) string {
		if strings.Trim(b, "ul") != "0" {
			return ""
		}
		u := unsignedOf(s.typ)
		return s.with(fmt.Sprintf("(%s)((%s)%s * (%[2]s)(%[4]s))", s.typ, u, a, c))
	})},
	{"absence by or with the bit less one", settled(func(s stmt, c, a, b string) string {
		if !allOnes[s.typ+" "+b] {
			return ""
		}
		u := unsignedOf(s.typ)
		return s.with(fmt.Sprintf("(%s)((%s)%s | ((%[2]s)(%[4]s) - (%[2]s)1))", s.typ, u, a, c))
	})},
	{"choice by masks", settled(func(s stmt, c, a, b string) string {
		u := unsignedOf(s.typ)
		return s.with(fmt.Sprintf("(%s)(((%s)(%s) & -(%[2]s)(%[5]s)) | ((%[2]s)(%[4]s) & ~-(%[2]s)(%[5]s)))", s.typ, u, a, b,
			c))
	})},
	{"choice by the difference", settled(func(s stmt, c, a, b string) string {
		u := unsignedOf(s.typ)
		return s.with(fmt.Sprintf("(%s)((%s)(%[4]s) ^ (((%[2]s)(%[3]s) ^ (%[2]s)(%[4]s)) & -(%[2]s)(%[5]s)))", s.typ, u, a, b,
			c))
	})},
	{"choice of the operand", ofOperand},
	{"op under the choice", underChoice},
}

var allOnes = map[string]bool{
	"signed char -1": true, "short -1": true, "int -1": true, "long long -1": true, "unsigned char 255u": true,
	"unsigned short 65535u": true, "unsigned 4294967295u": true, "unsigned long long 18446744073709551615ull": true,
}

// choices rewrites statements with a right side c ? a : b.
func choices(write func(s stmt, c, a, b string) string) func(string) (string, bool) {
	return func(src string) (string, bool) {
		return statements(src, func(s stmt) string {
			if c, a, b, ok := choice(s.expr); ok {
				return write(s, c, a, b)
			}
			return ""
		})
	}
}

// settled rewrites selects of integers by a condition on the mask or the lane.
func settled(write func(s stmt, c, a, b string) string) func(string) (string, bool) {
	return choices(func(s stmt, c, a, b string) string {
		if _, _, _, ok := operation(s.typ, s.expr); ok || !integer(s.typ) || s.name == "threads" {
			return ""
		}
		return write(s, c, a, b)
	})
}

func branch(s stmt, c, a, b string) string {
	in := s.indent + "    "
	if s.typ == "" {
		return fmt.Sprintf("%sif (%s)\n%s%s %s;\n%selse\n%s%s %s;", s.indent, c, in, s.left, a, s.indent, in, s.left, b)
	}
	return fmt.Sprintf("%s%s %s;\n%sif (%s)\n%s%s = %s;\n%selse\n%s%s = %s;", s.indent, s.typ, s.name, s.indent, c, in,
		s.name, a, s.indent, in, s.name, b)
}

// call matches a float op on two values.
var call = regexp.MustCompile(`^(__fadd_rn|__dadd_rn|__fmul_rn|__dmul_rn|fminf|fmaxf|fmin|fmax|__hadd_rn|__hmul_rn|` +
	`__hadd2_rn|__hmul2_rn|__h(?:min|max)2?(?:_nan)?|\w+_op)\((\w+), (\w+)\)$`)

// ofOperand rewrites c ? op(a, b) : a as op(a, c ? b : identity).
func ofOperand(src string) (string, bool) {
	made := map[string]stmt{} // by name
	to, did := statements(src, func(s stmt) string {
		made[s.name] = s
		c, a, b, ok := choice(s.expr)
		if !ok || s.typ == "" || !word.MatchString(a) || made[a].typ != s.typ {
			return ""
		}
		if f := call.FindStringSubmatch(made[a].expr); f != nil {
			l, r := f[2], f[3]
			same := func(x string) string {
				switch {
				case strings.Contains(f[1], "min") || strings.Contains(f[1], "max"):
					return b // min(b, b) is b
				case f[1] == "__fadd_rn":
					return "__int_as_float(0x80000000)"
				case f[1] == "__dadd_rn":
					return "__longlong_as_double(0x8000000000000000ll)"
				case f[1] == "__fmul_rn":
					return "1.0f"
				case f[1] == "__dmul_rn":
					return "1.0"
				}
				return ""
			}
			switch {
			case same(b) == "":
			case l == b:
				return s.with(fmt.Sprintf("%s(%s, %s ? %s : %s)", f[1], l, c, r, same(b)))
			case r == b:
				return s.with(fmt.Sprintf("%s(%s ? %s : %s, %s)", f[1], c, l, same(b), r))
			}
			return ""
		}
		op, l, r, ok := operation(s.typ, made[a].expr)
		if !ok || l != b && r != b {
			return ""
		}
		other := l
		if l == b {
			other = r
		}
		neutral := identity(s.typ, op)
		if neutral == "" {
			neutral = b
		}
		t := s.name + "t"
		return fmt.Sprintf("%s%s %s = %s ? %s : %s;\n", s.indent, s.typ, t, c, other,
			neutral) + s.with(build(s.typ, op, b, t))
	})
	return prune(to), did
}

// underChoice computes the op only where the condition holds.
func underChoice(src string) (string, bool) {
	made := map[string]stmt{}
	to, did := statements(src, func(s stmt) string {
		made[s.name] = s
		c, a, b, ok := choice(s.expr)
		if _, _, _, order := operation(s.typ, s.expr); order {
			return ""
		}
		if !ok || s.typ == "" || made[a].typ != s.typ || strings.Contains(made[a].expr, "sync") {
			return ""
		}
		return s.with(b) + fmt.Sprintf("\n%sif (%s)\n%s    %s = %s;", s.indent, c, s.indent, s.name, made[a].expr)
	})
	return prune(to), did
}

// prune removes unused declarations: they would be warnings.
func prune(src string) string {
	for {
		to, did := statements(src, func(s stmt) string {
			if s.typ != "" && !strings.Contains(s.expr, "sync") &&
				len(regexp.MustCompile(`\b`+s.name+`\b`).FindAllString(src, -1)) == 1 {
				return " "
			}
			return ""
		})
		if !did || to == src {
			return src
		}
		src = to
	}
}

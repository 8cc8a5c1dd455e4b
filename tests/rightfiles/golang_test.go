package rightfiles

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// goWay combines a and b of T in Go.
type goWay struct {
	way, op, types, expr string
}

var goWays = []goWay{
	{"plainly", "sum", ints + " " + smalls, "A + B"},
	{"without carries and these", "sum", ints, "(A ^ B) + (A & B) << 1"},
	{"all and common", "sum", ints, "(A | B) + (A & B)"},
	{"less the negative", "sum", ints, "A - -B"},
	{"less the complement", "sum", ints + " int8", "A - ^B - 1"},
	{"with a detour", "sum", ints, "A + A + B - A"},
	{"by the complement", "sum", ints, "^(^A - B)"},
	{"three times less twice", "sum", ints, "3*A + B - 2*A"},
	{"by halves", "sum", "uint32", "(A & 0xffff) + (B & 0xffff) + (A>>16 + B>>16) << 16"},
	{"of negatives", "prod", "int32 int64 uint32", "(-A) * (-B)"},
	{"by min", "min", ints + " " + smalls, "min(B, A)"},
	{"by max of complements", "min", ints, "^max(^A, ^B)"},
	{"by min of complements", "max", ints, "^min(^A, ^B)"},
	{"by a flip", "max", "int32", "int32(max(uint32(A)^0x80000000, uint32(B)^0x80000000) ^ 0x80000000)"},
	{"by a flip", "min", "uint32", "uint32(min(int32(A^0x80000000), int32(B^0x80000000))) ^ 0x80000000"},
	{"by De Morgan", "and", "uint32 uint64", "^(^A | ^B)"},
	{"as a difference", "and", "uint32 uint64", "A + B - (A | B)"},
	{"without", "and", "uint32", "A &^ (A &^ B)"},
	{"as a sum", "or", "uint32 uint64", "A + B - (A & B)"},
	{"with what is not there", "or", "uint32", "A + B&^A"},
	{"as a difference", "xor", "uint32 uint64", "(A | B) - (A & B)"},
	{"by cases", "xor", "uint32", "A&^B | B&^A"},
}

// goNets are networks for segments of 8 lanes.
var goNets = []struct {
	way, pattern string
	text         func(combine func(a, b string) string) string
}{
	{"in a chain", "xor-reduce", func(c func(a, b string) string) string { return goChain(c, true) }},
	{"as a butterfly", "xor-reduce", goButterfly},
	{"one by one", "inclusive-scan", func(c func(a, b string) string) string { return goChain(c, false) }},
}

const goWidth = 8

// goChain combines the lanes of a segment one by one: each lane gets what is there at it,
// or at the last.
func goChain(c func(a, b string) string, last bool) string {
	var b strings.Builder
	for base := 0; base < spec.WarpSize; base += goWidth {
		for i := base; i < base+goWidth; i++ {
			if i == base {
				fmt.Fprintf(&b, "\tx%d := in%d\n", i, i)
			} else {
				fmt.Fprintf(&b, "\tx%d := %s\n", i, c(fmt.Sprintf("x%d", i-1), fmt.Sprintf("in%d", i)))
			}
		}
		for i := base; i < base+goWidth; i++ {
			at := i
			if last {
				at = base + goWidth - 1
			}
			fmt.Fprintf(&b, "\tv[%d] = x%d\n", i, at)
		}
	}
	return b.String()
}

func goButterfly(c func(a, b string) string) string {
	var b strings.Builder
	at := func(step, i int) string {
		if step == 0 {
			return fmt.Sprintf("in%d", i)
		}
		return fmt.Sprintf("s%dx%d", step, i)
	}
	for step, d := range []int{4, 2, 1} {
		for i := range spec.WarpSize {
			fmt.Fprintf(&b, "\t%s := %s\n", at(step+1, i), c(at(step, i), at(step, i^d)))
		}
	}
	for i := range spec.WarpSize {
		fmt.Fprintf(&b, "\tv[%d] = %s\n", i, at(3, i))
	}
	return b.String()
}

func goFiles() []File {
	var all []File
	for n, w := range goWays {
		for m, typ := range strings.Fields(w.types) {
			net := goNets[(n+m)%len(goNets)]
			all = append(all, goFile(w.way+" "+net.way, net.pattern, w.op, typ, net.text(func(a, b string) string {
				return strings.NewReplacer("A", a, "B", b).Replace(w.expr)
			})))
		}
	}
	for _, typ := range strings.Fields(ints + " " + smalls) {
		sum := func(a, b string) string { return a + " + " + b }
		text := goChain(sum, false)
		for i := range spec.WarpSize {
			text = strings.Replace(text, fmt.Sprintf("v[%d] = x%d\n", i, i), fmt.Sprintf("v[%d] = x%d - in%d\n", i, i, i), 1)
		}
		all = append(all, goFile("inclusive less own", "exclusive-scan", "sum", typ, text))
	}
	return all
}

// goFile is a file of Go: members' elements are in in0, in1, …
func goFile(way, pattern, op, typ, text string) File {
	flags := fmt.Sprintf("-pattern %s -width %d -type %s -op %s", pattern, goWidth, typ, op)
	var b strings.Builder
	b.WriteString("package main\n\nfunc NAME(mask uint32, v *[32]" + typ + ") {\n")
	bits := kinds[typ].bits
	unsigned := strings.HasPrefix(typ, "u")
	absent := map[string]string{
		"sum": "0", "or": "0", "xor": "0", "and": fmt.Sprintf("%#x", ^uint64(0)>>(64-bits)), "prod": "1",
		"min": fmt.Sprintf("%#x", ^uint64(0)>>(64-bits)>>map[bool]int{true: 0, false: 1}[unsigned]),
		"max": map[bool]string{true: "0", false: fmt.Sprintf("-%#x", uint64(1)<<(bits-1))}[unsigned],
	}[op]
	for i := range spec.WarpSize {
		fmt.Fprintf(&b, "\tm%d := -%s(mask>>%d&1)\n", i, typ, i)
		if absent == "0" {
			fmt.Fprintf(&b, "\tin%d := v[%d] & m%d\n", i, i, i)
		} else {
			fmt.Fprintf(&b, "\tin%d := v[%d]&m%d | %s&^m%d\n", i, i, i, absent, i)
		}
	}
	b.WriteString(text + "}\n")
	f := newFile(way, ".go", flags, b.String())
	f.Src = []byte(strings.Replace(string(f.Src), "NAME", f.Spec.FuncName(), 1))
	return f
}

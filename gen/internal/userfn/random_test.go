package userfn

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/tests/extent"
)

var (
	seeds = flag.Int("seeds", 1, "packages of random functions")
	first = flag.Uint64("first", 1, "the seed of the first")
)

// author writes random functions of the subset, of which every one compiles.
type author struct {
	*rand.Rand
	strings.Builder
	vars  map[string][]string // by type: what can be read
	n     int
	depth int
	loops []string
}

var (
	randomInts   = strings.Fields("int8 int16 int32 int64 uint8 uint16 uint32 uint64")
	randomFloats = strings.Fields("float32 float64")
	randomTypes  = append(append([]string{"bool"}, randomInts...), randomFloats...)
)

// fieldsOfT are those of the struct that the functions take.
const fieldsOfT = "type T struct {\n\tB bool\n\tI8 int8\n\tI16 int16\n\tI32 int32\n\tI64 int64\n\tU8 uint8\n\tU16 uint16\n\tU32 uint32\n\tU64 uint64\n\tF32 float32\n\tF64 float64\n\tA [3]int32\n\tS Inner\n}\n\ntype Inner struct {\n\tX, Y float32\n\tM [2][2]uint16\n}\n"

var fieldNames = map[string]string{"bool": "B", "int8": "I8", "int16": "I16", "int32": "I32", "int64": "I64", "uint8": "U8", "uint16": "U16", "uint32": "U32", "uint64": "U64",
	"float32": "F32", "float64": "F64"}

func (a *author) pick(all ...string) string { return all[a.IntN(len(all))] }

// leaf is something to read.
func (a *author) leaf(t string) string {
	choices := append([]string{"a." + fieldNames[t], "b." + fieldNames[t]}, a.vars[t]...)
	switch t {
	case "int32":
		i := a.IntN(3)
		choices = append(choices, fmt.Sprintf("a.A[%d]", i), fmt.Sprintf("b.A[%d]", i))
		for _, l := range a.loops {
			choices = append(choices, "a.A["+l+"]", "b.A[2-"+l+"]", "int32("+l+")")
		}
	case "float32":
		choices = append(choices, "a.S.X", "b.S.Y")
	case "uint16":
		choices = append(choices, "a.S.M[1][0]", "b.S.M[0][1]")
	}
	return a.pick(choices...)
}

func (a *author) expr(t string) string {
	if a.depth++; a.depth > 4 || a.IntN(4) == 0 {
		a.depth--
		return a.leaf(t)
	}
	defer func() { a.depth-- }()
	switch {
	case t == "bool":
		return a.condition()
	case strings.HasPrefix(t, "float"):
		return a.float(t)
	}
	x, y := a.expr(t), a.expr(t)
	switch a.IntN(14) {
	case 0, 1, 2, 3:
		return fmt.Sprintf("(%s %s %s)", x, a.pick("+", "-", "*", "&", "|", "^", "&^"), y)
	case 4:
		return fmt.Sprintf("(%s %s %s)", x, a.pick("/", "%"), y)
	case 5:
		return fmt.Sprintf("(%s %s %d)", x, a.pick("/", "%"), 1+a.IntN(100))
	case 6:
		return fmt.Sprintf("(%s %s %s)", x, a.pick("<<", ">>"), a.expr(a.pick(randomInts[4:]...)))
	case 7:
		return fmt.Sprintf("(%s %s %d)", x, a.pick("<<", ">>"), a.IntN(70))
	case 8:
		return fmt.Sprintf("(%s %s (%s & 15))", x, a.pick("<<", ">>"), a.expr(a.pick(randomInts...)))
	case 9:
		return fmt.Sprintf("%s(%s)", a.pick("-", "^"), x)
	case 10:
		return fmt.Sprintf("%s(%s, %s)", a.pick("min", "max"), x, y)
	case 11:
		return fmt.Sprintf("%s(%s)", t, a.expr(a.pick(randomInts...)))
	case 12:
		w := t[len(strings.TrimRight(t, "0123456789")):]
		return fmt.Sprintf("%s(bits.%s%s(uint%s(%s)))", t, a.pick("OnesCount", "LeadingZeros", "TrailingZeros", "Len", "Reverse"), w, w, x)
	}
	return fmt.Sprintf("helper_%s(%s, %s)", t, x, y)
}

func (a *author) float(t string) string {
	x, y := a.expr(t), a.expr(t)
	wide := func(f string) string { // of float64, for either type
		if t == "float64" {
			return f + "(" + x + ")"
		}
		return "float32(" + f + "(float64(" + x + ")))"
	}
	switch a.IntN(9) {
	case 0, 1:
		return fmt.Sprintf("(%s %s %s)", x, a.pick("+", "-", "/"), y)
	case 2, 3:
		return fmt.Sprintf("%s(%s * %s)", t, x, y)
	case 4:
		return "-(" + x + ")"
	case 5:
		return fmt.Sprintf("%s(%s, %s)", a.pick("min", "max"), x, y)
	case 6:
		return wide(a.pick("math.Sqrt", "math.Abs", "math.Floor", "math.Ceil", "math.Trunc", "math.RoundToEven"))
	case 7:
		return fmt.Sprintf("%s(%s)", t, a.expr(a.pick(append(randomInts, randomFloats...)...)))
	}
	if t == "float32" {
		return fmt.Sprintf("float32(%s * 0.5)", x)
	}
	return a.pick(fmt.Sprintf("math.FMA(%s, %s, 1.5)", x, y), fmt.Sprintf("math.Max(%s, %s)", x, y), fmt.Sprintf("math.Min(%s, %s)", x, y))
}

func (a *author) condition() string {
	switch t := a.pick(append(randomInts, randomFloats...)...); a.IntN(6) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", a.expr("bool"), a.pick("&&", "||", "==", "!="), a.expr("bool"))
	case 1:
		return "!" + a.expr("bool")
	case 2:
		return fmt.Sprintf("(math.IsNaN(%s) || math.IsInf(%s, %d))", a.expr("float64"), a.expr("float64"), a.IntN(3)-1)
	default:
		return fmt.Sprintf("(%s %s %s)", a.expr(t), a.pick("<", "<=", ">", ">=", "==", "!="), a.expr(t))
	}
}

func (a *author) statements(n int, indent string) {
	kept := map[string][]string{}
	for t, names := range a.vars {
		kept[t] = names
	}
	for range n {
		t := a.pick(randomTypes...)
		switch a.IntN(8) {
		case 0, 1:
			a.n++
			name := fmt.Sprintf("v%d", a.n)
			fmt.Fprintf(a, "%s%s := %s(%s)\n%s_ = %s\n", indent, name, t, a.expr(t), indent, name)
			a.vars[t] = append(append([]string{}, a.vars[t]...), name)
		case 2, 3:
			to := "a." + fieldNames[t]
			if len(a.vars[t]) > 0 {
				to = a.vars[t][a.IntN(len(a.vars[t]))]
			}
			fmt.Fprintf(a, "%s%s = %s\n", indent, to, a.expr(t))
		case 4:
			fmt.Fprintf(a, "%sif %s {\n", indent, a.condition())
			a.statements(1+a.IntN(2), indent+"\t")
			if a.IntN(2) == 0 {
				fmt.Fprintf(a, "%s} else {\n", indent)
				a.statements(1, indent+"\t")
			}
			fmt.Fprintf(a, "%s}\n", indent)
		case 5:
			if len(a.loops) > 1 {
				continue
			}
			i := fmt.Sprintf("i%d", len(a.loops))
			fmt.Fprintf(a, "%sfor %s := 0; %s < 3; %s++ {\n", indent, i, i, i)
			a.loops = append(a.loops, i)
			fmt.Fprintf(a, "%s\ta.A[%s] = %s\n", indent, i, a.expr("int32"))
			if a.IntN(3) == 0 {
				fmt.Fprintf(a, "%s\tif %s {\n%s\t\t%s\n%s\t}\n", indent, a.condition(), indent, a.pick("break", "continue", "return a"), indent)
			}
			a.statements(1, indent+"\t")
			a.loops = a.loops[:len(a.loops)-1]
			fmt.Fprintf(a, "%s}\n", indent)
		case 6:
			fmt.Fprintf(a, "%sa.%s, b.%s = b.%s, a.%s\n", indent, fieldNames[t], fieldNames[t], fieldNames[t], fieldNames[t])
		case 7:
			u := a.pick("int32", "uint8")
			fmt.Fprintf(a, "%sswitch %s {\n%scase %s, 1:\n", indent, a.expr(u), indent, a.leaf(u))
			a.statements(1, indent+"\t")
			fmt.Fprintf(a, "%sdefault:\n%s\ta.S = Inner{X: %s, M: b.S.M}\n%s}\n", indent, indent, a.expr("float32"), indent)
		}
	}
	a.vars = kept
}

// program is a package of random functions.
func program(seed uint64, functions int) string {
	a := &author{Rand: rand.New(rand.NewPCG(seed, 7)), vars: map[string][]string{}}
	a.WriteString("package subject\n\nimport (\n\t\"math\"\n\t\"math/bits\"\n)\n\nvar _ = math.Pi + bits.UintSize\n\n" + fieldsOfT)
	for _, t := range randomInts {
		fmt.Fprintf(a, "\nfunc helper_%s(x, y %s) %s {\n\tif x < y {\n\t\treturn x - y\n\t}\n\treturn x ^ y>>1\n}\n", t, t, t)
	}
	for i := range functions {
		fmt.Fprintf(a, "\nfunc F%d(a, b T) T {\n", i)
		a.statements(3+a.IntN(4), "\t")
		a.WriteString("\treturn a\n}\n")
	}
	return a.String()
}

// TestRandom runs translations of random functions beside the functions.
func TestRandom(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	for n := range *seeds {
		seed := *first + uint64(n)
		dir := t.TempDir()
		text := program(seed, 12)
		for name, content := range map[string]string{"go.mod": "module subject\n\ngo 1.25\n", "subject.go": text} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		p := load(t, dir, ".")
		for _, d := range build(t, p, exported(p), same).differences(t, 300, seed) {
			t.Errorf("seed %d: %s", seed, d)
		}
		if t.Failed() {
			t.Fatalf("%s", text)
		}
	}
}

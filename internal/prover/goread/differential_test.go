package goread

import (
	"bufio"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/bv"
)

// helperText is what random functions call.
const helperText = `
func twice(x uint64, c bool) (sum uint64) {
	if c {
		return x + x
	}
	for i := range 3 {
		if x>>i&1 == 1 {
			continue
		}
		sum += x
	}
	return
}
`

var seeds = flag.Uint64("seeds", 1, "how many programs of 150 functions are compiled and compared")

// calls are the inputs of one function.
const calls = 12

var elementTypes = []string{"int8", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64"}

// TestDifferential compiles random functions, and holds what they do against the
// reader's execution, on plain numbers and with every branch on data taken both ways.
func TestDifferential(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	for seed := range *seeds {
		differential(t, seed, 150)
	}
}

func differential(t *testing.T, seed uint64, n int) {
	rng := rand.New(rand.NewPCG(seed, 11))
	var funcs, elems []string
	for i := range n {
		elem := elementTypes[i%len(elementTypes)]
		elems = append(elems, elem)
		funcs = append(funcs, randomFunc(rng, fmt.Sprintf("F%d", i), elem))
	}
	out := compiled(t, funcs, elems, seed)
	same, refused := 0, map[string]int{}
	for i, text := range funcs {
		src := "package main\n\nimport (\n\t\"math\"\n\t\"math/bits\"\n)\n\nvar _ = math.NaN()\nvar _ = bits.Len(0)\n" + helperText + text
		f, err := ReadFunc("x.go", []byte(src), fourLanes(elems[i]), fmt.Sprintf("F%d", i))
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		for call := range calls {
			want := out[i*calls+call]
			mask, in := inputs(seed, i, call, f.Spec.Type.Bits())
			for _, dom := range []bv.Domain{bv.Numbers{}, veiled{}} {
				got, err := runOn(dom, f, mask, in)
				if err != nil {
					words := strings.SplitN(err.Error(), ": ", 3)
					refused[fmt.Sprintf("%T %.40s", dom, words[1])]++
					if _, numbers := dom.(bv.Numbers); !numbers || want == "panic" || strings.Contains(err.Error(), "payload") || strings.Contains(err.Error(), "fuse") {
						continue
					}
					t.Fatalf("refused: %v\nmask %#x in %x\n%s", err, mask, in, text)
				}
				if got != want {
					t.Fatalf("%T: mask %#x in %x: got %s, compiled Go gives %s\n%s", dom, mask, in, got, want, text)
				}
				same++
			}
		}
	}
	t.Logf("%d calls the same, refused: %v", same, refused)
	if same < n*calls/2 {
		t.Errorf("only %d of %d calls were compared", same, 2*n*calls)
	}
}

// fourLanes is a spec whose function takes a mask and four elements.
func fourLanes(elem string) shflgen.Spec {
	s, err := shflgen.ParseArgs([]string{"-pattern", "block-reduce", "-block", "4", "-type", elem})
	if err != nil {
		panic(err)
	}
	return s
}

func inputs(seed uint64, fn, call, bits int) (mask uint32, in [4]uint64) {
	rng := rand.New(rand.NewPCG(seed, uint64(fn*calls+call)))
	for i := range in {
		in[i] = []uint64{rng.Uint64(), rng.Uint64N(8), 0, ^uint64(0), 1 << (bits - 1), math.Float64bits(rng.NormFloat64()),
			uint64(math.Float32bits(float32(rng.NormFloat64()))), 0x7ff8000000000000, 0x7fc00000}[rng.IntN(9)] & (^uint64(0) >> (64 - bits))
	}
	return rng.Uint32(), in
}

// runOn executes a function on numbers.
func runOn(dom bv.Domain, f *File, mask uint32, in [4]uint64) (string, error) {
	w := f.Spec.Type.Bits()
	number := func(w int, x uint64) bv.Value {
		if _, ok := dom.(veiled); ok {
			return hide(w, x)
		}
		return dom.Const(w, x)
	}
	s := State{Mask: []bv.Value{number(32, uint64(mask))}}
	for _, x := range in {
		s.Lanes = append(s.Lanes, number(w, x))
	}
	if err := f.Run(dom, &s); err != nil {
		return "", err
	}
	var words []string
	for _, x := range s.Lanes {
		if v, ok := x.(veil); ok {
			x = v.Word
		}
		words = append(words, show(f.Spec.Type.String(), x.(bv.Word).X))
	}
	return strings.Join(words, " "), nil
}

// show is an element as hexadecimal bits; every NaN is one.
func show(typ string, x uint64) string {
	if typ == "float32" && math.Float32frombits(uint32(x)) != math.Float32frombits(uint32(x)) ||
		typ == "float64" && math.Float64frombits(x) != math.Float64frombits(x) {
		return "nan"
	}
	return fmt.Sprintf("%x", x)
}

// mainText calls the functions of a table on the inputs of another, and prints a line
// for each.
const mainText = `
func show(x uint64, isNaN bool) string {
	if isNaN {
		return "nan"
	}
	return fmt.Sprintf("%x", x)
}

func call[T any](f func(*[1]uint32, *[4]T), mask uint32, in [4]uint64, from func(uint64) T, to func(T) string) {
	defer func() {
		if recover() != nil {
			fmt.Println("panic")
		}
	}()
	var v [4]T
	for i, x := range in {
		v[i] = from(x)
	}
	f(&[1]uint32{mask}, &v)
	fmt.Println(to(v[0]), to(v[1]), to(v[2]), to(v[3]))
}

func integer[T int8 | int32 | int64 | uint8 | uint16 | uint32 | uint64](w int, f func(*[1]uint32, *[4]T)) func(uint32, [4]uint64) {
	return func(mask uint32, in [4]uint64) {
		call(f, mask, in, func(x uint64) T { return T(x) }, func(x T) string { return show(uint64(x)<<(64-w)>>(64-w), false) })
	}
}

func single(f func(*[1]uint32, *[4]float32)) func(uint32, [4]uint64) {
	return func(mask uint32, in [4]uint64) {
		call(f, mask, in, func(x uint64) float32 { return math.Float32frombits(uint32(x)) },
			func(x float32) string { return show(uint64(math.Float32bits(x)), x != x) })
	}
}

func double(f func(*[1]uint32, *[4]float64)) func(uint32, [4]uint64) {
	return func(mask uint32, in [4]uint64) {
		call(f, mask, in, math.Float64frombits, func(x float64) string { return show(math.Float64bits(x), x != x) })
	}
}

func main() {
	for i, in := range inputs {
		funcs[i/perFunc](uint32(in[0]), [4]uint64(in[1:]))
	}
}
`

// compiled builds a program of all functions, and gives a line a call.
func compiled(t *testing.T, funcs, elems []string, seed uint64) []string {
	t.Helper()
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n\t\"fmt\"\n\t\"math\"\n\t\"math/bits\"\n)\n\nvar _ = bits.Len(0)\n")
	b.WriteString(helperText + mainText + strings.Join(funcs, ""))
	b.WriteString("var funcs = []func(uint32, [4]uint64){\n")
	for i, elem := range elems {
		switch elem {
		case "float32":
			fmt.Fprintf(&b, "\tsingle(F%d),\n", i)
		case "float64":
			fmt.Fprintf(&b, "\tdouble(F%d),\n", i)
		default:
			fmt.Fprintf(&b, "\tinteger(%d, F%d),\n", fourLanes(elem).Type.Bits(), i)
		}
	}
	fmt.Fprintf(&b, "}\n\nconst perFunc = %d\n\nvar inputs = [][5]uint64{\n", calls)
	for i, elem := range elems {
		for c := range calls {
			mask, in := inputs(seed, i, c, fourLanes(elem).Type.Bits())
			fmt.Fprintf(&b, "\t{%#x, %#x, %#x, %#x, %#x},\n", mask, in[0], in[1], in[2], in[3])
		}
	}
	b.WriteString("}\n")
	dir := t.TempDir()
	path := filepath.Join(dir, "main.go")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", path)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOPROXY=off")
	text, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%.2000s", err, text)
	}
	var lines []string
	for s := bufio.NewScanner(strings.NewReader(string(text))); s.Scan(); {
		lines = append(lines, s.Text())
	}
	if len(lines) != len(funcs)*calls {
		t.Fatalf("%d lines, want %d", len(lines), len(funcs)*calls)
	}
	return lines
}

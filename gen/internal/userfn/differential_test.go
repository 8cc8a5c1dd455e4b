package userfn

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"go/types"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/shflgen/shflgen/tests/extent"
)

// side is a program that reads arguments and writes, for each call, whether it panics, and
// the result.
type side struct{ path string }

func (s side) run(in []byte) ([]byte, error) {
	cmd := exec.Command(s.path)
	cmd.Stdin = bytes.NewReader(in)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %v\n%s", s.path, err, errs.String())
	}
	return out.Bytes(), nil
}

// This tests the translations of a package: one program with all functions, chosen by the first byte of the input.
type pairOfSides struct {
	fns     []*types.Func
	units   []*unit
	goSide  side
	cxxSide side
}

// hostClang is the compiler of the C++ side.
func hostClang(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("clang++-19")
	if err != nil {
		if path, err = exec.LookPath("clang-19"); err != nil {
			t.Skip("clang-19 is not installed")
		}
	}
	return path
}

// build translates functions of p, which imports the standard library alone, and builds both sides.
// change alters the translation.
func build(t *testing.T, p *packages.Package, fns []*types.Func, change func(string) string) pairOfSides {
	t.Helper()
	clang := hostClang(t)
	dir := t.TempDir()
	all := pairOfSides{fns: fns}
	var cxxText, goText strings.Builder
	var cxxCases, goCases strings.Builder
	goText.WriteString("package main\n\nimport (\n\t\"bufio\"\n\t\"bytes\"\n\t\"encoding/binary\"\n\t\"io\"\n\t\"os\"\n" +
		"\n\tsubject \"m/subject\"\n)\n")
	for i, fn := range fns {
		u := newUnit(p, Options{Prefix: fmt.Sprintf("f%d", i)})
		u.function(fn, nil)
		if err := u.problems.err(); err != nil {
			t.Fatal(err)
		}
		code := &Code{u.Name, strings.Join(u.structTexts, "\n"), u.helperList(), strings.Join(u.functions, "\n")}
		text := hostText(t, code)
		if i > 0 {
			text = strings.Replace(text, intrinsics, "", 1)
		}
		cxxText.WriteString(change(text))
		all.units = append(all.units, u)
		cxxCases.WriteString(cxxCase(u, i, fn))
		sig := fn.Signature()
		q := func(*types.Package) string { return "subject" }
		fmt.Fprintf(&goCases,
			"\tcase %d:\n\t\tvar a %s\n\t\tvar b %s\n\t\tread(in, &a)\n\t\tread(in, &b)\n"+
				"\t\treturn write(func() any { return subject.%s(a, b) })\n",
			i, types.TypeString(sig.Params().At(0).Type(), q), types.TypeString(sig.Params().At(1).Type(), q), fn.Name())
	}
	fmt.Fprintf(&cxxText, cxxMain, cxxCases.String())
	fmt.Fprintf(&goText, goMain, goCases.String())
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, folder := range []string{"subject", "cc", "own", "own/math32"} {
		if err := os.Mkdir(filepath.Join(dir, folder), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	cxx := write("cc/k.cc", cxxText.String())
	command := func(dir, name string, args ...string) {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
	}
	command(dir, clang, "-std=c++17", "-O1", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function",
		"-Wno-tautological-compare", "-Wno-self-assign", "-Wno-self-assign-field", "-Wno-unknown-pragmas", "-Wno-pass-failed",
		"-fsanitize=undefined", "-fsanitize-trap=undefined", "-x", "c++", cxx, "-o", filepath.Join(dir, "cxx"), "-lstdc++",
		"-lm")
	write("main.go", goText.String()) // in a module of its own, with a copy of the package
	const own = "github.com/shflgen/shflgen"
	write("go.mod", "module m\n\ngo 1.25\n\nrequire "+own+" v0.0.0\n\nreplace "+own+" => ./own\n")
	write("own/go.mod", "module "+own+"\n\ngo 1.25\n")
	math32, err := os.ReadFile("../../../math32/math32.go")
	if err != nil {
		t.Fatal(err)
	}
	write("own/math32/math32.go", string(math32))
	for _, file := range p.GoFiles {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		write("subject/"+filepath.Base(file), string(src))
	}
	command(dir, "go", "build", "-o", filepath.Join(dir, "go"))
	all.goSide, all.cxxSide = side{filepath.Join(dir, "go")}, side{filepath.Join(dir, "cxx")}
	return all
}

func cxxCase(u *unit, i int, fn *types.Func) string {
	var b strings.Builder
	f := &fn_{u}
	sig := fn.Signature()
	fmt.Fprintf(&b, "    case %d: {\n", i)
	for j, name := range []string{"a", "b"} {
		t := sig.Params().At(j).Type()
		fmt.Fprintf(&b, "        %s %s{};\n", f.name(t), name)
		for _, p := range u.places(t, f.inside(t, name)) {
			fmt.Fprintf(&b, "        get(&%s);\n", p.path)
		}
	}
	t := sig.Results().At(0).Type()
	fmt.Fprintf(&b, "        unsigned char panicked = 0;\n        %s r{};\n"+
		"        try { r = %s(a, b); } catch (trapped) { panicked = 1; }\n"+
		"        put(panicked);\n        if (panicked) break;\n", f.name(t), u.Name)
	for _, p := range u.places(t, f.inside(t, "r")) {
		fmt.Fprintf(&b, "        put(%s);\n", p.path)
	}
	b.WriteString("        break;\n    }\n")
	return b.String()
}

// fn_ spells types that a translation has used.
type fn_ struct{ *unit }

func (f *fn_) name(t types.Type) string {
	if s, ok := scalarOf(t); ok {
		return s.name
	}
	s, _ := f.structKnown(t)
	return s.Name
}

func (f *fn_) inside(t types.Type, name string) string {
	if arrayOf(t) != nil {
		s, _ := f.structKnown(t)
		return name + "." + s.Members[0]
	}
	return name
}

const cxxMain = `
template <class T> static bool get(T *x) { return fread(x, sizeof *x, 1, stdin) == 1; }
template <class T> static void put(T x) { fwrite(&x, sizeof x, 1, stdout); }
static int one(int which)
{
    switch (which) {
%s    }
    return 0;
}
int main()
{
    for (unsigned char which; get(&which);)
        one(which);
    return 0;
}
`

const goMain = `
func read(in io.Reader, x any) {
	if err := binary.Read(in, binary.LittleEndian, x); err != nil {
		panic(err)
	}
}

func write(f func() any) (out []byte) {
	defer func() {
		if recover() != nil {
			out = []byte{1}
		}
	}()
	var b bytes.Buffer
	b.WriteByte(0)
	if err := binary.Write(&b, binary.LittleEndian, f()); err != nil {
		println(err.Error())
	}
	return b.Bytes()
}

func one(which byte, in io.Reader) []byte {
	switch which {
%s	}
	panic("no such function")
}

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		which, err := in.ReadByte()
		if err != nil {
			return
		}
		out.Write(one(which, in))
	}
}
`

// differences runs n calls of every function on both sides, and describes the first ones that differ.
func (p pairOfSides) differences(t *testing.T, n int, seed uint64) (all []string) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	var in []byte
	var which []int
	var args [][]uint64
	for range n {
		for i, fn := range p.fns {
			in = append(in, byte(i))
			var bits []uint64
			for j := range 2 {
				last := len(bits)
				for k, place := range p.units[i].places(fn.Signature().Params().At(j).Type(), "") {
					x := randomBits(r, place.typ)
					if j == 1 && k < last && r.IntN(4) == 0 { // alike
						x = bits[k]
					}
					bits = append(bits, x)
					in = appendBits(in, place.typ, x)
				}
			}
			which, args = append(which, i), append(args, bits)
		}
	}
	wants, err := p.goSide.run(in)
	if err != nil {
		t.Fatal(err)
	}
	gots, err := p.cxxSide.run(in)
	if err != nil { // clang traps on what C++ leaves undefined
		return []string{err.Error()}
	}
	for call, i := range which {
		places := p.units[i].places(p.fns[i].Signature().Results().At(0).Type(), "")
		want, wantPanic := take(&wants, places)
		got, gotPanic := take(&gots, places)
		if wantPanic != gotPanic || !wantPanic && !slices.Equal(want, got) {
			all = append(all, fmt.Sprintf("%s(%#x): CUDA %#x, panics %v; Go %#x, panics %v", p.fns[i].Name(), args[call], got,
				gotPanic, want, wantPanic))
		}
		if len(all) > 5 {
			break
		}
	}
	return all
}

// take is the result of one call. Every NaN is the same.
func take(from *[]byte, places []scalarPlace) (bits []uint64, panicked bool) {
	if len(*from) == 0 {
		return nil, true
	}
	panicked = (*from)[0] == 1
	*from = (*from)[1:]
	if panicked {
		return nil, true
	}
	for _, p := range places {
		n := (p.typ.bits + 7) / 8
		if len(*from) < n {
			return nil, true
		}
		var all [8]byte
		copy(all[:], (*from)[:n])
		*from = (*from)[n:]
		x := binary.LittleEndian.Uint64(all[:])
		if p.typ.float && p.typ.bits == 32 && math.IsNaN(float64(math.Float32frombits(uint32(x)))) || p.typ.float &&
			p.typ.bits == 64 && math.IsNaN(math.Float64frombits(x)) {
			x = 0x7ff8dead
		}
		bits = append(bits, x)
	}
	return bits, false
}

func same(text string) string { return text }

func TestDifferential(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	p := load(t, ".", "./testdata/ops")
	for _, d := range build(t, p, exported(p), same).differences(t, 3000, 1) {
		t.Error(d)
	}
}

// faults are changes of the translation that the differential test finds.
var faults = map[string]struct{ fn, from, to string }{
	"trap on division by zero":      {"Divides", "__trap();", ""},
	"quotient of the least integer": {"Divides", "b == -1 ?", "false ?"},
	"shift count":                   {"Shifts", "n < 32u ?", "n < 33u ?"},
	"shift by a negative count":     {"Shifts", "if (n < 0)\n        __trap();", ""},
	"sign of a small integer":       {"Shifts", "(short)(x >> 15)", "0"},
	"swapped fields":                {"Add128", "return f0_wide{hi, lo};", "return f0_wide{lo, hi};"},
	"fused product": {"Welford", "f0_add_f32(a.mean, f0_mul_f32(delta, share))",
		"std::fma(delta, share, a.mean)"},
	"comparison of NaNs":   {"Larger", "f0_at_most_f32(b, a)", "!(a < b)"},
	"infinity in math.Max": {"Maths", "wins ?", "wins && a > b ?"},
	"constant":             {"Product", "65521ull", "65519ull"},
	"rounding":             {"Conversions", "(float)a.u64", "(float)(long long)a.u64"},
	"temporary of an assignment": {"Swap", "const f0_wide t1 = a.a[0];\n    a.a[0] = b.a[1];",
		"a.a[0] = b.a[1];\n    const f0_wide t1 = a.a[0];"},
	"zero in TrailingZeros": {"Bits", "x | 0x100u", "x"},
}

func TestFaults(t *testing.T) {
	extent.NotQuick(t, "compiles two programs for each fault")
	p := load(t, ".", "./testdata/ops")
	for _, name := range extent.Faults(t, slices.Sorted(maps.Keys(faults)), 1) {
		fault := faults[name]
		t.Run(name, func(t *testing.T) {
			fn := p.Types.Scope().Lookup(fault.fn).(*types.Func)
			planted := false
			pair := build(t, p, []*types.Func{fn}, func(text string) string {
				changed := strings.Replace(text, fault.from, fault.to, 1)
				planted = changed != text
				return changed
			})
			if !planted {
				t.Fatal("not planted")
			}
			if len(pair.differences(t, 5000, 2)) == 0 {
				t.Error("not found")
			}
		})
	}
}

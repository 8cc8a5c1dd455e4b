package userfn

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/tests/gofuzz"
)

var (
	fuzzed = flag.Int("fuzzed", extent.Pick(200, 400), "random functions")
	seed   = flag.Uint64("seed", 1, "the seed of the first program of random functions")
)

// callsOfEach is how often a random function is called, and perProgram how many are compiled together.
const (
	callsOfEach = 200
	perProgram  = 200
)

// TestFuzz holds translations of random functions, compiled for the host, against the compiled functions. Package
// gofunc executes the same functions.
func TestFuzz(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	refused := map[string]int{}
	functions, accepted, plain, differ := 0, 0, 0, 0
	for n := 0; n < *fuzzed; n += perProgram {
		p := gofuzz.New(*seed+uint64(n/perProgram), min(perProgram, *fuzzed-n))
		calls, err := p.Compiled(t.TempDir(), callsOfEach)
		if err != nil {
			t.Fatal(err)
		}
		translated, whys := translateAll(t, p)
		for why, n := range whys {
			refused[why] += n
		}
		out := runAll(t, p, translated, calls)
		for i, f := range p.Funcs {
			if f.Plain {
				plain++
			}
			if functions++; translated[i] == nil {
				continue
			}
			accepted++
			got := slices.Clone(calls[i])
			if out, err = f.Outcomes(out, got); err != nil { // clang traps on what C++ leaves undefined
				t.Fatalf("seed %d: %s: %v\n%s", p.Seed, f.Name, err, p.Alone(i))
			}
			for j, c := range calls[i] {
				if got[j].Panics != c.Panics || !slices.Equal(got[j].Out, c.Out) {
					if differ++; differ < 4 {
						t.Errorf("seed %d: %s(%#x): CUDA %#x, panics %v; Go %#x, panics %v\n%s", p.Seed, f.Name, c.In,
							got[j].Out, got[j].Panics, c.Out, c.Panics, p.Alone(i))
					}
					break
				}
			}
		}
	}
	for _, why := range slices.SortedFunc(maps.Keys(refused), func(a, b string) int { return refused[b] - refused[a] }) {
		t.Logf("refused %d: %s", refused[why], why)
	}
	t.Logf("seed %d: %d functions, %d plain, %d translated, %d differ", *seed, functions, plain, accepted, differ)
	if accepted*10 < functions*7 {
		t.Errorf("only %d of %d functions are translated", accepted, functions)
	}
}

// translation is a function in C++.
type translation struct {
	unit *unit
	text string
}

// translateAll translates the functions of a program. A function that is refused has none, and its
// first problem counts.
func translateAll(t *testing.T, p *gofuzz.Program) (all []*translation, refused map[string]int) {
	t.Helper()
	typed, err := p.Types()
	if err != nil {
		t.Fatal(err)
	}
	pkg := &packages.Package{PkgPath: gofuzz.Path, Fset: typed.Fset, Syntax: []*ast.File{typed.File},
		Types: typed.Pkg, TypesInfo: typed.Info}
	refused = map[string]int{}
	for i, f := range p.Funcs {
		u := newUnit(pkg, Options{Prefix: fmt.Sprintf("f%d", i)})
		fn := typed.Pkg.Scope().Lookup(f.Name).(*types.Func)
		u.function(fn, nil)
		if len(u.problems) > 0 {
			refused[u.problems[0].What+": "+u.problems[0].Why]++
			all = append(all, nil)
			continue
		}
		text := hostText(t, &Code{u.Name, strings.Join(u.structTexts, "\n"), u.helperList(), strings.Join(u.functions, "\n")})
		all = append(all, &translation{u, strings.Replace(text, intrinsics, "", 1) + caller(u, fn)})
	}
	return all, refused
}

// caller is a function that reads the arguments of a translation and writes what it gives.
func caller(u *unit, fn *types.Func) string {
	var b strings.Builder
	f := &fn_{u}
	sig := fn.Signature()
	fmt.Fprintf(&b, "static void call_%s()\n{\n", u.Name)
	var args []string
	for j := range sig.Params().Len() {
		t, name := sig.Params().At(j).Type(), fmt.Sprintf("x%d", j)
		args = append(args, name)
		fmt.Fprintf(&b, "    %s %s{};\n", f.name(t), name)
		for _, p := range u.places(t, f.inside(t, name)) {
			fmt.Fprintf(&b, "    get(&%s);\n", p.path)
		}
	}
	fmt.Fprintf(&b, "    unsigned char panicked = 0;\n    decltype(%[1]s(%[2]s)) r{};\n"+
		"    try { r = %[1]s(%[2]s); } catch (trapped) { panicked = 1; }\n"+
		"    put(panicked);\n    if (panicked) return;\n", u.Name, strings.Join(args, ", "))
	for j := range sig.Results().Len() {
		name := "r"
		if sig.Results().Len() > 1 {
			name = fmt.Sprintf("r.r%d", j)
		}
		for _, p := range u.places(sig.Results().At(j).Type(), f.inside(sig.Results().At(j).Type(), name)) {
			fmt.Fprintf(&b, "    put(%s);\n", p.path)
		}
	}
	return b.String() + "}\n"
}

const callers = `
template <class T> static bool get(T *x) { return fread(x, sizeof *x, 1, stdin) == 1; }
template <class T> static void put(T x) { fwrite(&x, sizeof x, 1, stdout); }
`

// runAll compiles the translations of a program together, and gives what they write for its calls.
func runAll(t *testing.T, p *gofuzz.Program, all []*translation, calls [][]gofuzz.Call) []byte {
	t.Helper()
	var text, main strings.Builder
	var in bytes.Buffer
	text.WriteString(intrinsics + callers)
	for i, tr := range all {
		if tr == nil {
			continue
		}
		text.WriteString(tr.text)
		fmt.Fprintf(&main, "    for (int i = 0; i < %d; i++) call_%s(), fflush(stdout);\n", callsOfEach, tr.unit.Name)
		for _, c := range calls[i] {
			for j, l := range p.Funcs[i].Params {
				in.Write(binary.LittleEndian.AppendUint64(nil, c.In[j])[:l.Bits/8])
			}
		}
	}
	fmt.Fprintf(&text, "int main()\n{\n%s    return 0;\n}\n", main.String())
	dir := t.TempDir()
	source, program := filepath.Join(dir, "k.cc"), filepath.Join(dir, "k")
	if err := os.WriteFile(source, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	clang := exec.Command(hostClang(t), "-std=c++17", "-O0", "-ffp-contract=off", "-w", "-fsanitize=undefined",
		"-fsanitize-trap=undefined",
		"-x", "c++", source, "-o", program, "-lstdc++", "-lm")
	if out, err := clang.CombinedOutput(); err != nil {
		t.Fatalf("seed %d: %v\n%.4000s", p.Seed, err, out)
	}
	run := exec.Command(program)
	run.Stdin = &in
	out, err := run.Output()
	if err != nil {
		t.Logf("seed %d: %v", p.Seed, err)
	}
	return out
}

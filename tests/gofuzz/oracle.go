package gofuzz

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Typed is a program with its syntax and types.
type Typed struct {
	Fset *token.FileSet
	File *ast.File
	Pkg  *types.Package
	Info *types.Info
}

// The standard library is type-checked once.
var (
	fset     = token.NewFileSet()
	standard = importer.ForCompiler(fset, "source", nil)
)

// Types type-checks a program. Only math and math/bits are imported. It is not safe for use by several goroutines.
func (p *Program) Types() (*Typed, error) {
	t := &Typed{Fset: fset, Info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Implicits: map[ast.Node]types.Object{},
	}}
	var err error
	if t.File, err = parser.ParseFile(t.Fset, "subject.go", p.Source, parser.ParseComments); err != nil {
		return nil, err
	}
	config := types.Config{Importer: standard, Sizes: types.SizesFor("gc", "amd64")}
	t.Pkg, err = config.Check(Path, t.Fset, []*ast.File{t.File}, t.Info)
	return t, err
}

// Call is one call of a function, and what the compiled function does.
type Call struct {
	In     []uint64 // the leaves of the parameters
	Panics bool
	Out    []uint64 // those of the results; every NaN is [NaN]
}

// NaN stands for every NaN.
const NaN = 0x7ff8_dead

var edges = map[int][]uint64{
	8:  {0, 1, 2, 7, 8, 9, 31, 32, 63, 64, 0x7f, 0x80, 0x81, 0xff},
	16: {0, 1, 2, 15, 16, 17, 32, 63, 64, 0x7fff, 0x8000, 0x8001, 0xffff},
	32: {0, 1, 2, 31, 32, 33, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 12345, 1 << 24, 1<<24 + 1},
	64: {0, 1, 2, 63, 64, 65, 0x7fffffffffffffff, 0x8000000000000000, 0x8000000000000001, 0xffffffffffffffff, 1<<53 + 1, 1 << 40},
}

var floatEdges = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 1.5, 2.5, -2.5, 3, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat32,
	math.MaxFloat64, math.SmallestNonzeroFloat32, -math.SmallestNonzeroFloat64, 1e-40, 1e-310, 1 << 24, 1 << 53, 0.1, 1.0 / 3, 1 << 62, -1 << 31}

// number is a random leaf, edges among them.
func (l Leaf) number(r *rand.Rand) uint64 {
	x := r.Uint64() >> (64 - l.Bits)
	switch {
	case l.Bool:
		return x & 1
	case l.Float && r.IntN(3) > 0:
		v := floatEdges[r.IntN(len(floatEdges))]
		if r.IntN(3) == 0 {
			v = r.NormFloat64() * math.Exp2(float64(r.IntN(40)-20))
		}
		if l.Bits == 32 {
			return uint64(math.Float32bits(float32(v)))
		}
		return math.Float64bits(v)
	case l.Float:
	case r.IntN(2) == 0:
		return edges[l.Bits][r.IntN(len(edges[l.Bits]))]
	case r.IntN(2) == 0:
		return r.Uint64N(8) * uint64(r.IntN(2)*2-1) << (64 - l.Bits) >> (64 - l.Bits)
	}
	return x
}

// canonical makes every NaN one.
func (l Leaf) canonical(x uint64) uint64 {
	if l.Float && (l.Bits == 32 && math.IsNaN(float64(math.Float32frombits(uint32(x)))) || l.Bits == 64 && math.IsNaN(math.Float64frombits(x))) {
		return NaN
	}
	return x
}

// Same reports whether the leaves of results are those of a call.
func (f Func) Same(c Call, got []uint64) bool {
	for i, l := range f.Results {
		if l.canonical(got[i]) != c.Out[i] {
			return false
		}
	}
	return len(got) == len(c.Out)
}

// Compiled compiles a program in a folder, and calls each function n times, by the seed of the program.
func (p *Program) Compiled(dir string, n int) ([][]Call, error) {
	var in bytes.Buffer
	r := rand.New(rand.NewPCG(p.Seed, 1))
	all := make([][]Call, len(p.Funcs))
	for i, f := range p.Funcs {
		for range n {
			c := Call{In: make([]uint64, len(f.Params))}
			for j, l := range f.Params {
				c.In[j] = l.number(r)
				if k := r.IntN(j + 1); r.IntN(4) == 0 && f.Params[k] == l { // alike
					c.In[j] = c.In[k]
				}
				in.Write(binary.LittleEndian.AppendUint64(nil, c.In[j])[:l.Bits/8])
			}
			all[i] = append(all[i], c)
		}
	}
	var cases strings.Builder
	t, err := p.Types()
	if err != nil {
		return nil, err
	}
	for _, f := range p.Funcs {
		sig := t.Pkg.Scope().Lookup(f.Name).(*types.Func).Signature()
		q := func(*types.Package) string { return "subject" }
		fmt.Fprintf(&cases, "\tfunc(in io.Reader) []any {\n")
		var args, out []string
		for j := range sig.Params().Len() {
			args = append(args, fmt.Sprintf("x%d", j))
			fmt.Fprintf(&cases, "\t\tvar x%d %s\n\t\tread(in, &x%d)\n", j, types.TypeString(sig.Params().At(j).Type(), q), j)
		}
		for j := range sig.Results().Len() {
			out = append(out, fmt.Sprintf("r%d", j))
		}
		fmt.Fprintf(&cases, "\t\treturn call(func() []any {\n\t\t\t%[1]s := subject.%[3]s(%[2]s)\n\t\t\treturn []any{%[1]s}\n\t\t})\n\t},\n",
			strings.Join(out, ", "), strings.Join(args, ", "), f.Name)
	}
	write := func(name, text string) {
		if err == nil {
			if err = os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err == nil {
				err = os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666)
			}
		}
	}
	write("go.mod", "module fuzz.test\n\ngo 1.25\n")
	write("subject/subject.go", p.Source)
	write("main.go", fmt.Sprintf(mainText, cases.String(), n))
	if err != nil {
		return nil, err
	}
	build := exec.Command("go", "build", "-o", "main", ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOFLAGS=", "GOPROXY=off", "GOAMD64=v1")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("seed %d: %v\n%s", p.Seed, err, out)
	}
	run := exec.Command(filepath.Join(dir, "main"))
	run.Stdin = &in
	var errs bytes.Buffer
	run.Stderr = &errs
	out, err := run.Output()
	if err != nil {
		return nil, fmt.Errorf("seed %d: %v\n%s", p.Seed, err, errs.String())
	}
	for i, f := range p.Funcs {
		if out, err = f.Outcomes(out, all[i]); err != nil {
			return nil, fmt.Errorf("seed %d: %s: %w", p.Seed, f.Name, err)
		}
	}
	return all, nil
}

// Outcomes reads what a program wrote for calls: a byte that is 1 if the call panics, else the leaves of its results. It
// gives what follows.
func (f Func) Outcomes(out []byte, calls []Call) ([]byte, error) {
	size := 0
	for _, l := range f.Results {
		size += l.Bits / 8
	}
	for i := range calls {
		c := &calls[i]
		if len(out) == 0 {
			return nil, fmt.Errorf("the program ends before call %d", i)
		}
		c.Panics, out = out[0] == 1, out[1:]
		c.Out = nil
		if c.Panics {
			continue
		}
		if len(out) < size {
			return nil, fmt.Errorf("the program ends within call %d", i)
		}
		for _, l := range f.Results {
			var all [8]byte
			copy(all[:], out[:l.Bits/8])
			c.Out = append(c.Out, l.canonical(binary.LittleEndian.Uint64(all[:])))
			out = out[l.Bits/8:]
		}
	}
	return out, nil
}

const mainText = `package main

import (
	"bufio"
	"encoding/binary"
	"io"
	"os"

	"fuzz.test/subject"
)

func read(in io.Reader, x any) {
	if err := binary.Read(in, binary.LittleEndian, x); err != nil {
		panic(err)
	}
}

func call(f func() []any) (out []any) {
	defer func() {
		if recover() != nil {
			out = nil
		}
	}()
	return f()
}

var funcs = []func(io.Reader) []any{
%s}

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, f := range funcs {
		for range %d {
			results := f(in)
			if results == nil {
				out.WriteByte(1)
				continue
			}
			out.WriteByte(0)
			for _, r := range results {
				if err := binary.Write(out, binary.LittleEndian, r); err != nil {
					panic(err)
				}
			}
		}
	}
}
`

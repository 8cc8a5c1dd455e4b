package gofunc_test

import (
	"context"
	"flag"
	"go/ast"
	"maps"
	"slices"
	"testing"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/internal/prover/gofunc"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/tests/gofuzz"
)

var (
	fuzzed = flag.Int("fuzzed", extent.Pick(150, 450), "random functions")
	seed   = flag.Uint64("seed", 1, "the seed of the first program of random functions")
)

// callsOfEach is how often a random function is called, and perProgram how many are compiled together.
const (
	callsOfEach = 200
	perProgram  = 150
	longest     = time.Second / 2 // of the calls of a function: now and then its terms are large
)

// TestFuzz holds random functions, executed on numbers and on terms, against the compiled ones.
func TestFuzz(t *testing.T) {
	extent.NotQuick(t, "compiles programs")
	f := fuzz{t: t, refused: map[string]int{}}
	for n := 0; n < *fuzzed; n += perProgram {
		f.program(gofuzz.New(*seed+uint64(n/perProgram), min(perProgram, *fuzzed-n)))
	}
	often := func(a, b string) int { return f.refused[b] - f.refused[a] }
	for _, why := range slices.SortedFunc(maps.Keys(f.refused), often) {
		t.Logf("refused %d: %s", f.refused[why], why)
	}
	t.Logf("seed %d: %d functions, %d calls, %d of them panic, %d executed on terms, %d differ",
		*seed, f.functions, f.calls, f.panics, f.onTerms, f.differ)
	if f.onTerms*10 < f.functions*8 {
		t.Errorf("only %d of %d functions are executed on terms", f.onTerms, f.functions)
	}
}

type fuzz struct {
	t                                         *testing.T
	functions, calls, panics, onTerms, differ int
	refused                                   map[string]int
}

func (f *fuzz) program(p *gofuzz.Program) {
	f.t.Helper()
	start := time.Now()
	all, err := p.Compiled(f.t.TempDir(), callsOfEach)
	if err != nil {
		f.t.Fatal(err)
	}
	typed, err := p.Types()
	if err != nil {
		f.t.Fatal(err)
	}
	compiled := time.Since(start)
	pkg := gofunc.Loaded(&packages.Package{PkgPath: gofuzz.Path, Fset: typed.Fset, Syntax: []*ast.File{typed.File},
		Types: typed.Pkg, TypesInfo: typed.Info})
	for i, fn := range p.Funcs {
		f.functions++
		read, err := gofunc.New(pkg, fn.Name)
		if err != nil {
			f.t.Fatal(err)
		}
		ways := map[string]func(gofuzz.Call) ([]uint64, bool, error){"numbers": onNumbers(read), "terms": f.asTerms(read)}
		for how, run := range ways {
			if run == nil {
				continue
			}
			began := time.Now()
			for _, c := range all[i] {
				if time.Since(began) > longest {
					f.refused["on "+how+": cut short after "+longest.String()]++
					break
				}
				got, panics, err := run(c)
				if err != nil {
					f.refusal("on "+how, err)
					break
				}
				if panics == c.Panics && (panics || fn.Same(c, got)) {
					f.calls++
					if panics {
						f.panics++
					}
					continue
				}
				f.differ++
				f.t.Errorf("on %s, seed %d: %s(%#x) gives %#x, panics %v; compiled %#x, %v",
					how, p.Seed, fn.Name, c.In, got, panics, c.Out, c.Panics)
				if f.differ < 3 {
					f.t.Logf("%s", p.Alone(i))
				}
				break
			}
		}
	}
	f.t.Logf("seed %d: compiled in %v, executed in %v", p.Seed,
		compiled.Round(time.Millisecond), (time.Since(start) - compiled).Round(time.Millisecond))
}

func onNumbers(read *gofunc.Func) func(gofuzz.Call) ([]uint64, bool, error) {
	leaves := slices.Concat(read.Params()...)
	return func(c gofuzz.Call) (got []uint64, panics bool, err error) {
		var args []bv.Value
		for i, x := range c.In {
			args = append(args, bv.Word{W: leaves[i].Bits, X: x})
		}
		out, p, err := read.Run(context.Background(), bv.Numbers{}, args)
		if err != nil {
			return nil, false, err
		}
		for _, v := range out {
			got = append(got, v.(bv.Word).X)
		}
		return got, p.(bv.Word).X == 1, nil
	}
}

// asTerms executes a function on terms, which are then evaluated. It is nil of a function that is refused.
func (f *fuzz) asTerms(read *gofunc.Func) func(gofuzz.Call) ([]uint64, bool, error) {
	d := term.New(term.Strategy{})
	var args []bv.Value
	for i, l := range slices.Concat(read.Params()...) {
		v := bv.Value(d.Var(i, l.Bits))
		if l.Bool {
			v = d.Extend(d.Var(i, 1), 8, false)
		}
		args = append(args, v)
	}
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	out, panics, err := read.Run(ctx, d, args)
	if err != nil {
		f.refusal("on terms", err)
		return nil
	}
	f.onTerms++
	return func(c gofuzz.Call) (got []uint64, panicked bool, err error) {
		in := term.Input{Mask: func(int) bool { return false }, Element: func(i int) uint64 { return c.In[i] }}
		got = d.EvalAll(append([]bv.Value{panics}, out...), in)
		return got[1:], got[0] != 0, nil
	}
}

func (f *fuzz) refusal(how string, err error) {
	why := err.Error()
	if refusal, ok := err.(*goexec.Error); ok {
		why = refusal.Why
	}
	f.refused[how+": "+why]++
}

package goread

import (
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/tests/gofuzz"
)

var (
	fuzzed = flag.Int("fuzzed", 150, "random functions")
	seed   = flag.Uint64("seed", 1, "the seed of the first programs of random functions")
)

const (
	perProgram  = 50              // functions compiled together
	callsOfEach = 200             // on terms
	callsBoth   = 12              // on numbers, and with every branch on data taken both ways
	longest     = time.Second / 5 // of a function: now and then its terms are large
)

// trial is a random function beside what executes it.
type trial struct {
	fn    gofuzz.Func
	masks int // leaves of the parameters that are words of a mask
	run   func(dom bv.Domain, in []bv.Value) ([]bv.Value, error)
}

// fuzz counts what random functions do.
type fuzz struct {
	*testing.T
	functions, accepted, calls, panics, differ int
	refused                                    map[string]int
}

// TestFuzz holds random functions, executed on terms, on numbers and on numbers that no branch knows, against the
// compiled ones: functions of structs and arrays, functions of a mask and lanes, and emitted files that were altered.
func TestFuzz(t *testing.T) {
	extent.NotQuick(t, "compiles programs")
	for name, program := range map[string]func(*fuzz, uint64, int) (*gofuzz.Program, []trial){
		"functions": (*fuzz).functionsOf, "lanes": (*fuzz).lanesOf, "altered": (*fuzz).alteredOf,
	} {
		t.Run(name, func(t *testing.T) {
			f := fuzz{T: t, refused: map[string]int{}}
			for i := 0; i*perProgram < *fuzzed/3; i++ {
				p, all := program(&f, *seed+uint64(i), min(perProgram, *fuzzed/3-i*perProgram))
				f.hold(p, all)
			}
			often := func(a, b string) int { return f.refused[b] - f.refused[a] }
			for _, why := range slices.SortedFunc(maps.Keys(f.refused), often) {
				t.Logf("refused %d: %s", f.refused[why], why)
			}
			t.Logf("seed %d: %d functions, %d accepted on terms, %d calls, %d of them panic, %d differ",
				*seed, f.functions, f.accepted, f.calls, f.panics, f.differ)
			if f.accepted*2 < f.functions {
				t.Errorf("only %d of %d functions are accepted", f.accepted, f.functions)
			}
		})
	}
}

// hold executes functions, and compares them with those of the compiled program.
func (f *fuzz) hold(p *gofuzz.Program, all []trial) {
	f.Helper()
	calls, err := p.Compiled(f.TempDir(), callsOfEach)
	if err != nil {
		f.Fatal(err)
	}
	for i, s := range all {
		f.functions++
		began, d := time.Now(), term.New(term.Strategy{})
		out, err := s.run(d, s.terms(d))
		f.refusal("on terms", err)
		if err == nil {
			f.accepted++
		}
		for n, c := range calls[i] {
			if c.Panics {
				f.panics++
			}
			if err != nil {
				continue
			}
			if time.Since(began) > 2*longest {
				f.refused["on terms: cut short"]++
				break
			}
			if n < callsBoth && !f.numbers(s, p.Seed, c, bv.Numbers{}) ||
				!f.same(s, p.Seed, "terms", c, evaluate(d, out, s.masks, c)) {
				break
			}
		}
		for _, c := range calls[i][:callsBoth] {
			if err == nil && !f.numbers(s, p.Seed, c, veiled{}) {
				break
			}
		}
	}
}

// numbers executes a function on one input. It reports whether the function is accepted and the results are equal.
func (f *fuzz) numbers(s trial, seed uint64, c gofuzz.Call, dom bv.Domain) bool {
	var in []bv.Value
	for j, l := range s.fn.Params {
		if _, hidden := dom.(veiled); hidden {
			in = append(in, hide(l.Bits, c.In[j]))
		} else {
			in = append(in, dom.Const(l.Bits, c.In[j]))
		}
	}
	out, err := s.run(dom, in)
	how := strings.TrimPrefix(fmt.Sprintf("%T", dom), "goread.")
	if f.refusal("on "+how, err); err != nil {
		return false
	}
	var got []uint64
	for _, v := range out {
		if v, ok := v.(veil); ok {
			got = append(got, v.X)
			continue
		}
		got = append(got, v.(bv.Word).X)
	}
	return f.same(s, seed, how, c, got)
}

// same holds the results of a call against those of the compiled function. Accepted functions never panic.
func (f *fuzz) same(s trial, seed uint64, how string, c gofuzz.Call, got []uint64) bool {
	f.Helper()
	f.calls++
	if !c.Panics && s.fn.Same(c, got) {
		return true
	}
	f.differ++
	f.Errorf("on %s, seed %d: %s(%#x) gives %#x; compiled %#x, panics %v", how, seed, s.fn.Name, c.In, got, c.Out,
		c.Panics)
	if f.differ < 3 {
		f.Logf("%s", s.fn.Text)
	}
	return false
}

func (f *fuzz) refusal(how string, err error) {
	if err == nil {
		return
	}
	words := err.Error()
	if refusal := (*goexec.Error)(nil); errors.As(err, &refusal) {
		words = fmt.Sprintf("%.60s: %.60s", refusal.What, refusal.Why)
	}
	f.refused[how+": "+words]++
}

// terms are the unknown leaves of the parameters.
func (s trial) terms(d *term.Domain) (in []bv.Value) {
	for i, l := range s.fn.Params {
		switch {
		case i < s.masks:
			word := bv.Value(d.GuardOf(d.Bit(32 * i)))
			for bit := 1; bit < 32; bit++ {
				word = d.Concat(word, d.GuardOf(d.Bit(32*i+bit)))
			}
			in = append(in, word)
		case l.Bool:
			in = append(in, d.Extend(d.Var(i, 1), 8, false))
		default:
			in = append(in, d.Var(i, l.Bits))
		}
	}
	return in
}

func evaluate(d *term.Domain, out []bv.Value, masks int, c gofuzz.Call) []uint64 {
	return d.EvalAll(out, term.Input{
		Mask:    func(bit int) bool { return bit/32 < masks && c.In[bit/32]>>(bit%32)&1 == 1 },
		Element: func(i int) uint64 { return c.In[i] },
	})
}

// functionsOf is a program of functions of structs and arrays. They are called without the frame of a spec.
func (f *fuzz) functionsOf(seed uint64, n int) (*gofuzz.Program, []trial) {
	p := gofuzz.NewLean(seed, n)
	u, err := alone("subject.go", []byte(p.Source))
	if err != nil {
		f.Fatal(err)
	}
	file := newFile(u, fourLanes("int32"), "")
	decls := map[string]*ast.FuncDecl{}
	for _, d := range u.Syntax.Decls {
		if d, ok := d.(*ast.FuncDecl); ok {
			decls[d.Name.Name] = d
			file.funcs[u.Info.Defs[d.Name].(*types.Func)] = d
		}
	}
	var all []trial
	for _, fn := range p.Funcs {
		own := *file
		own.main = decls[fn.Name]
		all = append(all, trial{fn: fn, run: func(dom bv.Domain, in []bv.Value) ([]bv.Value, error) {
			return own.direct(dom, fn, in)
		}})
	}
	return p, all
}

// direct calls the main function on leaves, and gives those of its results.
func (f *File) direct(dom bv.Domain, fn gofuzz.Func, in []bv.Value) (out []bv.Value, err error) {
	began := time.Now()
	f.Interrupt = func() error {
		if time.Since(began) > longest {
			return errors.New("takes too long")
		}
		return nil
	}
	r := f.start(dom)
	defer r.Ends(f.Func, &err)
	take := func() goexec.Value {
		x := in[0]
		in = in[1:]
		return goexec.Value{V: x}
	}
	var args []goexec.Value
	for p := range f.info.Defs[f.main.Name].(*types.Func).Signature().Params().Variables() {
		args = append(args, r.Composed(p.Type(), take))
	}
	results := &goexec.Array{}
	for _, x := range r.called(f.main, f.main, args) {
		results.Cells = append(results.Cells, &goexec.Cell{Val: x})
	}
	for i, c := range results.ScalarCells() {
		x := r.NoKey(f.main, c.Val)
		if !fn.Results[i].Float {
			x = r.Exactly(f.main, c.Val)
		}
		out = append(out, r.Dom.Extend(x, fn.Results[i].Bits, false))
	}
	return out, nil
}

// lanesOf is a program of functions of a mask and four lanes.
func (f *fuzz) lanesOf(seed uint64, n int) (*gofuzz.Program, []trial) {
	rng := rand.New(rand.NewPCG(seed, 11))
	var files []*File
	var texts []string
	for i := range n {
		elem := elementTypes[i%len(elementTypes)]
		text := randomFunc(rng, fmt.Sprintf("G%d", i), elem)
		file, err := ReadFunc("x.go", []byte(ownFile(text)), fourLanes(elem), fmt.Sprintf("G%d", i))
		if err != nil {
			f.Fatalf("%v\n%s", err, text)
		}
		files, texts = append(files, file), append(texts, text)
	}
	return wrapped(seed, helperText, files, texts)
}

// ownFile is a file of a random function of lanes.
func ownFile(text string) string {
	return "package main\n\nimport (\n\t\"math\"\n\t\"math/bits\"\n)\n\nvar _ = math.NaN()\nvar _ = bits.Len(0)\n" +
		helperText + text
}

// fourLanes is a spec of a function that takes a mask and four elements.
func fourLanes(elem string) spec.Spec {
	s, err := spec.ParseArgs([]string{"-pattern", "block-reduce", "-block", "4", "-type", elem})
	if err != nil {
		panic(err)
	}
	return s
}

var elementTypes = []string{"int8", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64"}

// wrapped is a program of functions of masks and lanes, each within another that takes and gives arrays by value.
// Results show what a function wrote, also to what it may not write to.
func wrapped(seed uint64, shared string, files []*File, texts []string) (*gofuzz.Program, []trial) {
	p := &gofuzz.Program{Seed: seed}
	var all []trial
	for i, file := range files {
		s := trial{fn: gofuzz.Func{Name: fmt.Sprintf("F%d", i)}, run: file.onLeaves}
		var params, args, names, out []string
		for _, q := range parameters(file.shape, nil) {
			typ, by := q.typ, ""
			if pointer, ok := typ.(*types.Pointer); ok {
				typ, by = pointer.Elem(), "&"
			}
			all := leavesOf(typ)
			if q.port.Role == spec.MaskRole && file.emitted { // elsewhere masks are numbers to compute with
				s.masks = len(all)
			}
			s.fn.Params = append(s.fn.Params, all...)
			params = append(params, q.name+" "+typ.String())
			args, names, out = append(args, by+q.name), append(names, q.name), append(out, typ.String())
		}
		s.fn.Results = slices.Clone(s.fn.Params)
		before := ""
		if file.shape.HasPred() {
			before, names, out = "pred := ", append(names, "pred"), append(out, "uint32")
			s.fn.Results = append(s.fn.Results, gofuzz.Leaf{Bits: 32})
		}
		s.fn.Text = fmt.Sprintf("func F%d(%s) (%s) {\n\t%s%s(%s)\n\treturn %s\n}\n%s", i, strings.Join(params, ", "),
			strings.Join(out, ", "), before, file.Func, strings.Join(args, ", "), strings.Join(names, ", "), texts[i])
		p.Funcs, all = append(p.Funcs, s.fn), append(all, s)
		p.Source += "\n" + s.fn.Text
	}
	p.Source = "package subject\n\nimport (\n\t\"math\"\n\t\"math/bits\"\n)\n\nvar _ = math.Pi + bits.UintSize\n" +
		shared + p.Source
	return p, all
}

// leavesOf are the scalars of an array, or a scalar.
func leavesOf(typ types.Type) (all []gofuzz.Leaf) {
	if a, ok := typ.(*types.Array); ok {
		for range a.Len() {
			all = append(all, leavesOf(a.Elem())...)
		}
		return all
	}
	b := typ.(*types.Basic)
	return []gofuzz.Leaf{{Bits: int(8 * types.SizesFor("gc", "amd64").Sizeof(b)), Float: b.Info()&types.IsFloat != 0}}
}

// onLeaves executes a function of masks and lanes on its parameters, leaf by leaf, and gives what they hold then.
func (f *File) onLeaves(dom bv.Domain, in []bv.Value) (out []bv.Value, err error) {
	began := time.Now()
	f.Interrupt = func() error {
		if time.Since(began) > longest {
			return errors.New("takes too long")
		}
		return nil
	}
	var s State
	var elements, values []bv.Value
	params := parameters(f.shape, nil)
	for _, q := range params {
		typ := q.typ
		if p, ok := typ.(*types.Pointer); ok {
			typ = p.Elem()
		}
		n := len(leavesOf(typ))
		of := slices.Clone(in[:n])
		in = in[n:]
		switch role := q.port.Role; {
		case role.Number():
			s.Numbers = append(s.Numbers, of)
		case role == spec.MaskRole:
			s.Mask = of
		case role == spec.KeyRole:
			s.Keys = of
		case role == spec.ValueRole:
			values = of
		default:
			elements = of
		}
	}
	s.Lanes = spec.Together(f.shape, elements, values)
	if err := f.Run(dom, &s); err != nil {
		return nil, err
	}
	elements, values = spec.Apart(f.shape, s.Lanes)
	numbers := s.Numbers
	for _, q := range params {
		switch role := q.port.Role; {
		case role.Number():
			out = append(out, numbers[0]...)
			numbers = numbers[1:]
		case role == spec.MaskRole:
			out = append(out, s.Mask...)
		case role == spec.KeyRole:
			out = append(out, s.Keys...)
		case role == spec.ValueRole:
			out = append(out, values...)
		default:
			out = append(out, elements...)
		}
	}
	if s.Pred != nil {
		out = append(out, s.Pred)
	}
	return out, nil
}

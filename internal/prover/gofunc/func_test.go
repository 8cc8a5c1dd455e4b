package gofunc_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/gofunc"
	"github.com/shflgen/shflgen/internal/prover/gofunc/testdata/lang"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/internal/userpkg"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/tests/userops"
)

var (
	langFuncs = map[string]any{
		"Swap": lang.Swap, "Complex": lang.Complex, "Early": lang.Early, "Switches": lang.Switches, "Loops": lang.Loops,
		"GCD": lang.GCD, "Divide": lang.Divide, "Panics": lang.Panics, "Shifts": lang.Shifts, "Floats": lang.Floats,
		"Casts": lang.Casts, "Bits": lang.Bits, "Calls": lang.Calls, "Corners": lang.Corners, "Nested": lang.Nested,
		"Recursive": lang.Recursive, "Extremes": lang.Extremes, "Places": lang.Places, "Ranges": lang.Ranges,
		"Behind": lang.Behind,
	}
	userFuncs = map[string]any{
		"Compose": userops.Compose, "ComposeF": userops.ComposeF, "Better": userops.Better, "JoinBoxes": userops.JoinBoxes,
		"MulComplex": userops.MulComplex, "MulGaussian": userops.MulGaussian, "MergeRegisters": userops.MergeRegisters,
		"LogAdd": userops.LogAdd, "LogAddByHand": userops.LogAddByHand, "MulMatrix": userops.MulMatrix,
		"Concat": userops.Concat, "MulQuaternion": userops.MulQuaternion,
		"LastSet": userops.LastSet, "SaturatingSum": userops.SaturatingSum, "ComposeMaps": userops.ComposeMaps,
		"MulMod": userops.MulMod,
		"Mean":   userops.Mean, "Minus": userops.Minus, "Norm": userops.Norm, "MergeSoftmax": userops.MergeSoftmax,
		"Add128": userops.Add128, "MergeSummaries": userops.MergeSummaries, "MergeTop2": userops.MergeTop2,
		"MergeMoments": userops.MergeMoments,
	}
)

// load is a function of a package.
func load(pattern, name string) (*gofunc.Func, error) {
	pkg, err := userpkg.Load(".", pattern)
	if err != nil {
		return nil, err
	}
	return gofunc.New(gofunc.Loaded(pkg), name)
}

// TestAsCompiled: what is executed on numbers, and on terms that are then evaluated, is what the
// compiled function gives, of random and of special arguments.
func TestAsCompiled(t *testing.T) {
	for _, group := range []struct {
		pattern string
		funcs   map[string]any
	}{
		{"./testdata/lang", langFuncs},
		{"../../../tests/userops", userFuncs},
	} {
		for name, f := range group.funcs {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				read, err := load(group.pattern, name)
				if err != nil {
					t.Fatal(err)
				}
				asCompiled(t, read, reflect.ValueOf(f))
			})
		}
	}
}

func asCompiled(t *testing.T, read *gofunc.Func, f reflect.Value) {
	r := rand.New(rand.NewPCG(3, 4))
	d := term.New(term.Strategy{})
	symbolic, names := []bv.Value{}, 0
	for _, leaves := range read.Params() {
		for _, l := range leaves {
			v := bv.Value(d.Var(names, l.Bits))
			if l.Bool {
				v = d.Extend(d.Var(names, 1), 8, false)
			}
			symbolic = append(symbolic, v)
			names++
		}
	}
	terms, panics, err := read.Run(context.Background(), d, symbolic)
	if err != nil {
		t.Errorf("not on terms: %v", err)
	}
	panicked, differs := 0, map[uint64]bool{}
	for round := range 1500 {
		in := make([]reflect.Value, f.Type().NumIn())
		var args []bv.Value
		var numbers []uint64
		for i := range in {
			p := reflect.New(f.Type().In(i)).Elem()
			args = fill(r, p, args)
			in[i] = p
		}
		for _, a := range args {
			numbers = append(numbers, a.(bv.Word).X)
		}
		want, wantPanic := called(f, in)
		got, panics2, err := read.Run(context.Background(), bv.Numbers{}, args)
		if err != nil {
			t.Fatal(err)
		}
		if (panics2.(bv.Word).X == 1) != wantPanic {
			t.Fatalf("panics %v, compiled %v, of %v", panics2, wantPanic, in)
		}
		if wantPanic {
			panicked++
			continue
		}
		same(t, "on numbers", read, got, want, in)
		differs[want[0].X] = true
		if terms == nil || round > 150 {
			continue
		}
		of := term.Input{Mask: func(int) bool { return false }, Element: func(i int) uint64 { return numbers[i] }}
		if d.Eval(panics, of) != 0 {
			t.Fatalf("the term panics, of %v", in)
		}
		var values []bv.Value
		for _, v := range terms {
			values = append(values, bv.Word{W: v.Width(), X: d.Eval(v, of)})
		}
		same(t, "on terms", read, values, want, in)
	}
	if len(differs) < 2 || panicked > 1000 {
		t.Errorf("%d results, %d panics: nothing was compared", len(differs), panicked)
	}
}

func same(t *testing.T, how string, read *gofunc.Func, got []bv.Value, want []bv.Word, in []reflect.Value) {
	t.Helper()
	for i, l := range read.Results() {
		g := got[i].(bv.Word)
		if g != want[i] && !(l.Float != bv.NoFormat && bv.IsNaN(l.Float, g.X) && bv.IsNaN(l.Float, want[i].X)) {
			t.Fatalf("%s: result%s is %#x, compiled %#x, of %v", how, l.Path, g.X, want[i].X, in)
		}
	}
}

// called are the leaves of the results of a call, and whether it panics.
func called(f reflect.Value, in []reflect.Value) (out []bv.Word, panics bool) {
	defer func() { panics = recover() != nil }()
	for _, v := range f.Call(in) {
		p := reflect.New(v.Type()).Elem()
		p.Set(v)
		walk(p, func(w int, x *uint64, _ reflect.Kind) { out = append(out, bv.Word{W: w, X: *x}) })
	}
	return out, false
}

// fill gives a variable random leaves, and appends their values.
func fill(r *rand.Rand, p reflect.Value, args []bv.Value) []bv.Value {
	walk(p, func(w int, x *uint64, k reflect.Kind) {
		v := r.Uint64() >> r.IntN(64)
		if r.IntN(2) == 0 {
			v = -v
		}
		switch {
		case k == reflect.Bool:
			v &= 1
		case k == reflect.Float32 && r.IntN(3) > 0:
			v = uint64(math.Float32bits([]float32{0, float32(math.Copysign(0, -1)), 1, -1, 0.5, float32(math.NaN()),
				float32(math.Inf(1)), float32(math.Inf(-1)), 3, 1e30, -7.25}[r.IntN(11)]))
		case k == reflect.Float64 && r.IntN(3) > 0:
			v = math.Float64bits([]float64{0, math.Copysign(0, -1), 1, -1, 0.5, math.NaN(), math.Inf(1), math.Inf(-1), 3, 1e300,
				-7.25}[r.IntN(11)])
		}
		*x = v
		if w < 64 {
			*x &= 1<<w - 1
		}
		args = append(args, bv.Word{W: w, X: *x})
	})
	return args
}

// walk visits the leaves of a variable in memory order, and writes them back.
func walk(p reflect.Value, visit func(w int, x *uint64, k reflect.Kind)) {
	leaf := func(p unsafe.Pointer, size uintptr, k reflect.Kind) {
		var x uint64
		b := unsafe.Slice((*byte)(p), size)
		for i := range b {
			x |= uint64(b[i]) << (8 * i)
		}
		visit(int(8*size), &x, k)
		for i := range b {
			b[i] = byte(x >> (8 * i))
		}
	}
	switch at := p.Addr().UnsafePointer(); p.Kind() {
	case reflect.Struct:
		for i := range p.NumField() {
			if p.Type().Field(i).Name != "_" {
				walk(reflect.NewAt(p.Type().Field(i).Type, unsafe.Add(at, p.Type().Field(i).Offset)).Elem(), visit)
			}
		}
	case reflect.Array:
		for i := range p.Len() {
			walk(p.Index(i), visit)
		}
	case reflect.Complex64:
		leaf(at, 4, reflect.Float32)
		leaf(unsafe.Add(at, 4), 4, reflect.Float32)
	case reflect.Complex128:
		leaf(at, 8, reflect.Float64)
		leaf(unsafe.Add(at, 8), 8, reflect.Float64)
	default:
		leaf(at, p.Type().Size(), p.Kind())
	}
}

// TestRefused: what is not followed is refused, with the place and what stands there.
func TestRefused(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	for name, why := range map[string]string{
		"Written": "variable counter of the package is written", "Pointer": "is a pointer", "Slice": "is a slice",
		"Word": "int",
		"Text": "", "Closure": "not supported", "Address": "not supported", "Index": "index that depends on data",
		"Endless": "end that depends on data", "Deep": "calls within calls", "Payload": "neither sign nor payload",
		"Sign": "neither sign nor payload",
		"Jump": "not supported", "Generic": "type parameters", "List": "list of arguments", "Defer": "not supported",
		"Map": "type map", "Gamma": "not supported yet", "Made": "shape", "Quotient": "complex operation",
		"Empty": "type [0][2]int32",
	} {
		f, err := load("./testdata/refused", name)
		if err == nil {
			d := term.New(term.Strategy{})
			var args []bv.Value
			for _, leaves := range f.Params() {
				for _, l := range leaves {
					args = append(args, d.Var(len(args), l.Bits))
				}
			}
			_, _, err = f.Run(context.Background(), d, args)
		}
		if err == nil || !strings.Contains(err.Error(), why) || !strings.Contains(err.Error(), "refused.go:") &&
			name != "Text" {
			t.Errorf("%s: %v, want %q", name, err, why)
		}
	}
}

// TestAssumes: an outcome names the places where Go leaves a choice to the machine.
func TestAssumes(t *testing.T) {
	for name, want := range map[string]string{
		"MergeMoments": "", "MergeSoftmax": "", "Within": "round once for both", "ComposeF": "", "Better": "",
		"MulComplex": "",
	} {
		folder := "../../../tests/userops"
		if name == "Within" {
			folder = "../../../tests/operators/testdata/fused"
		}
		f, err := load(folder, name)
		if err != nil {
			t.Fatal(err)
		}
		d := term.New(term.Strategy{})
		var args []gofunc.Value
		for _, leaves := range f.Params() {
			for _, l := range leaves {
				args = append(args, gofunc.Value{V: d.Var(len(args), l.Bits)})
			}
		}
		out, err := f.Call(context.Background(), d, args)
		if got := fmt.Sprint(out.Assumes); err != nil || (want == "") != (len(out.Assumes) == 0) ||
			!strings.Contains(got, want) {
			t.Errorf("%s: %v, %v, want %q", name, got, err, want)
		}
	}
}

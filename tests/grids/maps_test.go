package grids

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
	"github.com/shflgen/shflgen/tests/extent"
)

// dotOf is the spec of a dot product.
func dotOf(t *testing.T, name string) spec.Spec {
	s := sumOf(t, name)
	s.Map = spec.KnownMap(spec.Product)
	return s
}

// every is each n-th spec of mapped arrays.
func every(n int) (all []spec.Spec) {
	for i, s := range slices.Collect(catalogue.MappedGrids()) {
		if i%n == 0 {
			all = append(all, s)
		}
	}
	return all
}

// TestMapsGo proves functions of mapped arrays for a few lengths.
func TestMapsGo(t *testing.T) {
	for nth, s := range extent.Sample(every(4), 5) {
		f, err := goread.Read("array.go", []byte(emit(t, s, gen.Go)))
		if err != nil {
			t.Errorf("%s: %v", s.FileName(), err)
			continue
		}
		for _, n := range []int{1, 33 + nth%8, s.GridOrder().Accumulators() + 8} {
			if p, err := check.Prove(context.Background(), f.OfLength(n), check.Search{}); err != nil || p.Err() != nil {
				t.Errorf("%s, n %d: %v, %v", s.FileName(), n, err, p.Err())
			}
		}
	}
}

// TestMapsGoFaults: each is named or shown by a call.
func TestMapsGoFaults(t *testing.T) {
	src := emit(t, dotOf(t, "float64"), gen.Go)
	for after, faults := range map[string][]fault{
		"func GridReduceSumProductFloat64(": {
			{"one array twice", "Many(a, b)", "Many(a, a)", "length   65"},
			{"another identity", "0x8000000000000000", "0x0", "length   0"},
			{"other lengths are wanted", "len(b) != len(a)", "len(b) == len(a)", "panic"},
		},
		"func gridReduceSumProductFloat64Chunks(": {
			{"the second array's first chunk again", "y = y[len(chunk):]", "y = y[0:]", "refuted"},
			{"a shorter chunk of the second array", "y[:len(chunk)]", "y[:len(chunk)-1]", "elements 0 to before"},
		},
		"func gridReduceSumProductFloat64Short(": {
			{"a group twice", "x[16:], y[16:]", "x[8:], y[8:]", "length   33"},
			{"another length for the last elements", "len(x) <= 12", "len(x) <= 13", "length   45"},
		},
		"func gridReduceSumProductFloat64LoadFour(": {
			{"another tree", "c[1]*cy[1]", "c[2]*cy[2]", "length   5"},
		},
		"func gridReduceSumProductFloat64LoadFew(": {
			{"elements of two places", "x[2] * y[2]", "x[2] * y[1]", "length   3"},
			{"the map left out", "float64(x[0] * y[0])", "x[0]", "length   1"},
			{"an element left out", "len(x) > 3", "len(x) > 4", "length   4"},
		},
		"func gridReduceSumProductFloat64Round(": {
			{"elements of two places", "c[3] * cy[3]", "c[3] * cy[2]", "refuted"},
			{"a sum for a product", "c[3] * cy[3]", "c[3] + cy[3]", "refuted"},
			{"the second array from the start again", "x, y = x[8:], y[8:]", "x = x[8:]", "refuted"},
		},
		"func gridReduceSumProductFloat64Long(": {
			{"a product that may be fused", "a3 + float64(e[3]*ey[3])", "a3 + e[3]*ey[3]", "fused"},
			{"the second array from the start again", "x, y = x[len(c):], y[len(c):]", "x = x[len(c):]", "refuted"},
			{"one array twice", "float64(x[j]*y[j])", "float64(x[j]*x[j])", "refuted"},
			{"the second array overwritten", "var a [512]float64", "var a [512]float64\n\ty[0] = 0",
				"assignment to an element of in"},
		},
	} {
		for _, f := range extent.Faults(t, faults, 48) {
			if said := proveGo(t, planted(t, src, after, f)); !strings.Contains(said, f.says) ||
				strings.Contains(said, ": proved") {
				t.Errorf("%s: %s, want %q", f.name, said, f.says)
			}
		}
	}
}

// TestMapsEveryLengthFaults: what is wrong of some lengths only does not hold, and what has another form is not
// followed.
func TestMapsEveryLengthFaults(t *testing.T) {
	src := emit(t, dotOf(t, "float64"), gen.Go)
	const long, rounds = "func gridReduceSumProductFloat64Long(", "cy := y[:len(c)]"
	const rest, loop = "x, y = x[len(c):], y[len(c):]", "for len(x) >= 512 {"
	for _, f := range extent.Few([]fault{
		{"elements of two places", "float64(e[3]*ey[3])\n\t\t\ta4", "float64(e[3]*ey[2])\n\t\t\ta4",
			"accumulator 3 after the first 2 rounds differs"},
		{"the last elements of one array", "float64(x[j]*y[j])", "float64(x[j]*x[j])",
			"accumulator 0 after the last elements differs"},
		{"the rest of one array alone", rest, "x = x[len(c):]", "x = x[len(c):], as first and last"},
		{"another rest", rest, "x, y = x[len(c):], y[len(x):]", "x = x[len(c):], as first and last"},
		{"arrays exchanged", rest, "y, x = x[len(c):], y[len(c):]", "x = x[len(c):], as first and last"},
		{"rounds of the second array that are kept", rounds, rounds + "\n\tz := cy\n\t_ = z", "want len(cy) or cy[i:]"},
		{"more of the second array", rounds, "cy := y[:512]", "want c := x"},
		{"the second array looked at", loop, "y = y[:len(x)]\n\t" + loop, "want c := x"},
	}, 3) {
		p, why := begin(t, planted(t, src, long, f))
		if why != "" {
			t.Fatalf("%s: %s", f.name, why)
		}
		if err := p.All(context.Background(), "long", "last"); err == nil || !strings.Contains(err.Error(), f.says) {
			t.Errorf("%s: %v, want %q", f.name, err, f.says)
		}
	}
	for after, faults := range map[string][]fault{
		"func GridReduceSumProductFloat64": {
			{"any lengths", "len(b) != len(a)", "len(b) < len(a)", ""},
			{"arrays exchanged", "Many(a, b)", "Many(b, a)", ""},
			{"parameters exchanged", "(a []float64, b []float64)", "(b []float64, a []float64)", ""},
		},
		"func gridReduceSumProductFloat64Many": {
			{"parameters exchanged", "(a []float64, b []float64)", "(b []float64, a []float64)", ""},
			{"parts of one array", "b[from*size:]", "a[from*size:]", ""},
		},
		"func gridReduceSumProductFloat64Chunks": {
			{"the second array's first chunk again", "y = y[len(chunk):]", "y = y[0:]", ""},
			{"parameters exchanged", "(x []float64, y []float64", "(y []float64, x []float64", ""},
		},
	} {
		for _, f := range faults {
			if _, why := begin(t, planted(t, src, after, f)); why == "" {
				t.Errorf("%s: followed", f.name)
			}
		}
	}
}

// TestMapsKernels: kernels of mapped arrays are proved, of a sample of maps, types and ops.
func TestMapsKernels(t *testing.T) {
	extent.OneIn(t, 12, 12)
	for _, s := range extent.Drawn(t, append(every(18), dotOf(t, "float32")), 8, 8) {
		p := s.GridOrder().Accumulators()
		c := claims{blocks: []working{{n: 5, blocks: 1}, {16*p + 1, 3, 2, 2}}, idle: true, trees: []int{3}}
		if wrong := proveKernel(t, s, emit(t, s, gen.CUDA), c); wrong != "" {
			t.Errorf("%s: %s", s.FileName(), wrong)
		}
	}
}

// TestMapsKernelFaults: each is named or shown by a call.
func TestMapsKernelFaults(t *testing.T) {
	s := dotOf(t, "float32")
	src := emit(t, s, gen.CUDA)
	p := s.GridOrder().Accumulators()
	for _, f := range extent.Faults(t, []fault{
		{"alignment of one array alone", "((unsigned long long)a | (unsigned long long)b) & 15u",
			"(unsigned long long)a & 15u", "are not aligned"},
		{"the first chunk of the second array", "b + first", "b", "chunk"},
		{"one array twice", "(a + first, b + first", "(a + first, a + first", "4097 elements"},
		{"elements of two places", "map(__uint_as_float(x0.y), __uint_as_float(y0.y))",
			"map(__uint_as_float(x0.y), __uint_as_float(y0.x))", "elements"},
		{"a sum for a product", "mul.rn.f32", "add.rn.f32", "length   1"},
		{"a product that is not rounded once", "mul.rn.f32", "mul.rz.f32", ""},
		{"the second array stays", "b_from += 4096;", "", "elements"},
		{"the last vector left out", "own + 4u <= rest) {", "own + 4u < rest) {", "elements"},
		{"a vector that is not loaded", "if (own + 4u <= rest) {", "{", ""},
		{"another identity", "mov.b32 %0, 0x80000000", "mov.b32 %0, 0x00000000", "expected 0x80000000"},
	}, 24) {
		c := claims{blocks: []working{{n: 1, blocks: 1}, {n: 4, blocks: 1}, {n: p + 4, blocks: 1}, {n: 4*p + 1, blocks: 1},
			{n: 9*p + 4, blocks: 1}, {16*p + 1, 3, 1, 1}}}
		if said := proveKernel(t, s, planted(t, src, "", f), c); said == "" || !strings.Contains(said, f.says) {
			t.Errorf("%s: %q, want %q", f.name, said, f.says)
		}
	}
}

// TestMapsRefused: what an array takes no map with is named by its flag.
func TestMapsRefused(t *testing.T) {
	for flags, wrong := range map[string]string{
		"-type float32 -op argmax -parts":    "parts",
		"-type float32 -map abs -op argmax":  "map",
		"-type uint32 -map abs":              "map",
		"-type float32 -map cube":            "map",
		"-type int32 -map square -op absmax": "map",
	} {
		_, err := spec.ParseArgs(append([]string{"-pattern", "grid-reduce"}, strings.Fields(flags)...))
		var found spec.FlagError
		if !errors.As(err, &found) || found.Flag != wrong {
			t.Errorf("%s: %v, want an error of -%s", flags, err, wrong)
		}
	}
}

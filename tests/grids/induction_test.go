package grids

import (
	"context"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/internal/prover/induction"
	"github.com/shflgen/shflgen/tests/extent"
)

// begin is the proof of a file's function for every length, or why there is none.
func begin(t testing.TB, src string) (*induction.Proof, string) {
	t.Helper()
	f, err := goread.Read("array.go", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return induction.Of(f)
}

// TestCut: the arithmetic of the one form gives chunks that hold every element once, and no more of them than
// there are places: by the lengths where it changes, and some between.
func TestCut(t *testing.T) {
	o := sumOf(t, "float64").GridOrder()
	p, most := int64(o.Accumulators()), int64(o.Chunks)
	var lengths []int64
	for _, round := range []int64{17, 18, 100, 8 * most, 8*most + 1, 9 * most, 9*most + 1, 1 << 20, 1<<20 + 1, 1<<31 - 1, 1 << 31} {
		lengths = append(lengths, round*p-1, round*p, round*p+1)
	}
	for i := range 10000 {
		lengths = append(lengths, int64(o.Alone)*p+1+int64(splitMix(7, i)>>(24+i%20)))
	}
	for _, n := range lengths {
		rounds := max(int64(o.Rounds), (n+most*p-1)/(most*p))
		size := rounds * p
		if got := o.Chunk(n); got != size {
			t.Fatalf("n %d: chunks of %d, the spec's are of %d", n, size, got)
		}
		if chunks := (n + size - 1) / size; chunks < 2 || chunks > most || (chunks-1)*size >= n {
			t.Fatalf("n %d: %d chunks of %d", n, chunks, size)
		}
	}
}

// TestEveryLength proves sums for every length.
func TestEveryLength(t *testing.T) {
	for _, name := range []string{"float64", "float32"}[:extent.Pick(1, 2)] {
		p, why := begin(t, emit(t, sumOf(t, name), gen.Go))
		if why != "" {
			t.Fatalf("%s: %s", name, why)
		}
		if err := p.All(context.Background()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestEveryLengthFaults: what is wrong of some lengths only does not hold, and what is looked at otherwise than
// the form says is not followed.
func TestEveryLengthFaults(t *testing.T) {
	src := emit(t, sumOf(t, "float64"), gen.Go)
	const tree, round, long = "func gridReduceSumFloat64Tree(", "func gridReduceSumFloat64Round(", "func gridReduceSumFloat64Long("
	claims := map[string]func(*induction.Proof, context.Context) error{tree: (*induction.Proof).Tree, round: (*induction.Proof).Round, long: (*induction.Proof).Long}
	for after, faults := range map[string][]fault{
		tree: {
			{"one length", "for len(a) > 1 {", "if len(a) == 77 {\n\t\ta = a[:76]\n\t}\n\tfor len(a) > 1 {", "the tree of 77 elements: the result differs"},
			{"another order from some length on", "d *= 2", "d += max(1, d-2)", "the tree of 4 elements"},
		},
		round: {
			{"a product that may be fused", "return gridReduceSumFloat64Tree(t[:n])", "return gridReduceSumFloat64Tree(t[:n]) * 1", "a product that is not rounded"},
			{"one length", "n := 0", "n := 0\n\tif len(x) == 77 {\n\t\tx = x[:76]\n\t}", "a round of 77 elements: the result differs"},
		},
		long: {
			{"the last whole group left out", "j+8 <= len(x)", "j+8 < len(x)", "the last rounds of 520 elements"},
			{"one length of the rest", "tail := ", "if len(x) == 9 {\n\t\tx = x[:8]\n\t}\n\ttail := ", "the last rounds of 521 elements"},
			{"an accumulator that is not taken over", "to[3] = to[3] + e[3]", "to[3] = to[2] + e[3]", "accumulator 3 after a round more differs"},
			{"the first round's elements again", "to[3] = to[3] + e[3]", "to[3] = to[3] + e[2]", "accumulator 3 after a round more differs"},
			{"accumulators that begin as others", "to[3] = e[3]", "to[3] = e[4]", "accumulator 3 after the first round differs"},
			{"a round in the other order", "to[3] = to[3] + e[3]", "to[3] = to[3] + e[3] + 0", "accumulator 3 after a round more differs"},
			{"the first elements after the loop", "to[3] = to[3] + c[3]", "to[3] = e0[3] + c[3]", "the last rounds of 513 elements"},
			{"rounds that are counted", "c := (*[512]float64)(x)", "k := 0\n\tc := (*[512]float64)(x)", "writes something else than the accumulators"},
			{"a length that is looked at before", "c := (*[512]float64)(x)", "if len(x) == 5000 {\n\t\tx = x[:4999]\n\t}\n\tc := (*[512]float64)(x)", "want it as (*[512]T)(x) alone"},
			{"a part that is kept", "c := (*[512]float64)(x)", "y := x\n\t_ = y\n\tc := (*[512]float64)(x)", "want it as (*[512]T)(x) alone"},
			{"a way out", "for x = x[512:]; len(x) >= 512; x = x[512:] {", "for x = x[512:]; len(x) >= 512; x = x[512:] {\n\t\tif a[0] == 1 {\n\t\t\tbreak\n\t\t}", "want none up to the end of the loop"},
			{"two rounds at a time", "len(x) >= 512; x = x[512:]", "len(x) >= 512; x = x[1024:]", "want a loop for x = x[512:]"},
			{"one round less", "for x = x[512:]; len(x) >= 512", "for x = x[512:]; len(x) >= 513", "want a loop for x = x[512:]"},
			{"two arrays of accumulators", "var a [512]float64", "var a, b [512]float64\n\t_ = b", "want one local array of accumulators"},
		},
	} {
		for _, f := range faults {
			changed := planted(t, src, after, f)
			switch f.name {
			case "the first elements after the loop":
				changed = planted(t, changed, after, fault{f.name, "c := (*[512]float64)(x)", "c := (*[512]float64)(x)\n\te0 := c", ""})
			case "rounds that are counted":
				changed = planted(t, changed, after, fault{f.name, "x = x[512:] {", "x = x[512:] {\n\t\tk++", ""})
			}
			p, why := begin(t, changed)
			if why != "" {
				t.Fatalf("%s: %s", f.name, why)
			}
			if err := claims[after](p, context.Background()); err == nil || !strings.Contains(err.Error(), f.says) {
				t.Errorf("%s: %v, want %q", f.name, err, f.says)
			}
		}
	}
}

// TestOneForm: where the function of an array has another form, or its op or type another proof, nothing
// is claimed of every length.
func TestOneForm(t *testing.T) {
	src := emit(t, sumOf(t, "float64"), gen.Go)
	for _, f := range []fault{
		{"another cut", "max(8,", "max(9,", ""},
		{"rounded down", "-1)/(", ")/(", ""},
		{"fewer places", "[256]float64", "[255]float64", ""},
		{"a chunk alone", "16*round", "8*round", ""},
		{"another comparison", "len(in) <= round", "len(in) < round+1", ""},
		{"nothing is one element", "len(in) == 0", "len(in) <= 0", ""},
		{"what is cut off", "in[len(chunk):]", "in[size:]", ""},
	} {
		if _, why := begin(t, planted(t, src, "func GridReduceSumFloat64(", f)); !strings.Contains(why, "in the form of an emitted one") {
			t.Errorf("%s: %q", f.name, why)
		}
	}
	for args, want := range map[string]string{
		"float16":         "a round has more than 1024 elements",
		"float32/float16": "elements have another type in memory",
	} {
		if _, why := begin(t, emit(t, sumOf(t, args), gen.Go)); why != want {
			t.Errorf("%s: %q, want %q", args, why, want)
		}
	}
}

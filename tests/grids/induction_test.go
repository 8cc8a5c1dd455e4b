package grids

import (
	"context"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/internal/prover/induction"
	"github.com/shflgen/shflgen/spec"
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
	for _, round := range []int64{17, 18, 100, 8 * most, 8*most + 1, 9 * most, 9*most + 1, 1 << 20, 1<<20 + 1, 1<<31 - 1,
		1 << 31} {
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

// TestEveryLength proves reductions for every length: of elements, keys and integers of an encoding, which are narrow
// or widened.
func TestEveryLength(t *testing.T) {
	extent.OneIn(t, 8, 8)
	all := []spec.Spec{sumOf(t, "float64"), winnerOf(t, spec.Max, spec.Float32)}
	if extent.Of() == extent.Full {
		all = append(all, extent.Drawn(t, []spec.Spec{
			dotOf(t, "float32"), sumOf(t, "int8"), sumOf(t, "float16"), sumOf(t, "float32/bfloat16"),
			winnerOf(t, spec.AbsMax, spec.Uint16),
		}, 16, 16)...)
	}
	for _, s := range all {
		p, why := begin(t, emit(t, s, gen.Go))
		if why != "" {
			t.Fatalf("%s: %s", s.FileName(), why)
		}
		if err := p.All(context.Background()); err != nil {
			t.Errorf("%s: %v", s.FileName(), err)
		}
	}
}

// TestEveryLengthFaults: what is wrong of some lengths only does not hold, and what is looked at otherwise than
// the form says is not followed.
func TestEveryLengthFaults(t *testing.T) {
	src := emit(t, sumOf(t, "float64"), gen.Go)
	const main, several, tree, round, long = "func GridReduceSumFloat64(", "func gridReduceSumFloat64Several(",
		"func gridReduceSumFloat64Tree(", "func gridReduceSumFloat64Round(", "func gridReduceSumFloat64Long("
	parts := map[string][]string{main: {"short"}, several: {"short"}, tree: {"tree"}, round: {"round"},
		long: {"long", "last"}}
	const loop, rounds = "for len(x) >= 512 {", "c := x[:min(len(x)&^511, 4096)]"
	const inLoop = loop + "\n\t\t" + rounds
	for after, faults := range map[string][]fault{
		main: {
			{"a case", "case 1:", "case 51:\n\t\treturn in[0]\n\tcase 1:", "the result of 51 elements differs"},
			{"two cases", "case 1:", "case 1, 70:", "the result of 70 elements differs"},
			{"a case before the others", "switch len(in) {",
				"switch len(in) {\n\tcase 33:\n\t\tin = in[:32]\n\t}\n\tswitch len(in) {", "the result of 33 elements differs"},
		},
		several: {
			{"one length", "if len(in) <= 64", "if len(in) == 43 {\n\t\treturn in[0]\n\t}\n\tif len(in) <= 64",
				"the result of 43 elements differs"},
		},
		tree: {
			{"one length", "for len(a) > 8 {", "if len(a) == 77 {\n\t\ta = a[:76]\n\t}\n\tfor len(a) > 8 {",
				"the tree of 77 elements: the result differs"},
			{"another order from some length on", "a[n] = gridReduceSumFloat64Few(rest)",
				"a[n] = gridReduceSumFloat64Few(rest[:1])", "the tree of 10 elements"},
		},
		round: {
			{"a product that may be fused", "return gridReduceSumFloat64Tree(t[:n])",
				"return gridReduceSumFloat64Tree(t[:n]) * 1", "a product that is not rounded"},
			{"one length", "n := 0", "n := 0\n\tif len(x) == 77 {\n\t\tx = x[:76]\n\t}",
				"a round of 77 elements: the result differs"},
		},
		long: {
			{"the last element left out", "j < len(x)", "j < len(x)-1", "the last rounds of 1023 elements"},
			{"one length of the rest", "// The last elements.", "if len(x) == 9 {\n\t\tx = x[:8]\n\t}",
				"the last rounds of 521 elements"},
			{"an accumulator that is not taken over", "a3 := to[3]", "a3 := to[2]", "accumulator 3 after 1 rounds more differs"},
			{"the first round's elements alone", "i += 512", "i += 1024", "accumulator 0 after the first 3 rounds differs"},
			{"one number of rounds", rounds + "\n\t\tfor", rounds + "\n\t\tif len(c) == 7*512 {\n\t\t\ta[9] = 0\n\t\t}\n\t\tfor",
				"accumulator 9 after 7 rounds more differs"},
			{"one number of first rounds", "x = x[len(c):]", "if len(c) == 8*512 {\n\t\ta[9] = 0\n\t}\n\tx = x[len(c):]",
				"accumulator 9 after the first 8 rounds differs"},
			{"accumulators that begin as others", "a3 := e[3]", "a3 := e[4]", "accumulator 3 after the first 1 rounds differs"},
			{"a round in the other order", "a3 = a3 + e[3]", "a3 = a3 + e[3] + 0",
				"accumulator 3 after the first 2 rounds differs"},
			{"the first elements after the loop", "a[j] = a[j] + x[j]", "a[j] = a[j] + c[j:][0]",
				"want x and the accumulators alone"},
			{"rounds that are counted", "x = x[len(c):]", "k := 0\n\tx = x[len(c):]", "want x and the accumulators alone"},
			{"one number of first rounds, and one length", "// The last elements.",
				"if len(c) == 5*512 && len(x) == 3 {\n\t\ta[9] = 0\n\t}", "want x and the accumulators alone"},
			{"first rounds in the loop", loop, loop + "\n\t\tif len(c) == 1024 {\n\t\t\ta[3] = 0\n\t\t}",
				"want c := x"},
			{"a local of the accumulators", "x = x[len(c):]", "b := &a\n\tx = x[len(c):]\n\tb[0] = b[0]", "want c := x"},
			{"a length that is looked at", rounds, "if len(x) == 5000 {\n\t\tx = x[:4999]\n\t}\n\t" + rounds,
				"want c := x[:min(len(x)&^511, M)]"},
			{"a part that is kept", rounds, "y := x\n\t_ = y\n\t" + rounds, "want c := x[:min(len(x)&^511, M)]"},
			{"rounds that are kept", rounds, rounds + "\n\ty := c\n\t_ = y", "want len(c) or c[i:]"},
			{"rounds that change", rounds, rounds + "\n\tc = c[:512]", "want len(c) or c[i:]"},
			{"a way out", inLoop, inLoop + "\n\t\tif a[0] == 1 {\n\t\t\tbreak\n\t\t}", "want none up to the end of the loop"},
			{"half of the rounds are left out", "x = x[len(c):]", "x = x[2*len(c):]", "x = x[len(c):], as first and last"},
			{"one element less", loop, "for len(x) >= 513 {", "in for len(x) >= 512"},
			{"rounds that are not whole", rounds, "c := x[:min(len(x)&^255, 4096)]", "want c := x[:min(len(x)&^511, M)]"},
			{"other rounds in the loop", loop + "\n\t\t" + rounds, loop + "\n\t\tc := x[:min(len(x)&^511, 2048)]",
				"want c := x"},
			{"two arrays of accumulators", "var a [512]float64", "var a, b [512]float64\n\t_ = b",
				"want one local array of accumulators"},
		},
	} {
		for _, f := range extent.Few(faults, 2) {
			changed := planted(t, src, after, f)
			if f.name == "rounds that are counted" {
				changed = planted(t, changed, after, fault{f.name, inLoop, inLoop + "\n\t\tk++", ""})
			}
			p, why := begin(t, changed)
			if why != "" {
				t.Fatalf("%s: %s", f.name, why)
			}
			if err := p.All(context.Background(), parts[after]...); err == nil || !strings.Contains(err.Error(), f.says) {
				t.Errorf("%s: %v, want %q", f.name, err, f.says)
			}
		}
	}
}

// TestOneForm: where the function of an array has another form, nothing is claimed of every length. Of rounds of many
// elements it takes one more form.
func TestOneForm(t *testing.T) {
	src := emit(t, sumOf(t, "float64"), gen.Go)
	const main, several, many, chunks = "func GridReduceSumFloat64(", "func gridReduceSumFloat64Several(",
		"func gridReduceSumFloat64Many(", "func gridReduceSumFloat64Chunks("
	for after, faults := range map[string][]fault{
		main: {
			{"a case of more than a round", "case 1:", "case 1, 513:", "begins with if len(in) <= N"},
			{"any other number", "case 1:", "default:", "begins with if len(in) <= N"},
			{"a switch of something else", "switch len(in) {", "switch len(in) & 511 {", "begins with if len(in) <= N"},
			{"a switch after something", "switch len(in) {", "switch in = in[:len(in)]; len(in) {",
				"begins with if len(in) <= N"},
			{"several of another length", "Several(in)", "Several(in[:len(in)])", "in the form of an emitted one"},
		},
		several: {
			{"more than a round", "len(in) <= 64", "len(in) <= 513", "begins with if len(in) <= N"},
			{"from a length on", "len(in) <= 64", "len(in) >= 64", "begins with if len(in) <= N"},
			{"an array of another length", "Many(in)", "Many(in[:len(in)])", "in the form of an emitted one"},
		},
		many: {
			{"another cut", "max(8,", "max(9,", ""},
			{"rounded down", "-1)/(", ")/(", ""},
			{"fewer places", "[256]float64", "[255]float64", ""},
			{"a chunk alone", "16*round", "8*round", ""},
			{"another comparison", "len(in) <= round", "len(in) < round+1", ""},
			{"a chunk less", "count := (len(in) + size - 1) / size", "count := len(in) / size", ""},
			{"parts from another element on", "in[from*size:]", "in[from:]", ""},
			{"parts in the place of others", "chunks[from:to]", "chunks[:to-from]", ""},
			{"parts of no chunk", "(131072+size-1)/size", "131072/size", ""},
		},
		chunks: {
			{"what is cut off", "x[len(chunk):]", "x[size:]", ""},
			{"no element left", "min(size, len(x))", "size", ""},
		},
		"func gridReduceSumFloat64Parts(": {
			{"parts that do not meet", "i*(n/count)", "i*(n/count)+1", "refused"},
		},
	} {
		for _, f := range extent.Few(faults, 2) {
			changed := planted(t, src, after, f)
			if f.says == "refused" {
				if _, err := goread.Read("array.go", []byte(changed)); err == nil {
					t.Errorf("%s: read", f.name)
				}
				continue
			}
			if _, why := begin(t, changed); why == "" || !strings.Contains(why, f.says) {
				t.Errorf("%s: %q", f.name, why)
			}
		}
	}
	halves := emit(t, sumOf(t, "float16"), gen.Go)
	if _, why := begin(t, halves); why != "" {
		t.Error(why)
	}
	for _, f := range []fault{
		{"a group that knows its number", "t[n] =", "_ = n\n\t\tt[n] =", ""},
		{"groups that know the length", "t[n] =", "_ = len(x)\n\t\tt[n] =", ""},
		{"groups that are left out", "t[n] =", "if x[0] == 1 {\n\t\t\tbreak\n\t\t}\n\t\tt[n] =", ""},
		{"another slot", "t[n] =", "t[n/2*2] =", ""},
		{"groups of seven", "x = x[8:]", "x = x[7:]", ""},
	} {
		if _, why := begin(t, planted(t, halves, "func gridReduceSumFloat16Round(",
			f)); why != "a round has more than 1024 elements, and no groups" {
			t.Errorf("%s: %q", f.name, why)
		}
	}
	for _, f := range []fault{
		{"an element that knows its number", "a[j] =", "_ = j\n\t\ta[j] =", ""},
		{"elements that know how many there are", "a[j] =", "_ = len(x)\n\t\ta[j] =", ""},
		{"something before the loop", "// The last elements.", "k := len(x)\n\t_ = k", ""},
		{"something after the loop", "return gridReduceSumFloat16Tree(a[:])",
			"x = x[:0]\n\treturn gridReduceSumFloat16Tree(a[:])", ""},
	} {
		p, why := begin(t, planted(t, halves, "func gridReduceSumFloat16Long(", f))
		if why != "" {
			t.Fatalf("%s: %s", f.name, why)
		}
		err := p.All(context.Background(), "last")
		if err == nil || !strings.Contains(err.Error(), "not taken in one by one") {
			t.Errorf("%s: %v", f.name, err)
		}
	}
}

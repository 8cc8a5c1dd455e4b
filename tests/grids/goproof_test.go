package grids

import (
	"context"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// emit is the file of a spec in a language.
func emit(t testing.TB, s spec.Spec, lang gen.Lang) string {
	t.Helper()
	files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{lang}, Package: "shfl"})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range files {
		return string(text)
	}
	panic("no file")
}

// proveGo is the verdict of package verify on a Go file.
func proveGo(t testing.TB, src string) string {
	t.Helper()
	r, err := verify.Prove(context.Background(), verify.Subject{Path: "array.go", Src: []byte(src)},
		verify.Options{Alone: true})
	if err != nil {
		t.Fatal(err)
	}
	return r.String()
}

// TestGoLengths proves lengths up to 4096 by terms. TestEveryLength proves every one, by induction.
func TestGoLengths(t *testing.T) {
	var lengths []int
	for n := 1; n <= 4096; n++ {
		lengths = append(lengths, n)
	}
	f, err := goread.Read("array.go", []byte(emit(t, sumOf(t, "float32"), gen.Go)))
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range extent.Drawn(t, lengths, 210, 160) {
		if p, err := check.Prove(context.Background(), f.OfLength(n), check.Search{}); err != nil || p.Err() != nil {
			t.Fatalf("n %d: %v, %v", n, err, p.Err())
		}
	}
}

// TestGo proves other ops and types for a few lengths. Not of an absmax of elements that are widened: it is not
// decided.
func TestGo(t *testing.T) {
	for nth, s := range extent.Sample(gridSpecs(), 7) {
		f, err := goread.Read("array.go", []byte(emit(t, s, gen.Go)))
		if err != nil {
			t.Errorf("%s: %v", s.FileName(), err)
			continue
		}
		for _, n := range []int{1, 16, 33 + nth, s.GridOrder().Accumulators() + 8} {
			if p, err := check.Prove(context.Background(), f.OfLength(n), check.Search{}); err != nil || p.Err() != nil {
				t.Errorf("%s, n %d: %v, %v", s.FileName(), n, err, p.Err())
			}
		}
	}
}

func gridSpecs() (all []spec.Spec) {
	for s := range catalogue.Grids() {
		if s.HasLane() {
			continue
		}
		all = append(all, s)
	}
	return all
}

// fault is a change of an emitted file, and what is said of the file then.
type fault struct{ name, old, new, says string }

// planted is the file with the fault, which stands in all places or after a text.
func planted(t testing.TB, src, after string, f fault) string {
	t.Helper()
	head, tail, ok := strings.Cut(src, after)
	if !ok || !strings.Contains(tail, f.old) {
		t.Fatalf("%s: no %q after %q", f.name, f.old, after)
	}
	return head + after + strings.Replace(tail, f.old, f.new, 1)
}

// TestGoFaults: each is named or shown by a call.
func TestGoFaults(t *testing.T) {
	src := emit(t, sumOf(t, "float64"), gen.Go)
	for after, faults := range map[string][]fault{
		"func GridReduceSumFloat64(": {
			{"another identity", "0x8000000000000000", "0x0", "length   0"},
			{"no element is one", "case 0:", "case 0, 1:", "refused"},
			{"one element is none", "return in[0]", "return 0", "length   1"},
			{"two elements are one", "case 1:", "case 1, 2:", "length   2"},
		},
		"func gridReduceSumFloat64Several(": {
			{"too many for four", "len(in) <= 4", "len(in) <= 5", "length   5"},
			{"the third left out", "len(in) > 2", "len(in) > 3", "length   3"},
			{"an element twice", "in[4:]", "in[3:]", "refuted"},
			{"an element left out", "in[8:]", "in[9:]", "index 0 of 0 elements"},
			{"the last elements left out", "len(in) <= 24", "len(in) <= 25", "refuted"},
			{"too many for half a group", "len(in) <= 12", "len(in) <= 13", "refuted"},
			{"another order", "a + b", "b + a + 0", "refuted"},
			{"a group twice", "in[16:])) +", "in[8:])) +", "refuted"},
		},
		"func gridReduceSumFloat64Many(": {
			{"a chunk alone is too short", "16*round", "15*round", "refuted"},
			{"a chunk alone is too long", "16*round", "17*round", "refuted"},
			{"another cut", "max(8,", "max(7,", "refuted"},
			{"chunks that are no whole rounds", "rounds * round", "rounds*round + 1", "refuted"},
			{"a chunk too many", "Chunks(in, size, few[:count])", "Chunks(in, size, few[:count+1])", "index 0 of 0 elements"},
			{"a place without a chunk", "Tree(few[:count])", "Tree(few[:count+1])", "refuted"},
			{"a round that is longer", "len(in) <= round", "len(in) <= round+1", "index 64 of 64 elements"},
		},
		"func gridReduceSumFloat64Chunks(": {
			{"the last element left out", "x[:min(size, len(x))]", "x[:min(size, len(x))-1]", "refuted"},
			{"an element twice", "x[len(chunk):]", "x[max(1, len(chunk)-1):]", "refuted"},
			{"one chunk in the place of another", "out[i] = gridReduceSumFloat64Long", "out[i&^1] = gridReduceSumFloat64Long",
				"refuted"},
			{"a chunk without a result", "i++", "i += 2", "refuted"},
		},
		"func gridReduceSumFloat64Short(": {
			{"the rest left out", "len(x) > 0", "len(x) > 1", "refuted"},
		},
		"func gridReduceSumFloat64Round(": {
			{"the last elements left out", "len(x) > 0", "len(x) > 1", "refuted"},
			{"a step too long", "x = x[8:]", "x = x[9:]", "refuted"},
			{"the input overwritten", "n := 0", "n := 0\n\tx[0] = 0", "assignment to an element of in"},
			{"one group in the place of another", "n++", "n |= 1", "refuted"},
		},
		"func gridReduceSumFloat64Long(": {
			{"accumulators that begin with zero", "to[0] = a0", "to[0] = 0 + a0", "refuted"},
			{"an accumulator overwritten", "a3 = a3 + e[3]", "a3 = e[3]", "refuted"},
			{"another accumulator", "a3 = a3 + e[3]", "a3 = a2 + e[3]", "refuted"},
			{"a round twice", "i := j + 512", "i := j", "refuted"},
			{"a step too long", "i += 512", "i += 1024", "refuted"},
			{"every other group", "j += 8", "j += 16", "refuted"},
			{"the last element left out", "j < len(x)", "j < len(x)-1", "refuted"},
			{"the tree without the last accumulator", "(a[:])", "(a[:511])", "refuted"},
		},
		"func gridReduceSumFloat64Tree(": {
			{"a group left out", "j+8 <= len(a)", "j+8 < len(a)", "refuted"},
			{"the rest left out", "len(rest) > 0", "len(rest) > 1", "refuted"},
			{"the rest in another place", "Few(rest)\n\t\t\tn++", "Few(rest)", "refuted"},
		},
		"func gridReduceSumFloat64Eight(": {
			{"an element twice", "c[7]", "c[6]", "refuted"},
			{"another order", "c[0] + c[1]\n\ta2 := c[2] + c[3]", "c[0] + c[2]\n\ta2 := c[1] + c[3]", "refuted"},
		},
		"func gridReduceSumFloat64Four(": {
			{"the second left out", "len(a) > 1", "len(a) > 2", "refuted"},
			{"another order", "first = first + second", "first = second + first + 0", "refuted"},
		},
	} {
		for _, f := range extent.Faults(t, faults, 24) {
			if said := proveGo(t, planted(t, src, after, f)); !strings.Contains(said, f.says) ||
				strings.Contains(said, ": proved") {
				t.Errorf("%s: %s, want %q", f.name, said, f.says)
			}
		}
	}
}

// TestGoRefused: what is not followed of slices is named.
func TestGoRefused(t *testing.T) {
	src := emit(t, sumOf(t, "float64"), gen.Go)
	for _, f := range []fault{
		{"a slice that grows", "n := 0", "n := len(append(x, 0)) * 0", "call of append"},
		{"a capacity", "n := 0", "n := cap(x) * 0", "call of cap"},
		{"a slice of nothing", "n := 0", "n := 0\n\tx = nil", "nil"},
		{"a slice with a capacity", "n := 0", "n := 0\n\tx = x[:1:1]", "slice with a capacity"},
		{"longer than it is", "n := 0", "n := 0\n\tx = x[:len(x)+1]", "elements 0 to before 66 of 65"},
		{"a length that depends on data", "n := 0", "n := 0\n\tif x[0] > 0 {\n\t\tx = x[:1]\n\t}",
			"a pointer that depends on data"},
		{"a copy among other reads", "n := 0", "n := copy(t[:], x) + copy(t[:], x)*0", "call of copy"},
		{"a copy to the input", "n := 0", "n := 0\n\tcopy(x, t[:])", "write to in"},
	} {
		if said := proveGo(t, planted(t, src, "func gridReduceSumFloat64Round(", f)); !strings.Contains(said, "refused") ||
			!strings.Contains(said, f.says) {
			t.Errorf("%s: %s, want %q", f.name, said, f.says)
		}
	}
}

// TestGoRewrites: what is as good is proved, and the verdict says for which lengths.
func TestGoRewrites(t *testing.T) {
	extent.NotQuick(t, "proves every length of a list")
	src := emit(t, sumOf(t, "float64"), gen.Go)
	for _, rewrite := range []struct {
		after string
		fault
	}{
		{"func gridReduceSumFloat64Long(", fault{"operands change places", "a3 + e[3]", "e[3] + a3", ""}},
		{"func gridReduceSumFloat64Long(", fault{"the last whole round among the other elements", "len(x) >= 512",
			"len(x) > 512", ""}},
		{"func gridReduceSumFloat64Round(", fault{"a loop over elements that does nothing", "n := 0",
			"n := 0\n\tfor range x {\n\t\tbreak\n\t}", ""}},
		{"func gridReduceSumFloat64Many(", fault{"another comparison", "len(in) <= round", "len(in) < round+1", ""}},
	} {
		src = planted(t, src, rewrite.after, rewrite.fault)
	}
	said := proveGo(t, src)
	for _, want := range []string{": shown for listed lengths: all inputs of 0 to 65,", "8191 to 8193,",
		"each length by terms, and of no other length", "not of every one: want gridReduceSumFloat64Many in the form"} {
		if !strings.Contains(said, want) {
			t.Errorf("%s, want %q", said, want)
		}
	}
}

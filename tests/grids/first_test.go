package grids

import (
	"context"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/internal/prover/induction"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
	"github.com/shflgen/shflgen/tests/extent"
)

// first is what is wrong with the function of argmin or argmax of an array, by the claims of every length.
func first(t testing.TB, src string) string {
	t.Helper()
	f, err := goread.Read("array.go", []byte(src))
	if err != nil {
		return err.Error()
	}
	p, why := induction.Of(f)
	if why != "" {
		return why
	}
	if err := p.All(context.Background()); err != nil {
		return err.Error()
	}
	return ""
}

// TestFirstEveryLength: functions of argmin and argmax are proved for every length, of all types.
func TestFirstEveryLength(t *testing.T) {
	var all []spec.Spec
	for s := range catalogue.Grids() {
		if s.HasLane() {
			all = append(all, s)
		}
	}
	for _, s := range extent.Few(all, 4) {
		if wrong := first(t, emit(t, s, gen.Go)); wrong != "" {
			t.Errorf("%s: %s", s.FileName(), wrong)
		}
	}
}

// TestFirstEveryLengthFaults: what is wrong of some lengths only does not hold, and what has another form is not
// followed.
func TestFirstEveryLengthFaults(t *testing.T) {
	const place, main, beats = "func gridReduceArgmaxFloat32Place(", "func GridReduceArgmaxFloat32(",
		"func gridReduceArgmaxFloat32Beats("
	const third, key = "best, at = v, k+3", "gridReduceArgmaxFloat32Key(math.Float32bits(c[3])); v > best"
	const group, one, bars = "the best of 9 elements", "the best of 2 elements", "the bar after a round"
	src := emit(t, winnerOf(t, spec.ArgMax, spec.Float32), gen.Go)
	for _, f := range extent.Few([]struct {
		after string
		fault
	}{
		{place, fault{"the last of equal elements", key, strings.Replace(key, "v >", "v >=", 1), group}},
		{place, fault{"the least element", key, strings.Replace(key, "v >", "v <", 1), group}},
		{place, fault{"an element left out", "c[3])); v", "c[2])); v", group}},
		{place, fault{"another number", third, "best, at = v, k+2", group}},
		{place, fault{"the number alone", third, "at = k + 3", group}},
		{place, fault{"the element alone", third, "best = v", group}},
		{place, fault{"an element that nobody asks for", " || !(c[7] <= bar)", "", group}},
		{place, fault{"equal elements are asked for alone", "!(c[3] <= bar)", "c[3] == bar", group}},
		{place, fault{"the bar stays", "\t\t\tbar = gridReduceArgmaxFloat32Bar(best)\n\t\t}\n\t}\n\tfor", "\t\t}\n\t}\n\tfor",
			bars}},
		{place, fault{"the bar of another element", "bar = gridReduceArgmaxFloat32Bar(best)\n\t\t}\n\t}\n\tfor",
			"bar = c[7]\n\t\t}\n\t}\n\tfor", group}},
		{place, fault{"a bar of nothing at first", "bar := gridReduceArgmaxFloat32Bar(best)",
			"bar := gridReduceArgmaxFloat32Bar(-1)", ""}},
		{place, fault{"another number at first", "x[0])), 0\n", "x[0])), 1\n", "here 0"}},
		{place, fault{"the middle of some million at first", "x[0])), 0\n", "x[len(x)>>21])), 0\n",
			"want best of x[0] alone"}},
		{place, fault{"the last elements: of the first one", "math.Float32bits(x[k])", "math.Float32bits(x[0])",
			"x in a round"}},
		{place, fault{"the last elements: another number", "best, at = v, k\n\t\t\t}\n\t\t\tbar",
			"best, at = v, k+1\n\t\t\t}\n\t\t\tbar", one}},
		{place, fault{"the last elements: the last of equal ones", "math.Float32bits(x[k])); v >",
			"math.Float32bits(x[k])); v >=", one}},
		{place, fault{"another rule for large numbers", key, key + " && k < 1<<20", "k in a round"}},
		{place, fault{"another rule after large numbers", key, key + " && at < 1<<20", "at in a round"}},
		{place, fault{"a round left early", "c := (*[8]float32)(x[k:])",
			"if k == 1<<20 {\n\t\t\tbreak\n\t\t}\n\t\tc := (*[8]float32)(x[k:])", "here c := (*[8]E)(x[k:])"}},
		{place, fault{"a number that is not k's", third, "best, at = v, k*2+3-k", "at in a round"}},
		{place, fault{"rounds that are left out", "k += 8", "k += 16", "here 8"}},
		{place, fault{"elements that are left out", "k < len(x)", "k < len(x)-len(x)>>20", "here len(x)"}},
		{place, fault{"another place", "return at", "return at + len(x)>>20", "here at"}},
		{beats, fault{"the last of equal parts", ") > ", ") >= ", "whether the second of two elements"}},
		{beats, fault{"the least part", ") > ", ") < ", "whether the second of two elements"}},
		{beats, fault{"floats compared",
			"gridReduceArgmaxFloat32Key(math.Float32bits(a)) > gridReduceArgmaxFloat32Key(math.Float32bits(b))", "a > b", ""}},
		{main, fault{"parts compared the other way round", "in[next], in[at]", "in[at], in[next]",
			"want GridReduceArgmaxFloat32 in the form"}},
		{main, fault{"the number in the part", "p*size + grid", "grid", "want GridReduceArgmaxFloat32 in the form"}},
		{main, fault{"the last part left out", "(len(in)+size-1)/size", "len(in)/size",
			"want GridReduceArgmaxFloat32 in the form"}},
		{main, fault{"a part more", "(p+1)*size", "(p+2)*size", "want GridReduceArgmaxFloat32 in the form"}},
		{main, fault{"the first part is not asked", "at := places[0]", "at := 0",
			"want GridReduceArgmaxFloat32 in the form"}},
	}, 4) {
		if said := first(t, planted(t, src, f.after, f.fault)); said == "" || !strings.Contains(said, f.says) {
			t.Errorf("%s: %q, want %q", f.name, said, f.says)
		}
	}
}

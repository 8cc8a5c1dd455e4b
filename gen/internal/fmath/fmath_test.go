package fmath

import (
	"strings"
	"testing"
)

// TestNumbers: the series of CUDA have the numbers of package math32, in their order.
func TestNumbers(t *testing.T) {
	for name, series := range map[string][]float32{"Exp": full.series, "ExpHalf": short.series, "Log": logSeries} {
		rest := strings.Join(goBody(name), "\n")
		for _, c := range series {
			_, after, found := strings.Cut(rest, lit(max(c, -c)))
			if rest = after; !found {
				t.Errorf("%s has no %s behind the numbers before it", name, lit(c))
			}
		}
	}
	if goBody("Exp")[0] != "\tx = min(max(x, -104), 89)" || len(goBody("Rsqrt")) != 1 {
		t.Error("a body does not begin or end where it should")
	}
}

// TestArches: a text for architectures of one kind has no question to the preprocessor.
func TestArches(t *testing.T) {
	for _, f := range All {
		for _, c := range []struct {
			from, below int
			asks, has   bool // #if, max.NaN
		}{{0, 1 << 30, true, true}, {80, 1 << 30, false, true}, {90, 100, false, true}, {70, 80, false, false},
			{70, 90, true, true}} {
			text := strings.Join(f.CUDABody(c.from, c.below), "\n")
			exp := strings.HasPrefix(f.Name, "Exp")
			if strings.Contains(text, "#") != (c.asks && exp) || strings.Contains(text, "max.NaN") != (c.has && exp) {
				t.Errorf("%s from %d below %d:\n%s", f.Name, c.from, c.below, text)
			}
			if strings.Contains(text, "approx") && f.Name != "Rsqrt" || strings.Contains(text, "ftz") {
				t.Errorf("%s: not exact:\n%s", f.Name, text)
			}
		}
	}
}

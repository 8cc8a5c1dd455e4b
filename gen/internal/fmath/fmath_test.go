package fmath

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/shflgen/shflgen"
)

// TestNumbers: the series of CUDA have the numbers of package math32, in their order.
func TestNumbers(t *testing.T) {
	for name, series := range map[string][]float32{"Exp": full.series, "ExpHalf": short.series, "Log": logSeries} {
		_, rest, _ := strings.Cut(shflgen.Math32(), "\nfunc "+name+"(")
		for _, c := range series {
			_, after, found := strings.Cut(rest, lit(max(c, -c)))
			if rest = after; !found {
				t.Errorf("%s has no %s behind the numbers before it", name, lit(c))
			}
		}
	}
}

// lit is a number of float32 as Go spells it, exactly.
func lit(x float32) string {
	if x == float32(math.Trunc(float64(x))) && math.Abs(float64(x)) < 1000 || x == 0.5 {
		return strconv.FormatFloat(float64(x), 'g', -1, 32)
	}
	return strconv.FormatFloat(float64(x), 'x', -1, 32)
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

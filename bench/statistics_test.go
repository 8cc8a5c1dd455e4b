package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"
)

// TestRow: the ratio is the median of the rounds, its interval leaves out strays, and one that has 1 in
// it is marked.
func TestRow(t *testing.T) {
	emitted := []float64{10, 10, 10, 10, 10, 10, 10, 10, 10, 10}
	for _, c := range []struct {
		other []float64
		want  string
	}{
		{[]float64{19, 20, 20, 21, 900, 20, 19, 20, 21, 20}, "| w | a | 2.00 | 1.90 to 2.10 |\n"},
		{[]float64{9, 11, 9, 11, 9, 11, 9, 11, 10, 10}, "| w | a | 1.00 ~ | 0.90 to 1.10 |\n"},
		{[]float64{5, 5, 5, 5, 5, 5, 5, 5, 5, 5}, "| w | a | 0.50 | 0.50 to 0.50 |\n"},
	} {
		if got := (comparison{"w", "a", emitted, c.other}).row(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestTimes: what benchstat reads back has every timing, under the name of its work and way.
func TestTimes(t *testing.T) {
	text := times([]comparison{{"sum of 2 float32", "loop (serial order)", []float64{1.5, 2}, []float64{3, 4}}})
	var got []string
	for r := benchfmt.NewReader(strings.NewReader(text), "times.txt"); r.Scan(); {
		switch rec := r.Result().(type) {
		case *benchfmt.Result:
			seconds, _ := rec.Value("sec/op")
			got = append(got, fmt.Sprintf("%s %.1f ns", rec.Name, seconds*1e9))
		case *benchfmt.SyntaxError:
			t.Error(rec)
		}
	}
	want := []string{
		"Sum_of_2_float32/way=emitted 1.5 ns", "Sum_of_2_float32/way=loop_(serial_order) 3.0 ns",
		"Sum_of_2_float32/way=emitted 2.0 ns", "Sum_of_2_float32/way=loop_(serial_order) 4.0 ns",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

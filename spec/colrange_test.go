package spec

import (
	"strings"
	"testing"
)

func TestColumnRanges(t *testing.T) {
	for args, want := range map[string]string{
		"-pattern row-reduce -cols 5..5": "-cols 5..5: want the least number of columns, at least 1",
		"-pattern row-reduce -cols 8..3": "-cols 8..3: want the least number of columns, at least 1",
		"-pattern row-reduce -cols 0..3": "-cols 0..3: want the least number of columns, at least 1",
		"-pattern row-reduce -cols -2..3": "-cols -2..3: want " +
			"the least number of columns, at least 1",
		"-pattern row-reduce -cols ..3":     "-cols ..3: want two whole numbers, as in 1..128",
		"-pattern row-reduce -cols 3..":     "-cols 3..: want two whole numbers, as in 1..128",
		"-pattern row-reduce -cols 1..2..3": "-cols 1..2..3: want two whole numbers, as in 1..128",
		"-pattern row-reduce -cols few": "-cols few: want a " +
			"whole number, or a range such as 1..128",
		"-pattern row-reduce -cols 1..16777217": "-cols 1..16777217: want " +
			"the number of columns of a row, 1..16777216",
		"-pattern row-reduce -op argmax -cols 1..2048": "want a function for each of 1..1024, 1025..2048",
		"-pattern row-apply -f cross-entropy -type float32 -cols 1..8": "-cols 1..8: the label of cross-entropy names one " +
			"of a number of columns that is known; want one number of columns",
		"-pattern row-apply -f log-softmax-grad -type float32 -cols 1..8": "-cols 1..8: a kernel of log-softmax-grad, in " +
			"memory float32, is not proved for a range; want one number of columns",
		"-pattern row-apply -f residual-rms-norm -type float32 -in float16 -cols 1..8": "-cols 1..8: a kernel of " +
			"residual-rms-norm, in memory float16, is not proved for a range",
		"-pattern row-apply -f softmax -type float32 -cols 20000..32768": "-cols 20000..32768: one block shares a row of a " +
			"range, of at most 16384 columns, without -cluster; want one number of columns",
		"-pattern row-apply -f softmax -type float32 -cols 9000..9100 -cluster 2": "-cols 9000..9100: one block shares a " +
			"row of a range, of at most 16384 columns, without -cluster",
		"-pattern row-apply -f softmax -type float32 -cols 1..8 -aligned": "-aligned: is not for row-apply of a range of " +
			"columns; leave -aligned out, or want one number",
		"-pattern row-apply -f softmax -type float32 -cols 1..1025": "want a function for each of 1..1024, 1025",
		"-pattern col-reduce -cols 1..8":                            "-cols 1..8: col-reduce has no rows",
		"-pattern grid-reduce -cols 1..8":                           "-cols 1..8: grid-reduce has no rows",
		"-pattern row-reduce -type float32 -cols 1..2049":           "want a function for each of 1..1024, 1025..2048, 2049",
		"-pattern row-reduce -type int8 -cols 4096..8193":           "want a function for each of 4096, 4097..8192, 8193",
		"-pattern row-reduce -type float64 -cols 65536..16777216":   "want a function for each of 65536, 65537..16777216",
	} {
		if _, err := ParseArgs(strings.Fields(args)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", args, err, want)
		}
	}
}

// TestSameTree: a range that is accepted has the threads of each number of columns in it, and no greater one has.
func TestSameTree(t *testing.T) {
	for _, typ := range []Type{Int8, Float16, Float32, Float64} {
		s := NewSpec(RowReduce)
		s.Type = typ
		for _, n := range []int{1, 700, 1024, 1025, 4000, 70_000, 300_000, MaxCols} {
			least, most := s.SameTree(n)
			threads := func(n int) int { return s.OfCols(n).RowOrder().Threads }
			if least > n || n > most || threads(least) != threads(n) || threads(most) != threads(n) {
				t.Errorf("%s: %d is in %d..%d, of %d and %d threads", typ, n, least, most, threads(least), threads(most))
			}
			if least > 1 && threads(least-1) == threads(n) || most < MaxCols && threads(most+1) == threads(n) {
				t.Errorf("%s: %d is in %d..%d, and so is a number beside it", typ, n, least, most)
			}
		}
	}
}

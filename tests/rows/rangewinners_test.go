package rows_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// rangedWinner is argmin or argmax of a range of columns.
func rangedWinner(op spec.Op, of spec.Type, least, most int) spec.Spec {
	return winnerSpec(op, of, most).OfRange(least, most)
}

// proveColumns proves a kernel for some numbers of columns.
func proveColumns(s spec.Spec, code []byte, columns ...int) error {
	f, err := ptx.Read("rows", code)
	if err != nil {
		return err
	}
	for _, n := range columns {
		k, err := f.OfCols(s, "", n)
		if err != nil {
			return err
		}
		p, err := check.Prove(context.Background(), k, check.Search{})
		if err == nil {
			err = p.Err()
		}
		if err != nil {
			return fmt.Errorf("of %d columns: %w", n, err)
		}
	}
	return nil
}

// TestRangeWinners proves kernels and Go functions of argmin and argmax at both ends of a range, beside them and
// between.
func TestRangeWinners(t *testing.T) {
	extent.OneIn(t, 12, 12)
	toPTX := oneBuild(t)
	all := slices.DeleteFunc(slices.Collect(catalogue.RangedRows()), func(s spec.Spec) bool {
		return !s.HasLane() || s.Cols() > 5000
	})
	for _, s := range extent.Drawn(t, all, 12, 8) {
		t.Run(s.FileName(), func(t *testing.T) {
			columns := []int{s.Least(), s.Least() + 1, (s.Least() + s.Cols()) / 2, s.Cols() - 1, s.Cols()}
			if err := proveRanged(emit(t, s, gen.Go), columns...); err != nil {
				t.Error(err)
			}
			code, err := toPTX(t, s, emit(t, s, gen.CUDA))
			if err == nil {
				err = proveColumns(s, code, columns...)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// TestRangeWinnerVerdict: the verdict says for which numbers of columns it holds.
func TestRangeWinnerVerdict(t *testing.T) {
	extent.OneIn(t, 8, 8)
	oneBuild(t)
	s := rangedWinner(spec.ArgMax, spec.Int32, 2, 4)
	for path, lang := range map[string]gen.Lang{"rows.cu": gen.CUDA, "rows.go": gen.Go} {
		report, err := verify.Prove(context.Background(),
			verify.Subject{Path: filepath.Join(t.TempDir(), path), Src: []byte(emit(t, s, lang))},
			verify.Options{Compilers: []string{"clang"}, Arches: []string{"sm_90"}, Levels: []string{"O2"}})
		if err != nil || report.Verdict != verify.Proved {
			t.Fatalf("%v: %s", err, report)
		}
		wants := []string{"every row of any matrix of 2 to 4 columns, each number by terms"}
		if lang == gen.CUDA {
			wants = append(wants, "of other numbers of columns than 2 to 4 nothing read or written")
		}
		for _, want := range wants {
			if !strings.Contains(report.String(), want) {
				t.Errorf("%s: want %q", report, want)
			}
		}
	}
}

// TestRangeWinnerFaults plants faults in a kernel of argmin of rows of one and of two rounds.
func TestRangeWinnerFaults(t *testing.T) {
	toPTX := oneBuild(t)
	s := rangedWinner(spec.ArgMin, spec.Int32, 2, 139)
	src := emit(t, s, gen.CUDA)
	for _, f := range extent.Faults(t, []fault{
		{"one column less than the least", "cols < 2u", "cols < 1u", ""},
		{"one column more than the most", "cols > 139u", "cols > 140u", ""},
		{"not the least", "cols < 2u", "cols < 3u", "a block works on 0 rows"},
		{"not the most", "cols > 139u", "cols > 138u", "a block works on 0 rows"},
		{"a vector that ends one column past the row", "own0 + 4u <= cols", "own0 + 3u <= cols",
			"outside global memory of in"},
		{"a vector of the second round that is always loaded", "if (own0 + 132u <= cols) x1 = ", "x1 = ",
			"outside global memory of in"},
		{"a whole vector left out", "own0 + 4u <= cols", "own0 + 4u < cols", "the row's"},
		{"0 past the row's end", "none.x = 0x7fffffffu", "none.x = 0u", "the row's"},
		{"a column of the end left out", "cols % 4u > 0u", "cols % 4u > 1u", "the row's"},
		{"a column after the end", "cols % 4u > 2u", "cols % 4u > 1u", "outside global memory of in"},
		{"the end in another thread", "thread == cols / 4u % 32u", "thread == cols / 4u % 16u", ""},
		{"the second round left out of a row that ends in it", "cols > 128u", "cols > 137u", "the row's"},
		{"the number of the neighbour at the end", "end[1], round + 1u", "end[1], round + 2u", "the row's index"},
		{"the number of another round at the end", "cols / 128u * 128u", "0u", "the row's index"},
		{"the end of another row", "row + (cols - cols % 4u)", "row + cols", "outside global memory of in"},
		{"the last column of equals", "next != best", "next == x", "the row's index"},
		{"the number of a row", "idx[row] = column", "idx[row] = (int)row", ""},
		{"a number that the columns choose", "idx[row] = column", "idx[row] = cols == 9u ? 0 : column", "the row's index"},
	}, 12) {
		code, err := toPTX(t, s, f.plant(t, src))
		if err != nil {
			t.Errorf("%s: %v", f.what, err)
			continue
		}
		f.check(t, proveColumns(s, code, 2, 3, 8, 9, 10, 127, 128, 131, 133, 139))
	}
}

// TestRangeFloatWinnerFaults plants faults in a kernel of argmax of floats: about NaNs, zeros, equals and the threads
// of a row.
func TestRangeFloatWinnerFaults(t *testing.T) {
	toPTX := oneBuild(t)
	s := rangedWinner(spec.ArgMax, spec.Float32, 1, 20)
	src := emit(t, s, gen.CUDA)
	changed := "__float_as_uint(next) != __float_as_uint(best)"
	for _, f := range extent.Faults(t, []fault{
		{"-infinity before the first column", "mov.b32 %0, 0x7fffffff", "mov.b32 %0, 0xff800000", "the row's"},
		{"0 past the row's end", "none.x = 0x7fffffffu", "none.x = 0u", "the row's"},
		{"a NaN that wins", "max.f32", "max.NaN.f32", ""},
		{"the last column of equals", changed, "next == x", "the row's index"},
		{"zeros of both signs as equals", changed, "next != best", "the row's index"},
		{"the key of another order", "0x80000000, 0x4b", "0x80000000, 0x4a", ""},
		{"the last of the winning threads", "v < from0 ? v : from0", "v > from0 ? v : from0", "the row's index"},
		{"a column of a thread that lost", "column : 0xffffffffu", "column : 0u", "the row's index"},
		{"a thread twice", "__shfl_xor_sync(0xffffffffu, x0, 2)", "__shfl_xor_sync(0xffffffffu, x0, 1)", "the row's"},
	}, 12) {
		code, err := toPTX(t, s, f.plant(t, src))
		if err != nil {
			t.Errorf("%s: %v", f.what, err)
			continue
		}
		f.check(t, proveColumns(s, code, 1, 3, 4, 5, 20))
	}
}

// TestRangePTXWinnerFaults plants faults in PTX, as a compiler could make them.
func TestRangePTXWinnerFaults(t *testing.T) {
	toPTX := oneBuild(t)
	s := rangedWinner(spec.ArgMax, spec.Float32, 1, 20)
	code, err := toPTX(t, s, emit(t, s, gen.CUDA))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range extent.Faults(t, []fault{
		{"the least key", "max.s32", "min.s32", "the row's"},
		{"the last column", "min.u32", "max.u32", "the row's index"},
		{"a shuffle of another mode", "bfly.b32", "down.b32", ""},
		{"a key without the bits of the sign", "shr.s32", "shr.u32", ""},
		{"the sum with -1 as the key", "mul.rn.f32", "add.rn.f32", ""},
	}, 12) {
		f.check(t, proveColumns(s, []byte(f.plant(t, string(code))), 1, 3, 4, 5, 20))
	}
}

// TestRangeGoWinnerFaults plants faults in Go functions of argmin and argmax of a range.
func TestRangeGoWinnerFaults(t *testing.T) {
	for _, of := range []struct {
		spec   spec.Spec
		faults []fault
	}{
		{rangedWinner(spec.ArgMin, spec.Int32, 2, 139), []fault{
			{"one column less than the least", "cols < 2", "cols < 1", "want the ends of -cols 2..139"},
			{"another number of columns", "r*pitch+cols : len(in)", "r*pitch+pitch : len(in)", "want for r := range out"},
			{"the results exchanged", "out[r], idx[r] =", "out[r], idx[0] =", "want for r := range out"},
			{"a group too few", "k <= len(x)-8", "k < len(x)-8", "the row's"},
			{"a group past the row's end", "k <= len(x)-8", "k <= len(x)-7", "slice"},
			{"the last columns from one later on", "max(1, len(x)/8*8)", "max(2, len(x)/8*8+1)", "the row's"},
			{"the last column left out", "i < len(x)", "i < len(x)-1", "the row's"},
			{"a column past the row's end", "i < len(x)", "i <= len(x)", "index"},
			{"a number of the last columns off by one", "best, at = v, i", "best, at = v, i-1", "the row's index"},
		}},
		{rangedWinner(spec.ArgMax, spec.Float32, 1, 20), []fault{
			{"a NaN in the way", "!(x[i] <= bar)", "x[i] > bar", ""},
			{"the last column of equals", "v := rowReduceArgmaxFloat32C1to20Key(math.Float32bits(x[i])); v > best",
				"v := rowReduceArgmaxFloat32C1to20Key(math.Float32bits(x[i])); v >= best", ""},
		}},
	} {
		src := emit(t, of.spec, gen.Go)
		for _, f := range of.faults {
			f.check(t, proveRanged(f.plant(t, src), of.spec.Least(), 7, 8, 9, 16, of.spec.Cols()))
		}
	}
}

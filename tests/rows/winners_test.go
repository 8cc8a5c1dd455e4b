package rows_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// winnerSpec is argmin or argmax of a row.
func winnerSpec(op spec.Op, of spec.Type, cols int) spec.Spec {
	s := spec.NewSpec(spec.RowReduce)
	s.Op, s.Type = op, of
	s.Params = spec.RowParams{Cols: cols}
	return s
}

// winnerSpecs are rows of a thread, of a few, of a warp, of a block and of a cluster.
func winnerSpecs(t *testing.T) []spec.Spec {
	shared := winnerSpec(spec.ArgMin, spec.Int32, 2200)
	shared = shared.With("cluster", 2)
	return extent.Drawn(t, []spec.Spec{
		shared,
		winnerSpec(spec.ArgMin, spec.Int32, 1),
		winnerSpec(spec.ArgMax, spec.Uint32, 3),
		winnerSpec(spec.ArgMax, spec.Int16, 45),
		winnerSpec(spec.ArgMax, spec.Int8, 200),
		winnerSpec(spec.ArgMin, spec.Uint16, 333),
		winnerSpec(spec.ArgMin, spec.Uint64, 139),
		winnerSpec(spec.ArgMax, spec.Int64, 300),
		winnerSpec(spec.ArgMax, spec.Int32, 1025),
		winnerSpec(spec.ArgMin, spec.Float32, 300),
		winnerSpec(spec.ArgMax, spec.Float32, 1025),
		winnerSpec(spec.ArgMin, spec.Float16, 100),
		winnerSpec(spec.ArgMax, spec.Bfloat16, 333),
		winnerSpec(spec.ArgMin, spec.Float64, 3),
		winnerSpec(spec.ArgMin, spec.Bfloat16, 5),
		winnerSpec(spec.ArgMax, spec.Int32, 5),
		winnerSpec(spec.ArgMax, spec.Float64, 100),
		winnerSpec(spec.ArgMax, spec.Float32, 5),
		winnerSpec(spec.ArgMin, spec.Float32, 33),
		winnerSpec(spec.ArgMax, spec.Float16, 20),
	}, 8, 8)
}

// TestWinners proves kernels of argmin and argmax.
func TestWinners(t *testing.T) {
	extent.OneIn(t, 8, 8)
	toPTX := oneBuild(t)
	for _, s := range winnerSpecs(t) {
		t.Run(s.FileName(), func(t *testing.T) {
			code, err := toPTX(t, s, emit(t, s, gen.CUDA))
			if err == nil {
				_, err = ptx.Prove(s, s.FileName(), code)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// TestWinnerFaults plants faults in a kernel of argmin: of two rounds, the second with three columns.
func TestWinnerFaults(t *testing.T) {
	take := func(x string, n int) string { return fmt.Sprintf("_take(best, at, (int)%s, %du)", x, n) }
	plantInKernel(t, winnerSpec(spec.ArgMin, spec.Int32, 139), []fault{
		{"the last column of equals", "next != best", "next == x", "the row's index"},
		{"a column that changes nothing", "next != best", "next <= best", "the row's index"},
		{"the number of the neighbour", take("x1.y", 129), take("x1.y", 128), "the row's index"},
		{"a round's numbers off by the stride", take("x1.z", 130), take("x1.z", 66), "the row's index"},
		{"the numbers of two columns exchanged", take("x0.x", 0), take("x0.x", 1), "the row's index"},
		{"the columns of two numbers exchanged", take("x0.y", 1), take("x0.w", 1), "the row's"},
		{"a thread without the least element", "unsigned at = 0u;", "unsigned at = 1u;", "the row's index"},
		{"the second element before the first", "best = 2147483647", "best = (int)x0.y", "the row's index"},
		{"the last columns dropped", "if (thread == 2u)", "if (thread == 32u)", "the row's"},
		{"the number within the thread", "at + 4u * thread", "at", "the row's index"},
		{"the number by the stride of the next thread", "at + 4u * thread", "at + 4u * thread + 4u", "the row's index"},
		{"the highest of the columns", "unsigned x0 = __reduce_min_sync", "unsigned x0 = __reduce_max_sync",
			"the row's index"},
		{"a thread's own best", "key == most ? column", "key >= most ? column", "the row's index"},
		{"a thread that has lost", "key == most ? column", "key != most ? column", "the row's index"},
		{"a column for none", ": 0xffffffffu)", ": 137u)", "the row's index"},
		{"the column of another row", "idx[row]", "idx[row ^ 1]", ""},
		{"the number of a row", "idx[row] = column", "idx[row] = (int)row", ""},
	})
}

// TestLongWinners proves a kernel of many columns, and none with a fault in the last of them: the work grows as the
// columns, not as their square.
func TestLongWinners(t *testing.T) {
	s := winnerSpec(spec.ArgMax, spec.Float32, 3001)
	plantInKernel(t, s, []fault{
		{"the number of the neighbour", "x5.y), 2561u", "x5.y), 2562u", "the row's index"},
	})
	extent.OneIn(t, 8, 8)
	code, err := oneBuild(t)(t, s, emit(t, s, gen.CUDA))
	if err == nil {
		_, err = ptx.Prove(s, s.FileName(), code)
	}
	if err != nil {
		t.Error(err)
	}
}

// TestWinnersBefore80 proves a kernel of bfloat16 for an architecture without instructions of that type, and none with
// a fault there: elements are compared as float32, in their upper halves.
func TestWinnersBefore80(t *testing.T) {
	extent.OnlyFull(t, "compiles by nvcc")
	s := winnerSpec(spec.ArgMax, spec.Bfloat16, 16)
	src := emit(t, s, gen.CUDA)
	const lower, upper = "mov.b32 x, {0, %1}; mov.b32 y, {0, %2}", "mov.b32 {low, %0}, x"
	for what, f := range map[string][2]string{
		"":                             {},
		"the least":                    {"max.f32 x, x, y; " + upper, "min.f32 x, x, y; " + upper},
		"a NaN wins":                   {"max.f32 x, x, y; " + upper, "max.NaN.f32 x, x, y; " + upper},
		"something below the elements": {lower, "mov.b32 x, {1, %1}; mov.b32 y, {0, %2}"},
		"the lower half":               {upper, "mov.b32 {%0, low}, x"},
		"an element twice":             {lower, "mov.b32 x, {0, %1}; mov.b32 y, {0, %1}"},
	} {
		if !strings.Contains(src, f[0]) {
			t.Errorf("%s: no %q", what, f[0])
		}
		o := verify.Options{Arches: []string{"sm_75"}, Levels: []string{"O2"}}
		r, err := verify.Prove(t.Context(), verify.Subject{Path: s.FileName() + ".cu",
			Src: []byte(strings.Replace(src, f[0], f[1], 1))}, o)
		if strings.Contains(r.Differs, "no compiler") {
			extent.Missing(t, extent.ErrNoNVCC)
		}
		if err != nil || (r.Verdict == verify.Proved) != (what == "") {
			t.Errorf("%q: %v %v", what, r, err)
		}
	}
}

// TestFloatWinnerFaults plants faults in one of argmax of floats.
func TestFloatWinnerFaults(t *testing.T) {
	const changed = "__float_as_uint(next) != __float_as_uint(best)"
	plantInKernel(t, winnerSpec(spec.ArgMax, spec.Float32, 139), []fault{
		{"a NaN and -inf are one", "mov.b32 %0, 0x7fffffff", "mov.b32 %0, 0xff800000", "the row's"},
		{"a column past the row that beats a NaN", "x1.w = 0x7fffffffu;\n    }", "x1.w = 0xff800000u;\n    }", "the row's"},
		{"a NaN wins", "max.f32", "max.NaN.f32", ""},
		{"the least", "max.f32", "min.f32", "the row's"},
		{"a NaN is greater than every number", "0fBF800000", "0f3F800000", "the row's"},
		{"zeros are equal, and NaNs differ", changed, "next != best", "the row's index"},
		{"the last column of equals", changed, "__float_as_uint(next) == __float_as_uint(x)", ""},
		{"the payload of the first NaN", "best = identity", "best = __uint_as_float(x0.x)", "a NaN's are unspecified"},
		{"an element with itself", "_op(best, x)", "_op(x, x)", "a NaN's are unspecified"},
		{"the key for the element", "return row_reduce_argmax_float32_c139_unkey(most)", "return __int_as_float(most)",
			"the row's result"},
		{"a thread's own key", "key == most ? column", "key <= most ? column", "the row's index"},
		{"the number of the neighbour", "__uint_as_float(x1.y), 129u", "__uint_as_float(x1.y), 130u", "the row's index"},
	})
}

// TestOneColumnFaults plants faults where the last of two threads has one column.
func TestOneColumnFaults(t *testing.T) {
	plantInKernel(t, winnerSpec(spec.ArgMax, spec.Float32, 5), []fault{
		{"a column past the row that beats a NaN", "x0.y = 0x7fffffffu;\n        x0.z", "x0.y = 0xff800000u;\n        x0.z",
			"the row's"},
		{"the column of the next thread", "at + 4u * thread", "at + 4u * thread + thread", "the row's index"},
		{"the last column never", "if (thread == 1u)", "if (thread == 2u)", "the row's"},
		{"the greatest number of equals", "unsigned x0 = v < from0", "unsigned x0 = v > from0", "the row's index"},
		{"each thread's own", "key == most ? column", "key <= most ? column", "the row's index"},
		{"a NaN above all", "0fBF800000", "0f3F800000", "the row's"},
	})
}

// plantInKernel proves no kernel with a fault.
func plantInKernel(t *testing.T, s spec.Spec, faults []fault) {
	toPTX := oneBuild(t)
	src := emit(t, s, gen.CUDA)
	for _, f := range extent.Faults(t, faults, 24) {
		code, err := toPTX(t, s, f.plant(t, src))
		if err != nil {
			t.Errorf("%s: %v", f.what, err)
			continue
		}
		_, err = ptx.Prove(s, "rows", code)
		f.check(t, err)
	}
}

// TestWidenedWinners proves a kernel and Go functions of halves that are widened.
func TestWidenedWinners(t *testing.T) {
	extent.OneIn(t, 12, 12)
	toPTX := oneBuild(t)
	for i, in := range spec.StoredTypes() {
		for _, op := range []spec.Op{spec.ArgMin, spec.ArgMax} {
			s := winnerSpec(op, spec.Float32, 270).With("in", in)
			if err := proveGo(emit(t, s, gen.Go)); err != nil {
				t.Errorf("%s: %v", s.FileName(), err)
			}
			if i == 0 || op == spec.ArgMin {
				continue
			}
			code, err := toPTX(t, s, emit(t, s, gen.CUDA))
			if err == nil {
				_, err = ptx.Prove(s, s.FileName(), code)
			}
			if err != nil {
				t.Errorf("%s: %v", s.FileName(), err)
			}
		}
	}
}

// TestGoWinners proves Go functions of argmin and argmax.
func TestGoWinners(t *testing.T) {
	extent.OneIn(t, 8, 8)
	n := 0
	var all []spec.Spec
	for _, typ := range spec.Types() {
		if typ.Packed() {
			continue
		}
		for _, op := range []spec.Op{spec.ArgMin, spec.ArgMax} {
			for _, cols := range []int{1, 2, 5, 8, 21, 1001} {
				if n++; cols < 100 || n%5 == 0 {
					all = append(all, winnerSpec(op, typ, cols))
				}
			}
		}
	}
	for _, s := range extent.Few(extent.Sample(all, 3), 3) {
		if err := proveGo(emit(t, s, gen.Go)); err != nil {
			t.Errorf("%s: %v", s.FileName(), err)
		}
	}
}

// TestGoWinnerFaults plants faults in Go functions of argmin and argmax.
func TestGoWinnerFaults(t *testing.T) {
	const float = "rowReduceArgmaxFloat32C21"
	for _, of := range []struct {
		spec   spec.Spec
		faults []fault
	}{
		{winnerSpec(spec.ArgMin, spec.Int32, 21), []fault{
			{"a column that is not asked for", "c[7] < best {", "c[6] < best {", "the row's"},
			{"a column that is asked for a worse best", "c[3] < best", "c[3] < best-1", ""},
			{"the last column of equals", "v := c[2]; v < best", "v := c[2]; v <= best", "the row's index"},
			{"the number of the neighbour", "best, at = v, k+2", "best, at = v, k+3", "the row's index"},
			{"the greatest", "v := c[2]; v < best", "v := c[2]; v > best", ""},
			{"a column without its number", "best, at = v, k+5", "best = v", "the row's index"},
			{"the groups' numbers", "best, at = v, k\n", "best, at = v, 0\n", "the row's index"},
			{"the last columns from one later on", "for i := 16;", "for i := 17;", "the row's"},
			{"another condition before a group", "if c[0] < best || ", "if c[0] < best && ", ""},
			{"a change where no column is better", "best, at = v, k+7\n\t\t\t}\n",
				"best, at = v, k+7\n\t\t\t}\n\t\t\tat |= 32\n", "the row's index"},
		}},
		{winnerSpec(spec.ArgMax, spec.Float32, 21), []fault{
			{"a NaN in the way", "!(c[2] <= bar)", "c[2] > bar", ""},
			{"equals that may be better", "!(c[2] <= bar)", "!(c[2] < bar || c[2] >= bar)", ""},
			{"the other zero", "if best == -1 {", "if best == 0 {", ""},
			{"no bar below zeros", "return -0x1p-149", "return -0x0p-149", ""},
			{"the bar of another key", "bar = " + float + "Bar(best)\n\t\t}", "bar = " + float + "Bar(best + 1)\n\t\t}", ""},
			{"a NaN above all", "isNaN<<31", "int32(uint32(isNaN)>>1)", ""},
			{"compared as bits", "v := " + float + "Key(math.Float32bits(c[1]))", "v := int32(math.Float32bits(c[1]))", ""},
			{"the best as bits", "math.Float32frombits(" + float + "Unkey(best))", "math.Float32frombits(uint32(best))", ""},
			{"a number behind the last group", "best, at = v, i", "best, at = v, i-1", "the row's index"},
		}},
	} {
		src := emit(t, of.spec, gen.Go)
		for _, f := range of.faults {
			f.check(t, proveGo(f.plant(t, src)))
		}
	}
}

// TestDoubleWinnerFaults plants faults in one of float64, where threads keep keys.
func TestDoubleWinnerFaults(t *testing.T) {
	plantInKernel(t, winnerSpec(spec.ArgMax, spec.Float64, 45), []fault{
		{"the last column of equals", "column = key > best", "column = key >= best", "the row's index"},
		{"the least", "best = key > best", "best = key < best", "the row's"},
		{"a NaN is greater than every number", ": (-9223372036854775807ll - 1)", ": 9223372036854775807ll", "the row's"},
		{"a worse number for the best", "column = key > best ? at : column", "column = key < best ? at : column",
			"the row's index"},
	})
}

package operators_test

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// applied are specs of rows to which functions of users are applied: with ops and maps of the table and of users.
var applied = []string{
	"-pattern row-apply -cols 21 -f ../userops.Limited -op ../userops.Added -map ../userops.Halved",
	"-pattern row-apply -cols 139 -f ../userops.Limited -op max -map abs",
	"-pattern row-apply -cols 7 -in bfloat16 -f ../userops.OverRoot -op minimum -map abs",
	"-pattern row-apply -cols 5 -in bfloat16 -f ../userops.Limited -op ../userops.Added -map ../userops.Halved",
}

// TestApplied: the emitted files of each spec are proved, with the function as an uninterpreted one.
func TestApplied(t *testing.T) {
	extent.OneIn(t, 4, 4)
	for i, args := range extent.Few(applied, 3) {
		s, files := emit(t, args)
		for name, src := range files {
			cuda := strings.HasSuffix(name, ".cu")
			if cuda && (i%3 > 0 || !compiles(s)) { // the others are kernels of the same form
				continue
			}
			r := prove(t, name, src)
			if r.Verdict != verify.Proved || cuda && !strings.Contains(r.String(),
				s.Row().Fn.String()+" kept as a call in these builds, its body proved equal to the Go function") {
				t.Errorf("%s: %s: %s", args, name, r)
			}
		}
	}
}

// compiles reports whether a compiler for CUDA files of s is here: halves need the headers of nvcc, which takes
// its time.
func compiles(s spec.Spec) bool {
	if s.InType().Half() {
		_, err := compile.FindNVCC()
		return err == nil && extent.Of() == extent.Full
	}
	return extent.Compiles()
}

const clipped, rooted = "-pattern row-apply -cols 21 -f ../userops.Limited -op max -map abs",
	"-pattern row-apply -cols 21 -f ../userops.OverRoot -map square"

// TestAppliedFaults: each planted fault is refuted by a row that was replayed, or refused.
func TestAppliedFaults(t *testing.T) {
	plant(t, []planted{
		{rooted, ".go", "of another column", "OverRoot(x[i], ", "OverRoot(x[i/2], ", verify.Refuted},
		{rooted, ".go", "arguments swapped", "OverRoot(x[i], result)", "OverRoot(result, x[i])", verify.Refuted},
		{rooted, ".go", "another function of the package", "float32(userops.OverRoot(", "float32(userops.Limited(",
			verify.Refused},
		{rooted, ".go", "not mapped", "float32(c[1] * c[1])", "c[1]", verify.Refuted},
		{rooted, ".go", "applied before the row is reduced", "\tresult :=",
			"\ty[0] = userops.OverRoot(x[0], x[1])\n\tresult :=", verify.Refuted},
		{clipped, ".go", "the least", "max(a0, a1)", "min(a0, a1)", verify.Refuted},
		{clipped, ".cu", "a column past the end", "(own, 5u)", "(own, 6u)", verify.Refuted},
		{clipped, ".cu", "of another column", "_apply(__uint_as_float(x.y), result)", "_apply(__uint_as_float(x.z), result)",
			verify.Refuted},
		{clipped, ".cu", "of one thread's reduction", "_apply(__uint_as_float(x.y), result)",
			"_apply(__uint_as_float(x.y), __uint_as_float(x.y))", verify.Refuted},
		{clipped, ".cu", "another body", "_minimum_f32(x, r)", "_maximum_f32(x, r)", verify.Refuted},
	})
}

// TestAppliedErrors: an error names the flag and what would be right.
func TestAppliedErrors(t *testing.T) {
	for _, test := range extent.Few([]struct{ args, want string }{
		{"-f sotfmax", "-f sotfmax: did you mean softmax? want one of softmax, log-softmax, rms-norm, layer-norm, l2-norm, " +
			"log-sum-exp, cross-entropy, mean, inverse-rms, inverse-deviation, residual-rms-norm, residual-layer-norm, " +
			"softmax-grad, log-softmax-grad, " +
			"rms-norm-grad, layer-norm-grad, or a function of a package, such as ./stats.Clip"},
		{"", "-f is missing: want one of softmax, log-softmax, rms-norm, layer-norm, l2-norm, log-sum-exp, " +
			"cross-entropy, mean, inverse-rms, inverse-deviation, residual-rms-norm, residual-layer-norm, softmax-grad, " +
			"log-softmax-grad, rms-norm-grad, " +
			"layer-norm-grad, or a function of a package, such as ./stats.Clip"},
		{"-f ../userops.Halved",
			"-f ../userops.Halved: want an element and a result of a row, as in func Halved(x, r float32) float32"},
		{"-f ../userops.Nope", "declares no function Nope; want func Nope(x, r float32) float32"},
		{"-f ../userops.Limited -type float64", "-type float64: row-apply computes in float32"},
		{"-f ../userops.Limited -map product",
			"-map product: row-apply maps the elements of the row: want a map of one float32"},
		{"-f ../userops.Limited -map ../userops.Negated", "Negated gives int64, and elements are float32"},
		{"-f ../userops.Limited -op argmax",
			"-op argmax: want one of sum, prod, min, max, minimum, maximum, or a function of a package"},
		{"-f ../userops.Limited -op absmax", "-op absmax: want one of sum, prod"},
		{"-f ../userops.Limited -op ../userops.Mean",
			"-op ../userops.Mean: every thread of a row needs the result; want a function that is shown " +
				"to be commutative and to have an identity"},
		{"-f softmax -op max", "-op max: row-apply combines nothing; leave -op out"},
		{"-f softmax -map square", "-map square: softmax reduces as it needs; leave -map out"},
		{"-f Limited__ ", "-f .Limited__: the name Limited__ cannot be a part of a function's name in CUDA C++"},
	}, 3) {
		s, err := spec.ParseArgs(strings.Fields("-pattern row-apply -cols 9 " + test.args))
		if err == nil {
			_, _, err = operator.Resolve(s, ".", ".", strings.Contains(test.args, " -type "))
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", test.args, err, test.want)
		}
	}
}

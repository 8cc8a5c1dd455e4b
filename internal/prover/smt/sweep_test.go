package smt

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestSweepBelievesTheSolver: what is equal on the inputs is merged only if the solver says so.
func TestSweepBelievesTheSolver(t *testing.T) {
	d := New()
	x, y := d.Var("x", 0, 32), d.Var("y", 1, 32)
	half := d.Int(bv.And, x, y).(*Term)
	sum := d.Int(bv.Add, d.Int(bv.Xor, x, y), d.Int(bv.Add, half, half)).(*Term)
	claim := []Claim{{What: "sum", Got: sum, Want: d.Int(bv.Add, x, y).(*Term)}}
	inputs := []Input{{"x": 5, "y": 3}, {"x": 1 << 31, "y": 1<<31 + 7}, {"x": 77, "y": 1 << 20}}
	never := func([]byte, []string) Answer { return Answer{} }
	if left := d.Sweep(claim, inputs, never); len(left) != 1 {
		t.Error("merged without an answer")
	}
	always := func([]byte, []string) Answer { return Answer{Holds: true} }
	if left := d.Sweep(claim, inputs, always); len(left) != 0 {
		t.Error("not merged")
	}
	// Terms that the inputs tell apart are never asked about.
	wrong := []Claim{{What: "difference", Got: sum, Want: d.Int(bv.Sub, x, y).(*Term)}}
	if left := d.Sweep(wrong, inputs, always); len(left) != 1 {
		t.Error("merged with what it differs from")
	}
}

// TestSweepLearns: an input that a solver shows tells further terms apart.
func TestSweepLearns(t *testing.T) {
	d := New()
	x := d.Var("x", 0, 32)
	rare := d.Int(bv.Eq, x, d.Const(32, 12345))
	var claims []Claim
	for i := range uint64(20) { // equal but for one x
		y := d.Int(bv.Mul, x, d.Const(32, 2*i+3))
		claims = append(claims, Claim{What: "rare", Got: d.Int(bv.Sub, y, d.Extend(rare, 32, false)).(*Term),
			Want: y.(*Term)})
	}
	asked := 0
	shows := func(_ []byte, unknowns []string) Answer {
		if asked++; len(unknowns) == 0 {
			return Answer{Shown: Input{}} // of terms that are cut
		}
		return Answer{Shown: Input{"x": 12345}}
	}
	var inputs []Input
	for i := range uint64(64) {
		inputs = append(inputs, Input{"x": i * 0x9e3779b97f4a7c15 >> 20})
	}
	if left := d.Sweep(claims, inputs, shows); len(left) != 20 || asked > 10 {
		t.Errorf("%d of 20 claims are left after %d questions", len(left), asked)
	}
}

package tape_test

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/tape"
)

// words are two values that are claimed to be equal bit for bit.
func words(a, b bv.Value) tape.Pair {
	return tape.Pair{Float: bv.NoFormat, A: a.(*tape.Node), B: b.(*tape.Node)}
}

// TestSweepBelievesTheSolver: what is equal on the inputs is merged only if the solver says so.
func TestSweepBelievesTheSolver(t *testing.T) {
	d := tape.New()
	x, y := d.Var(32), d.Var(32)
	half := d.Int(bv.And, x, y)
	sum := d.Int(bv.Add, d.Int(bv.Xor, x, y), d.Int(bv.Add, half, half))
	claim := []tape.Pair{words(sum, d.Int(bv.Add, x, y))}
	inputs := [][]uint64{{5, 3}, {1 << 31, 1<<31 + 7}, {77, 1 << 20}}
	never := func(string) tape.Answer { return tape.Answer{} }
	if left := d.Sweep(claim, inputs, never); len(left) != 1 {
		t.Error("merged without an answer")
	}
	always := func(string) tape.Answer { return tape.Answer{Holds: true} }
	if left := d.Sweep(claim, inputs, always); len(left) != 0 {
		t.Error("not merged")
	}
	// Nodes that the inputs tell apart are never asked about.
	if left := d.Sweep([]tape.Pair{words(sum, d.Int(bv.Sub, x, y))}, inputs, always); len(left) != 1 {
		t.Error("merged with what it differs from")
	}
}

// TestSweepLearns: an input that a solver shows tells further nodes apart.
func TestSweepLearns(t *testing.T) {
	d := tape.New()
	x := d.Var(32)
	rare := d.Int(bv.Eq, x, d.Const(32, 12345))
	var claims []tape.Pair
	for i := range uint64(20) { // equal but for one x
		y := d.Int(bv.Mul, x, d.Const(32, 2*i+3))
		claims = append(claims, words(d.Int(bv.Sub, y, d.Extend(rare, 32, false)), y))
	}
	asked := 0
	shows := func(script string) tape.Answer {
		if asked++; strings.Contains(script, "(declare-const c") { // nodes are cut
			return tape.Answer{Shown: []uint64{7}}
		}
		return tape.Answer{Shown: []uint64{12345}}
	}
	var inputs [][]uint64
	for i := range uint64(64) {
		inputs = append(inputs, []uint64{i * 0x9e3779b97f4a7c15 >> 20 & (1<<32 - 1)})
	}
	if left := d.Sweep(claims, inputs, shows); len(left) != 20 || asked > 10 {
		t.Errorf("%d of 20 claims are left after %d questions", len(left), asked)
	}
}

// TestWhole: a sum or a product that may wrap is not that of wider words.
func TestWhole(t *testing.T) {
	for _, most := range []uint64{3, 1<<14 - 1, 1 << 14, 1 << 30} {
		for _, times := range []uint64{1, 3, 1<<18 - 1, 1 << 18} {
			d := tape.New()
			x, y := d.Int(bv.UMin, d.Var(32), d.Const(32, most)), d.Var(64)
			for _, op := range []bv.IntOp{bv.Add, bv.Mul} {
				narrow := d.Int(bv.Add, y, d.Extend(d.Int(op, x, d.Const(32, times<<2)), 64, false))
				wide := d.Int(bv.Add, y, d.Int(op, d.Extend(x, 64, false), d.Const(64, times<<2)))
				top := map[bv.IntOp]uint64{bv.Add: most + times<<2, bv.Mul: most * (times << 2)}[op]
				if same := d.SameForm(bv.NoFormat, narrow.(*tape.Node), wide.(*tape.Node)); same != (top < 1<<32) {
					t.Errorf("%d of at most %#x and %#x: same %v", op, most, times<<2, same)
				}
			}
		}
	}
}

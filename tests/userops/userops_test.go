package userops_test

import (
	"math"
	"testing"

	"github.com/shflgen/shflgen/tests/userops"
)

// Folding many elements by an operator gives what a plain loop over all of them gives.
func TestOperatorsFold(t *testing.T) {
	var moments userops.Moments
	summary, top, sum := userops.Nothing, userops.NoTop2, userops.Uint128{}
	hash, maps := userops.EmptyHash, userops.Same()
	x := uint32(7)
	for i := range 100 {
		moments = userops.MergeMoments(moments, userops.Moments{Count: 1, Mean: float32(i)})
		summary = userops.MergeSummaries(summary, userops.Summary{Min: int32(i), Max: int32(i), Sum: int32(i), Count: 1})
		top = userops.MergeTop2(top, userops.Top2{First: int32(i), Second: math.MinInt32})
		sum = userops.Add128(sum, userops.Uint128{Lo: 1 << 63})
		hash = userops.Concat(hash, userops.Hash{Value: uint32(i), Power: 31})
		maps = userops.Compose(maps, userops.Affine{A: 3, B: uint32(i)})
		x = 3*x + uint32(i)
	}
	var poly uint32
	for i := range 100 {
		poly = poly*31 + uint32(i)
	}
	for _, c := range []struct {
		name      string
		got, want any
	}{
		{"mean", moments.Mean, float32(49.5)},
		{"variance", math.Round(float64(moments.M2 / 100 * 4)), math.Round(833.25 * 4)},
		{"summary", summary, userops.Summary{Min: 0, Max: 99, Sum: 4950, Count: 100}},
		{"top", top, userops.Top2{First: 99, Second: 98}},
		{"sum", sum, userops.Uint128{Hi: 50}},
		{"hash", hash.Value, poly},
		{"maps", maps.A*7 + maps.B, x},
	} {
		if c.got != c.want {
			t.Errorf("%s is %v, want %v", c.name, c.got, c.want)
		}
	}
}

// Products of units obey the rules by which i, j and k multiply, in their order.
func TestOperatorsMultiply(t *testing.T) {
	i, j, k := userops.Quaternion{X: 1}, userops.Quaternion{Y: 1}, userops.Quaternion{Z: 1}
	if got := userops.MulQuaternion(i, j); got != k {
		t.Errorf("i*j is %v, want %v", got, k)
	}
	if got := userops.MulQuaternion(j, i); got != (userops.Quaternion{Z: -1}) {
		t.Errorf("j*i is %v, want -k", got)
	}
	if got := userops.MulGaussian(userops.Gaussian{Im: 1}, userops.Gaussian{Im: 1}); got != (userops.Gaussian{Re: -1}) {
		t.Errorf("i*i is %v, want -1", got)
	}
	shear := userops.Matrix{A: [4]uint32{1, 1, 0, 1}}
	if got := userops.MulMatrix(shear, shear).A; got != [4]uint32{1, 2, 0, 1} {
		t.Errorf("the shear's square is %v", got)
	}
	if got := userops.MulMatrix(shear, userops.One); got != shear {
		t.Errorf("the shear times 1 is %v", got)
	}
	if got := userops.ComposeMaps(0b00_11_10_01, userops.SameMap); got != 0b00_11_10_01 {
		t.Errorf("a rotation, then nothing, is %08b", got)
	}
	if got := userops.ComposeMaps(0b00_11_10_01, 0b00_11_10_01); got != 0b01_00_11_10 {
		t.Errorf("a rotation twice is %08b", got)
	}
	if got := userops.LastSet(userops.LastSet(3, 0), 5); got != 5 {
		t.Errorf("the last one set is %d", got)
	}
	if got := userops.SaturatingSum(200, 100); got != 255 {
		t.Errorf("200 + 100 is %d", got)
	}
	if got := userops.Norm(3, 4); got != 5 {
		t.Errorf("the norm of 3 and 4 is %v", got)
	}
}

// States of exponentials agree with the sums that they stand for.
func TestOperatorsOfExponentials(t *testing.T) {
	soft := userops.MergeSoftmax(userops.Softmax{Max: 1, Sum: 1}, userops.Softmax{Max: 3, Sum: 1})
	if want := 1 + math.Exp(-2); soft.Max != 3 || math.Abs(float64(soft.Sum)-want) > 1e-6 {
		t.Errorf("the softmax of 1 and 3 is %v, want a sum of %v", soft, want)
	}
	if got, want := userops.LogAdd(1, 3), math.Log(math.Exp(1)+math.Exp(3)); math.Abs(float64(got)-want) > 1e-6 {
		t.Errorf("LogAdd of 1 and 3 is %v, want %v", got, want)
	}
	box := userops.JoinBoxes(userops.NoBox(), userops.Box{Hi: [3]float32{1, 2, 3}})
	if box != (userops.Box{Hi: [3]float32{1, 2, 3}}) {
		t.Errorf("a box joined with none is %v", box)
	}
}

// TestMaps: maps and operators give what their comments say.
func TestMaps(t *testing.T) {
	reading := userops.Reading{Weight: 9, Valid: true}
	record := userops.MergeRecords(userops.LiftRecord(-2, 3), userops.LiftRecord(5, 4))
	spread := userops.MergeSpreads(userops.LiftSpread(2), userops.LiftSpread(-1))
	for _, c := range []struct {
		name      string
		got, want any
	}{
		{"LiftMoments", userops.LiftMoments(4), userops.Moments{Count: 1, Mean: 4}},
		{"Shifted", userops.Shifted(userops.Moments{Count: 2, Mean: 4}, 3), userops.Moments{Count: 2, Mean: 7}},
		{"LiftSummary", userops.LiftSummary(-4), userops.Summary{Min: -4, Max: -4, Sum: -4, Count: 1}},
		{"LiftSoftmax", userops.LiftSoftmax(4), userops.Softmax{Max: 4, Sum: 1}},
		{"MergeSpreads", spread, userops.Spread{Min: -1, Max: 2, Sum: 1, Count: 2}},
		{"MergeRecords", record, userops.Record{Best: 5, Total: 7, Count: 1, With: 4}},
		{"MergeSeen", userops.MergeSeen(userops.LiftSeen(3), userops.LiftSeen(3)), userops.LiftSeen(3)},
		{"Weighted", userops.Weighted(1.5, -2), float32(-3)},
		{"Gap", userops.Gap(reading, reading, 20), int32(2)},
		{"Gap of no reading", userops.Gap(reading, userops.Reading{}, 20), int32(0)},
		{"Quotient", userops.Quotient(-7, 2), int32(-3)},
		{"Negated", userops.Negated(math.MinInt16), int64(1 << 15)},
		{"Residual", userops.Residual(3, 4, 5), int32(7)},
		{"Limited", userops.Limited(-9, 4), float32(-4)},
		{"OverRoot", userops.OverRoot(6, 9), float32(6) * float32(1.0/3)},
		{"OverRoot of 0", userops.OverRoot(6, 0), float32(0)},
		{"Halved", userops.Halved(3), float32(1.5)},
		{"Added", userops.Added(userops.Level, 3), float32(3)},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
}

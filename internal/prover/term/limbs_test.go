package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// limb is n bits of each value from lo on. Their sum is added at to.
type limb struct{ lo, n, to int }

// byLimbs is a sum of x by the sums of limbs, each in a word of half the width.
func byLimbs(d bv.Domain, x []bv.Value, limbs ...limb) bv.Value {
	w := x[0].Width()
	all := d.Const(w, 0)
	for _, l := range limbs {
		sum := foldOf(d, bv.Add, x, nil, func(x bv.Value) bv.Value { return d.Extend(d.Extract(x, l.lo, l.n), w/2, false) })
		at := d.Extend(sum, w, false)
		if l.to > 0 {
			at = d.Concat(d.Const(l.to, 0), d.Extract(at, 0, w-l.to))
		}
		all = d.Int(bv.Add, all, at)
	}
	return all
}

// besideWords is the sum of x by three limbs. The ends are added side by side, as in emitted code.
func besideWords(d bv.Domain, cut int, x []bv.Value) bv.Value {
	w := x[0].Width() / 2
	upper := foldOf(d, bv.Add, x, nil, func(x bv.Value) bv.Value { return d.Extract(x, w, w) })
	lower := foldOf(d, bv.Add, x, nil, func(x bv.Value) bv.Value { return d.Extend(d.Extract(x, 0, cut), w, false) })
	return d.Int(bv.Add, byLimbs(d, x, limb{cut, w - cut, cut}), d.Concat(lower, upper))
}

// sumsOf are values of a warp, each the sum of several elements, under masks.
func sumsOf(d *Domain, lanes, each, w int) []bv.Value {
	x := make([]bv.Value, lanes)
	for i := range x {
		x[i] = d.Var(i, w)
		for k := 1; k < each; k++ {
			x[i] = d.Int(bv.Add, x[i], d.Var(i+k*lanes, w))
		}
		x[i] = d.Select(d.GuardOf(d.Bit(i)), x[i], d.Const(w, 0))
	}
	return x
}

// TestByLimbs proves a sum of 64 bits by limbs, of elements and of sums, and none of its siblings.
func TestByLimbs(t *testing.T) {
	for _, size := range [][2]int{{5, 1}, {32, 1}, {2, 2}, {5, 2}, {32, 2}, {32, 3}, {32, 8}} {
		lanes, each := size[0], size[1]
		d := New(Strategy{})
		x := sumsOf(d, lanes, each, 64)
		want := plainly(d, bv.Add, x)
		for name, tt := range map[string]struct {
			got  bv.Value
			same bool
		}{
			"by limbs":              {byLimbs(d, x, limb{0, 5, 0}, limb{5, 27, 5}, limb{32, 32, 32}), true},
			"the ends side by side": {besideWords(d, 5, x), true},
			"one left out":          {byLimbs(d, x[1:], limb{0, 5, 0}, limb{5, 27, 5}, limb{32, 32, 32}), false},
			"a bit is lost":         {byLimbs(d, x, limb{0, 4, 0}, limb{5, 27, 5}, limb{32, 32, 32}), false},
			"a bit counts twice":    {byLimbs(d, x, limb{0, 6, 0}, limb{5, 27, 5}, limb{32, 32, 32}), false},
			// of more than 16
			"carries are lost":             {byLimbs(d, x, limb{0, 4, 0}, limb{4, 28, 4}, limb{32, 32, 32}), lanes <= 16},
			"carries beside are lost":      {besideWords(d, 4, x), lanes <= 16},
			"two words":                    {byLimbs(d, x, limb{0, 32, 0}, limb{32, 32, 32}), false},
			"moved too far":                {byLimbs(d, x, limb{0, 5, 0}, limb{5, 27, 6}, limb{32, 32, 32}), false},
			"not moved":                    {byLimbs(d, x, limb{0, 5, 0}, limb{5, 27, 0}, limb{32, 32, 32}), false},
			"the upper word moved too far": {byLimbs(d, x, limb{0, 5, 0}, limb{5, 27, 5}, limb{32, 32, 33}), false},
			"the upper word left out":      {byLimbs(d, x, limb{0, 5, 0}, limb{5, 27, 5}), false},
		} {
			if same := d.Differ(want, tt.got, nil) == False; same != tt.same {
				t.Errorf("%d lanes of %d elements: %s: the same: %v", lanes, each, name, same)
			}
		}
	}
	d := New(Strategy{})
	x := sumsOf(d, 33, 1, 64)
	if d.Differ(plainly(d, bv.Add, x), besideWords(d, 5, x), nil) == False {
		t.Error("33 lanes: the same, though a carry may be lost")
	}
}

// TestLimbsFit holds sums by limbs of few bits against every row of values: proved where they are the sum, and
// where a carry is lost not. Nor is it proved where a sum of limbs may be the greatest number of its word.
func TestLimbsFit(t *testing.T) {
	n := bv.Numbers{}
	for _, tt := range []struct{ w, cut, lanes int }{
		{2, 1, 2}, {2, 1, 3}, {2, 1, 4}, {2, 1, 5}, {3, 1, 2}, {3, 1, 3}, {3, 2, 2}, {3, 2, 3}, {4, 2, 2}, {4, 1, 2},
		{4, 3, 2},
	} {
		holds := true
		eachRow(2*tt.w, tt.lanes, func(x []bv.Value) {
			holds = holds && besideWords(n, tt.cut, x) == plainly(n, bv.Add, x)
		})
		d := New(Strategy{})
		x := make([]bv.Value, tt.lanes)
		for i := range x {
			x[i] = d.Var(i, 2*tt.w)
		}
		if same := d.Differ(besideWords(d, tt.cut, x), plainly(d, bv.Add, x), nil) == False; same && !holds || !same &&
			holds && uint64(tt.lanes)*ones(max(tt.cut, tt.w-tt.cut)) < ones(tt.w) {
			t.Errorf("%d lanes, words of %d bits cut at %d: the same: %v; really: %v", tt.lanes, tt.w, tt.cut, same, holds)
		}
	}
}

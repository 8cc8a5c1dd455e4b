package term

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/rule"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/tests/rules"
)

// TestRowsRewrite: every row rewrites terms, on which both of its sides are one term and its false claim is not tried:
// numbers refute it.
func TestRowsRewrite(t *testing.T) {
	for i := range rule.Rows {
		r := &rule.Rows[i]
		rng := rand.New(rand.NewPCG(uint64(i), 7))
		rewrote, differ, same := 0, 0, 0
		for range extent.Rounds(300) {
			v, ok := rules.Draw(r, rng, []int{8, 16, 32, 64}[rng.IntN(4)])
			if !ok {
				continue
			}
			d := New(Strategy{AbsCalls: r.Stage == rule.Signs})
			d.onRow = func(by *rule.Row) {
				if by == r {
					rewrote++
				}
			}
			var x [rule.Slots]bv.Value
			for _, u := range rules.Unknowns(r) {
				x[u.Slot] = d.unknown(rng, u, int(v.Of(u.W)))
			}
			left, right := r.Left.Build(d, &v, &x), r.Right.Build(d, &v, &x)
			if r.Stage >= rule.Summands { // of parts of a sum
				more := d.Var(100, left.Width())
				left, right = d.Int(bv.Add, left, more), d.Int(bv.Add, right, more)
			}
			if r.Float {
				left, right = d.quiet(r.Format, left.(*Term)), d.quiet(r.Format, right.(*Term))
			}
			if left == right {
				same++
			} else if differ++; testing.Verbose() && differ == 1 {
				t.Logf("%s, numbers %v: kinds %d and %d", r.Name, v.V, left.(*Term).kind, right.(*Term).kind)
			}
		}
		if rewrote == 0 || same == 0 {
			t.Errorf("%s: rewrote %d times; one term %d times, and %d not", r.Name, rewrote, same, differ)
		}
		if differ > 0 {
			t.Logf("%s: rewrote %d times; one term %d times, and %d not", r.Name, rewrote, same, differ)
		}
	}
}

// unknown is a term that looks like what a row asks for.
func (d *Domain) unknown(rng *rand.Rand, u *rule.Expr, w int) bv.Value {
	x, y := d.Var(2*u.Slot, w), d.Var(2*u.Slot+1, w)
	switch u.Shape {
	case rule.Mask:
		if rng.IntN(2) == 0 {
			return d.Select(d.MaskBits(u.Slot, 1), d.Const(w, rules.DrawBits(rng, w)), d.Const(w, rules.DrawBits(rng, w)))
		}
		return d.Const(w, rules.DrawBits(rng, w))
	case rule.Unflipped:
		return d.Const(w, rules.DrawBits(rng, w))
	case rule.Sum:
		return d.Int(bv.Add, x, y)
	case rule.Made:
		return d.Int(bv.IntOp(u.Code), x, y)
	case rule.Result:
		return d.Float(bv.FAdd, u.F, x, y)
	}
	if w >= 8 && rng.IntN(4) == 0 { // the upper bits are zeros
		return d.Int(bv.Add, d.Extend(d.Var(2*u.Slot, w/2), w, false), d.Extend(d.Var(2*u.Slot+1, w/2), w, false))
	}
	return x
}

// TestFailedMatch: an attempt that fails allocates nothing.
func TestFailedMatch(t *testing.T) {
	d := New(Strategy{})
	a, b, c := d.Var(0, 32), d.Var(1, 32), d.Var(2, 32)
	less := d.Int(bv.ULt, a, b).(*Term)
	either := d.Int(bv.Or, less, d.Int(bv.ULt, b, c)).(*Term)
	chosen := d.Select(less, a, c).(*Term)
	for name, f := range map[string]func() *Term{
		"a choice by an order":  func() *Term { return d.rewriteChoice(rule.Late, less, a, c) },
		"a choice by either":    func() *Term { return d.rewriteChoice(rule.Late, either, a, c) },
		"a choice of choices":   func() *Term { return d.rewriteChoice(rule.Early, either, chosen, c) },
		"an order of a choice":  func() *Term { return d.rewrite2(rule.Early, intHead(bv.ULt), chosen, b) },
		"a bit and another":     func() *Term { return d.rewrite2(rule.Late, intHead(bv.And), less, either) },
		"a part of an element":  func() *Term { return d.rewrite(rule.Early, headExtract, op{}, [2]int{3, 5}, a, nil, nil) },
		"elements side by side": func() *Term { return d.rewrite2(rule.Late, headConcat, a, b) },
	} {
		if f() != nil {
			t.Errorf("%s: a row matches", name)
		}
		if n := testing.AllocsPerRun(100, func() { f() }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

package rule_test

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/rule"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/tests/rules"
)

// TestClaims: in the term domain both sides of each claim are one term, and the false claim is another. Values are cut
// in halves.
func TestClaims(t *testing.T) {
	for _, r := range rule.Claims() {
		tried := 0
		for _, w := range []uint64{8, 16, 32, 64} {
			var v rule.Numbers
			v.V = [rule.NumVars]uint64{rule.VarW: w, rule.VarK: w / 2, rule.VarM: 2 * w, rule.VarN: w / 2}
			if !rules.Fits(&r, &v) {
				continue // more than 64 bits
			}
			tried++
			d := term.New(term.Strategy{})
			x := [rule.Slots]bv.Value{rule.SlotP: d.MaskBits(0, 1), rule.SlotQ: d.MaskBits(1, 1)}
			for _, u := range rules.Unknowns(&r) {
				if x[u.Slot] == nil {
					x[u.Slot] = d.Var(u.Slot, int(v.Of(u.W)))
				}
			}
			left := r.Left.Build(d, &v, &x)
			if left != r.Right.Build(d, &v, &x) {
				t.Errorf("%s: two terms at %d bits", r.Name, w)
			}
			if left == r.Wrong.Build(d, &v, &x) {
				t.Errorf("%s: its false claim is the same term at %d bits", r.Name, w)
			}
		}
		if tried < 3 {
			t.Errorf("%s: tried at %d widths", r.Name, tried)
		}
	}
}

package rule_test

import (
	"slices"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/rule"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// TestExhaustive: each rule holds on all values of 4 bits, and on all pairs of 8 bits with a few
// third values. Its false claim fails on some.
func TestExhaustive(t *testing.T) {
	for _, r := range rule.Rules {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			refuted := false
			for w, thirds := range map[int][]uint64{4: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, 8: {0x80, 0x5b}} {
				all := uint64(1) << w
				for i := range all * all * 4 {
					for _, c := range thirds {
						n := bv.Numbers{}
						x := rule.Unknowns{
							Domain: n, W: w, A: n.Const(w, i%all), B: n.Const(w, i/all%all), C: n.Const(w, c),
							P: n.Const(1, i/all/all&1), Q: n.Const(1, i/all/all>>1),
						}
						left := r.Left(x)
						if right := r.Right(x); left != right {
							t.Fatalf("%s: a=%v b=%v c=%v p=%v q=%v: %v and %v", r.Text, x.A, x.B, x.C, x.P, x.Q, left, right)
						}
						refuted = refuted || left != r.Wrong(x)
					}
				}
			}
			if !refuted {
				t.Error("its sibling holds as well")
			}
		})
	}
}

// TestTerms: in the term domain both sides of each rule are one term, and the false claim is
// another.
func TestTerms(t *testing.T) {
	for _, r := range rule.Rules {
		for _, w := range []int{8, 16, 32, 64} {
			if w == 64 && slices.Contains([]string{"parts of a join", "cut again", "order of extended words"}, r.Name) {
				continue // a word of more than 64 bits
			}
			if w == 64 && slices.Contains([]string{"top bits of a maximum", "top bits of a minimum"}, r.Name) {
				continue // whose halves are moved one by one, so that it stays whole
			}
			d := term.New(term.Strategy{})
			x := rule.Unknowns{
				Domain: d, W: w, A: d.Var(0, w), B: d.Var(1, w), C: d.Var(2, w),
				P: d.MaskBits(0, 1), Q: d.MaskBits(1, 1),
			}
			left := r.Left(x)
			if left != r.Right(x) {
				t.Errorf("%s: %s: two terms at %d bits", r.Name, r.Text, w)
			}
			if left == r.Wrong(x) {
				t.Errorf("%s: its sibling is the same term at %d bits", r.Name, w)
			}
		}
	}
}

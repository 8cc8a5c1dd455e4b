package solvers_test

import (
	"fmt"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/rule"
	"github.com/shflgen/shflgen/internal/prover/smt"
)

// TestRules asks the solvers to prove every rule at 16, 32 and 64 bits, and to refute its
// false claim. Scripts order the operands of commutative operations, so both sides of some
// rules are one term already.
func TestRules(t *testing.T) {
	missing(t)
	var questions []question
	same := 0
	for i, r := range rule.Rules {
		for _, w := range []int{16, 32, 64} {
			d := smt.New()
			x := rule.Unknowns{
				Domain: d, W: w, A: d.Var("a", 0, w), B: d.Var("b", 1, w), C: d.Var("c", 2, w),
				P: d.Var("p", 3, 1), Q: d.Var("q", 4, 1),
			}
			left, right, wrong := side(d, r.Left, x), side(d, r.Right, x), side(d, r.Wrong, x)
			if left == nil || right == nil {
				if w < 64 {
					t.Errorf("%s: no script at %d bits", r.Name, w)
				}
				continue // more than 64 bits
			}
			name := fmt.Sprintf("rule%d.%d", i, w)
			if left == right {
				same++
			} else {
				questions = append(questions, question{name, smt.Script(r.Text,
					[]smt.Claim{{What: r.Name, Got: left, Want: right}}), "unsat"})
			}
			questions = append(questions, question{name + ".wrong",
				smt.Script(r.Text, []smt.Claim{{What: r.Name, Got: left, Want: wrong}}), "sat"})
		}
	}
	t.Logf("%d rules at 3 widths; both sides are one term in %d", len(rule.Rules), same)
	if same > len(questions)/4 {
		t.Errorf("%d of %d rules have equal sides", same, len(questions))
	}
	ask(t, questions, solvers)
}

// side is one side of a rule as a term; nil where a value has more than 64 bits.
func side(d *smt.Domain, f rule.Side, x rule.Unknowns) (s *smt.Term) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(bv.Stop); !ok {
				panic(r)
			}
		}
	}()
	return f(x).(*smt.Term)
}

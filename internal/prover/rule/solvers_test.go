package rule_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/rule"
	"github.com/shflgen/shflgen/internal/prover/tape"
	"github.com/shflgen/shflgen/tests/rules"
	"github.com/shflgen/shflgen/tests/solvers"
)

// TestSolvers asks the solvers to prove every rule that rewrites, with drawn widths, places and constants up to 16, 32
// and 64 bits, and to refute its false claim where numbers do.
func TestSolvers(t *testing.T) {
	solvers.Missing(t)
	var questions solvers.Questions
	same, refuted := 0, 0
	all := rule.AllRows()
	for i := range all {
		r := &all[i]
		if r.Name == "widened twice" || strings.HasPrefix(r.Name, "rounding") {
			continue // scripts know a conversion by its name alone; numbers hold these on every half and on drawn float32
		}
		rng := rand.New(rand.NewPCG(uint64(i), 12))
		for _, w := range []int{16, 32, 64} {
			v, ok := rules.Draw(r, rng, w)
			if !ok || w > 16 && multiplies(r) {
				continue
			}
			d := tape.New()
			var x [rule.Slots]bv.Value
			for _, u := range rules.Unknowns(r) {
				x[u.Slot] = d.Var(int(v.Of(u.W)))
			}
			format := bv.NoFormat
			build := func(e *rule.Expr) *tape.Node {
				term := e.Build(d, &v, &x)
				if r.Float {
					format, term = r.Format, d.Quiet(r.Format, term)
				}
				return term.(*tape.Node)
			}
			left, right := build(r.Left), build(r.Right)
			name := fmt.Sprintf("%s.%d", strings.Map(word, r.Name), w)
			ask := func(name string, want *tape.Node, answer string) {
				script := d.Lawful(r.Name, []tape.Pair{{Float: format, A: left, B: want}})
				questions.Add(name, []byte(script), answer)
			}
			if left == right {
				same++
			} else {
				ask(name, right, "unsat")
			}
			if wrongOnNumbers(r, &v, rng) {
				refuted++
				ask(name+".wrong", build(r.Wrong), "sat")
			}
		}
	}
	t.Logf("%d rows; both sides are one term in %d, and %d false claims asked", len(all), same, refuted)
	if refuted < len(all)*3/2 {
		t.Errorf("%d false claims of %d rows", refuted, len(all))
	}
	questions.Ask(t, solvers.Commands)
}

// multiplies reports whether a row has products, or magnitudes of what is widened, in it: solvers take too long for
// wide ones.
func multiplies(r *rule.Row) (is bool) {
	r.Left.Walk(func(e *rule.Expr) { is = is || e.Op == rule.Int && bv.IntOp(e.Code) == bv.Mul })
	r.Right.Walk(func(e *rule.Expr) { is = is || e.Op == rule.Abs })
	return is
}

// word is what a letter of a rule's name is in that of a file.
func word(c rune) rune {
	if c == ' ' || c == ',' {
		return '_'
	}
	return c
}

// wrongOnNumbers reports whether some values refute the false claim of a row with these numbers.
func wrongOnNumbers(r *rule.Row, v *rule.Numbers, rng *rand.Rand) bool {
	if _, ok := rules.Width(r.Wrong, v); !ok {
		return false
	}
	d := bv.Numbers{}
	for range 300 {
		var x [rule.Slots]bv.Value
		for _, u := range rules.Unknowns(r) {
			w := int(v.Of(u.W))
			x[u.Slot] = d.Const(w, rules.DrawBits(rng, w))
		}
		left, wrong := r.Left.Build(d, v, &x).(bv.Word), r.Wrong.Build(d, v, &x).(bv.Word)
		if left != wrong && !(r.Float && bv.IsNaN(r.Format, left.X) && bv.IsNaN(r.Format, wrong.X)) {
			return true
		}
	}
	return false
}

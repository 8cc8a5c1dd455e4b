package solvers_test

import (
	"fmt"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/smt"
)

// TestLaws asks the solvers to prove each law that the scripts assume.
func TestLaws(t *testing.T) {
	missing(t)
	laws := smt.Laws()
	if len(laws) < 60 {
		t.Errorf("%d laws, want 60", len(laws))
	}
	var questions []question
	for i, law := range laws {
		if law.Got == law.Want {
			t.Errorf("%s: both sides are one term", law.What)
		}
		questions = append(questions, question{fmt.Sprintf("law%d", i), smt.Script(law.What, []smt.Claim{law}), "unsat"})
	}
	ask(t, questions, solvers)
}

package law_test

import (
	"context"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/law"
)

// TestLoops: an operator that is not followed is tested on numbers, and a false claim has a witness.
func TestLoops(t *testing.T) {
	want := map[string]law.Answer{"Gcd": law.Tested, "Modulo": law.False, "Late": law.False}
	for _, op := range operators(t, "./testdata/loops") {
		all, err := law.Check(context.Background(), op, law.Limits{Tests: 20_000})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range all {
			name := op.Func.FuncName()
			if v.Answer != want[name] || (v.Witness != nil) != (v.Answer == law.False) {
				t.Errorf("%s: %s, want %s", name, v, want[name])
			}
			const why = "a loop with an end that depends on data"
			if v.Answer == law.Tested && (v.Cases < 1000 || !strings.Contains(v.String(), why)) {
				t.Errorf("%s: %s: %d inputs, want 1000 and the reason", name, v, v.Cases)
			}
		}
	}
}

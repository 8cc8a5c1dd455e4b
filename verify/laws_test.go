package verify_test

import (
	"context"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/shflgen/shflgen/verify"
)

// TestLaws: the claims of the users' operators of the tests hold, and none that they do not make
// does.
func TestLaws(t *testing.T) {
	for name, row := range map[string]struct{ holds, fails string }{
		"Better":         {"associative commutative idempotent identity", ""},
		"Compose":        {"associative identity", "commutative idempotent"},
		"ComposeF":       {"", "associative commutative idempotent"},
		"JoinBoxes":      {"associative commutative idempotent identity", ""},
		"MulComplex":     {"commutative", "associative idempotent"},
		"MulGaussian":    {"associative commutative identity", "idempotent"},
		"MergeRegisters": {"associative commutative idempotent identity", ""},
		"LogAdd":         {"commutative", "associative idempotent"},
		"MulMatrix":      {"associative", "commutative idempotent"},
		"Concat":         {"associative identity", "commutative idempotent"},
		"MulQuaternion":  {"associative identity", "commutative idempotent"},
		"LastSet":        {"associative idempotent identity", "commutative"},
		"SaturatingSum":  {"associative commutative identity", "idempotent"},
		"MulMod":         {"associative commutative", "idempotent"},
		"Mean":           {"commutative", "associative idempotent"},
		"Minus":          {"", "associative commutative idempotent"},
		"Norm":           {"commutative", "associative idempotent"},
		"MergeSoftmax":   {"", "associative idempotent"},
		"Add128":         {"associative commutative identity", "idempotent"},
		"MergeSummaries": {"associative commutative identity", "idempotent"},
		"MergeTop2":      {"associative commutative identity", "idempotent"},
		"MergeMoments":   {"", "associative commutative idempotent"},
	} {
		t.Run(name, func(t *testing.T) {
			all, err := verify.Laws(context.Background(), "..", "./tests/userops."+name, verify.LawOptions{
				Claims: strings.Fields("associative commutative idempotent"), Within: time.Minute,
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range all {
				switch {
				case strings.Contains(row.holds, v.Law) && !v.Holds && !(v.Answer == "tested" && noSolver()):
					t.Errorf("%s: %s, want that it holds", v.Law, v.Text)
				case strings.Contains(row.fails, v.Law) && (v.Answer != "false" ||
					!strings.Contains(v.Test, "func Test"+name+"Is")):
					t.Errorf("%s: %s, want false, with a test", v.Law, v.Text)
				}
			}
		})
	}
}

func noSolver() bool {
	_, z3 := exec.LookPath("z3")
	_, cvc5 := exec.LookPath("cvc5")
	return z3 != nil && cvc5 != nil
}

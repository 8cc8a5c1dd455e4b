package operators_test

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/operator"
)

// TestErrors: an error names the flag, the place of the function and what would be right.
func TestErrors(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"-op ./testdata/bad.Max", "bad.go:6:14: the directive claims associative, and that is false"},
		{"-op ./testdata/bad.Typo", `bad.go:14:14: "commutativ" is no law; want associative, commutative, idempotent or identity=NAME`},
		{"-op ./testdata/bad.NoId", `bad.go:17:14: package bad declares no "Nope"; want identity=NAME`},
		{"-op ./testdata/bad.Meth", "bad.go:22:10: Meth is a method; want a function without a receiver"},
		{"-op ./testdata/bad.Impure", "bad.go:26:33: Impure is not pure: it uses the variable total of package bad"},
		{"-op ./testdata/bad.Three", "bad.go:28:6: Three is func(a int32, b int32, c int32) int32; want two parameters and one result of one type"},
		{"-op ./testdata/bad.Gen", "bad.go:30:6: Gen is func[X int32](a X, b X) X; want no type parameters"},
		{"-op ./testdata/bad.unexported", "bad.go:32:6: unexported is not exported"},
		{"-op ./testdata/bad.Text", "bad.go:34:6: string is of type string"},
		{"-op ./testdata/bad.Pair", "Pair combines [2]int32, a type without a name"},
		{"-op ./testdata/bad.Link", "pointer"},
		{"-op ../userops.Concat -type ../userops.Box", "-type ../userops.Box: ../userops.Concat combines userops.Hash"},
		{"-op ./testdata/bad.Missing", "declares no function Missing; want func Missing(a, b T) T"},
		{"-op ./testdata/bad.total", "bad.go:24:5: total is a variable; want a function"},
		{"-op ./nowhere.F", "directory not found"},
		{"-op ../userops.Minus -type float32", "-type float32: ../userops.Minus combines int32"},
		{"-op ../userops.Minus -order far", "-order far: changes the order of operands"},
		{"-op ./stats.Merge()", "want a function of a package, not a method"},
		{"-op ./stats.Merge[int32]", "want a function without type parameters"},
		{"-op smu", "did you mean sum?"},
	} {
		s, err := shflgen.ParseArgs(strings.Fields("-pattern reduce " + test.args))
		if err == nil {
			_, _, err = operator.Resolve(s, ".", ".", strings.Contains(test.args, "-type"))
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got error %v, want %q", test.args, err, test.want)
		}
	}
}

// TestLaws: the laws of an operator are those that were established, whatever it claims.
func TestLaws(t *testing.T) {
	for op, want := range map[string]string{
		"MulMod": "associative commutative", "Mean": "commutative", "Minus": "", "SaturatingSum": "associative commutative", "Norm": "commutative",
	} {
		s, err := shflgen.ParseArgs(strings.Fields("-pattern reduce -op ../userops." + op))
		if err != nil {
			t.Fatal(err)
		}
		if s, _, err = operator.Resolve(s, ".", ".", false); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(s.Laws().Strings(), " "); got != want {
			t.Errorf("%s has the laws %q, want %q", op, got, want)
		}
	}
}

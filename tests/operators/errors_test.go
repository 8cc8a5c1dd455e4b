package operators_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// TestErrors: an error names the flag, the place of the function and what would be right.
func TestErrors(t *testing.T) {
	for _, test := range extent.Few([]struct{ args, want string }{
		{"-op ./testdata/bad.Max", "bad.go:6:14: the directive claims associative, and that is false"},
		{"-op ./testdata/bad.Least", "the directive claims identity, and that is false"},
		{"-op ./testdata/bad.Plus", "the directive claims identity, and that is false"},
		{"-op ./testdata/bad.Typo",
			`bad.go:14:14: "commutativ" is no law; want associative, commutative, idempotent or identity=NAME`},
		{"-op ./testdata/bad.NoId", `bad.go:17:14: package bad declares no "Nope"; want identity=NAME`},
		{"-op ./testdata/bad.Meth", "bad.go:22:10: Meth is a method; want a function without a receiver"},
		{"-op ./testdata/bad.Impure", "bad.go:26:33: Impure is not pure: it uses the variable total of package bad"},
		{"-op ./testdata/bad.AnyOf", "impure.go:7:2: AnyOf is not pure: it ranges over a map, in any order"},
		{"-op ./testdata/bad.Where", "Where is not pure: it uses unsafe.Pointer"},
		{"-op ./testdata/bad.Nothing", "Nothing is not pure: it compares addresses"},
		{"-op ./testdata/bad.Held", "Held is not pure: it compares addresses"},
		{"-op ./testdata/bad.Waits", "Waits is not pure: it receives from a channel"},
		{"-op ./testdata/bad.Three",
			"bad.go:28:6: Three is func(a int32, b int32, c int32) int32; want two parameters and one result of one type"},
		{"-op ./testdata/bad.Gen", "bad.go:30:6: Gen is func[X int32](a X, b X) X; want no type parameters"},
		{"-op ./testdata/bad.unexported", "bad.go:32:6: unexported is not exported"},
		{"-op ./testdata/bad.Text", "bad.go:34:6: string is of type string"},
		{"-op ./testdata/bad.Pair", "Pair combines [2]int32, a type without a name"},
		{"-op ./testdata/bad.Link", "pointer"},
		{"-op ../userops.Concat -type ../userops.Box", "-type ../userops.Box: ../userops.Concat combines userops.Hash"},
		{"-op ./testdata/bad.NoCondition",
			"valid=Max: want valid=NAME, of a function of an element of the package that gives a bool"},
		{"-op ./testdata/bad.Missing", "declares no function Missing; want func Missing(a, b T) T"},
		{"-op ./testdata/bad.total", "bad.go:24:5: total is a variable; want a function"},
		{"-op ./nowhere.F", "directory not found"},
		{"-op ../userops.Minus -type float32", "-type float32: ../userops.Minus combines int32"},
		{"-op ../userops.Minus -order far", "-order far: changes the order of operands"},
		{"-op ./stats.Merge()", "want a function of a package, not a method"},
		{"-op ./stats.Merge[int32]", "want a function without type parameters"},
		{"-op smu", "did you mean sum?"},
		{"-pattern block-reduce -block 96 -op ../userops.Minus",
			"-op ../userops.Minus: block-reduce leaves no thread out by a function without an " +
				"identity; want -mask full, or identity=NAME"},
		{"-pattern grid-reduce -op ./testdata/bad.Wides -map ../userops.LiftMoments",
			"bad.Wide has 192 bytes; grid-reduce takes results of at most 168"},
		{"-pattern grid-reduce -op ../userops.Concat",
			"userops.Concat combines userops.Hash, and an array holds scalars; want -map"},
		{"-pattern grid-exclusive-scan -op ../userops.Minus",
			"-op ../userops.Minus: the first element of out is the identity, and none of userops.Minus is established; want " +
				"identity=NAME in its directive, or grid-inclusive-scan"},
		{"-pattern grid-inclusive-scan -op ../userops.Compose",
			"userops.Compose combines userops.Affine, and grid-inclusive-scan takes functions of scalars alone yet"},
		{"-pattern grid-inclusive-scan -op ../userops.MergeMoments -map ../userops.LiftMoments",
			"userops.MergeMoments combines userops.Moments, and grid-inclusive-scan takes functions of scalars alone yet"},
		{"-pattern grid-inclusive-scan -in int8 -map ../userops.Negated",
			"-in int8: a function takes integers as they are in memory; leave -in out"},
		{"-pattern row-reduce -cols 100..300 -op ../userops.Minus",
			"-cols 100..300: userops.Minus has no identity, and a range needs a column for each of the 128 accumulators"},
		{"-pattern row-reduce -cols 300 -op ../userops.Concat",
			"userops.Concat combines userops.Hash, and a row holds scalars; want -map with a function " +
				"that makes one of them, such as ./stats.Lift"},
	}, 3) {
		args := test.args
		if !strings.Contains(args, "-pattern ") {
			args = "-pattern reduce " + args
		}
		s, err := spec.ParseArgs(strings.Fields(args))
		if err == nil {
			_, _, err = operator.Resolve(s, ".", ".", strings.Contains(test.args, "-type"))
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got error %v, want %q", test.args, err, test.want)
		}
	}
}

// TestLocal: an operator of the package that is generated into, which does not compile before the
// function is there, is called by its name.
func TestLocal(t *testing.T) {
	dir, err := os.MkdirTemp(".", "_local")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	user := `package local

type Pair struct{ A, B int32 }

func Merge(a, b Pair) Pair { return Pair{a.A - b.B, b.A} }

func all(v *[32]Pair) { ReduceMergePairW4Full(v) }

func Broken(a, b int32) int32 { return a + c }
`
	if err := os.WriteFile(filepath.Join(dir, "user.go"), []byte(user), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ op, want string }{{"Broken", "user.go:9:44: undefined: c"}, {"Merge", ""}} {
		op, want := test.op, test.want
		s, err := spec.ParseArgs(strings.Fields("-pattern reduce -width 4 -mask full -op ." + op))
		if err != nil {
			t.Fatal(err)
		}
		s, fn, err := operator.Resolve(s, dir, dir, false)
		if want != "" {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: got error %v, want %q", op, err, want)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		files, err := gen.Generate(s, gen.Options{Package: "local", Langs: []gen.Lang{gen.Go},
			Operator: gen.Operator{Package: fn.Pkg, Func: fn.Fn}})
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, s.FileName()+".go")
		src := files[s.FileName()+".go"]
		good := strings.Replace(user, "func Broken(a, b int32) int32 { return a + c }\n", "", 1)
		for name, text := range map[string]string{path: string(src), filepath.Join(dir, "user.go"): good} {
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if r, err := verify.Prove(t.Context(), verify.Subject{Path: path, Src: src}, verify.Options{}); err != nil ||
			r.Verdict != verify.Proved {
			t.Errorf("%s: %v %v", path, r, err)
		}
	}
}

// TestLaws: the laws of an operator are those that were established, whatever it claims.
func TestLaws(t *testing.T) {
	for op, want := range map[string]string{
		"../userops.MulMod": "associative commutative", "../userops.Mean": "commutative", "../userops.Minus": "",
		"../userops.SaturatingSum": "associative commutative", "../userops.Norm": "commutative",
		"./testdata/limited.Turn": "", // of valid elements alone
	} {
		s, err := spec.ParseArgs(strings.Fields("-pattern reduce -op " + op))
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

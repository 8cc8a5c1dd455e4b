package law_test

import (
	"context"
	"go/ast"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/shflgen/shflgen/internal/prover/gofunc"
	"github.com/shflgen/shflgen/internal/prover/law"
	"github.com/shflgen/shflgen/tests/extent"
)

var loader gofunc.Loader

// operators are those of a package with a directive, in order, with what they claim.
func operators(t *testing.T, pattern string) (all []law.Op) {
	t.Helper()
	pkg, err := loader.Package(context.Background(), pattern)
	if err != nil {
		t.Fatal(err)
	}
	load := func(path string) (*gofunc.Package, error) { return loader.Package(context.Background(), path) }
	for _, file := range pkg.Files {
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || !strings.Contains(comments(fn), "shflgen:op") {
				continue
			}
			op, err := law.Of(pkg, fn.Name.Name, load)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, op)
		}
	}
	return all
}

func comments(fn *ast.FuncDecl) (text string) {
	if fn.Doc != nil {
		for _, c := range fn.Doc.List {
			text += c.Text
		}
	}
	return text
}

// hidden is a claim that no test refutes.
const hidden = "RightButHidden"

// TestFalseClaims: every claim of package broken is false, with a witness, in less than a
// second, without a solver.
func TestFalseClaims(t *testing.T) {
	n := 0
	for _, op := range operators(t, "./testdata/broken") {
		all, err := law.Check(context.Background(), op, law.Limits{Solver: -1})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range all {
			if v.Law == law.Closed || op.Func.FuncName() == hidden {
				continue
			}
			n++
			if v.Answer != law.False || v.Witness == nil || v.Took > time.Second {
				t.Errorf("%s: %s in %v, want false with a witness", op.Func.Name, v, v.Took)
			}
		}
	}
	if n < 60 {
		t.Errorf("%d claims", n)
	}
}

// TestHiddenClaim: a claim that is false of inputs that nobody guesses is tested at most, and a
// solver finds them.
func TestHiddenClaim(t *testing.T) {
	op := named(t, "./testdata/broken", hidden)
	for _, limit := range []time.Duration{-1, 20 * time.Second} {
		all, err := law.Check(context.Background(), op, law.Limits{Solver: limit})
		if err != nil {
			t.Fatal(err)
		}
		want := law.Tested
		if limit > 0 && solvers() {
			want = law.False
		}
		if all[0].Answer != want {
			t.Errorf("%s, want %s", all[0], want)
		}
	}
}

// named is the operator of a name.
func named(t *testing.T, pattern, name string) law.Op {
	t.Helper()
	for _, op := range operators(t, pattern) {
		if op.Func.FuncName() == name {
			return op
		}
	}
	t.Fatal("no " + name)
	return law.Op{}
}

// solvers reports whether one is installed.
func solvers() bool {
	_, z3 := exec.LookPath("z3")
	_, cvc5 := exec.LookPath("cvc5")
	return z3 == nil || cvc5 == nil
}

// TestTrueClaims: every claim of package lawful is proved or exhausted, with solvers; without, the
// claims that are neither are these.
func TestTrueClaims(t *testing.T) {
	unproved := map[string]bool{}
	for _, row := range []string{
		"GreatestNumber associative", "GreatestNumber commutative", "GreatestNumber idempotent", "GreatestNumber identity",
		"AddMod closed", "ArgMax associative", "ArgMax commutative", "ArgMax identity", "FirstBest associative",
		"AddWide associative", "AddWide commutative", "SegmentedSum associative", "SaturatingSum32 associative",
		"Last associative", "Hull associative", "Hull commutative", "Hull idempotent", "Hull closed", "Circle closed",
	} {
		unproved[row] = true
	}
	for _, op := range operators(t, "./testdata/lawful") {
		t.Run(op.Func.FuncName(), func(t *testing.T) {
			t.Parallel()
			limits := law.Limits{Solver: 30 * time.Second}
			few := (op.Func.FuncName() == "GCD" || op.Func.FuncName() == "Permutation") && extent.Of() != extent.Full
			if few { // all inputs take long
				limits = law.Limits{Bits: 16, Solver: -1}
			}
			all, err := law.Check(context.Background(), op, limits)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range all {
				t.Logf("%v %s", v.Took.Round(time.Millisecond), v)
				unsolved := !solvers() && unproved[op.Func.FuncName()+" "+v.Law.String()]
				if !v.Answer.Established() && !(v.Answer == law.Tested && (unsolved || few)) {
					t.Error(v)
				}
			}
		})
	}
}

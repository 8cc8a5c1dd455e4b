package law_test

import (
	"context"
	"go/ast"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/shflgen/shflgen/internal/prover/law"
	"github.com/shflgen/shflgen/internal/userpkg"
	"github.com/shflgen/shflgen/tests/extent"
)

// operators are those of a package with a directive, in order, with what they claim.
func operators(t *testing.T, pattern string) (all []law.Op) {
	t.Helper()
	pkg, err := userpkg.Load(".", pattern)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range pkg.Syntax {
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || !strings.Contains(comments(fn), "shflgen:op") {
				continue
			}
			claimed, err := userpkg.Claimed(pkg, fn.Name.Name)
			if err != nil {
				t.Fatal(err)
			}
			op, err := law.Of(claimed)
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
		all, err := law.Check(context.Background(), op, law.Limits{Within: 4 * time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range all {
			if v.Law == law.Closed || op.Func.FuncName() == hidden || op.Func.FuncName() == "Leaves" {
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
	for _, ask := range []bool{false, true} {
		all, err := law.Check(context.Background(), op, law.Limits{Within: 20 * time.Second, Solver: ask})
		if err != nil {
			t.Fatal(err)
		}
		want := law.Tested
		if ask && solvers() {
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

// unproved is a true claim that only a solver proves.
const unproved = "SaturatingSum32"

// TestTrueClaims: every claim of package lawful is proved or exhausted without a solver, but for
// one.
func TestTrueClaims(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	for _, op := range operators(t, "./testdata/lawful") {
		name := op.Func.FuncName()
		t.Run(name, func(t *testing.T) {
			limits := law.Limits{Within: 4 * time.Minute}
			few := (name == "GCD" || name == "Permutation" || name == "SaturatingSum") && extent.Of() != extent.Full
			if few { // all inputs take long
				limits.Bits = 16
			}
			all, err := law.Check(context.Background(), op, limits)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range all {
				t.Logf("%v %s", v.Took.Round(time.Millisecond), v)
				tested := v.Law == law.Associative && (few || name == unproved)
				if tested != (v.Answer == law.Tested) || !tested && !v.Answer.Established() {
					t.Error(v)
				}
			}
		})
	}
}

// TestSolver: a solver proves what is left.
func TestSolver(t *testing.T) {
	if !solvers() {
		t.Skip("no solver")
	}
	all, err := law.Check(context.Background(), named(t, "./testdata/lawful", unproved),
		law.Limits{Within: time.Minute, Solver: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range all {
		if v.Answer != law.Proved {
			t.Error(v)
		}
	}
}

// TestUnclosed: what holds of valid inputs is not established if the operator leaves them.
func TestUnclosed(t *testing.T) {
	op := named(t, "./testdata/lawful", "Least")
	op.Valid = named(t, "./testdata/lawful", "Hull").Valid
	if _, err := law.Check(context.Background(), op, law.Limits{Within: 4 * time.Minute}); err == nil {
		t.Error("a condition on another type is accepted")
	}
	op = named(t, "./testdata/broken", "Overlap")
	op.Claims = []law.Law{law.Idempotent}
	all, err := law.Check(context.Background(), op, law.Limits{Within: 4 * time.Minute})
	if err != nil || len(all) != 2 || !all[0].Answer.Established() || !all[1].Answer.Established() {
		t.Error(all, err)
	}
	hull := named(t, "./testdata/broken", "Leaves")
	all, err = law.Check(context.Background(), hull, law.Limits{Within: 4 * time.Minute})
	if err != nil || all[0].Law != law.Associative || all[0].Answer != law.Tested || all[1].Law != law.Closed ||
		all[1].Answer != law.False {
		t.Error(all, err)
	}
}

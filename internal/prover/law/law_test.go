package law_test

import (
	"context"
	"fmt"
	"go/ast"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/shflgen/shflgen/internal/prover/gofunc"
	"github.com/shflgen/shflgen/internal/prover/law"
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
			if !ok || fn.Doc == nil {
				continue
			}
			for _, c := range fn.Doc.List {
				words, ok := strings.CutPrefix(c.Text, "//shflgen:op")
				if !ok {
					continue
				}
				f, err := gofunc.New(pkg, fn.Name.Name, load)
				if err != nil {
					t.Fatal(err)
				}
				op := law.Op{Func: f}
				for _, w := range strings.Fields(words) {
					name, value, _ := strings.Cut(w, "=")
					switch name {
					case "associative":
						op.Claims = append(op.Claims, law.Associative)
					case "commutative":
						op.Claims = append(op.Claims, law.Commutative)
					case "idempotent":
						op.Claims = append(op.Claims, law.Idempotent)
					case "identity":
						op.Identity = value
					case "valid":
						if op.Valid, err = gofunc.New(pkg, value, load); err != nil {
							t.Fatal(err)
						}
					}
				}
				all = append(all, op)
			}
		}
	}
	return all
}

// TestFalseClaims: every claim of package broken is false, with a witness, in less than a
// second.
func TestFalseClaims(t *testing.T) {
	n := 0
	for _, op := range operators(t, "./testdata/broken") {
		all, err := law.Check(context.Background(), op, law.Limits{Solver: -1})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range all {
			t.Logf("%s %v %s", op.Func.FuncName(), v.Took.Round(time.Millisecond), v)
			if v.Law == law.Closed {
				continue
			}
			n++
			if v.Answer != law.False || v.Witness == nil || v.Took > time.Second {
				t.Errorf("%s: %s in %v, want false with a witness", op.Func.Name, v, v.Took)
			}
		}
	}
	if n < 50 {
		t.Errorf("%d claims", n)
	}
}

// TestTrueClaims: no claim of package lawful is false, and what each is.
func TestTrueClaims(t *testing.T) {
	var mu sync.Mutex
	counts := map[law.Answer]int{}
	t.Run("all", func(t *testing.T) {
		for _, op := range operators(t, "./testdata/lawful") {
			t.Run(op.Func.FuncName(), func(t *testing.T) {
				all, err := law.Check(context.Background(), op, law.Limits{})
				if err != nil {
					t.Fatal(err)
				}
				for _, v := range all {
					t.Logf("%v %s", v.Took.Round(time.Millisecond), v)
					mu.Lock()
					counts[v.Answer]++
					mu.Unlock()
					if v.Answer == law.False || v.Answer == law.Unknown {
						t.Error(v)
					}
				}
			})
		}
	})
	fmt.Println(counts)
}

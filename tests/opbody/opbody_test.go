// Package opbody_test proves that the CUDA of users' functions, as the generator translates
// them, computes what the Go functions do.
package opbody_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/gofunc"
	"github.com/shflgen/shflgen/internal/prover/opbody"
	"github.com/shflgen/shflgen/internal/userpkg"
	"github.com/shflgen/shflgen/tests/extent"
)

const userfn = "../../gen/internal/userfn/"

var functions = strings.Fields("Add128 Bits ByConstants Conversions Divides Elementary Hash Integers Larger Loops " +
	"Maths Product Quiet Shifts Swap Top2 Welford")

func snake(name string) string {
	return map[string]string{"ByConstants": "by_constants"}[name]
}

// compilers are those that are installed.
func compilers(t *testing.T) (all []compile.Compiler) {
	t.Helper()
	clang, err := compile.FindClang()
	if err != nil {
		t.Skip(err)
	}
	all = append(all, clang)
	if path := os.Getenv("SHFLGEN_NVCC"); path != "" {
		all = append(all, compile.NVCC{Path: path})
	} else {
		extent.LeftOut(t, extent.ErrNoNVCC)
	}
	return all
}

func body(t *testing.T, name string) opbody.Body {
	t.Helper()
	pkg, err := userpkg.Load(userfn, "./testdata/ops")
	if err != nil {
		t.Fatal(err)
	}
	fn, err := gofunc.New(gofunc.Loaded(pkg), name)
	if err != nil {
		t.Fatal(err)
	}
	cuda := strings.ToLower(name)
	if s := snake(name); s != "" {
		cuda = s
	}
	src, err := os.ReadFile(filepath.Join(userfn, "testdata", cuda+".cu"))
	if err != nil {
		t.Fatal(err)
	}
	return opbody.Body{Go: fn, Source: src, Name: cuda}
}

// buildsFor are those of a proof: by each compiler, unoptimised and optimised.
func buildsFor(compilers []compile.Compiler, arch string) (all []opbody.Build) {
	for _, c := range compilers {
		for _, level := range []string{"O0", "O3"} {
			if c.Name() == "nvcc" && level == "O3" {
				level = ""
			}
			all = append(all, opbody.Build{Compiler: c, Build: compile.Build{Arch: arch, Level: level}})
		}
	}
	return all
}

func TestProofs(t *testing.T) {
	if _, err := exec.LookPath("z3"); err != nil {
		t.Skip(err)
	}
	extent.NotQuick(t, "solvers take their time")
	for _, name := range extent.Drawn(t, functions, 4, 4) {
		t.Run(name, func(t *testing.T) {
			start, subject := time.Now(), body(t, name)
			builds := buildsFor(compilers(t), "sm_90")
			if name == "Elementary" { // other text for older architectures
				builds = append(builds, buildsFor(compilers(t)[:1], "sm_70")...)
			}
			r, err := opbody.Prove(context.Background(), subject, builds)
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range r {
				t.Logf("%s: %s %s %s", x.Build, x.Verdict, x.By, x.Why)
			}
			t.Log(time.Since(start))
			if r.Verdict() != opbody.Proved {
				t.Errorf("%+v", r)
			}
		})
	}
}

// TestNoBuild: of a function that no compiler made nothing is proved.
func TestNoBuild(t *testing.T) {
	if v := (opbody.Report{}).Verdict(); v == opbody.Proved {
		t.Errorf("%s without a build", v)
	}
}
